import SimFormats
import SimHarness
import SimImageAnalysis
import SimInput
import SimPlatform
import SimRaster
import SimReport
import SimRuntime

/// `simbench golden check` and `golden update`: compare frames with the accepted goldens.
struct GoldenCheckCommand: Command {
  private let store: GoldenStore
  private let names: [String]
  private let recording: Simbench.RecordMode
  private let outputFolder: String
  private let output: FindingOutput
  private let console: Console
  private let scenes: SceneRegistry
  private let comparator: GoldenProof.Comparator
  private let jobs: Jobs

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    try self.init(parsed, scenes, console, comparator: GoldenProof.Comparator())
  }

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console,
    comparator: GoldenProof.Comparator
  ) throws {
    store = GoldenStore(folder: parsed.string("goldens") ?? GoldenReport.defaultFolder)
    let isUpdate = parsed.name == "golden update"
    let word = isUpdate ? parsed.string("record") ?? "failed" : "never"
    recording = Simbench.RecordMode(rawValue: word) ?? .never
    if recording != .never, !console.mayRecord {
      throw CommandError.badInput(
        "golden update: refuses to record in CI (the variable CI is set); run it on another "
          + "machine")
    }
    names = parsed.positionals("GOLDEN")
    jobs = try Jobs(parsed, console)
    outputFolder = parsed.string("out") ?? ".simbench"
    output = try FindingOutput(parsed, console, also: ["html", "junit", "markdown", "sarif"])
    self.console = console
    self.scenes = scenes
    self.comparator = comparator
  }

  /// Runs every golden before anything is written.
  func run() throws -> ExitCode {
    let all = try store.names()
    let goldens = try load(all)
    let orphans = names.isEmpty ? try store.orphans() : []
    let transaction = FileTransaction()
    defer { transaction.discard() }
    var entries: [GoldenReport.Entry] = []
    var recorded: [GoldenFinding] = []
    var page = GoldenPage()
    var codes: [ExitCode] = all.isEmpty ? [.referenceMissing] : []
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    let findings = try GoldenCheck(store, scenes).findings(
      goldens, measuresFlashes: output.wants("html"), atOnce: jobs.count, status, comparator)
    status.clear()
    for (golden, finding) in zip(goldens, findings) {
      if let run = finding.notJudged {
        let entry = golden.entry(run, store.folder)
        if output.wants("html") {
          page.add(GoldenPage.Section(entry: entry, flashes: [], pictures: []))
        }
        entries.append(entry)
        codes.append(.notJudged)
      }
      guard let finding = finding.judged else { continue }
      var judged = JudgedGolden(finding, in: store.folder)
      if output.wants("html") {
        page.add(try judged.pageSection(SecondLook(scenes: scenes, status: status)))
      }
      try judged.stagePictures(in: outputFolder, transaction)
      let isRecorded = recording.takes(judged.entry.state)
      if isRecorded {
        try judged.record(in: store, transaction)
        recorded.append(finding)
      }
      entries.append(judged.entry)
      codes.append(isRecorded ? .pass : judged.exitCode)
    }
    let report = GoldenReport(entries, orphans: orphans, folder: store.folder)
    let lock = recorded.isEmpty ? nil : try store.lock(console)
    defer { lock?.release() }
    for finding in recorded where try store.manifest(finding.name) != finding.manifest {
      throw CommandError.badInput(
        "\(store.manifestPath(finding.name)): changed since it was read; rerun "
          + "\(GoldenStore.updateCommand) again")
    }
    try output.write(
      GoldenReport.output.object(report),
      report.text(isStyled: console.isStyled, width: console.textWidth), with: transaction,
      findings: report.findings
    ) { format in
      switch format {
      case "html": page.html
      case "markdown": report.markdown(limit: output.markdownLimit)
      default: report.junit
      }
    }
    return ExitCode.worst(of: codes)
  }

  /// Loads the goldens and checks that no output replaces an input, before anything runs.
  private func load(_ all: [String]) throws -> [GoldenCheck.Golden] {
    try output.checkNames(inputs: try store.allPaths())
    let goldens = try GoldenCheck(store, scenes).load(names.isEmpty ? all : names)
    try output.checkNames()
    return goldens
  }
}

/// Runs goldens.
struct GoldenCheck {
  /// A golden with its scenario.
  struct Golden {
    fileprivate var name: String
    fileprivate var manifest: GoldenManifest
    fileprivate var scenario: Scenario

    /// The golden in a report if the machine failed.
    func entry(_ run: NotJudgedRun, _ folder: String) -> GoldenReport.Entry {
      var entry = GoldenReport.Entry(
        name: name, state: .notJudged, frameCount: manifest.frameCount,
        framesPerSecond: scenario.plan.clock.framesPerSecond)
      entry.folder = folder
      entry.notJudged = run
      return entry
    }
  }

  private let store: GoldenStore
  private let scenes: SceneRegistry

  init(_ store: GoldenStore, _ scenes: SceneRegistry) {
    self.store = store
    self.scenes = scenes
  }

  /// Runs goldens concurrently.
  ///
  /// Each comparison must first detect four injected faults, since a comparison that cannot fail
  /// proves nothing.
  ///
  /// Threads suffice, since each draws into its own memory and nothing is timed.
  func findings(
    _ goldens: [Golden], measuresFlashes: Bool, atOnce jobCount: Int, _ status: StatusLine,
    _ comparator: GoldenProof.Comparator = GoldenProof.Comparator()
  ) throws -> [Result<GoldenFinding, NotJudgedRun>] {
    let findings = try JobQueue.run(
      goldens.count, atOnce: jobCount,
      onEnd: { status.show("\($0) of \(goldens.count) goldens run") },
      { (index) throws in
        let name = goldens[index].name
        let place = ["golden", "check", name, "--goldens", store.folder]
        return try NotJudgedRun.attempt(store.manifestPath(name), place) {
          try store.finding(
            name, goldens[index].manifest, goldens[index].scenario, scenes,
            measuresFlashes: measuresFlashes, isInterrupted: { Interrupt.isRequested })
        }
      })
    for finding in findings.compactMap({ $0.judged }) {
      let missed = GoldenProof.missed(
        comparator, picture: finding.pictures.first, digests: finding.digests)
      guard missed.isEmpty else {
        throw CommandError.broken(
          "golden check: the comparison does not detect "
            + missed.map(\.rawValue).joined(separator: ", ") + "; please report it")
      }
    }
    return findings
  }

  /// Reads manifests and scenarios, so that they count as inputs; images are read later.
  func load(_ names: [String]) throws -> [Golden] {
    var documents: [String: ScenarioDocument] = [:]
    return try names.map { name in
      let manifest = try store.manifest(name)
      let path = store.scenarioPath(of: manifest)
      let document = documents[path] ?? ScenarioDocument(path)
      documents[path] = document
      return Golden(
        name: name, manifest: manifest,
        scenario: try store.scenario(name, manifest, document, scenes))
    }
  }
}
