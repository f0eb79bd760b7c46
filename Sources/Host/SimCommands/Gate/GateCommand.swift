import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime

/// `simbench gate`: fails on regressions against a baseline or another build.
struct GateCommand: Command {
  private let measurement: ScenarioMeasurement
  private let scenes: SceneRegistry
  private let output: FindingOutput
  private let console: Console
  private let against: String?
  private let base: String?
  private let plan: RoundPlan
  private let passedOn: [String]
  private let isLengthGiven: Bool
  private let counts: CountGate
  private let jobs: Jobs

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    try parsed.requireAtMostOne(of: ["against", "base", "baselines"])
    against = parsed.string("against")
    base = parsed.string("base")
    let rounds = try parsed.unsigned("rounds", in: 1...UInt64(RoundPlan.maximumRoundsBeforeLook))
    let milliseconds = try parsed.duration("budget") { try? DurationText.milliseconds(of: $0) }
    plan = RoundPlan(
      batch: rounds.map { Int($0) } ?? PairedRuns.defaultRounds,
      budgetSeconds: milliseconds.map { Double($0) / 1000 } ?? RoundPlan.defaultBudgetSeconds)
    if against == nil, base == nil {
      for option in ["rounds", "budget", "no-render"] where parsed.isGiven(option) {
        throw CommandError.badInput(
          "--\(option) needs --against or --base: baselines contain whole runs")
      }
    }
    passedOn = parsed.flag("no-render") ? ["--no-render"] : []
    isLengthGiven = parsed.isGiven("frames") || parsed.isGiven("duration")
    measurement = try ScenarioMeasurement(parsed, scenes)
    counts = CountGate(method: try InstructionCounting.method(parsed), measurement: measurement)
    jobs = try Jobs(parsed, console)
    self.scenes = scenes
    self.console = console
    output = try FindingOutput(parsed, console, also: ["html", "markdown", "junit", "sarif"])
  }

  /// Reads everything first, then runs, then reports.
  func run() throws -> ExitCode {
    try output.checkNames(
      inputs: measurement.targets.flatMap {
        [$0.document.file, $0.baselinePath]
      } + [base].compactMap { $0 })
    try ScenarioMeasurement.requireReleaseBuild("gate")
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    let own = try ScenarioMeasurement.ownExecutable()
    if let against {
      let build = try ReferenceBuild(against: against, ownExecutable: own, console) { commit in
        status.show("building \(commit), which takes minutes the first time")
      }
      let name = "merge base \(build.commit.prefix(12))"
      return try runPairs(
        own, against: build.executable, named: name, ["--against", against], status)
    }
    if let base {
      guard FileStore.isFile(base) else {
        throw CommandError.badInput("--base: \(base): no such file")
      }
      return try runPairs(own, against: base, named: base, ["--base", base], status)
    }
    return try runBaselines(own, status)
  }

  private func runPairs(
    _ own: String, against executable: String, named name: String, _ options: [String],
    _ status: StatusLine
  ) throws -> ExitCode {
    let gate = PairedGate(reference: name, plan: plan)
    let (outcomes, codes) = try gate.compare(
      measurement, scenes, own, with: executable, options, passedOn,
      isLengthGiven: isLengthGiven, status
    ) { (target, length, outcome) throws in
      try counts.compare(target, own, with: executable, passes: length, into: &outcome)
    }
    status.clear()
    try report(outcomes)
    return ExitCode.worst(of: codes)
  }

  private func runBaselines(
    _ executable: String, _ status: StatusLine
  ) throws -> ExitCode {
    var baselines: [BaselineFile?] = []
    // Before the runs, so that a damaged baseline is reported without waiting for them.
    for target in measurement.targets { baselines.append(try measurement.baseline(target)) }
    var outcomes: [GateOutcome] = []
    // Exact metrics do not depend on load, so runs are concurrent; instructions are counted one by
    // one.
    let processes = measurement.targets.map { measurement.process($0, executable) }
    let paths = measurement.targets.map { $0.path }
    let runs = try JobQueue.run(
      processes.count, atOnce: jobs.count,
      onEnd: { status.show("\($0) of \(processes.count) scenarios run") },
      { (index) throws in
        try NotJudgedRun.attempt(paths[index], ["gate", paths[index]]) {
          try ScenarioMeasurement.measure(processes[index])
        }
      })
    for (index, target) in measurement.targets.enumerated() {
      let run: MeasuredRun
      switch runs[index] {
      case .success(let measured): run = measured
      case .failure(let notJudged):
        outcomes.append(target.outcome(notJudged))
        continue
      }
      var (outcome, entry) = Self.compare(run, target, baselines[index])
      if let entry, target.subject.scene != nil {
        try counts.compare(run, with: entry, target, executable, into: &outcome)
      }
      outcomes.append(outcome)
    }
    status.clear()
    try report(outcomes)
    return ExitCode.worst(of: outcomes.flatMap { Self.exitCodes($0) })
  }

  /// Compares a run with its baseline's entry, and returns that as well if there is one.
  static func compare(
    _ run: MeasuredRun, _ target: ScenarioMeasurement.Target, _ baseline: BaselineFile?
  ) -> (GateOutcome, BaselineEntry?) {
    guard let key = BaselineKey(result: run.result, scenarioDigest: target.subject.digest) else {
      preconditionFailure("a result of this build has all members of a key")
    }
    var outcome = GateOutcome(run: run, reference: target.baselinePath)
    outcome.scenarioFile = target.path
    let measured = BaselineEntry(key: key, run: run)
    guard let entry = baseline?.entry(for: key) else {
      if let outdated = baseline?.outdatedEntry(for: key) {
        outcome.notes.append(outdated.key.difference(from: key))
      }
      outcome.missing = .entry(measured)
      return (outcome, nil)
    }
    let exact = ExactComparison(
      reference: entry.metrics, measured: ExactMetrics.metrics(of: run.result), needsAll: true)
    outcome.exact = exact
    if let parting = entry.divergence(in: run) {
      let unit = outcome.unit
      outcome.differingFrame = UInt32(clamping: parting.firstDifferent)
      outcome.divergence =
        parting.lastEqual.map { "after \(unit) \($0), by \(unit) \(parting.firstDifferent)" }
        ?? "by \(unit) \(parting.firstDifferent)"
    }
    let added = exact.rows.filter { $0.change == .added }
    if !added.isEmpty {
      outcome.missing = .metrics(
        added.map { ExactMetric(path: $0.path, value: $0.measured ?? .null) })
    }
    return (outcome, entry)
  }

  private func report(_ outcomes: [GateOutcome]) throws {
    let transaction = FileTransaction()
    defer { transaction.discard() }
    let lacking = outcomes.filter { $0.missing != nil }.map { $0.scenarioFile }
    let remedy = lacking.isEmpty ? nil : measurement.updateCommand(lacking)
    try output.write(
      GateReport.output.object(outcomes),
      GateReport.text(
        outcomes, isStyled: console.isStyled, width: console.textWidth, remedy: remedy),
      with: transaction, findings: GateReport.findings(outcomes)
    ) { format in
      switch format {
      case "html": GateReport.html(outcomes, remedy: remedy)
      case "markdown":
        GateReport.markdown(outcomes, remedy: remedy, limit: output.markdownLimit)
      default: GateReport.junit(outcomes)
      }
    }
  }

  /// The exit codes of all verdicts, including that of the run itself.
  static func exitCodes(_ outcome: GateOutcome) -> [ExitCode] {
    var codes = outcome.verdicts.map { verdict in
      verdict == .workChanged && outcome.isChangeDeclared ? .pass : verdict.exitCode
    }
    switch outcome.runVerdict {
    case Verdict.failed.rawValue: codes.append(.budgetFailed)
    case Verdict.notExercised.rawValue: codes.append(.capNotExercised)
    case Verdict.inconclusive.rawValue: codes.append(.inconclusive)
    default: break
    }
    return codes
  }
}

extension GateOutcome {
  /// An outcome before any comparison.
  init(run: MeasuredRun, reference: String) {
    let result = run.result
    self.init(
      scenario: result["scenario"]?.text ?? "", seed: result["seed"]?.seed ?? 0,
      frames: (result["frames"] ?? result["steps"])?.uint64 ?? 0, reference: reference,
      runVerdict: result["verdict"]?.text ?? "")
    if result["model"] != nil { unit = RecordingHeader.Kind.model.unit }
    if runVerdict != Verdict.passed.rawValue {
      // Fields can be missing in results of an older build or of planted runs of selftest.
      self.run = try? RunResult(result, file: reference)
    }
    if let sentence = Self.shortenedSentence(result) { notes.append(sentence) }
    if let frame = result["allocations"]?["firstFrame"]?.uint64 {
      let phase = result["allocations"]?["firstPhase"]?.text ?? "unknown phase"
      firstAllocation = "frame \(frame), \(phase)"
    }
  }

  /// The checks that a shortened run skips; nil if there are none.
  private static func shortenedSentence(_ result: JSONOutput) -> String? {
    // Checked first, since reading a whole result takes time and few runs are shortened.
    guard let planned = result["plannedFrames"]?.uint64,
      let all = result["scenarioFrames"]?.uint64, planned < all
    else { return nil }
    return (try? SceneResult.shape.read(result, file: ""))?.shortenedSentence
  }
}
