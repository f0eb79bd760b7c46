import SimFormats
import SimHarness
import SimImageAnalysis
import SimPNG
import SimPlatform
import SimReport
import SimRuntime

/// `simbench check`: runs every pull-request check, with one verdict.
struct CheckCommand: Command {
  private let measurement: ScenarioMeasurement
  private let goldens: GoldenStore?
  private let scenes: SceneRegistry
  private let output: FindingOutput
  private let console: Console
  private let jobs: Jobs
  private let passedOn: [String]
  private let deviceOptions: [String]
  private let against: String?
  private let plan: RoundPlan

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    output = try FindingOutput(parsed, console, also: ["html", "markdown", "junit", "sarif"])
    self.scenes = scenes
    self.console = console
    jobs = try Jobs(parsed, console)
    against = parsed.string("against")
    let milliseconds = try parsed.duration("budget") { try? DurationText.milliseconds(of: $0) }
    if against == nil, milliseconds != nil {
      throw CommandError.badInput(
        "--budget needs --against: it limits the time for comparing builds")
    }
    plan = RoundPlan(
      batch: PairedRuns.defaultRounds,
      budgetSeconds: milliseconds.map { Double($0) / 1000 } ?? RoundPlan.defaultBudgetSeconds)
    let given = parsed.positionals("SCENARIO")
    let paths = given.isEmpty ? try Self.ownScenarios() : given
    measurement = try ScenarioMeasurement(checking: parsed, paths, scenes)
    let folder = parsed.string("goldens") ?? GoldenReport.defaultFolder
    let isThere = FileStore.isDirectory(folder)
    guard isThere || !parsed.isGiven("goldens") else {
      throw CommandError.badInput("\(folder): no such folder")
    }
    goldens = isThere ? GoldenStore(folder: folder) : nil
    deviceOptions = parsed.given(["devices"])
    passedOn =
      deviceOptions + parsed.given(["threads", "no-wall"])
      + (output.wants("html") ? ["--series"] : [])
  }

  /// The scenarios of the project in the current folder.
  private static func ownScenarios() throws -> [String] {
    guard FileStore.isDirectory("scenarios") else {
      throw CommandError.badInput(
        "check: there is no folder scenarios here; give the scenario files")
    }
    let names = try FileStore.list(directory: "scenarios")
    let paths = names.filter { $0.hasSuffix(".json") }.map { "scenarios/\($0)" }
    guard !paths.isEmpty else {
      throw CommandError.badInput(
        "scenarios: contains no scenario files; create one with "
          + ShellCommand.simbench(["init", "NAME", "--out", "scenarios"]))
    }
    return paths
  }

  /// Runs every scenario once, and applies all checks to that run.
  func run() throws -> ExitCode {
    let accepted = try goldens.map { try GoldenCheck($0, scenes).load($0.names()) } ?? []
    try output.checkNames(
      inputs: measurement.targets.flatMap {
        [$0.document.file, $0.baselinePath]
      } + (try goldens?.allPaths() ?? []))
    try ScenarioMeasurement.requireReleaseBuild("check")
    // Read before the runs, so that an error does not discard minutes of work.
    if let against { _ = try ReferenceBuild.mergeBase(with: against) }
    let executable = try ScenarioMeasurement.ownExecutable()
    var baselines: [BaselineFile?] = []
    for target in measurement.targets { baselines.append(try measurement.baseline(target)) }
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    let runs = try RunProcesses(
      executable: executable, jobCount: jobs.count, options: passedOn,
      rows: .table, status: status
    ).run(measurement.targets.filter { $0.subject.scene != nil }.map { $0.path })
    var report = CheckReport(
      results: ResultFile.Results(), gate: [], remedy: nil, goldens: nil, verified: [], pairs: [],
      reference: nil)
    var rest = runs[...]
    for (target, baseline) in zip(measurement.targets, baselines) {
      guard target.subject.scene != nil else {
        status.show("\(target.subject.name)")
        let found = try NotJudgedRun.attempt(target.path, ["run", target.path]) {
          try ScenarioMeasurement.measure(measurement.process(target, executable))
        }
        switch found {
        case .success(let run):
          report.results.runs.append(try Self.result(of: run))
          report.gate.append(GateCommand.compare(run, target, baseline).0)
        case .failure(let run): report.results.notJudged.append(run)
        }
        continue
      }
      switch rest.removeFirst() {
      case .success(let run):
        var result = run.result
        result.picture = nil
        report.results.runs.append(.scene(result))
        report.gate.append(try Self.compare(run, target, baseline))
      case .failure(let run): report.results.notJudged.append(run)
      }
    }
    let lacking = report.gate.filter { $0.missing != nil }.map { $0.scenarioFile }
    if !lacking.isEmpty { report.remedy = measurement.updateCommand(lacking) }
    var pictures = CheckReport.Pictures()
    report.goldens = try goldenReport(accepted, &pictures, status)
    var keeper = DivergenceKeeper()
    report.verified = try verified(&keeper, status)
    var codes = Self.exitCodes(report)
    if let against {
      codes += try compareBuilds(executable, against, &report, status)
    }
    if output.wants("html") {
      pictures.runs = try SecondLook(scenes: scenes, status: status).pictures(
        of: report.results.scenes,
        zip(measurement.targets.compactMap { $0.subject.scene }, runs)
          .filter { $1.judged != nil }.map { $0.0 },
        sheets: runs.compactMap { $0.judged }.map { $0.sheet })
    }
    status.clear()
    try write(report, pictures, keeper)
    return ExitCode.worst(of: codes)
  }

  /// The exit code of each part of the report.
  private static func exitCodes(_ report: CheckReport) -> [ExitCode] {
    var codes = report.gate.flatMap { GateCommand.exitCodes($0) }
    codes += report.results.all.map { ExitCode($0.verdict) }
    codes += report.goldens?.entries.map { $0.state.exitCode } ?? []
    // A stage that checked nothing proves nothing, so it fails.
    for outcome in report.outcomes where outcome.checked == 0 {
      codes.append(outcome.stage == .goldens ? .referenceMissing : .inconclusive)
    }
    for result in report.results.scenes where result.flash?.isHarmless == false {
      codes.append(.budgetFailed)
    }
    return codes + report.verified.map { $0.verdict.repeated }
  }

  private static func result(of run: MeasuredRun) throws -> RunResult {
    do {
      return try RunResult(run.result, file: "result.json")
    } catch {
      throw CommandError.broken("a run in a separate process: \(error.message)")
    }
  }

  /// Compares a run's exact metrics with its baseline.
  private static func compare(
    _ run: RunProcesses.Finished, _ target: ScenarioMeasurement.Target, _ baseline: BaselineFile?
  ) throws -> GateOutcome {
    guard let table = run.rows.table, let frames = FrameColumns.runs(inCSV: table) else {
      throw CommandError.broken("a run in a separate process wrote rows that cannot be read")
    }
    let measured = MeasuredRun(
      exitCode: 0, result: SceneResult.shape.object(run.result), repetitions: frames)
    return GateCommand.compare(measured, target, baseline).0
  }

  private func goldenReport(
    _ accepted: [GoldenCheck.Golden], _ pictures: inout CheckReport.Pictures,
    _ status: StatusLine
  ) throws -> GoldenReport? {
    guard let goldens else { return nil }
    let findings = try GoldenCheck(goldens, scenes).findings(
      accepted, measuresFlashes: false, atOnce: jobs.count, status)
    var entries: [GoldenReport.Entry] = []
    for (golden, finding) in zip(accepted, findings) {
      if let run = finding.notJudged { entries.append(golden.entry(run, goldens.folder)) }
      guard let finding = finding.judged else { continue }
      var judged = JudgedGolden(finding, in: goldens.folder)
      entries.append(judged.entry)
      if output.wants("html"), judged.entry.state != .same {
        pictures.goldens[finding.name] = try judged.pageSection(
          SecondLook(scenes: scenes, status: status))
      }
    }
    return GoldenReport(entries, orphans: try goldens.orphans(), folder: goldens.folder)
  }

  /// Frames per repeated run: few, since a violation of determinism usually appears in the first
  /// ones.
  private static let verifiedFrames: UInt32 = 300
  /// Number of these frames that are rasterized.
  private static let paintedFrames: UInt32 = 10

  /// Runs the first frames of every scenario in the variants of `verify`.
  private func verified(
    _ keeper: inout DivergenceKeeper, _ status: StatusLine
  ) throws -> [VerifyReport] {
    let count = measurement.targets.count
    let found = try JobQueue.run(
      count, atOnce: jobs.count, onEnd: { status.show("\($0) of \(count) runs repeated") },
      { [measurement, scenes, deviceOptions, executable = jobs.executable] (index) throws in
        try Self.verified(
          measurement.targets[index], measurement, scenes, deviceOptions, executable: executable)
      })
    for (_, kept) in found { keeper.take(from: kept) }
    return found.map { $0.report }
  }

  private static func verified(
    _ target: ScenarioMeasurement.Target, _ measurement: ScenarioMeasurement,
    _ scenes: SceneRegistry, _ deviceOptions: [String], executable: String?
  ) throws -> (report: VerifyReport, kept: DivergenceKeeper) {
    let run: ComparedRun
    switch target.subject {
    case .scene(let scenario):
      var settings = measurement.settings
      settings.loader.overrides.frameCount = min(scenario.plan.frameCount, verifiedFrames)
      run = ComparedRun(
        try settings.load(target.document), at: target.path, scenes, options: deviceOptions,
        paintedCount: paintedFrames)
    case .model(let scenario): run = try measurement.compared(scenario, of: target, scenes)
    }
    return try VerifyVariants.silentReport(run, VerifyVariants.quick, executable: executable)
  }

  /// Builds the merge base with another branch, and compares wall time, one scenario at a time.
  private func compareBuilds(
    _ executable: String, _ against: String, _ report: inout CheckReport, _ status: StatusLine
  ) throws -> [ExitCode] {
    let build = try ReferenceBuild(against: against, ownExecutable: executable, console) { commit in
      status.show("building \(commit), which takes minutes the first time")
    }
    let name = "merge base \(build.commit.prefix(12))"
    report.reference = name
    let found = try PairedGate(reference: name, plan: plan).compare(
      measurement, scenes, executable, with: build.executable, ["--against", against], [],
      isLengthGiven: false, status)
    report.pairs = found.outcomes
    return found.codes
  }

  private func write(
    _ report: CheckReport, _ pictures: CheckReport.Pictures, _ keeper: DivergenceKeeper
  ) throws {
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try keeper.stage(with: transaction)
    try output.write(
      CheckReport.output.object(report),
      report.text(isStyled: console.isStyled, width: console.textWidth), with: transaction,
      findings: report.findings
    ) { format in
      switch format {
      case "html": report.html(showing: pictures)
      case "markdown": report.markdown(limit: output.markdownLimit)
      default: report.junit
      }
    }
  }
}

extension GoldenState {
  /// The exit code of the state.
  var exitCode: ExitCode {
    switch self {
    case .same: .pass
    case .missing: .referenceMissing
    case .differs: .goldenMismatch
    case .notJudged: .notJudged
    }
  }
}
