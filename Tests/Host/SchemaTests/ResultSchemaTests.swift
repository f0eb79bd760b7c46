import SimFormats
import SimImageAnalysis
import SimReport
import SimInput
import SimRuntime
import Testing

/// Goal: the result's schema describes what is written, no key more and no key less.
@Suite struct ResultSchemaTests {
  static func result(isMeasured: Bool) -> SceneResult {
    let device = BuiltInDevices.all[0]
    let time = Percentiles(p50: 1, p90: 2, p95: 3, p99: 4, maximum: 5)
    let due = DueTime(frameRate: 60, refreshRate: 60)
    let value: UInt64? = isMeasured ? 7 : nil
    let growth = Measure.at("allocations.liveBytesGrowth")
    let budget = BudgetSummary(
      budget: Budget(id: "A", measure: growth, bound: .atMost, limit: 1),
      measured: isMeasured ? 0.5 : nil, status: isMeasured ? .passed : .notMeasured,
      note: isMeasured ? nil : "why")
    let fault = FaultSummary(
      kind: "cap-exceeded", frame: 1, phase: "step", field: "flakes", entity: 601, message: "m")
    var result = SceneResult(
      scenario: "a", scene: "b", sceneBehaviorVersion: 1, seed: .max, device: device,
      canvas: CanvasSummary(
        widthPoints: 1, heightPoints: 1, scale: 1, pixelWidth: 1, pixelHeight: 1, changes: 0),
      frames: 3, plannedFrames: 3, frameRate: 60, isMotionReduced: false,
      digest: DigestSummary(state: 1, scene: value, chain: 2, pixels: value, pixelChain: value),
      populations: [
        PopulationSummary(
          name: "flakes", cap: isMeasured ? 600 : 0, maximum: 1, minimum: 1, mean: 1,
          framesAtCap: 0, whileShaken: isMeasured ? 1 : nil)
      ],
      input: InputSummary(),
      timing: TimingSummary(
        frame: time,
        phases: FramePhase.allCases.map {
          PhaseTiming(name: $0.name.description, percentiles: time)
        }, due: due, measuredFrames: isMeasured ? 3 : 0, sparkline: [], wallNanoseconds: 1,
        peakResidentBytes: value, liveBytes: [LiveBytes(frame: 1, bytes: -1)],
        budgets: [budget]),
      allocations: AllocationSummary(
        source: "s", warmupFrames: 120, warmupTotal: value, steadyTotal: value,
        steadyMaximumPerFrame: value, steadyBytes: value, liveBytesGrowth: isMeasured ? -1 : nil,
        firstFrame: isMeasured ? 1 : nil, firstPhase: isMeasured ? "draw" : nil),
      work: WorkSummary(primitives: 1, pixelsBlended: 1, pixelsFilled: 1, cellsRepainted: 1),
      calmness: isMeasured ? Calmness(comparedFrames: 2) : nil,
      load: [
        LoadSummary(
          population: "flakes", claimed: 1, longestRun: 1, requiredRun: 60, status: .failed)
      ],
      budgets: [budget], fault: isMeasured ? fault : nil, picture: isMeasured ? "p" : nil,
      environment: EnvironmentSummary(
        version: "1", behaviorVersion: 1, build: "debug", operatingSystem: "o",
        architecture: "a"))
    if isMeasured {
      result.timing.recorderNanosecondsPerFrame = 300
      result.timing.processor = ProcessorSummary(
        frame: time, unhindered: time, unhinderedHitchMillisecondsPerSecond: 1.5,
        waitedNanoseconds: 2, longestWaitNanoseconds: 1, involuntarySwitches: 3)
      result.timing.lateness = LatenessSummary(
        due: due, lateRefreshes: 2, lateFrames: 1, overrunNanoseconds: 1, worstSecondRefreshes: 1,
        worstSecondFrame: 3, longestRun: 4, longestRunFrame: 5, jankFrames: 6, timeWeighted: time,
        sampleCount: 3)
      result.input.events = InputTally()
      result.scenarioFile = "a.json"
      result.scenarioDigest = "0123456789abcdef"
      result.pictureDigest = 1
      (result.load[0].line, result.budgets[0].budget.line) = (3, 4)
      var seen = FrameSeries.Stretch(frame: 0, count: 2, digest: 1)
      (seen.allocations, seen.populations) = (3, [1...2])
      seen.time = FrameSeries.Time(
        slowestFrame: 1, phases: PerPhase(input: 1, step: 2, draw: 3, raster: 4), median: 9)
      let hidden = FrameSeries.Stretch(frame: 2, count: 1, digest: 2)
      (result.flash, result.prediction) = (flash, prediction)
      result.series = FrameSeries(populations: ["flakes"], stretches: [seen, hidden])
      result.strokeLatency = strokeLatency
    }
    return result
  }

  private static var strokeLatency: StrokeLatencySummary {
    let times = StrokeLatencySummary.Spread(p50: 1, p95: 2, maximum: 3, overLimit: 4)
    let spread = QuantileSpread(p50: 1, p95: 2, maximum: 3)
    return StrokeLatencySummary(
      samples: 9, spread: times,
      sightings: StrokeLatencySummary.Sightings(inFrame: 5, alreadyInked: 2, later: 3, never: 1),
      pipelineDepth: 2, refreshRate: 60, missedFrames: 1, lag: spread, withDepthOne: times,
      atHertz120: times, withPrediction: times, predictionError: spread)
  }

  private static var prediction: DevicePrediction {
    .predicted(
      DeviceFrameSummary(
        renderer: "canvas", intervalNanoseconds: 16, frames: 3,
        median: .init(nominal: 4, least: 3, most: 6), high: .init(nominal: 5, least: 3, most: 8),
        isEstimated: true, source: "s"))
  }

  /// Flashes with a value in every place.
  private static var flash: FlashSafety {
    var count = FlashSafety.Count()
    (count.worstAreaShare, count.maximumTransitions, count.maximumFieldTransitions) = (0.5, 9, 8)
    (count.firstFailFrame, count.warningFrames, count.extendedFrames) = (30, 2, 1)
    count.worst = FlashSafety.Place(x: 1, y: 2, width: 3, height: 4, frame: 30)
    var threshold = FlashSafety.Threshold()
    (threshold.worstAreaShare, threshold.firstFailFrame) = (0.4, 31)
    threshold.worst = count.worst
    return FlashSafety(
      frames: 60, general: count, saturation: FlashSafety.Count(), chromaticity: count,
      means: FlashSafety.Means(level: .warning, luminanceTransitions: 4, redTransitions: 1),
      worstContrastShare: 0.25,
      combined: FlashSafety.Combined(general: threshold, red: FlashSafety.Threshold()))
  }

  private func node(_ output: JSONOutput) throws -> JSONNode {
    try JSONDocument.read(JSONWriter.bytes(of: output), file: "result.json").root
  }

  @Test(arguments: [true, false]) func resultsAreValid(isMeasured: Bool) throws {
    let schema = try Schema("result")
    let check = SchemaCheck(schema: schema)
    let result = Self.result(isMeasured: isMeasured)
    #expect(try check.faults(node(SceneResult.shape.object(result)), schema.root) == [])
    // The same results under the roof that commands write.
    let roof = try Schema("run")
    for count in 1...2 {
      let runs = ResultFile.value(
        ResultFile.Results([RunResult](repeating: .scene(result), count: count)))
      #expect(try SchemaCheck(schema: roof).faults(node(runs), roof.root) == [])
    }
  }

  @Test(arguments: [true, false]) func everyKeyIsDescribedAndRequired(isMeasured: Bool) throws {
    let schema = try Schema("result")
    let written = try node(SceneResult.shape.object(Self.result(isMeasured: isMeasured)))
    try compare(written, schema.root, schema)
  }

  private func compare(_ value: JSONNode, _ rule: JSONNode, _ schema: Schema) throws {
    var rules = [try schema.resolved(rule)]
    for key in ["allOf", "anyOf"] {
      rules += try rules[0][key]?.elements.map(schema.resolved) ?? []
    }
    if case .array(let elements) = value.value {
      let items = rules.compactMap { $0["items"] }
      for element in elements { try compare(element, #require(items.first), schema) }
    }
    guard case .object(let members) = value.value else { return }
    let properties = rules.flatMap { $0["properties"]?.members ?? [] }
    guard !properties.isEmpty else {
      let others = try #require(rules.compactMap { $0["additionalProperties"] }.first)
      for member in members { try compare(member.value, others, schema) }
      return
    }
    let keys = properties.map { $0.key }.filter { $0 != "$schema" }.sorted()
    #expect(value.keys.sorted() == keys, "\(value.path)")
    let required = rules.flatMap { $0["required"]?.elements.compactMap { $0.stringValue } ?? [] }
    #expect(required.sorted() == keys, "\(value.path)")
    for member in members {
      let property = try #require(properties.first { $0.key == member.key }).value
      #expect(property["description"] != nil, "\(member.value.path)")
      try compare(member.value, property, schema)
    }
  }

  @Test func wrongResultsAreFound() throws {
    let schema = try Schema("result")
    let check = SchemaCheck(schema: schema)
    guard case .object(let members) = SceneResult.shape.object(Self.result(isMeasured: true)) else {
      Issue.record("no object")
      return
    }
    func isValid(_ members: [(String, JSONOutput)]) throws -> Bool {
      try check.faults(node(.object(members)), schema.root).isEmpty
    }
    // A reader ignores what later versions write; the schema is of this one.
    let later = members + [("later", JSONOutput.null)]
    #expect(try !isValid(later) && isValid(members))
    let bytes = JSONWriter.bytes(of: .object(later))
    _ = try SceneResult.shape.read(JSONDocument.read(bytes, file: "later.json").root)
    #expect(try !isValid(members.map { ($0.0, $0.0 == "digest" ? .object(later) : $0.1) }))
    for (index, member) in members.enumerated() {
      var fewer = members
      fewer.remove(at: index)
      #expect(try !isValid(fewer), "\(member.0)")
    }
    for (key, wrong) in [
      ("verdict", JSONOutput.string("fine")), ("seed", .integer(-1)), ("digest", .null),
      ("frames", .string("3")), ("schemaVersion", .integer(1)), ("scenario", .string("A b")),
    ] {
      #expect(try !isValid(members.map { ($0.0, $0.0 == key ? wrong : $0.1) }), "\(key)")
    }
  }
}
