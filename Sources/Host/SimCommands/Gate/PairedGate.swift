import SimFormats
import SimHarness
import SimPlatform

/// Compares two builds on one scenario: exact metrics, then wall time by interleaved fresh
/// processes.
struct PairedGate {
  /// What the reference is called in reports.
  var reference: String
  /// How many rounds a comparison has.
  var plan = RoundPlan(batch: PairedRuns.defaultRounds)
  /// Is told what is being run.
  var onProgress: (String) -> Void = { _ in }

  /// The comparison and whether a build contradicted itself.
  struct Finding {
    var outcome: GateOutcome
    var isDeterministic: Bool
  }

  /// Runs both builds and compares them.
  ///
  /// Rounds go on for as long as any row is open and the plan has more of them; all of them count.
  func compare(
    base: MeasuredProcess, measured: MeasuredProcess
  ) throws(CommandError) -> Finding {
    let folder = try files { () throws(FileError) in
      try FileStore.makeTemporaryDirectory(prefix: "simbench-gate")
    }
    defer { try? FileStore.removeTree(folder) }
    var runs = PairedRuns(base: base, measured: measured)
    var outcome: GateOutcome?
    var record = try plan.run { () throws(CommandError) in
      try addRound(to: &runs, folder)
    } look: { () throws(CommandError) in
      let found = try Self.outcome(runs, reference)
      outcome = found
      if runs.frameOfBrokenDeterminism != nil { return .notDeterministic }
      guard let wall = found.wall, wall.verdict != .workChanged else { return .otherWork }
      return wall.isOpen ? nil : .settled
    }
    guard var outcome else { preconditionFailure("a plan looks at least once") }
    record.remedy = plan.remedy(for: outcome.wall?.rows ?? [], after: record)
    outcome.wall?.rounds = record
    if let frame = runs.frameOfBrokenDeterminism {
      outcome.notes.append(
        "one build gave two states in frame \(frame): the scene is not deterministic")
    }
    return Finding(outcome: outcome, isDeterministic: runs.frameOfBrokenDeterminism == nil)
  }

  /// Makes one round, and returns what it took in seconds.
  private func addRound(
    to runs: inout PairedRuns, _ folder: String
  ) throws(CommandError) -> Double {
    let start = MonotonicClock.nanoseconds()
    do {
      try runs.add(rounds: 1, in: folder) { number in
        onProgress("round \(number) of \(plan.maximumRounds) at most")
      }
    } catch {
      throw CommandError(error)
    }
    return Double(MonotonicClock.nanoseconds() &- start) / 1e9
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
