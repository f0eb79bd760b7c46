import SimInput

/// Reads results that `JSONReport` wrote back into the model they were made from.
///
/// Keys that it does not know are ignored, as the format promises; keys that came later than the
/// file may be missing. Everything else must be as it was written.
package enum ResultFile {
  /// Reads a result, or all that stand under `runs`.
  ///
  /// - Throws: `FormatError` with the position, what was found and what is allowed.
  package static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> [RunResult] {
    let root = try JSONDocument.read(bytes, file: file).root
    var reader = try root.object()
    guard let runs = reader.optional("runs") else { return [try result(root)] }
    var results: [RunResult] = []
    for run in try runs.array(count: 1...10_000) { results.append(try result(run)) }
    return results
  }

  private static func result(_ node: JSONNode) throws(FormatError) -> RunResult {
    var reader = try node.object()
    let version = try reader.required("schemaVersion").uint64()
    guard version == UInt64(RunResult.schemaVersion) else {
      throw node.failure(
        .notAllowed(found: "schemaVersion \(version)", allowed: "\(RunResult.schemaVersion)"))
    }
    let populations = try populations(reader.required("population"))
    let measures = Measure.all(populations: populations.map { $0.name }, drawsInk: true)
    let frameRate = try reader.required("frameRate").uint32(in: 1...1000)
    let digest = try digest(reader.required("digest"))
    var result = RunResult(
      scenario: try ScenarioFile.kebabName(reader.required("scenario")),
      scene: try ScenarioFile.kebabName(reader.required("scene")),
      sceneBehaviorVersion: try reader.required("sceneBehaviorVersion").uint32(),
      seed: try reader.required("seed").uint64(), device: try device(reader.required("device")),
      canvas: try canvas(reader.required("canvas")),
      frames: try reader.required("frames").uint32(),
      plannedFrames: try reader.required("plannedFrames").uint32(),
      frameRate: frameRate,
      isMotionReduced: try reader.required("reduceMotion").bool(), digest: digest,
      populations: populations, input: try input(reader.required("input")),
      timing: try timing(reader.required("timing"), frameRate: frameRate, measures),
      allocations: try allocations(reader.required("allocations")),
      work: try work(reader.required("work")), calmness: try calmness(reader.required("calmness")),
      load: try load(reader.required("load")),
      budgets: try budgets(reader.required("budgets"), measures),
      fault: try fault(reader.required("fault")),
      picture: try text(reader.required("picture")),
      environment: try environment(reader.required("environment")))
    result.pictureDigest = try optional(reader.optional("pictureDigest"), hexadecimal)
    result.scenarioFile = try text(reader.optional("scenarioFile"))
    result.scenarioDigest = try text(reader.optional("scenarioDigest"))
    if let ignored = reader.optional("ignored") {
      for words in try ignored.array(count: 0...10_000) {
        result.ignored.append(try words.string())
      }
    }
    result.strokeLatency = try strokeLatency(reader.required("strokeLatency"))
    result.flash = try flash(reader.required("flash"))
    result.prediction = try prediction(
      reader.optional("deviceFrame"), reasons: reader.required("notMeasured"))
    result.series = try series(
      reader.optional("series"), timed: optionalMember("series", of: reader.required("timing")))
    return result
  }

  // MARK: - Values

  /// A value that may be null or missing.
  static func optional<Value>(
    _ node: JSONNode?, _ body: (JSONNode) throws(FormatError) -> Value
  ) throws(FormatError) -> Value? {
    guard let node, !node.isNull else { return nil }
    return try body(node)
  }

  static func text(_ node: JSONNode?) throws(FormatError) -> String? {
    try optional(node) { (node) throws(FormatError) in try node.string() }
  }

  static func count(_ node: JSONNode?) throws(FormatError) -> UInt64? {
    try optional(node) { (node) throws(FormatError) in try node.uint64() }
  }

  static func number(_ node: JSONNode) throws(FormatError) -> Double {
    try node.double(in: -1e300...1e300)
  }

  static func float(_ node: JSONNode) throws(FormatError) -> Float {
    Float(try node.double(in: -3e38...3e38))
  }

  static func numberOrNone(_ node: JSONNode?) throws(FormatError) -> Double? {
    try optional(node) { (node) throws(FormatError) in try number(node) }
  }

  private static func optionalMember(
    _ key: String, of node: JSONNode
  ) throws(FormatError) -> JSONNode? {
    var reader = try node.object()
    return reader.optional(key)
  }

  private static func signed(_ node: JSONNode) throws(FormatError) -> Int64 {
    Int64(try node.int(in: Int.min...Int.max))
  }

  static func hexadecimal(_ node: JSONNode) throws(FormatError) -> UInt64 {
    let text = try node.string()
    guard text.utf8.count == 16, let value = HexadecimalText.value(text) else {
      throw node.failure(
        .unexpected(found: node.foundText, expected: "sixteen hexadecimal digits"))
    }
    return value
  }

  // MARK: - Parts

  /// The device class of that name; of one that is not built in, results tell no more.
  private static func device(_ node: JSONNode) throws(FormatError) -> Device {
    let name = try ScenarioFile.kebabName(node)
    return BuiltInDevices.device(named: name)
      ?? Device(
        name: name, title: name, widthPoints: 0, heightPoints: 0, scale: 0, pixelsPerInch: 0,
        refreshRate: 0, touchSamplesPerSecond: 0, pencilSamplesPerSecond: 0, pipelineDepth: 0)
  }

  private static func canvas(_ node: JSONNode) throws(FormatError) -> CanvasSummary {
    var reader = try node.object()
    return CanvasSummary(
      widthPoints: try float(reader.required("widthPoints")),
      heightPoints: try float(reader.required("heightPoints")),
      scale: try float(reader.required("scale")),
      pixelWidth: Int32(try reader.required("pixelWidth").int(in: 1...Int(Int32.max))),
      pixelHeight: Int32(try reader.required("pixelHeight").int(in: 1...Int(Int32.max))),
      changes: try reader.required("changes").int(in: 0...Int(Int32.max)))
  }

  private static func digest(_ node: JSONNode) throws(FormatError) -> DigestSummary {
    var reader = try node.object()
    return DigestSummary(
      state: try hexadecimal(reader.required("state")),
      scene: try reader.optional("scene").flatMap { (node) throws(FormatError) in
        try optional(node, hexadecimal)
      },
      chain: try hexadecimal(reader.required("chain")),
      pixels: try optional(reader.required("pixels"), hexadecimal),
      pixelChain: try optional(reader.required("pixelChain"), hexadecimal))
  }

  private static func populations(_ node: JSONNode) throws(FormatError) -> [PopulationSummary] {
    var all = try node.object()
    var summaries: [PopulationSummary] = []
    for member in all.remainingMembers() {
      var reader = try member.value.object()
      summaries.append(
        PopulationSummary(
          name: member.key, cap: try count32(reader.required("cap")) ?? 0,
          maximum: try count32(reader.required("max")) ?? 0,
          minimum: try count32(reader.required("min")) ?? 0,
          mean: try numberOrNone(reader.required("mean")) ?? 0,
          framesAtCap: try count32(reader.required("framesAtCap")) ?? 0,
          whileShaken: try numberOrNone(reader.required("whileShaken"))))
    }
    return summaries
  }

  static func count32(_ node: JSONNode?) throws(FormatError) -> UInt32? {
    try optional(node) { (node) throws(FormatError) in try node.uint32() }
  }

  private static func input(_ node: JSONNode) throws(FormatError) -> InputSummary {
    var reader = try node.object()
    var input = InputSummary()
    input.touches = try reader.required("touches").uint64()
    input.samples = try reader.required("samples").uint64()
    input.maximumTouches = try reader.required("mostTouches").uint32()
    input.framesTouched = try reader.required("framesTouched").uint32()
    input.framesShaken = try reader.required("framesShaken").uint32()
    input.framesInBackground = try reader.required("framesInBackground").uint32()
    input.events = try optional(reader.optional("events"), events)
    return input
  }

  private static func events(_ node: JSONNode) throws(FormatError) -> InputTally {
    var reader = try node.object()
    var tally = InputTally()
    for (key, count) in InputTally.counts {
      tally[keyPath: count] = try reader.required(key).uint64()
    }
    return tally
  }

  private static func allocations(_ node: JSONNode) throws(FormatError) -> AllocationSummary {
    var reader = try node.object()
    var summary = AllocationSummary(
      source: try reader.required("source").string(),
      warmupFrames: try reader.required("warmupFrames").uint32(),
      warmupTotal: try count(reader.required("warmupTotal")),
      steadyTotal: try count(reader.required("steadyTotal")),
      steadyMaximumPerFrame: try count(reader.required("steadyMaxPerFrame")),
      steadyBytes: try count(reader.required("steadyBytes")),
      liveBytesGrowth: try optional(reader.required("liveBytesGrowth"), signed),
      firstFrame: try count32(reader.required("firstFrame")),
      firstPhase: try text(reader.required("firstPhase")))
    summary.sites = try allocationSites(reader.optional("sites"))
    return summary
  }

  private static func work(_ node: JSONNode) throws(FormatError) -> WorkSummary {
    var reader = try node.object()
    var work = WorkSummary(
      primitives: try count(reader.required("primitives")) ?? 0,
      pixelsBlended: try count(reader.required("pixelsBlended")) ?? 0,
      pixelsFilled: try count(reader.required("pixelsFilled")) ?? 0,
      cellsRepainted: try count(reader.required("cellsRepainted")) ?? 0)
    work.pixelsCopied = try count(reader.optional("pixelsCopied")) ?? 0
    work.segments = try count(reader.optional("segments")) ?? 0
    work.particleSteps = try count(reader.optional("particleSteps")) ?? 0
    if let units = reader.optional("units") {
      var all = try units.object()
      for unit in all.remainingMembers() {
        work.units.append(WorkTotal(name: unit.key, count: try unit.value.uint64()))
      }
    }
    return work
  }

  private static func fault(_ node: JSONNode) throws(FormatError) -> FaultSummary? {
    try optional(node) { (node) throws(FormatError) in
      var reader = try node.object()
      return FaultSummary(
        kind: try reader.required("kind").string(), frame: try reader.required("frame").uint32(),
        phase: try reader.required("phase").string(), field: try reader.required("field").string(),
        entity: try reader.required("entity").uint32(),
        message: try reader.required("message").string())
    }
  }

  private static func environment(_ node: JSONNode) throws(FormatError) -> EnvironmentSummary {
    var reader = try node.object()
    var environment = EnvironmentSummary(
      version: try reader.required("version").string(),
      behaviorVersion: try reader.required("behaviorVersion").uint32(),
      build: try reader.required("build").string(),
      operatingSystem: try reader.required("operatingSystem").string(),
      architecture: try reader.required("architecture").string())
    environment.toolchain = try text(reader.optional("toolchain")) ?? environment.toolchain
    return environment
  }

  private static func timing(
    _ node: JSONNode, frameRate: UInt32, _ measures: [Measure]
  ) throws(FormatError) -> TimingSummary {
    var reader = try node.object()
    let phases = try phaseTimings(reader.required("phases"))
    var liveBytes: [LiveBytes] = []
    for node in try reader.required("liveBytes").array() {
      var checkpoint = try node.object()
      liveBytes.append(
        LiveBytes(
          frame: try checkpoint.required("frame").uint32(),
          bytes: try signed(checkpoint.required("bytes"))))
    }
    var timing = TimingSummary(
      frame: try percentiles(reader.required("frame")), phases: phases,
      due: DueTime(
        frameRate: frameRate,
        refreshRate: try reader.required("refreshRate").uint32(in: 1...1000)),
      measuredFrames: try reader.required("measuredFrames").uint32(), sparkline: [],
      wallNanoseconds: try reader.required("wall").uint64(),
      peakResidentBytes: try count(reader.required("peakResidentBytes")), liveBytes: liveBytes,
      budgets: try budgets(reader.required("budgets"), measures))
    timing.stages = try optional(reader.optional("stages"), phaseTimings) ?? []
    timing.threadCount = try count32(reader.optional("threads")) ?? 1
    // The ratio follows from it.
    timing.lateness = try lateness(
      reader.required("lateness"), due: timing.due, of: timing.measuredFrames,
      late: count32(reader.required("lateFrames")) ?? 0)
    timing.instructions = try instructions(reader.optional("instructions"))
    timing.processor = try optional(reader.optional("processor"), processor)
    timing.recorderNanosecondsPerFrame = try count(reader.optional("recorderPerFrame"))
    return timing
  }

  private static func phaseTimings(_ node: JSONNode) throws(FormatError) -> [PhaseTiming] {
    var phases: [PhaseTiming] = []
    var reader = try node.object()
    for phase in reader.remainingMembers() {
      phases.append(PhaseTiming(name: phase.key, percentiles: try percentiles(phase.value)))
    }
    return phases
  }

  static func percentiles(_ node: JSONNode) throws(FormatError) -> Percentiles {
    var reader = try node.object()
    return Percentiles(
      p50: try count(reader.required("p50")) ?? 0, p90: try count(reader.required("p90")) ?? 0,
      p95: try count(reader.required("p95")) ?? 0, p99: try count(reader.required("p99")) ?? 0,
      maximum: try count(reader.required("max")) ?? 0)
  }
}
