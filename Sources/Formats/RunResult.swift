/// Everything a run found, as plain values: the one model every report is made from.
///
/// What depends on wall time sits in `timing`; the rest is the same in every run of the same
/// scenario and seed.
public struct RunResult: Sendable {
  /// The version of the result format.
  public static var schemaVersion: Int64 { 1 }

  public var scenario: String
  public var scene: String
  public var seed: UInt64
  public var device: Device
  public var canvas: CanvasSummary
  /// Frames that were run; fewer than planned after a fault.
  public var frames: UInt32
  public var plannedFrames: UInt32
  public var frameRate: UInt32
  public var isMotionReduced: Bool
  public var digest: DigestSummary
  public var populations: [PopulationSummary]
  public var input: InputSummary
  public var timing: TimingSummary
  public var allocations: AllocationSummary
  public var work: WorkSummary
  public var load: [LoadSummary]
  /// Budgets that do not depend on wall time.
  public var budgets: [BudgetSummary]
  public var fault: FaultSummary?
  /// The contact sheet's path, when one was written.
  public var picture: String?
  public var environment: EnvironmentSummary

  /// Makes a result.
  public init(
    scenario: String, scene: String, seed: UInt64, device: Device, canvas: CanvasSummary,
    frames: UInt32, plannedFrames: UInt32, frameRate: UInt32, isMotionReduced: Bool,
    digest: DigestSummary, populations: [PopulationSummary], input: InputSummary,
    timing: TimingSummary, allocations: AllocationSummary, work: WorkSummary,
    load: [LoadSummary], budgets: [BudgetSummary], fault: FaultSummary?, picture: String?,
    environment: EnvironmentSummary
  ) {
    self.scenario = scenario
    self.scene = scene
    self.seed = seed
    self.device = device
    self.canvas = canvas
    self.frames = frames
    self.plannedFrames = plannedFrames
    self.frameRate = frameRate
    self.isMotionReduced = isMotionReduced
    self.digest = digest
    self.populations = populations
    self.input = input
    self.timing = timing
    self.allocations = allocations
    self.work = work
    self.load = load
    self.budgets = budgets
    self.fault = fault
    self.picture = picture
    self.environment = environment
  }

  /// The verdict on everything that does not depend on wall time.
  public var exactVerdict: Verdict {
    if fault != nil || budgets.contains(where: { $0.status == .failed }) { return .failed }
    if load.contains(where: { $0.status == .failed }) { return .notExercised }
    return .passed
  }

  /// The verdict on everything.
  public var verdict: Verdict {
    let exact = exactVerdict
    if exact == .failed { return .failed }
    if timing.budgets.contains(where: { $0.status == .failed }) { return .failed }
    return exact
  }
}

/// How a run ends.
public enum Verdict: String, Sendable {
  /// Everything that was checked holds.
  case passed
  /// A budget or an invariant failed.
  case failed
  /// A load was claimed but never carried.
  case notExercised = "not-exercised"
}

/// What became of one check.
public enum CheckStatus: String, Sendable {
  /// It holds.
  case passed
  /// It does not hold.
  case failed
  /// It could not be made; the reason is given beside it.
  case notMeasured = "not-measured"
}

/// The canvas of the first frame and how often it changed.
public struct CanvasSummary: Equatable, Sendable {
  public var widthPoints: Float
  public var heightPoints: Float
  public var scale: Float
  public var pixelWidth: Int32
  public var pixelHeight: Int32
  public var changes: Int

  public init(
    widthPoints: Float, heightPoints: Float, scale: Float, pixelWidth: Int32,
    pixelHeight: Int32, changes: Int
  ) {
    self.widthPoints = widthPoints
    self.heightPoints = heightPoints
    self.scale = scale
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.changes = changes
  }
}

/// Digests of a run.
public struct DigestSummary: Equatable, Sendable {
  /// The state after the last frame.
  public var state: UInt64
  /// Every frame's state digest, chained in order.
  public var chain: UInt64
  /// The last frame's pixels; nil when none were drawn.
  public var pixels: UInt64?
  /// Every frame's pixel digest, chained in order; nil when none were drawn.
  public var pixelChain: UInt64?

  public init(state: UInt64, chain: UInt64, pixels: UInt64?, pixelChain: UInt64?) {
    self.state = state
    self.chain = chain
    self.pixels = pixels
    self.pixelChain = pixelChain
  }
}

/// One population over the run.
public struct PopulationSummary: Equatable, Sendable {
  public var name: String
  /// The product's cap, or 0 when there is none.
  public var cap: UInt32
  public var maximum: UInt32
  public var minimum: UInt32
  public var mean: Double
  public var framesAtCap: UInt32
  /// The median over shaken frames; nil when the device was never shaken.
  public var whileShaken: Double?

  public init(
    name: String, cap: UInt32, maximum: UInt32, minimum: UInt32, mean: Double,
    framesAtCap: UInt32, whileShaken: Double?
  ) {
    self.name = name
    self.cap = cap
    self.maximum = maximum
    self.minimum = minimum
    self.mean = mean
    self.framesAtCap = framesAtCap
    self.whileShaken = whileShaken
  }
}

/// What the scene was given to feel.
public struct InputSummary: Equatable, Sendable {
  /// Contacts that began.
  public var touches: UInt64
  /// Sensor samples delivered.
  public var samples: UInt64
  /// The most contacts in one frame.
  public var mostTouches: UInt32
  /// Frames with contacts.
  public var framesTouched: UInt32
  /// Frames in which the device was shaken: 0.5 g or more within the last quarter of a second.
  public var framesShaken: UInt32
  /// Frames spent in the background.
  public var framesInBackground: UInt32

  public init() {
    touches = 0
    samples = 0
    mostTouches = 0
    framesTouched = 0
    framesShaken = 0
    framesInBackground = 0
  }
}

/// Percentiles of a time in nanoseconds, by the nearest-rank definition.
public struct Percentiles: Equatable, Sendable {
  public var p50: UInt64
  public var p90: UInt64
  public var p95: UInt64
  public var p99: UInt64
  public var maximum: UInt64

  public init(p50: UInt64, p90: UInt64, p95: UInt64, p99: UInt64, maximum: UInt64) {
    self.p50 = p50
    self.p90 = p90
    self.p95 = p95
    self.p99 = p99
    self.maximum = maximum
  }
}

/// Everything that depends on wall time or resident memory.
public struct TimingSummary: Sendable {
  /// Input, step, draw and raster together, per frame after warm-up.
  public var frame: Percentiles
  /// The same phase by phase, in the order input, step, draw, raster.
  public var phases: [PhaseTiming]
  /// The time a frame may take on the device.
  public var frameIntervalNanoseconds: UInt64
  /// Frames measured: those after warm-up that were not spent in the background.
  public var measuredFrames: UInt32
  /// Lateness in milliseconds per second of animation.
  public var hitchMillisecondsPerSecond: Double
  /// Frames that took longer than the interval.
  public var lateFrames: UInt32
  /// Frame times condensed to a few dozen maxima, for a chart in a line of text.
  public var sparkline: [UInt64]
  /// The whole run, observation included.
  public var wallNanoseconds: UInt64
  public var peakResidentBytes: UInt64?
  /// Heap bytes in use at the checkpoints.
  public var liveBytes: [LiveBytes]
  public var budgets: [BudgetSummary]

  public init(
    frame: Percentiles, phases: [PhaseTiming], frameIntervalNanoseconds: UInt64,
    measuredFrames: UInt32, hitchMillisecondsPerSecond: Double, lateFrames: UInt32,
    sparkline: [UInt64], wallNanoseconds: UInt64, peakResidentBytes: UInt64?,
    liveBytes: [LiveBytes], budgets: [BudgetSummary]
  ) {
    self.frame = frame
    self.phases = phases
    self.frameIntervalNanoseconds = frameIntervalNanoseconds
    self.measuredFrames = measuredFrames
    self.hitchMillisecondsPerSecond = hitchMillisecondsPerSecond
    self.lateFrames = lateFrames
    self.sparkline = sparkline
    self.wallNanoseconds = wallNanoseconds
    self.peakResidentBytes = peakResidentBytes
    self.liveBytes = liveBytes
    self.budgets = budgets
  }
}

/// The time of one phase.
public struct PhaseTiming: Equatable, Sendable {
  public var name: String
  public var percentiles: Percentiles

  public init(name: String, percentiles: Percentiles) {
    self.name = name
    self.percentiles = percentiles
  }
}

/// Heap bytes in use after a frame.
public struct LiveBytes: Equatable, Sendable {
  /// Frames run so far.
  public var frame: UInt32
  public var bytes: Int64

  public init(frame: UInt32, bytes: Int64) {
    self.frame = frame
    self.bytes = bytes
  }
}

/// Heap allocations inside input, step, draw and raster.
public struct AllocationSummary: Equatable, Sendable {
  /// Where the counts come from, or why there are none.
  public var source: String
  public var warmupFrames: UInt32
  /// Nil when not measured, and so are the next four.
  public var warmupTotal: UInt64?
  public var steadyTotal: UInt64?
  public var steadyMaximumPerFrame: UInt64?
  public var steadyBytes: UInt64?
  /// Bytes more at the last checkpoint than at the first after warm-up.
  public var liveBytesGrowth: Int64?
  /// The first frame after warm-up that allocated, and the phase that did.
  public var firstFrame: UInt32?
  public var firstPhase: String?

  public init(
    source: String, warmupFrames: UInt32, warmupTotal: UInt64?, steadyTotal: UInt64?,
    steadyMaximumPerFrame: UInt64?, steadyBytes: UInt64?, liveBytesGrowth: Int64?,
    firstFrame: UInt32?, firstPhase: String?
  ) {
    self.source = source
    self.warmupFrames = warmupFrames
    self.warmupTotal = warmupTotal
    self.steadyTotal = steadyTotal
    self.steadyMaximumPerFrame = steadyMaximumPerFrame
    self.steadyBytes = steadyBytes
    self.liveBytesGrowth = liveBytesGrowth
    self.firstFrame = firstFrame
    self.firstPhase = firstPhase
  }
}

/// Exact counts of the rasteriser's work over the run.
public struct WorkSummary: Equatable, Sendable {
  public var primitives: UInt64
  public var pixelsBlended: UInt64
  public var pixelsFilled: UInt64
  public var cellsRepainted: UInt64

  public init(
    primitives: UInt64, pixelsBlended: UInt64, pixelsFilled: UInt64, cellsRepainted: UInt64
  ) {
    self.primitives = primitives
    self.pixelsBlended = pixelsBlended
    self.pixelsFilled = pixelsFilled
    self.cellsRepainted = cellsRepainted
  }
}

/// What became of a claimed load.
public struct LoadSummary: Equatable, Sendable {
  public var population: String
  public var claimed: UInt32
  /// The longest run of frames that carried at least 95 % of it.
  public var longestRun: UInt32
  public var requiredRun: UInt32
  public var status: CheckStatus

  public init(
    population: String, claimed: UInt32, longestRun: UInt32, requiredRun: UInt32,
    status: CheckStatus
  ) {
    self.population = population
    self.claimed = claimed
    self.longestRun = longestRun
    self.requiredRun = requiredRun
    self.status = status
  }
}

/// What became of one budget.
public struct BudgetSummary: Equatable, Sendable {
  public var budget: Budget
  /// Nil when it could not be measured.
  public var measured: Double?
  public var status: CheckStatus
  /// Why it could not be measured.
  public var note: String?

  public init(budget: Budget, measured: Double?, status: CheckStatus, note: String?) {
    self.budget = budget
    self.measured = measured
    self.status = status
    self.note = note
  }
}

/// A broken invariant that ended the run.
public struct FaultSummary: Equatable, Sendable {
  public var kind: String
  public var frame: UInt32
  public var phase: String
  public var field: String
  public var entity: UInt32
  public var message: String

  public init(
    kind: String, frame: UInt32, phase: String, field: String, entity: UInt32, message: String
  ) {
    self.kind = kind
    self.frame = frame
    self.phase = phase
    self.field = field
    self.entity = entity
    self.message = message
  }
}

/// What produced the result. Nothing here differs between two runs of one build.
public struct EnvironmentSummary: Equatable, Sendable {
  public var version: String
  public var behaviorVersion: UInt32
  public var build: String
  public var operatingSystem: String
  public var architecture: String

  public init(
    version: String, behaviorVersion: UInt32, build: String, operatingSystem: String,
    architecture: String
  ) {
    self.version = version
    self.behaviorVersion = behaviorVersion
    self.build = build
    self.operatingSystem = operatingSystem
    self.architecture = architecture
  }
}
