import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimRuntime
import SimStatistics

/// `simbench selftest`: measures how reliably gate and run detect regressions on this machine.
struct SelftestCommand: Command {
  private let trials: Int
  private let rounds: Int
  private let isQuick: Bool
  private let output: FindingOutput
  private let console: Console
  private let executable: String

  /// Frames per run.
  private static let frames = 600
  /// Trials per case with `--quick`.
  private static let quickTrials = 3
  /// The seed of the first trial.
  private static let firstSeed = 1

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    guard scenes.entry(named: "snowglobe") != nil else {
      throw CommandError.badInput(
        "selftest: this executable lacks the scene snowglobe, which selftest runs")
    }
    try parsed.requireAtMostOne(of: ["trials", "quick"])
    trials =
      try parsed.unsigned("trials", in: 1...1000).map { Int($0) }
      ?? (parsed.flag("quick") ? Self.quickTrials : 20)
    isQuick = parsed.flag("quick")
    rounds = try parsed.unsigned("rounds", in: 1...100).map { Int($0) } ?? PairedRuns.defaultRounds
    output = FindingOutput(parsed, console)
    self.console = console
    executable = try ScenarioMeasurement.ownExecutable()
  }

  /// The scenario of all trials: a full snow globe that is shaken.
  private static func scenario(flakes: Int) -> String {
    """
    {
      "name": "selftest",
      "scene": "snowglobe",
      "parameters": { "flakes": \(flakes) },
      "frames": \(frames),
      "input": { "generators": [{ "kind": "shake", "eventsPerMinute": 20 }] },
      "load": { "flakes-on-canvas": 600 }
    }
    """
  }

  /// Runs all cases; prints each row when it is complete.
  func run() throws -> ExitCode {
    try output.checkNames()
    try ScenarioMeasurement.requireReleaseBuild("selftest")
    let folder = try FileStore.makeTemporaryDirectory(prefix: "simbench-selftest")
    defer { try? FileStore.removeTree(folder) }
    let (full, culled) = (folder + "/full.json", folder + "/culled.json")
    try FileStore.write(Self.scenario(flakes: 600), to: full)
    try FileStore.write(Self.scenario(flakes: 60), to: culled)
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    var result = SelfTestResult()
    if output.says { console.say(SelfTestReport.heading) }
    func show(_ row: SelfTestResult.Row) {
      result.rows.append(row)
      status.clear()
      if output.says { console.say(SelfTestReport.text(row)) }
    }
    show(try identicalCode(full, status))
    show(try plantedWork(0.05, full, status))
    if !isQuick { show(try plantedWork(0.02, full, status)) }
    show(try plantedAllocation(full, status))
    show(try culledScene(full, culled))
    show(try changedSeed(full))
    var busy = BusyTrials(executable: executable, trials: trials, firstSeed: Self.firstSeed)
    busy.onProgress = { status.show($0) }
    try busy.run(show)
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try output.write(
      SelfTestReport.output.object(result),
      SelfTestReport.verdict(result, isStyled: console.isStyled),
      with: transaction)
    return result.isPassed ? .pass : result.isInconclusive ? .inconclusive : .budgetFailed
  }

  /// A process of two repetitions without rasterization, so that the step is most of a frame.
  private func process(
    _ scenario: String, trial: Int, plant: String? = nil, repetitions: Int = 2
  ) -> MeasuredProcess {
    let scenarios = [String](repeating: scenario, count: repetitions)
    var process = MeasuredProcess(
      executable: executable,
      arguments: scenarios + ["--no-render", "--seed", "\(Self.firstSeed + trial)"])
    if let plant { process.variables = [(PlantedWork.variable, plant)] }
    return process
  }

  private func gate(_ status: StatusLine, _ title: String) -> PairedGate {
    // At most a minute per gate, since many short trials give a better estimate than few long ones.
    var gate = PairedGate(
      reference: "the same build", plan: RoundPlan(batch: rounds, budgetSeconds: 60))
    gate.onProgress = { status.show("\(title), \($0)") }
    return gate
  }

  // MARK: - What is shown

  private func identicalCode(
    _ scenario: String, _ status: StatusLine
  ) throws -> SelfTestResult.Row {
    var row = SelfTestResult.Row(name: "identical code", answer: "not red", needed: trials)
    for trial in 0..<trials {
      let gate = gate(status, "identical code \(trial + 1)/\(trials)")
      let outcome = try gate.compare(
        base: process(scenario, trial: trial), measured: process(scenario, trial: trial)
      ).outcome
      let isRed = outcome.verdicts.contains { [.regressed, .workChanged].contains($0) }
      row.add(
        isRight: !isRed, isInconclusive: outcome.verdicts.contains(.inconclusive),
        change: outcome.wall?.row(of: .step)?.change)
    }
    return row
  }

  private func plantedWork(
    _ share: Double, _ scenario: String, _ status: StatusLine
  ) throws -> SelfTestResult.Row {
    let isGated = share > WallRule.minimumChange
    let percent = "+\(Int(share * 100)) % work in the step"
    // A change below the threshold must not be reported as a regression, but must be measurable.
    var row = SelfTestResult.Row(
      name: percent, answer: isGated ? "caught" : "measurable",
      needed: isGated ? trials - max(trials / 20, isQuick ? 1 : 0) : trials * 4 / 5,
      isRequired: isGated)
    for trial in 0..<trials {
      let title = "\(percent) \(trial + 1)/\(trials)"
      let iterations = try iterations(share, scenario, trial: trial)
      let outcome = try gate(status, title).compare(
        base: process(scenario, trial: trial),
        measured: process(scenario, trial: trial, plant: "work=\(iterations)")
      ).outcome
      let step = outcome.wall?.row(of: .step)
      let isSeen = isGated ? step?.verdict == .regressed : step?.isMeasurable == true
      row.add(
        isRight: isSeen, isInconclusive: step?.verdict == .inconclusive, change: step?.change)
    }
    return row
  }

  private func plantedAllocation(
    _ scenario: String, _ status: StatusLine
  ) throws -> SelfTestResult.Row {
    var row = SelfTestResult.Row(
      name: "one malloc in one frame", answer: "caught", needed: trials)
    for trial in 0..<trials {
      status.show("\(row.name) \(trial + 1)/\(trials)")
      let frame = 121 + trial * (Self.frames - 122) / max(trials - 1, 1)
      let base = try measure(process(scenario, trial: trial, repetitions: 1))
      let planted = try measure(
        process(scenario, trial: trial, plant: "allocation=\(frame)", repetitions: 1))
      let comparison = ExactComparison(
        reference: ExactMetrics.metrics(of: base.result),
        measured: ExactMetrics.metrics(of: planted.result), needsAll: true)
      let outcome = GateOutcome(run: planted, reference: "")
      let isNamed = outcome.firstAllocation == "frame \(frame), step"
      row.add(isRight: comparison.verdicts == [.regressed] && isNamed)
    }
    return row
  }

  private func culledScene(
    _ full: String, _ culled: String
  ) throws -> SelfTestResult.Row {
    var row = SelfTestResult.Row(name: "culled scene", answer: "reported", needed: 1)
    let base = try measure(process(full, trial: 0, repetitions: 1))
    let measured = try measure(process(culled, trial: 0, repetitions: 1))
    let comparison = ExactComparison(
      reference: ExactMetrics.metrics(of: base.result),
      measured: ExactMetrics.metrics(of: measured.result), needsAll: true)
    let isWitnessed = measured.exitCode == 8 && base.exitCode == 0
    row.add(isRight: comparison.verdicts.first == .workChanged && isWitnessed)
    return row
  }

  private func changedSeed(_ scenario: String) throws -> SelfTestResult.Row {
    var row = SelfTestResult.Row(name: "changed seed", answer: "reported", needed: 1)
    let gate = PairedGate(reference: "the same build", plan: RoundPlan(batch: 1))
    let outcome = try gate.compare(
      base: process(scenario, trial: 0), measured: process(scenario, trial: 1)
    ).outcome
    row.add(
      isRight: outcome.verdicts.first == .workChanged && !outcome.verdicts.contains(.regressed)
        && outcome.divergence != nil)
    return row
  }

  // MARK: - Measuring

  private func measure(_ process: MeasuredProcess) throws -> MeasuredRun {
    try ScenarioMeasurement.measure(process)
  }

  /// Iterations that take a fraction of the step's time: of its median over frames of minimum
  /// times.
  ///
  /// They are timed in separate processes, which alternate with processes without them, and with
  /// the gate's own statistic, since this process may run at another clock speed.
  private func iterations(
    _ share: Double, _ scenario: String, trial: Int
  ) throws -> Int {
    let frames = Array(Warmup.frames..<Self.frames)
    let plain = process(scenario, trial: trial)
    let step = FrameTimes.minimumTimes([try measure(plain)], phase: .step, frames: frames)
    let guess = max(Int(0.25 * step.medianOfEnvelope / PlantedWork.nanosecondsPerIteration()), 1)
    let planted = process(scenario, trial: trial, plant: "work=\(guess)")
    var runs = PairedRuns(base: plain, measured: planted)
    let folder = try FileStore.makeTemporaryDirectory(prefix: "simbench-selftest")
    defer { try? FileStore.removeTree(folder) }
    try runs.add(rounds: 6, in: folder)
    let outcome = WallOutcome(runs, isSameWork: true, resampleCount: 0)
    let more = outcome?.row(of: .step)?.change ?? 0
    // If not even 25 % more time is measured, the initial estimate is used.
    let share = share / (more > 0.05 ? more : 0.25)
    return Int((share * Double(guess)).rounded())
  }
}
