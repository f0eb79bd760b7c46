import SimFormats
import SimImageAnalysis
import SimRuntime
import SimInput

extension ResultFile.Results: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: SceneResult...) { self.init(scenes: elements) }

  /// Results of scenes.
  init(scenes: [SceneResult]) { self.init(scenes.map { .scene($0) }) }
}

/// A result with a value in every place.
enum ResultFixture {
  static var phone: Device {
    Device(
      name: "iphone-12", title: "iPhone 12", widthPoints: 390, heightPoints: 844, scale: 3,
      pixelsPerInch: 460, refreshRate: 60, touchSamplesPerSecond: 120,
      pencilSamplesPerSecond: 0, pipelineDepth: 2)
  }

  static func budget(
    _ id: String, _ measure: Measure, _ bound: Budget.Bound, _ limit: Double,
    measured: Double?, note: String? = nil
  ) -> BudgetSummary {
    let budget = Budget(id: id, measure: measure, bound: bound, limit: limit)
    let status: CheckStatus =
      measured.map { budget.isKept(by: $0) ? .passed : .failed } ?? .notMeasured
    return BudgetSummary(budget: budget, measured: measured, status: status, note: note)
  }

  static var due: DueTime { DueTime(frameRate: 60, refreshRate: 60) }

  static var timing: TimingSummary {
    func percentiles(_ scale: UInt64) -> Percentiles {
      Percentiles(
        p50: 1_234_567 * scale, p90: 2_000_000 * scale, p95: 2_500_000 * scale,
        p99: 3_000_000 * scale, maximum: 4_000_000 * scale)
    }
    var timing = TimingSummary(
      frame: percentiles(4),
      phases: FramePhase.allCases.map {
        PhaseTiming(name: $0.name.description, percentiles: percentiles(1))
      },
      due: due, measuredFrames: 3480, sparkline: [0, 8_000_000, 16_000_000],
      wallNanoseconds: 30_000_000_000, peakResidentBytes: 50_000_000,
      liveBytes: [LiveBytes(frame: 120, bytes: 2048), LiveBytes(frame: 3600, bytes: 4096)],
      budgets: [
        budget("BV-FPS", .at("timing.frame.p99"), .atMost, 1000.0 / 60, measured: 12)
      ])
    timing.recorderNanosecondsPerFrame = 310
    timing.processor = ProcessorSummary(
      frame: percentiles(2), unhindered: percentiles(3), unhinderedHitchMillisecondsPerSecond: 0.1,
      waitedNanoseconds: 1_250_000_000, longestWaitNanoseconds: 48_000_000,
      involuntarySwitches: 1_234)
    timing.lateness = LatenessSummary(
      due: due, lateRefreshes: 3, lateFrames: 2, overrunNanoseconds: 17_250_000,
      worstSecondRefreshes: 3, worstSecondFrame: 1200, longestRun: 2, longestRunFrame: 1210,
      jankFrames: 1, timeWeighted: percentiles(4), sampleCount: 3480)
    return timing
  }

  static var allocations: AllocationSummary {
    AllocationSummary(
      source: "interposed-malloc", warmupFrames: 120, warmupTotal: 1500, steadyTotal: 3,
      steadyMaximumPerFrame: 2, steadyBytes: 96, liveBytesGrowth: 2048, firstFrame: 1300,
      firstPhase: "draw")
  }

  static var calmness: Calmness {
    var calmness = Calmness(comparedFrames: 3587)
    calmness.meanLuminanceChange = 0.0021
    calmness.worstLuminanceChange = 0.0098
    calmness.worstLocalChange = 0.0216
    calmness.meanMovingArea = 0.0844
    calmness.worstMovingArea = 0.133
    calmness.followedPatches = 7000
    calmness.lostPatches = 4000
    calmness.movingPatches = 5000
    calmness.speed = QuantileSpread(p50: 9.25, p95: 76.5, maximum: 262)
    calmness.jerk = QuantileSpread(p50: 306, p95: 1639, maximum: 44_443)
    return calmness
  }

  static var prediction: DeviceFrameSummary {
    var summary = DeviceFrameSummary(
      renderer: "canvas", intervalNanoseconds: 16_666_666, frames: 3480,
      median: .init(nominal: 5_000_000, least: 4_000_000, most: 6_250_000),
      high: .init(nominal: 12_000_000, least: 9_600_000, most: 15_000_000), isEstimated: true,
      source: "a page")
    (summary.processorHigh, summary.graphicsHigh) = (12_000_000, 8_000_000)
    summary.latencyHigh = 20_000_000
    return summary
  }

  static var full: SceneResult {
    var input = InputSummary()
    input.touches = 12
    input.samples = 12_345
    input.maximumTouches = 4
    input.framesTouched = 300
    input.framesShaken = 420
    input.framesInBackground = 10
    var events = InputTally()
    events.plannedContacts = 1_250
    events.lostContacts = 3
    events.unseenContacts = 1
    events.ignoredContacts = 1_234
    events.cancelledContacts = 10
    events.lostMovements = 1
    events.lostKeyPresses = 2
    input.events = events
    var result = SceneResult(
      scenario: "snowglobe", scene: "snowglobe", sceneBehaviorVersion: 3, seed: .max,
      device: phone,
      canvas: CanvasSummary(
        widthPoints: 390, heightPoints: 844, scale: 3, pixelWidth: 1170, pixelHeight: 2532,
        changes: 2),
      frames: 3600, plannedFrames: 3600, frameRate: 60, isMotionReduced: false,
      digest: DigestSummary(state: 1, scene: 4, chain: 2, pixels: 3, pixelChain: 0xABCD),
      populations: [
        PopulationSummary(
          name: "flakes", cap: 600, maximum: 600, minimum: 580, mean: 599.96, framesAtCap: 3500,
          whileShaken: 512),
        PopulationSummary(
          name: "sparks", cap: 0, maximum: 0, minimum: 0, mean: 0, framesAtCap: 0,
          whileShaken: nil),
      ],
      input: input, timing: timing, allocations: allocations,
      work: WorkSummary(
        primitives: 2_160_000, pixelsBlended: 1_000_000, pixelsFilled: 500_000,
        cellsRepainted: 77),
      calmness: calmness,
      load: [
        LoadSummary(
          population: "flakes", claimed: 600, longestRun: 3480, requiredRun: 60, status: .passed)
      ],
      budgets: [
        budget(
          "BV-SNOW", .at("population.flakes.max"), .atMost, 600, measured: 600),
        budget("BV-SOAK", .at("allocations.liveBytesGrowth"), .atMost, 1_048_576, measured: 2048),
      ],
      fault: nil, picture: ".simbench/snowglobe.png",
      environment: EnvironmentSummary(
        version: "0.1.0", behaviorVersion: 1, build: "release", operatingSystem: "Linux",
        architecture: "x86_64"))
    result.prediction = .predicted(prediction)
    return result
  }

  /// The same on a busy machine, after a second run.
  static var heldUp: SceneResult {
    var result = full
    result.timing.budgets[0].measured = 277.5
    result.timing.budgets[0].status = .notMeasured
    result.timing.budgets[0].note =
      "but frames waited for a processor, up to 585 ms; without that it is 1.3 ms"
    result.timing.processor?.waitedNanoseconds = 12_300_000_000
    result.timing.processor?.longestWaitNanoseconds = 585_000_000
    result.timing.processor?.evidence = .switches
    result.timing.processor?.runs = 2
    return result
  }

  /// The same where nothing could be measured.
  static var empty: SceneResult {
    var result = full
    result.frames = 10
    result.digest.pixels = nil
    result.digest.pixelChain = nil
    result.calmness = nil
    result.populations[0].whileShaken = nil
    result.allocations = AllocationSummary(
      source: "not-measured: debug build", warmupFrames: 120, warmupTotal: nil, steadyTotal: nil,
      steadyMaximumPerFrame: nil, steadyBytes: nil, liveBytesGrowth: nil, firstFrame: nil,
      firstPhase: nil)
    result.timing.measuredFrames = 0
    result.timing.lateness = nil
    result.timing.recorderNanosecondsPerFrame = nil
    result.timing.processor = nil
    result.timing.peakResidentBytes = nil
    result.timing.liveBytes = []
    result.timing.budgets = []
    result.load[0].status = .notMeasured
    result.budgets = [
      budget(
        "BV-ALLOC", .at("allocations.steadyMaxPerFrame"), .atMost, 0, measured: nil,
        note: "debug build")
    ]
    result.picture = nil
    result.prediction = .impossible("no pixels were drawn")
    return result
  }

  static var fault: FaultSummary {
    FaultSummary(
      kind: "non-finite", frame: 90, phase: "step", field: "flakes.x", entity: 7,
      message: "frame 90, phase step: flakes.x[7] is not a finite number")
  }
}
