import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime

/// `simbench tune`: finds the largest population that each device class sustains.
struct TuneCommand: Command {
  private let scenes: SceneRegistry
  private let console: Console
  private let loader: ScenarioLoader
  private let paths: [String]
  /// Whether `--all` is given, which also gives quality levels.
  private let isWhole: Bool
  private let renderer: String?
  private let refreshRate: UInt32?
  private let frameCount: UInt32
  private let sustainedSeconds: Double
  private let outputFolder: String
  private let swiftPath: String?
  private let csvPath: String?
  private let output: FindingOutput

  /// Default number of frames per run.
  static let defaultFrameCount: UInt32 = 600
  /// Seconds of load after which a device counts as hot; the lowest quality level is for this
  /// state.
  static let hotSeconds = 1200.0

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    self.scenes = scenes
    self.console = console
    paths = parsed.positionals("SCENARIO")
    isWhole = parsed.flag("all")
    guard isWhole == paths.isEmpty else {
      throw CommandError.badInput(
        isWhole
          ? "--all takes no scenarios; omit either the scenarios or --all"
          : "tune: give a scenario, or tune the whole product with --all")
    }
    frameCount =
      try parsed.unsigned("frames", in: 2...36_000).map { UInt32($0) } ?? Self.defaultFrameCount
    refreshRate = try parsed.unsigned("refresh", in: 24...240).map { UInt32($0) }
    sustainedSeconds =
      try parsed.duration("sustained") { try? DurationText.milliseconds(of: $0) }.map {
        Double($0) / 1000
      } ?? 0
    renderer = parsed.string("renderer")
    var loader = ScenarioLoader(scenes: scenes.descriptors)
    loader.deviceName = parsed.string("device")
    loader.deviceFolder = parsed.string("devices")
    loader.overrides.frameCount = frameCount
    self.loader = loader
    outputFolder = parsed.string("out") ?? ".simbench"
    swiftPath = parsed.string("swift")
    csvPath = parsed.string("csv")
    output = try FindingOutput(parsed, console, also: ["html"])
    try FindingOutput.checkOneIsPrinted(
      (output.isPrinted ? ["json"] : [])
        + [("swift", swiftPath), ("csv", csvPath)].filter { $0.1 == "-" }.map(\.0))
  }

  /// The findings of a scenario.
  private struct Found {
    var caps: [CapResult] = []
    var levels: [CapLevels] = []
    var next: [String] = []
  }

  /// Loads everything first, then searches, then writes; after an interrupt or error, nothing is
  /// written.
  func run() throws -> ExitCode {
    let scenarios = try loadAll()
    let names = OutputNames.unique(scenarios.map(\.name))
    let plots = names.map { "\(outputFolder)/tune-\($0).svg" }
    let files = [swiftPath, csvPath].map { $0 == "-" ? nil : $0 }
    try output.checkNames(plots + files, inputs: paths)
    var options = CapSolver.Options()
    options.renderer = renderer
    options.isInterrupted = { Interrupt.isRequested }
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    var runs: UInt32 = 0
    var subject = ""
    options.onRun = {
      runs += 1
      status.show("tune  \(subject)  \(CountWords.counted(runs, "run"))")
    }
    var found = Found()
    let transaction = FileTransaction()
    defer { transaction.discard() }
    for (index, scenario) in scenarios.enumerated() {
      subject = "\(index + 1)/\(scenarios.count) \(scenario.name)"
      var one = try solve(scenario, options)
      CapOrder.flag(&one.caps)
      if let plot = TunePlot.svg(one.caps) {
        try transaction.stage(plot, at: plots[index])
      }
      found.caps += one.caps
      found.levels += one.levels
      // Only the first one is suggested; the others are in the table.
      if let path = scenario.path,
        let cap = one.caps.first(where: { Self.exitCode($0) == .budgetFailed })
      {
        found.next.append(ShellCommand.simbench(["run", path, "--device", cap.device.name]))
      }
    }
    status.clear()
    try write(found, transaction)
    return ExitCode.worst(of: found.caps.map(Self.exitCode))
  }

  private func solve(
    _ scenario: Candidates, _ options: CapSolver.Options
  ) throws -> Found {
    // One solver per scenario, since it caches every run.
    var solver = CapSolver(scenes, options: options)
    var found = Found()
    for question in scenario.questions {
      switch question {
      case .answered(let result): found.caps.append(result)
      case .open(let scenario):
        let result = try solver.solve(scenario, afterSeconds: sustainedSeconds)
        found.caps.append(result)
        guard isWhole else { continue }
        let hot = try solver.solve(
          scenario, afterSeconds: max(sustainedSeconds, Self.hotSeconds))
        if let levels = CapLevels(cool: result, hot: hot) { found.levels.append(levels) }
      }
    }
    return found
  }

  /// The exit code of a class without a cap: a failed budget if it cannot sustain the smallest
  /// count at optimistic costs, and inconclusive if it cannot at nominal costs or has no costs.
  private static func exitCode(_ result: CapResult) -> ExitCode {
    switch result.outcome {
    case .found, .skipped: return .pass
    case .impossible:
      guard !result.points.isEmpty, result.nominalCap == nil else {
        return result.points.isEmpty ? .inconclusive : .pass
      }
      return result.isTooCloseToSay ? .inconclusive : .budgetFailed
    }
  }

  // MARK: - Loading

  /// A scenario on one device class, or the reason why the class cannot run it.
  private enum Question {
    case open(Scenario)
    case answered(CapResult)
  }

  /// A scenario on every device class.
  private struct Candidates {
    var name: String
    /// Nil if a scene of the product has no file.
    var path: String?
    var questions: [Question]
  }

  /// Every scenario, once per device class and frame rate.
  private func loadAll() throws -> [Candidates] {
    var all: [Candidates] = []
    for document in try documents() {
      var candidates = try load(document)
      if !isWhole { candidates.path = document.path }
      all.append(candidates)
    }
    try checkRenderer(all)
    return all
  }

  /// Throws if no device class has costs of the requested renderer.
  private func checkRenderer(_ all: [Candidates]) throws(LoadError) {
    guard let renderer else { return }
    var names: [String] = []
    for case .open(let scenario) in all.flatMap(\.questions) {
      names += scenario.device.renderers.map(\.name).filter { !names.contains($0) }
    }
    guard !names.isEmpty, !names.contains(renderer) else { return }
    throw .format(
      FormatError(
        file: "--renderer",
        problem: .unknownName(
          found: renderer, suggestion: nearestSpelling(of: renderer, in: names), allowed: names)))
  }

  /// Every case of the files' matrices, or every scene of the product.
  private func documents() throws(LoadError) -> [ScenarioDocument] {
    guard !isWhole else { return loader.product }
    var documents: [ScenarioDocument] = []
    for path in paths {
      let document = ScenarioDocument(path)
      for scenario in try loader.loadAll(document) {
        if !output.isQuiet { scenario.sayAssumptions() }
        documents.append(document.run(scenario.caseName))
      }
    }
    return documents
  }

  /// A scenario on every class; classes without a required feature are skipped, unless all lack it.
  private func load(_ document: ScenarioDocument) throws(LoadError) -> Candidates {
    if loader.deviceName != nil {
      let scenarios = try rates(document, loader)
      return Candidates(name: scenarios[0].name, questions: scenarios.map { .open($0) })
    }
    var questions: [Question] = []
    var skipped: [(index: Int, device: Device, error: LoadError, reason: String)] = []
    let beside = ScenarioLoader.folder(of: document.file) + "devices"
    let folders = [beside] + (loader.deviceFolder.map { [$0] } ?? [])
    for device in try loader.devices(in: folders) {
      var loader = loader
      loader.deviceName = device.name
      do throws(LoadError) {
        questions += try rates(document, loader).map { .open($0) }
      } catch {
        guard case .format(let fault) = error, case .lacking(_, _, let reason) = fault.problem
        else { throw error }
        skipped.append((questions.count + skipped.count, device, error, reason))
      }
    }
    guard case .open(let first)? = questions.first else {
      guard let first = skipped.first else { return Candidates(name: "", questions: []) }
      throw first.error
    }
    for (index, device, _, reason) in skipped {
      var result = CapResult(
        scenario: first.name, device: device, outcome: .skipped(reason), budgetNanoseconds: 0)
      result.frameRate = device.refreshRate
      questions.insert(.answered(result), at: index)
    }
    return Candidates(name: first.name, questions: questions)
  }

  /// The scenario at the frame rates to tune for a display.
  ///
  /// These are the display's own rate, which an app gets by default, and 60 Hz if that is lower. A
  /// scenario of fewer than 60 frames per second keeps its rate.
  private func rates(
    _ document: ScenarioDocument, _ loader: ScenarioLoader
  ) throws(LoadError) -> [Scenario] {
    let written = try loader.load(document)
    let display = written.device.refreshRate
    let asked = written.plan.clock.framesPerSecond
    let rates: [UInt32] =
      refreshRate.map { [min($0, display)] }
      ?? (asked < 60 ? [asked] : display > 60 ? [display, 60] : [display])
    var scenarios: [Scenario] = []
    for rate in rates {
      var loader = loader
      loader.overrides.frameRate = rate
      scenarios.append(rate == asked ? written : try loader.load(document))
    }
    return scenarios
  }

  // MARK: - Writing

  private func write(_ found: Found, _ transaction: FileTransaction) throws {
    let question = TuneReport.Question(
      frameCount: frameCount, headroom: CapSolver.Options().headroom,
      sustainedSeconds: sustainedSeconds, inputs: CapSolver.inputs.map { $0.name })
    let sources = [
      (swiftPath, TuneReport.swift(found.caps, levels: found.levels)),
      (csvPath, TuneReport.csv(found.caps, levels: found.levels)),
    ]
    var printed: String?
    for case (let path?, let text) in sources {
      if path == "-" {
        printed = text
      } else {
        try transaction.stage(text, at: path)
      }
    }
    let listing = TuneReport.Listing(
      found.caps, question, levels: found.levels, next: found.next)
    try output.write(
      TuneReport.output.object(listing), printed == nil ? TuneReport.text(listing) : "",
      with: transaction
    ) { _ in TuneReport.html(listing) }
    if let printed { _ = console.output(printed) }
  }
}
