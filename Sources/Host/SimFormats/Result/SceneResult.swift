import SimImageAnalysis
import SimInput

/// The result of a scene's run, as plain values.
///
/// What depends on wall time sits in `timing`; the rest is the same in every run of the same
/// scenario and seed.
package struct SceneResult: Sendable {
  /// The version of the result format.
  ///
  /// 2: frames are due by the scenario's rate, and late by whole refreshes; before, late was what
  /// exceeded one refresh.
  package static var schemaVersion: Int64 { 2 }

  /// The scenario's kebab-case name.
  package var scenario: String
  /// The scenario file as it was named; nil when there is none.
  package var scenarioFile: String?
  /// Digest of the scenario file, device class and recorded input, in hexadecimal.
  ///
  /// Runs that differ in it did different work; nil when it is not known.
  package var scenarioDigest: String?
  /// The kebab-case name of the scene that ran.
  package var scene: String
  /// The parents' gate in front of the scene; nil for none.
  package var gate: SceneGate?
  /// The version of that scene's own behavior; the environment has that of what scenes share.
  package var sceneBehaviorVersion: UInt32
  /// The seed of every random stream, overrides applied.
  package var seed: UInt64
  /// The device class the run stood in for.
  package var device: Device
  /// The canvas of the first frame and how often it changed.
  package var canvas: CanvasSummary
  /// Frames that were run; fewer than planned after a fault.
  package var frames: UInt32
  /// Frames that were to be run, background frames included: the scenario's, or those of an option.
  package var plannedFrames: UInt32
  /// Frames that the scenario itself asks for; nil when it is not known.
  package var scenarioFrames: UInt32?
  /// Simulated frames per second.
  package var frameRate: UInt32
  /// Whether Reduce Motion was on.
  package var isMotionReduced: Bool
  /// Digests of state and pixels.
  package var digest: DigestSummary
  /// What the scene counted, in its descriptor's order.
  package var populations: [PopulationSummary]
  /// Touches and motion the scene was given.
  package var input: InputSummary
  /// Everything that depends on wall time or resident memory.
  package var timing: TimingSummary
  /// Heap allocations inside the frames.
  package var allocations: AllocationSummary
  /// The rasterizer's work over the whole run.
  package var work: WorkSummary
  /// How calm the picture was; nil when fewer than two frames of one size were drawn.
  package var calmness: Calmness?
  /// How much the picture flashed; nil when fewer than two frames were drawn.
  package var flash: FlashSafety?
  /// How long ink took from touch to glass; nil when the scene drew no stroke.
  package var strokeLatency: StrokeLatencySummary?
  /// What the frames would take on the device class.
  package var prediction = DevicePrediction.impossible("nothing was predicted")
  /// What became of every load the scenario claims.
  package var load: [LoadSummary]
  /// Budgets that do not depend on wall time.
  package var budgets: [BudgetSummary]
  /// What ended the run early; nil when nothing did.
  package var fault: FaultSummary?
  /// What pictures of the cameras say of color and orientation that is not applied, with their
  /// files.
  package var ignored: [String] = []
  /// What was assumed where files of input lack something, with their names.
  package var assumed: [String] = []
  /// The contact sheet's path, when one was written.
  package var picture: String?
  /// A digest of the contact sheet's pixels, which tells whether a file still is that sheet.
  package var pictureDigest: UInt64?
  /// The run's frames condensed for charts; nil when they were not asked for.
  package var series: FrameSeries?
  /// What produced the result.
  package var environment: EnvironmentSummary

  /// Makes a result.
  package init(
    scenario: String, scene: String, sceneBehaviorVersion: UInt32, seed: UInt64, device: Device,
    canvas: CanvasSummary, frames: UInt32, plannedFrames: UInt32, frameRate: UInt32,
    isMotionReduced: Bool, digest: DigestSummary, populations: [PopulationSummary],
    input: InputSummary,
    timing: TimingSummary, allocations: AllocationSummary, work: WorkSummary,
    calmness: Calmness?, load: [LoadSummary], budgets: [BudgetSummary],
    fault: FaultSummary?, picture: String?,
    environment: EnvironmentSummary
  ) {
    self.scenario = scenario
    self.scene = scene
    self.sceneBehaviorVersion = sceneBehaviorVersion
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
    self.calmness = calmness
    self.load = load
    self.budgets = budgets
    self.fault = fault
    self.picture = picture
    self.environment = environment
  }

  /// The verdict on everything that does not depend on wall time.
  package var exactVerdict: Verdict { verdict(with: budgets) }

  /// Whether times are over their limits that would not be had no frame waited for a processor.
  package var isHeldUp: Bool { timing.budgets.contains { $0.isTooCloseToSay } }

  /// The verdict on everything.
  ///
  /// A time over its limit only because frames waited for a processor fails nothing: it cannot be
  /// told.
  package var verdict: Verdict { verdict(with: budgets + timing.budgets) }

  private func verdict(with budgets: [BudgetSummary]) -> Verdict {
    if fault != nil || budgets.contains(where: { $0.status == .failed }) { return .failed }
    if load.contains(where: { $0.status == .failed }) { return .notExercised }
    if budgets.contains(where: { $0.isTooCloseToSay }) { return .inconclusive }
    let isOpen = budgets.contains { isLeftOpen($0) } || load.contains { isLeftOpen($0) }
    let isJudged = (budgets.map { $0.status } + load.map { $0.status }).contains(.passed)
    return isOpen && !isJudged ? .inconclusive : .passed
  }
}

extension SceneResult {
  /// Why there is nothing to say of the picture.
  static let nothingDrawn = "no pixels were drawn"

  /// Whether any frame was stepped; without one, counts of zero would be misleading.
  package var wasObserved: Bool { frames > input.framesInBackground }

  /// The gate's name; nil without one.
  package var gateName: String? { gate?.name.description }

  /// Whether an option made the run shorter than its scenario.
  package var isShortened: Bool { scenarioFrames.map { plannedFrames < $0 } ?? false }

  /// How much of its scenario a shortened run is, such as `600 of the scenario's 3,600 frames`.
  package var shortenedWords: String {
    let (planned, all) = (UInt64(plannedFrames), UInt64(scenarioFrames ?? plannedFrames))
    return "\(FigureText.grouped(planned)) of the scenario's \(FigureText.grouped(all)) frames"
  }

  /// Whether a minimum is not judged because the rest of the scenario may still reach it.
  package func isLeftOpen(_ summary: BudgetSummary) -> Bool {
    isShortened && summary.budget.bound == .atLeast && summary.status == .notMeasured
  }

  /// Whether a load is not judged because the rest of the scenario may still carry it.
  package func isLeftOpen(_ summary: LoadSummary) -> Bool {
    isShortened && summary.status == .notMeasured
  }
}
