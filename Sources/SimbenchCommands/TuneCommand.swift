import Formats
import Harness
import Platform
import Report

/// `simbench tune`: the highest caps each device class can afford.
struct TuneCommand {
  private let scenes: SceneRegistry
  private let console: Console
  private let loader: ScenarioLoader
  private let paths: [String]
  private let frameCount: UInt32
  private let sustainedSeconds: Double
  private let outputFolder: String
  private let jsonPath: String?
  private let swiftPath: String?
  private let isQuiet: Bool

  /// Frames of every run when nobody says otherwise.
  static let normalFrameCount: UInt32 = 600

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    self.scenes = scenes
    self.console = console
    paths = parsed.positionals("SCENARIO")
    frameCount =
      try usage { () throws(UsageError) in
        try parsed.unsigned("frames", in: 2...36_000)
      }.map { UInt32($0) } ?? Self.normalFrameCount
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
    jsonPath = parsed.string("json")
    swiftPath = parsed.string("swift")
    isQuiet = parsed.flag("quiet")
    guard jsonPath != "-" || swiftPath != "-" else {
      throw .badInput(
        "--json and --swift: only one of them can be printed; name a file for the other")
    }
  }

  /// Loads everything first, then searches, then writes; an interrupt or an error writes nothing.
  func run() throws(CommandError) -> ExitCode {
    let scenarios = try loadAll()
    let names = OutputNames.unique(scenarios.map { $0[0].name })
    let plots = names.map { "\(outputFolder)/tune-\($0).svg" }
    try OutputNames.check(
      plots + [jsonPath, swiftPath].compactMap { $0 }.filter { $0 != "-" }, inputs: paths)
    var options = CapSolver.Options()
    options.sustainedSeconds = sustainedSeconds
    options.isInterrupted = { Interrupt.isRequested }
    let progress = CountLine("tune", "runs", console, isShown: !isQuiet)
    defer { progress.clear() }
    var runs: UInt32 = 0
    options.onRun = {
      runs += 1
      progress.update(runs)
    }
    var results: [CapResult] = []
    let transaction = FileTransaction()
    defer { transaction.discard() }
    for (index, classes) in scenarios.enumerated() {
      // One for each scenario: it remembers every run it made.
      var solver = CapSolver(scenes, options: options)
      var caps: [CapResult] = []
      for scenario in classes {
        do { caps.append(try solver.solve(scenario)) } catch { throw .interrupted }
      }
      if let plot = TunePlot.svg(caps) {
        try files { () throws(FileError) in try transaction.stage(plot, at: plots[index]) }
      }
      results += caps
    }
    progress.clear()
    try write(results, transaction)
    return .pass
  }

  /// Every scenario once for every device class.
  private func loadAll() throws(CommandError) -> [[Scenario]] {
    var all: [[Scenario]] = []
    for path in paths {
      do throws(LoadError) {
        var classes: [Scenario] = []
        for name in try deviceNames(for: path) {
          var loader = loader
          loader.deviceName = name
          classes.append(try loader.load(path))
        }
        all.append(classes)
      } catch {
        throw .badInput(error.message)
      }
    }
    return all
  }

  private func deviceNames(for path: String) throws(LoadError) -> [String] {
    if let name = loader.deviceName { return [name] }
    let beside = ScenarioLoader.folder(of: path) + "devices"
    // Every class: those of the folders and the built-in ones, as a scenario would find them.
    return try ScenarioLoader.deviceNames(in: [beside] + (loader.deviceFolder.map { [$0] } ?? []))
  }

  private func write(
    _ results: [CapResult], _ transaction: FileTransaction
  ) throws(CommandError) {
    let question = TuneReport.Question(
      frameCount: frameCount, headroom: CapSolver.Options().headroom,
      sustainedSeconds: sustainedSeconds, inputs: CapSolver.inputs.map { $0.name })
    let json = JSONWriter.text(of: TuneReport.value(results, question))
    let swift = TuneReport.swift(results)
    for (text, path) in [(json, jsonPath), (swift, swiftPath)] {
      guard let path, path != "-" else { continue }
      try files { () throws(FileError) in try transaction.stage(text, at: path) }
    }
    guard !Interrupt.isRequested else { throw .interrupted }
    try files { () throws(FileError) in try transaction.commit() }
    if jsonPath == "-" {
      _ = console.output(json)
    } else if swiftPath == "-" {
      _ = console.output(swift)
    } else if !isQuiet {
      _ = console.output(TuneReport.text(results, question))
    }
  }
}
