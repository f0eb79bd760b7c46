import SimFormats
import SimImageAnalysis
import SimInput

/// A result as JSON, where `timing` alone differs between two runs of one scenario and seed.
///
/// What could not be measured is null, and `notMeasured` maps its path to the reason.
package enum JSONReport {
  /// The result as a JSON value; its shape is published as `scenarios/schema/result.schema.json`.
  package static func value(_ result: RunResult) -> JSONOutput {
    let fault: JSONOutput = result.fault.map { Self.fault($0) } ?? .null
    let flash: JSONOutput = result.flash.map { .object(FlashReport.members($0)) } ?? .null
    let pictureDigest: JSONOutput = result.pictureDigest.map { hexadecimal($0) } ?? .null
    return .object([
      ("schemaVersion", .integer(RunResult.schemaVersion)),
      ("scenario", .string(result.scenario)),
      ("scenarioFile", JSONOutput(orNull: result.scenarioFile)),
      ("scenarioDigest", JSONOutput(orNull: result.scenarioDigest)),
      ("scene", .string(result.scene)),
      ("sceneBehaviorVersion", .unsigned(UInt64(result.sceneBehaviorVersion))),
      ("seed", .unsigned(result.seed)),
      ("device", .string(result.device.name)),
      ("canvas", canvas(result.canvas)),
      ("frames", .unsigned(UInt64(result.frames))),
      ("plannedFrames", .unsigned(UInt64(result.plannedFrames))),
      ("frameRate", .unsigned(UInt64(result.frameRate))),
      ("reduceMotion", .bool(result.isMotionReduced)),
      ("verdict", .string(result.exactVerdict.rawValue)),
      ("fault", fault),
      ("digest", digest(result.digest)),
      ("population", .object(result.populations.map { ($0.name, population($0, result)) })),
      ("load", .array(result.load.map(load))),
      ("budgets", .array(result.budgets.map(budget))),
      ("allocations", allocations(result.allocations)),
      ("work", work(result)),
      ("calmness", calmness(result.calmness)),
      ("input", input(result.input)),
      ("strokeLatency", strokeLatency(result.strokeLatency)),
      ("flash", flash),
      ("deviceFrame", deviceFrame(result.prediction)),
      ("notMeasured", gaps(Gap.exact(in: result))),
      ("ignored", .array(result.ignored.map { .string($0) })),
      ("series", series(result.series)),
      ("picture", JSONOutput(orNull: result.picture)),
      ("pictureDigest", pictureDigest),
      ("environment", environment(result.environment)),
      ("timing", timing(result)),
    ])
  }

  /// Several results under one roof.
  package static func value(_ results: [RunResult]) -> JSONOutput {
    .object([("runs", .array(results.map { value($0) }))])
  }

  private static func canvas(_ canvas: CanvasSummary) -> JSONOutput {
    .object([
      ("widthPoints", .number(Double(canvas.widthPoints))),
      ("heightPoints", .number(Double(canvas.heightPoints))),
      ("scale", .number(Double(canvas.scale))),
      ("pixelWidth", .integer(Int64(canvas.pixelWidth))),
      ("pixelHeight", .integer(Int64(canvas.pixelHeight))),
      ("changes", .integer(Int64(canvas.changes))),
    ])
  }

  private static func fault(_ fault: FaultSummary) -> JSONOutput {
    .object([
      ("kind", .string(fault.kind)), ("frame", .unsigned(UInt64(fault.frame))),
      ("phase", .string(fault.phase)), ("field", .string(fault.field)),
      ("entity", .unsigned(UInt64(fault.entity))), ("message", .string(fault.message)),
    ])
  }

  private static func digest(_ digest: DigestSummary) -> JSONOutput {
    .object([
      ("state", hexadecimal(digest.state)), ("scene", digest.scene.map(hexadecimal) ?? .null),
      ("chain", hexadecimal(digest.chain)),
      ("pixels", digest.pixels.map(hexadecimal) ?? .null),
      ("pixelChain", digest.pixelChain.map(hexadecimal) ?? .null),
    ])
  }

  private static func hexadecimal(_ value: UInt64) -> JSONOutput {
    .string(Quantity.hexadecimal(value))
  }

  private static func gaps(_ gaps: [Gap]) -> JSONOutput {
    .object(gaps.map { ($0.path, .string($0.reason)) })
  }

  private static func population(
    _ population: PopulationSummary, _ result: RunResult
  ) -> JSONOutput {
    let isCounted = result.wasObserved
    return .object([
      ("max", isCounted ? .unsigned(UInt64(population.maximum)) : .null),
      ("min", isCounted ? .unsigned(UInt64(population.minimum)) : .null),
      ("mean", isCounted ? .number(population.mean) : .null),
      ("cap", population.cap > 0 ? .unsigned(UInt64(population.cap)) : .null),
      ("framesAtCap", isCounted ? .unsigned(UInt64(population.framesAtCap)) : .null),
      ("whileShaken", JSONOutput(orNull: population.whileShaken)),
    ])
  }

  private static func load(_ load: LoadSummary) -> JSONOutput {
    .object([
      ("population", .string(load.population)), ("claimed", .unsigned(UInt64(load.claimed))),
      ("longestRun", .unsigned(UInt64(load.longestRun))),
      ("requiredRun", .unsigned(UInt64(load.requiredRun))),
      ("status", .string(load.status.rawValue)),
      ("line", JSONOutput(orNull: load.line.map { UInt64($0) })),
    ])
  }

  private static func budget(_ summary: BudgetSummary) -> JSONOutput {
    .object([
      ("id", .string(summary.budget.id)),
      ("name", .string(summary.budget.measure.path)),
      ("bound", .string(summary.budget.bound.rawValue)),
      ("limit", .number(summary.budget.limit)),
      ("measured", JSONOutput(orNull: summary.measured)),
      ("unit", .string(summary.budget.measure.unit)),
      ("passed", summary.status == .notMeasured ? .null : .bool(summary.status == .passed)),
      ("note", JSONOutput(orNull: summary.note)),
      ("line", JSONOutput(orNull: summary.budget.line.map { UInt64($0) })),
    ])
  }

  private static func allocations(_ counts: AllocationSummary) -> JSONOutput {
    .object([
      ("source", .string(counts.source)),
      ("warmupFrames", .unsigned(UInt64(counts.warmupFrames))),
      ("warmupTotal", JSONOutput(orNull: counts.warmupTotal)),
      ("steadyTotal", JSONOutput(orNull: counts.steadyTotal)),
      ("steadyMaxPerFrame", JSONOutput(orNull: counts.steadyMaximumPerFrame)),
      ("steadyBytes", JSONOutput(orNull: counts.steadyBytes)),
      ("liveBytesGrowth", counts.liveBytesGrowth.map { .integer($0) } ?? .null),
      ("firstFrame", JSONOutput(orNull: counts.firstFrame.map { UInt64($0) })),
      ("firstPhase", JSONOutput(orNull: counts.firstPhase)),
      ("sites", counts.sites.map(sites) ?? .null),
    ])
  }

  private static func work(_ result: RunResult) -> JSONOutput {
    let work = result.digest.pixels == nil ? nil : result.work
    return .object([
      ("primitives", JSONOutput(orNull: work?.primitives)),
      ("pixels", JSONOutput(orNull: work.map { $0.pixels })),
      ("pixelsBlended", JSONOutput(orNull: work?.pixelsBlended)),
      ("pixelsFilled", JSONOutput(orNull: work?.pixelsFilled)),
      ("pixelsCopied", JSONOutput(orNull: work?.pixelsCopied)),
      ("cellsRepainted", JSONOutput(orNull: work?.cellsRepainted)),
      ("segments", JSONOutput(orNull: work?.segments)),
      ("particleSteps", .unsigned(result.work.particleSteps)),
      ("units", .object(result.work.units.map { ($0.name, .unsigned($0.count)) })),
    ])
  }

  private static func calmness(_ calmness: Calmness?) -> JSONOutput {
    guard let calmness else { return .null }
    return .object([
      ("comparedFrames", .unsigned(calmness.comparedFrames)),
      (
        "luminanceChange",
        .object([
          ("mean", .number(calmness.meanLuminanceChange.shortestDouble)),
          ("worst", .number(calmness.worstLuminanceChange.shortestDouble)),
        ])
      ),
      ("localChange", .object([("worst", .number(calmness.worstLocalChange.shortestDouble))])),
      (
        "movingArea",
        .object([
          ("mean", .number(calmness.meanMovingArea.shortestDouble)),
          ("worst", .number(calmness.worstMovingArea.shortestDouble)),
        ])
      ),
      (
        "patches",
        .object([
          ("followed", .unsigned(calmness.followedPatches)),
          ("lost", .unsigned(calmness.lostPatches)),
          ("moving", .unsigned(calmness.movingPatches)),
        ])
      ),
      ("speed", spread(calmness.speed)), ("jerk", spread(calmness.jerk)),
    ])
  }

  static func spread(_ spread: QuantileSpread?) -> JSONOutput {
    guard let spread else { return .null }
    return .object([
      ("p50", .number(spread.p50.shortestDouble)), ("p95", .number(spread.p95.shortestDouble)),
      ("max", .number(spread.maximum.shortestDouble)),
    ])
  }

  private static func input(_ input: InputSummary) -> JSONOutput {
    .object([
      ("touches", .unsigned(input.touches)), ("samples", .unsigned(input.samples)),
      ("mostTouches", .unsigned(UInt64(input.maximumTouches))),
      ("framesTouched", .unsigned(UInt64(input.framesTouched))),
      ("framesShaken", .unsigned(UInt64(input.framesShaken))),
      ("framesInBackground", .unsigned(UInt64(input.framesInBackground))),
      ("events", input.events.map(events) ?? .null),
    ])
  }

  private static func events(_ tally: InputTally) -> JSONOutput {
    .object(InputTally.counts.map { ($0.key, .unsigned(tally[keyPath: $0.count])) })
  }

  private static func environment(_ environment: EnvironmentSummary) -> JSONOutput {
    .object([
      ("version", .string(environment.version)),
      ("behaviorVersion", .unsigned(UInt64(environment.behaviorVersion))),
      ("build", .string(environment.build)),
      ("operatingSystem", .string(environment.operatingSystem)),
      ("architecture", .string(environment.architecture)),
      ("toolchain", .string(environment.toolchain)),
    ])
  }

  private static func timing(_ result: RunResult) -> JSONOutput {
    let timing = result.timing
    let isMeasured = timing.measuredFrames > 0
    return .object([
      ("verdict", .string(result.verdict.rawValue)),
      ("unit", .string("nanoseconds")),
      ("measuredFrames", .unsigned(UInt64(timing.measuredFrames))),
      ("refreshRate", .unsigned(UInt64(timing.due.refreshRate))),
      ("dueRefreshes", .unsigned(timing.due.refreshes)),
      ("frameInterval", .unsigned(timing.frameIntervalNanoseconds)),
      ("frame", percentiles(isMeasured ? timing.frame : nil)),
      (
        "phases",
        .object(timing.phases.map { ($0.name, percentiles(isMeasured ? $0.percentiles : nil)) })
      ),
      (
        "stages",
        .object(timing.stages.map { ($0.name, percentiles(isMeasured ? $0.percentiles : nil)) })
      ),
      (
        "hitchMsPerSecond",
        timing.lateness.map { .number($0.hitchMillisecondsPerSecond) } ?? .null
      ),
      ("lateFrames", timing.lateness.map { .unsigned(UInt64($0.lateFrames)) } ?? .null),
      ("lateness", lateness(timing.lateness)),
      ("instructions", instructions(timing.instructions)),
      ("threads", .unsigned(UInt64(timing.threadCount))),
      ("processor", processor(timing.processor)),
      ("wall", .unsigned(timing.wallNanoseconds)),
      ("recorderPerFrame", JSONOutput(orNull: timing.recorderNanosecondsPerFrame)),
      ("peakResidentBytes", JSONOutput(orNull: timing.peakResidentBytes)),
      (
        "liveBytes",
        .array(
          timing.liveBytes.map {
            .object([("frame", .unsigned(UInt64($0.frame))), ("bytes", .integer($0.bytes))])
          })
      ),
      ("budgets", .array(timing.budgets.map(budget))),
      ("series", timedSeries(result.series)),
      ("notMeasured", gaps(Gap.timed(in: result))),
    ])
  }

  static func percentiles(_ values: Percentiles?) -> JSONOutput {
    .object([
      ("p50", JSONOutput(orNull: values?.p50)), ("p90", JSONOutput(orNull: values?.p90)),
      ("p95", JSONOutput(orNull: values?.p95)), ("p99", JSONOutput(orNull: values?.p99)),
      ("max", JSONOutput(orNull: values?.maximum)),
    ])
  }
}
