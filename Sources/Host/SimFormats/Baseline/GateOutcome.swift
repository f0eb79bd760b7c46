/// What became of one scenario at the gate, as plain values: the one model its reports are made
/// from.
package struct GateOutcome: Sendable {
  /// The scenario's name.
  package var scenario: String
  /// The seed.
  package var seed: UInt64
  /// Number of frames, or of steps of a model.
  package var frames: UInt64
  /// Unit of `frames`: `frame`, or `step` for a model.
  package var unit = "frame"
  /// What it was compared with: a baseline's file, or another build.
  package var reference: String
  /// The verdict of the run itself: `passed`, `failed` or `not-exercised`.
  package var runVerdict: String
  /// The run itself when it did not pass and can be read; else nil.
  package var run: RunResult?
  /// The exact metrics; nil when there is nothing to compare with.
  package var exact: ExactComparison?
  /// Instructions; nil when they were not compared.
  package var instructions: InstructionOutcome?
  /// Wall time; nil when it was not compared.
  package var wall: WallOutcome?
  /// Where the states part, in words; nil when they do not.
  package var divergence: String?
  /// The first frame that is known to be in another state; nil when none is.
  package var differingFrame: UInt32?
  /// Where memory was first taken after warm-up, in words; nil when it was not.
  package var firstAllocation: String?
  /// Further things to know, a line each.
  package var notes: [String] = []
  /// What a baseline lacks; nil when it lacks nothing.
  package var missing: Missing?
  /// The scenario's file as it was given; empty when there is none.
  package var scenarioFile = ""
  /// The failure of the machine, if the run was not judged.
  package var notJudged: NotJudgedRun?
  /// Whether a higher behavior version declares that the work changed, which is then no failure.
  package var isChangeDeclared = false

  /// What a baseline lacks.
  package enum Missing: Sendable {
    /// All of a run.
    case entry(BaselineEntry)
    /// Metrics of an entry that is there.
    case metrics([ExactMetric])
  }

  /// Makes an outcome of a run that was not compared with anything.
  package init(
    scenario: String, seed: UInt64, frames: UInt64, reference: String, runVerdict: String
  ) {
    self.scenario = scenario
    self.seed = seed
    self.frames = frames
    self.reference = reference
    self.runVerdict = runVerdict
  }

  /// Makes an outcome of a run that was not judged.
  package init(_ run: NotJudgedRun, scenario: String, seed: UInt64, reference: String) {
    self.init(
      scenario: scenario, seed: seed, frames: 0, reference: reference,
      runVerdict: Verdict.notJudged.rawValue)
    scenarioFile = run.file
    notJudged = run
  }

  /// Every verdict that holds, worst first; at least one.
  package var verdicts: [GateVerdict] {
    guard notJudged == nil else { return [.notJudged] }
    let found =
      (exact?.verdicts ?? [.referenceMissing])
      + [instructions?.verdict, wall?.verdict].compactMap { $0 }
    let order: [GateVerdict] = [
      .workChanged, .regressed, .referenceMissing, .inconclusive, .improved, .equal,
    ]
    let held = order.filter { found.contains($0) }
    // Beside another verdict, equal would hold for the rest alone.
    return held.count == 1 ? held : held.filter { $0 != .equal }
  }
}
