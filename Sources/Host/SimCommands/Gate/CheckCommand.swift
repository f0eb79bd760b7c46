import SimFormats
import SimHarness
import SimImageAnalysis
import SimPNG
import SimPlatform
import SimReport
import SimRuntime

/// `simbench check`: everything that a pull request is asked for, with one verdict.
struct CheckCommand: Command {
  private let measurement: ScenarioMeasurement
  private let goldens: GoldenStore?
  private let scenes: SceneRegistry
  private let output: FindingOutput
  private let console: Console
  private let jobs: Jobs
  private let passedOn: [String]
  private let against: String?
  private let plan: RoundPlan

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    output = try FindingOutput(parsed, console, also: ["html", "markdown", "junit", "sarif"])
    self.scenes = scenes
    self.console = console
    jobs = try Jobs(parsed, console)
    against = parsed.string("against")
    let milliseconds = try usage { () throws(UsageError) in
      try parsed.duration("budget") { try? DurationText.milliseconds(of: $0) }
    }
    if against == nil, milliseconds != nil {
      throw .badInput("--budget needs --against: it is the time for comparing builds")
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
      throw .badInput("\(folder): no such folder")
    }
    goldens = isThere ? GoldenStore(folder: folder) : nil
    passedOn =
      parsed.given(["devices", "threads", "no-wall"])
      + (output.wants("html") ? ["--series"] : [])
  }

  /// The scenarios of the project that the current folder is of.
  private static func ownScenarios() throws(CommandError) -> [String] {
    guard FileStore.isDirectory("scenarios") else {
      throw .badInput("check: no folder scenarios here; name the scenarios")
    }
    let names = try files { () throws(FileError) in try FileStore.list(directory: "scenarios") }
    let paths = names.filter { $0.hasSuffix(".json") }.map { "scenarios/\($0)" }
    guard !paths.isEmpty else {
      throw .badInput("scenarios: no scenario in it; simbench init NAME --out scenarios makes one")
    }
    return paths
  }

  /// Runs every scenario once, and judges that run in every way.
  func run() throws(CommandError) -> ExitCode {
    let check = goldens.map { GoldenCheck($0, scenes) }
    let names = try goldens?.names() ?? []
    for name in names { try check?.noteInputs(of: name) }
    try output.checkNames(
      inputs: measurement.targets.flatMap {
        [ScenarioLoader.parts($0.path).file, $0.baselinePath]
      } + (try goldens?.allPaths() ?? []))
    try ScenarioMeasurement.requireReleaseBuild("check")
    let executable = try ScenarioMeasurement.ownExecutable()
    var baselines: [BaselineFile?] = []
    for target in measurement.targets { baselines.append(try measurement.baseline(target)) }
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    let runs = try RunProcesses(
      executable: executable, jobCount: jobs.count, options: passedOn,
      rows: .table, status: status
    ).run(measurement.targets.map { $0.path })
    var report = CheckReport(
      results: [], gate: [], remedy: nil, goldens: nil, pairs: [], reference: nil)
    for (index, target) in measurement.targets.enumerated() {
      var result = runs[index].result
      (result.picture, result.scenarioDigest) = (nil, target.digest)
      report.results.append(result)
      report.gate.append(try Self.compare(runs[index], target, baselines[index]))
    }
    let lacking = report.gate.filter { $0.missing != nil }.map { $0.scenarioFile }
    if !lacking.isEmpty { report.remedy = measurement.updateCommand(lacking) }
    var pictures = CheckReport.Pictures()
    report.goldens = try goldenReport(names, &pictures, status)
    var codes = report.gate.flatMap { GateCommand.exitCodes($0) }
    codes += report.results.map { ExitCode($0.verdict) }
    codes += report.goldens.map { $0.entries.map { $0.state.exitCode } } ?? []
    // What looked at nothing proves nothing.
    codes += report.outcomes.filter { $0.checked == 0 }.map {
      $0.stage == .goldens ? .referenceMissing : .inconclusive
    }
    codes += report.results.map { $0.flash?.isHarmless == false ? .budgetFailed : .pass }
    if let against {
      codes += try compareBuilds(executable, against, &report, status)
    }
    if output.wants("html") {
      pictures.runs = try SecondLook(scenes: scenes, status: status).pictures(
        of: report.results, measurement.targets.map { $0.scenario },
        sheets: runs.map { $0.sheet })
    }
    status.clear()
    try write(report, pictures)
    return ExitCode.worst(of: codes)
  }

  /// Compares a run's exact metrics with its baseline.
  private static func compare(
    _ run: RunProcesses.Finished, _ target: ScenarioMeasurement.Target, _ baseline: BaselineFile?
  ) throws(CommandError) -> GateOutcome {
    guard let table = run.rows.table, let frames = FrameColumns.runs(inCSV: table) else {
      throw .broken("a run in a process of its own left rows that cannot be read")
    }
    let measured = MeasuredRun(
      exitCode: 0, result: ResultFile.value(run.result), repetitions: frames)
    return GateCommand.compare(measured, target, baseline).0
  }

  private func goldenReport(
    _ names: [String], _ pictures: inout CheckReport.Pictures, _ status: StatusLine
  ) throws(CommandError) -> GoldenReport? {
    guard let goldens else { return nil }
    let findings = try GoldenCheck(goldens, scenes).findings(
      names, measuresFlashes: false, atOnce: jobs.count, status)
    var entries: [GoldenReport.Entry] = []
    for finding in findings {
      let judged = JudgedGolden(finding, in: goldens.folder)
      entries.append(judged.entry)
      if output.wants("html"), judged.entry.state != .same {
        pictures.goldens[finding.name] = try judged.pageSection(
          SecondLook(scenes: scenes, status: status))
      }
    }
    return GoldenReport(entries, orphans: try goldens.orphans(), folder: goldens.folder)
  }

  /// Builds where this branch left another one, and compares wall time, one scenario at a time.
  private func compareBuilds(
    _ executable: String, _ against: String, _ report: inout CheckReport, _ status: StatusLine
  ) throws(CommandError) -> [ExitCode] {
    let build = try ReferenceBuild(against: against, ownExecutable: executable, console) { commit in
      status.show("building \(commit), which takes minutes the first time")
    }
    let name = "merge base \(build.commit.prefix(12))"
    report.reference = name
    let found = try PairedGate(reference: name, plan: plan).compare(
      measurement, executable, with: build.executable, [], isLengthGiven: false, status)
    report.pairs = found.outcomes
    return found.codes
  }

  private func write(
    _ report: CheckReport, _ pictures: CheckReport.Pictures
  ) throws(CommandError) {
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try output.write(
      CheckReport.output.object(report),
      report.text(isStyled: console.isStyled, width: console.textWidth), with: transaction
    ) { format in
      switch format {
      case "html": report.html(showing: pictures)
      case "markdown": report.markdown
      case "sarif":
        SARIFReport.text(report.findings, version: EnvironmentSummary.toolVersion)
      default: report.junit
      }
    } annotations: {
      AnnotationReport.text(report.findings)
    }
  }
}

extension GoldenState {
  /// What the state does to the exit code.
  var exitCode: ExitCode {
    switch self {
    case .same: .pass
    case .missing: .referenceMissing
    case .differs: .goldenMismatch
    }
  }
}
