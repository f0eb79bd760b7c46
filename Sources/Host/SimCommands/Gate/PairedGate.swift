import SimFormats
import SimHarness
import SimPlatform
import SimRuntime

/// Compares two builds on one scenario: exact metrics, then wall time in interleaved new processes.
struct PairedGate {
  /// The name of the reference in reports.
  var reference: String
  /// The plan of rounds of a comparison.
  var plan = RoundPlan(batch: PairedRuns.defaultRounds)
  /// Receives progress messages.
  var onProgress: (String) -> Void = { _ in }

  /// The comparison and whether a build contradicted itself.
  struct Finding {
    var outcome: GateOutcome
    var isDeterministic: Bool
  }

  /// Compares two builds on every scenario, one after the other; returns the exit codes as well.
  ///
  /// - Parameters:
  ///   - passedOn: Options of every run.
  ///   - options: Options of `gate` that name the other build.
  ///   - isLengthGiven: Whether the options of the measurement give the length of runs; otherwise
  ///     long runs are shortened.
  ///   - complete: Adds further comparisons, given the options of the length.
  func compare(
    _ measurement: ScenarioMeasurement, _ scenes: SceneRegistry, _ own: String,
    with executable: String, _ options: [String], _ passedOn: [String], isLengthGiven: Bool,
    _ status: StatusLine,
    complete: (ScenarioMeasurement.Target, [String], inout GateOutcome) throws ->
      Void = { _, _, _ in }
  ) throws -> (outcomes: [GateOutcome], codes: [ExitCode]) {
    var gate = self
    var (outcomes, codes) = ([GateOutcome](), [ExitCode]())
    for (index, target) in measurement.targets.enumerated() {
      let title = "\(target.subject.name) (\(index + 1)/\(measurement.targets.count))"
      gate.onProgress = { status.show("\(title) \($0)") }
      let found = try NotJudgedRun.attempt(target.path, ["gate", target.path] + options) {
        guard case .scene(let scenario) = target.subject else {
          let outcome = try gate.compareModel(target, measurement, scenes, own, with: executable)
          return Finding(outcome: outcome, isDeterministic: true)
        }
        let isLong = scenario.plan.frameCount > PairedRuns.defaultFrames
        let length = isLong && !isLengthGiven ? ["--frames", "\(PairedRuns.defaultFrames)"] : []
        // Named twice, so that each process runs it twice.
        let more = [target.path] + passedOn + length
        var finding = try gate.compare(
          base: measurement.process(target, executable, more),
          measured: measurement.process(target, own, more))
        status.show("\(title) instructions")
        try complete(target, length, &finding.outcome)
        return finding
      }
      let outcome =
        switch found {
        case .success(let finding): finding.outcome
        case .failure(let run): target.outcome(run, reference: reference)
        }
      outcomes.append(outcome)
      codes += GateCommand.exitCodes(outcome)
      if found.judged?.isDeterministic == false { codes.append(.determinismBroken) }
    }
    return (outcomes, codes)
  }

  /// Compares two builds on a model once, since its metrics are exact and more rounds add nothing.
  private func compareModel(
    _ target: ScenarioMeasurement.Target, _ measurement: ScenarioMeasurement,
    _ scenes: SceneRegistry, _ own: String, with executable: String
  ) throws -> GateOutcome {
    onProgress("in both builds")
    let base = try ScenarioMeasurement.measure(measurement.process(target, executable))
    let measured = try ScenarioMeasurement.measure(measurement.process(target, own))
    var outcome = Self.exact(base, measured, reference)
    guard outcome.exact?.isSameWork == false, case .model(let scenario) = target.subject,
      let found = try divergence(
        of: measurement.compared(scenario, of: target, scenes), executable, own)
    else { return outcome }
    outcome.differingFrame = found.frame
    outcome.divergence =
      "in step \(found.frame), "
      + (found.fields.first.map { "field \($0.field): \($0.words)" } ?? found.phase)
    return outcome
  }

  /// The first step in which two builds diverge; nil if there is none.
  private func divergence(
    of run: ComparedRun, _ base: String, _ own: String
  ) throws -> Divergence? {
    let variants = [base, own].map {
      ProcessVariant(
        executable: $0, scenario: Environment.absolutePath(run.path), options: run.options
      ).variant("build", $0)
    }
    let logs = (try variants[0].log(run.request), try variants[1].log(run.request))
    let open = { run.open(ThreadCrew()) }
    return try Divergence.find(
      variants[0], variants[1], logs: logs, run.request, open: (open, open))
  }

  /// Runs both builds and compares them.
  ///
  /// Rounds continue while any row is inconclusive and the plan allows more; all of them count.
  func compare(
    base: MeasuredProcess, measured: MeasuredProcess
  ) throws -> Finding {
    let folder = try FileStore.makeTemporaryDirectory(prefix: "simbench-gate")
    defer { try? FileStore.removeTree(folder) }
    var runs = PairedRuns(base: base, measured: measured)
    var outcome: GateOutcome?
    var record = try plan.run { () throws in
      try addRound(to: &runs, folder)
    } look: { () throws in
      let found = try Self.outcome(runs, reference)
      outcome = found
      // First, since a build that differs from itself also differs from the other.
      if runs.frameOfBrokenDeterminism != nil { return .notDeterministic }
      guard let wall = found.wall, wall.verdict != .workChanged else { return .otherWork }
      return wall.isOpen ? nil : .settled
    }
    guard var outcome else { preconditionFailure("a plan has at least one batch") }
    record.remedy = plan.remedy(for: outcome.wall?.rows ?? [], after: record)
    outcome.wall?.rounds = record
    if let frame = runs.frameOfBrokenDeterminism {
      outcome.notes.append(
        "one build produced two states in frame \(frame): the scene is not deterministic")
    }
    return Finding(outcome: outcome, isDeterministic: runs.frameOfBrokenDeterminism == nil)
  }

  /// Runs one round and returns its duration in seconds.
  private func addRound(
    to runs: inout PairedRuns, _ folder: String
  ) throws -> Double {
    let start = MonotonicClock.nanoseconds()
    try runs.add(rounds: 1, in: folder) { number in
      onProgress("round \(number) of \(plan.maximumRounds) at most")
    }
    return Double(MonotonicClock.nanoseconds() &- start) / 1e9
  }

  private static func outcome(
    _ runs: PairedRuns, _ reference: String
  ) throws -> GateOutcome {
    guard let base = runs.baseRuns.first, let measured = runs.measuredRuns.first else {
      preconditionFailure("a comparison has at least one round")
    }
    var outcome = exact(base, measured, reference)
    outcome.divergence = runs.firstDifferentFrame.map { "in frame \($0)" }
    outcome.wall = WallOutcome(
      runs,
      isSameWork: outcome.exact?.isSameWork == true && runs.firstDifferentFrame == nil)
    if outcome.wall == nil {
      outcome.notes.append("wall time: no frame has the same state in both builds")
    }
    return outcome
  }

  /// Compares the exact metrics of two builds.
  private static func exact(
    _ base: MeasuredRun, _ measured: MeasuredRun, _ reference: String
  ) -> GateOutcome {
    var outcome = GateOutcome(run: measured, reference: reference)
    let exact = ExactComparison(
      reference: ExactMetrics.metrics(of: base.result),
      measured: ExactMetrics.metrics(of: measured.result), needsAll: false)
    outcome.exact = exact
    outcome.isChangeDeclared = isDeclared(base.result, measured.result)
    if !exact.isSameWork {
      outcome.notes.append(
        outcome.isChangeDeclared
          ? "expected: the behavior version was raised"
          : "unexpected: the behavior version was not raised")
    }
    return outcome
  }

  /// Whether a behavior version was raised.
  private static func isDeclared(_ base: JSONOutput, _ measured: JSONOutput) -> Bool {
    func versions(_ result: JSONOutput) -> [UInt64] {
      [
        (result["sceneBehaviorVersion"] ?? result["modelBehaviorVersion"])?.uint64 ?? 0,
        result["environment"]?["behaviorVersion"]?.uint64 ?? 0,
      ]
    }
    return zip(versions(base), versions(measured)).contains { $0 < $1 }
  }
}
