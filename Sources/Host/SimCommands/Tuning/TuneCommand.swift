import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// `simbench tune`: the highest caps each device class can afford.
struct TuneCommand: Command {
  private let scenes: SceneRegistry
  private let console: Console
  private let loader: ScenarioLoader
  private let paths: [String]
  private let frameCount: UInt32
  private let sustainedSeconds: Double
  private let outputFolder: String
  private let swiftPath: String?
  private let output: FindingOutput

  /// Frames of every run by default.
  static let defaultFrameCount: UInt32 = 600

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    self.scenes = scenes
    self.console = console
    paths = parsed.positionals("SCENARIO")
    frameCount =
      try usage { () throws(UsageError) in
        try parsed.unsigned("frames", in: 2...36_000)
      }.map { UInt32($0) } ?? Self.defaultFrameCount
    sustainedSeconds =
      try usage { () throws(UsageError) in
        try parsed.duration("sustained") { try? DurationText.milliseconds(of: $0) }
      }.map { Double($0) / 1000 } ?? 0
    var loader = ScenarioLoader(scenes: scenes.descriptors)
    loader.deviceName = parsed.string("device")
    loader.deviceFolder = parsed.string("devices")
    loader.overrides.frameCount = frameCount
    self.loader = loader
    outputFolder = parsed.string("out") ?? ".simbench"
    swiftPath = parsed.string("swift")
    output = try FindingOutput(parsed, console, also: ["html"])
    guard !output.isPrinted || swiftPath != "-" else {
      throw .badInput(
        "--json and --swift: only one of them can be printed; name a file for the other")
    }
  }

  /// Loads everything first, then searches, then writes; an interrupt or an error writes nothing.
  func run() throws(CommandError) -> ExitCode {
    let scenarios = try loadAll()
    let names = OutputNames.unique(scenarios.map { $0[0].scenarioName })
    let plots = names.map { "\(outputFolder)/tune-\($0).svg" }
    try output.checkNames(plots + [swiftPath == "-" ? nil : swiftPath], inputs: paths)
    var options = CapSolver.Options()
    options.sustainedSeconds = sustainedSeconds
    options.isInterrupted = { Interrupt.isRequested }
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    var runs: UInt32 = 0
    options.onRun = {
      runs += 1
      status.show("tune  \(runs) runs")
    }
    var results: [CapResult] = []
    let transaction = FileTransaction()
    defer { transaction.discard() }
    for (index, classes) in scenarios.enumerated() {
      // One for each scenario: it remembers every run it made.
      var solver = CapSolver(scenes, options: options)
      var caps: [CapResult] = []
      for question in classes {
        switch question {
        case .answered(let result): caps.append(result)
        case .open(let scenario):
          do { caps.append(try solver.solve(scenario)) } catch { throw .interrupted }
        }
      }
      if let plot = TunePlot.svg(caps) {
        try files { () throws(FileError) in try transaction.stage(plot, at: plots[index]) }
      }
      results += caps
    }
    status.clear()
    try write(results, transaction)
    return ExitCode.worst(of: results.map(Self.exitCode))
  }

  /// What a class without a cap does to the exit code: too slow for even the fewest is a budget
  /// that failed, and without costs nothing can be said.
  private static func exitCode(_ result: CapResult) -> ExitCode {
    switch result.outcome {
    case .found, .skipped: .pass
    case .impossible: result.device.costs == nil ? .inconclusive : .budgetFailed
    case .refused: .inconclusive
    }
  }

  /// A scenario under one device class, or the answer that the class cannot run it.
  private enum Candidate {
    case open(Scenario)
    case answered(CapResult)

    var scenarioName: String {
      switch self {
      case .open(let scenario): scenario.name
      case .answered(let result): result.scenario
      }
    }
  }

  /// Every scenario once for every device class.
  private func loadAll() throws(CommandError) -> [[Candidate]] {
    var all: [[Candidate]] = []
    for path in paths {
      do throws(LoadError) {
        // Every run of the file's matrix by itself.
        let file = ScenarioLoader.parts(path).file
        for scenario in try loader.loadAll(path) {
          all.append(try load(scenario.caseName.map { "\(file)[\($0)]" } ?? path))
        }
      } catch {
        throw .badInput(error.message)
      }
    }
    return all
  }

  /// A scenario under every class; those that lack what it needs are skipped, unless all do.
  private func load(_ path: String) throws(LoadError) -> [Candidate] {
    if loader.deviceName != nil { return [.open(try loader.load(path))] }
    var scenarios: [Scenario] = []
    var skipped: [(index: Int, device: Device, error: LoadError, reason: String)] = []
    // Every class: those of the folders and the built-in ones, as a scenario would find them.
    let beside = ScenarioLoader.folder(of: path) + "devices"
    let folders = [beside] + (loader.deviceFolder.map { [$0] } ?? [])
    for device in try loader.devices(in: folders) {
      var loader = loader
      loader.deviceName = device.name
      do throws(LoadError) {
        scenarios.append(try loader.load(path))
      } catch {
        guard case .format(let fault) = error, case .lacking(_, _, let reason) = fault.problem
        else { throw error }
        skipped.append((scenarios.count + skipped.count, device, error, reason))
      }
    }
    guard let name = scenarios.first?.name else {
      guard let first = skipped.first else { return [] }
      throw first.error
    }
    var questions = scenarios.map { Candidate.open($0) }
    for (index, device, _, reason) in skipped {
      questions.insert(
        .answered(
          CapResult(
            scenario: name, device: device, outcome: .skipped(reason), budgetNanoseconds: 0)),
        at: index)
    }
    return questions
  }

  private func write(
    _ results: [CapResult], _ transaction: FileTransaction
  ) throws(CommandError) {
    let question = TuneReport.Question(
      frameCount: frameCount, headroom: CapSolver.Options().headroom,
      sustainedSeconds: sustainedSeconds, inputs: CapSolver.inputs.map { $0.name })
    let swift = TuneReport.swift(results)
    let printsSwift = swiftPath == "-"
    if let swiftPath, !printsSwift {
      try files { () throws(FileError) in try transaction.stage(swift, at: swiftPath) }
    }
    try output.write(
      TuneReport.output.object(.init(results, question)),
      printsSwift ? "" : TuneReport.text(results, question), with: transaction
    ) { _ in TuneReport.html(results, question) }
    if printsSwift { _ = console.output(swift) }
  }
}
