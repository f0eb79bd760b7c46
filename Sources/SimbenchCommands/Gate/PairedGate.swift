import Formats
import Harness
import Platform

/// Compares two builds on one scenario: exact metrics, then wall time by interleaved fresh
/// processes.
struct PairedGate {
  /// How many times the first rounds a comparison has at most: a machine whose processes differ by
  /// 2 % needs about 25 to tell 3 % from 5 %.
  private static let mostBatches = 6
  /// No rounds are begun after so long.
  private static let patienceNanoseconds: UInt64 = 60_000_000_000

  /// What the reference is called in reports.
  var reference: String
  /// Rounds that a comparison begins with.
  var rounds = PairedRuns.normalRounds
  /// Is told what is being run.
  var onProgress: (String) -> Void = { _ in }

  /// The comparison and whether a build contradicted itself.
  struct Finding {
    var outcome: GateOutcome
    var isDeterministic: Bool
  }

  /// Runs both builds and compares them.
  ///
  /// Rounds that leave it open are followed by as many more, at most five times and for as long as
  /// the patience lasts; all of them count.
  func compare(
    base: MeasuredProcess, measured: MeasuredProcess
  ) throws(CommandError) -> Finding {
    let folder = try files { () throws(FileError) in
      try FileStore.makeTemporaryDirectory(prefix: "simbench-gate")
    }
    defer { try? FileStore.removeTree(folder) }
    var runs = PairedRuns(base: base, measured: measured)
    let start = MonotonicClock.nanoseconds()
    try add(rounds, to: &runs, folder)
    var outcome = try Self.outcome(runs, reference)
    while runs.frameOfBrokenDeterminism == nil, outcome.wall?.isOpen == true,
      runs.rounds < Self.mostBatches * rounds,
      MonotonicClock.nanoseconds() &- start < Self.patienceNanoseconds
    {
      try add(rounds, to: &runs, folder)
      outcome = try Self.outcome(runs, reference)
      outcome.notes.append("the first \(runs.rounds - rounds) rounds left it open")
    }
    if let frame = runs.frameOfBrokenDeterminism {
      outcome.notes.append(
        "one build gave two states in frame \(frame): the scene is not deterministic")
    }
    return Finding(outcome: outcome, isDeterministic: runs.frameOfBrokenDeterminism == nil)
  }

  private func add(
    _ count: Int, to runs: inout PairedRuns, _ folder: String
  ) throws(CommandError) {
    do {
      try runs.add(rounds: count, in: folder) { onProgress("round \($0)") }
    } catch {
      throw CommandError(error)
    }
  }

  private static func outcome(
    _ runs: PairedRuns, _ reference: String
  ) throws(CommandError) -> GateOutcome {
    guard let base = runs.baseRuns.first, let measured = runs.measuredRuns.first else {
      preconditionFailure("a comparison has at least one round")
    }
    var outcome = GateOutcome(run: measured, reference: reference)
    let exact = ExactComparison(
      reference: ExactMetrics.metrics(of: base.result),
      measured: ExactMetrics.metrics(of: measured.result), needsAll: false)
    outcome.exact = exact
    outcome.divergence = runs.firstDifferentFrame.map { "in frame \($0)" }
    outcome.isChangeDeclared = isDeclared(base.result, measured.result)
    if !exact.isSameWork {
      outcome.notes.append(
        outcome.isChangeDeclared
          ? "a higher behavior version announces other work"
          : "the behavior version says that nothing changed")
    }
    outcome.wall = WallOutcome(
      runs, isSameWork: exact.isSameWork && runs.firstDifferentFrame == nil)
    if outcome.wall == nil { outcome.notes.append("wall time: no frame is in the same state") }
    return outcome
  }

  /// Whether a behavior version is higher than it was.
  private static func isDeclared(_ base: JSONOutput, _ measured: JSONOutput) -> Bool {
    func versions(_ result: JSONOutput) -> [UInt64] {
      [
        result["sceneBehaviorVersion"]?.uint64 ?? 0,
        result["environment"]?["behaviorVersion"]?.uint64 ?? 0,
      ]
    }
    return zip(versions(base), versions(measured)).contains { $0 < $1 }
  }
}
