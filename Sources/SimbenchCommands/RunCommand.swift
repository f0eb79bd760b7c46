import Formats
import Harness
import Platform
import Report
import Runtime

/// `simbench run`: runs scenarios, measures them and says whether they hold.
struct RunCommand {
  private let settings: RunSettings
  private let scenes: SceneRegistry
  private let console: Console
  private let paths: [String]
  private let frameOutputs: FrameOutputs
  private let rendersPixels: Bool
  private let planted: PlantedWork?

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    settings = try RunSettings(parsed, scenes)
    self.scenes = scenes
    self.console = console
    paths = parsed.positionals("SCENARIO")
    frameOutputs = try FrameOutputs(parsed, jsonPath: settings.jsonPath)
    rendersPixels = !parsed.flag("no-render")
    planted = try Self.plantedWork(console)
  }

  /// Checks everything first, then runs, then writes; an interrupt or an error writes nothing.
  func run() throws(CommandError) -> ExitCode {
    var scenarios: [Scenario] = []
    for path in paths { scenarios.append(try settings.load(path)) }
    let pictureNames = OutputNames.unique(scenarios.map { $0.name })
    try checkOutputs(pictureNames)
    var results: [RunResult] = []
    let transaction = FileTransaction()
    defer { transaction.discard() }
    var rows = frameOutputs
    for (index, scenario) in scenarios.enumerated() {
      var outcome = try execute(scenario, index: index, of: scenarios.count)
      if rendersPixels, !outcome.pictures.isEmpty {
        let path = "\(settings.outputFolder)/\(pictureNames[index]).png"
        try stagePicture(outcome.pictures, scenario, at: path, in: transaction)
        outcome.result.picture = path
      }
      rows.append(outcome)
      results.append(outcome.result)
    }
    try writeOutputs(results, rows, transaction)
    report(results)
    return ExitCode.worst(of: results.map(Self.exitCode))
  }

  private func execute(
    _ scenario: Scenario, index: Int, of count: Int
  ) throws(CommandError) -> RunOutcome {
    guard let entry = scenes.entry(named: scenario.scene) else {
      preconditionFailure("the scenario's scene was checked against the registry")
    }
    let title = count > 1 ? "\(scenario.name) (\(index + 1)/\(count))" : scenario.name
    let progress = ProgressLine(
      title: title, total: scenario.plan.frameCount, console: console,
      isShown: !settings.isQuiet)
    var options = RunOptions()
    options.rendersPixels = rendersPixels
    options.planted = planted
    options.pictures = rendersPixels ? .frames(KeyFrames.chosen(for: scenario.plan)) : .none
    options.keptPixelCount = KeyFrames.pixelCount(for: Int(KeyFrames.normalCount))
    options.isInterrupted = { Interrupt.isRequested }
    options.onProgress = { progress.update($0) }
    defer { progress.clear() }
    do {
      return try entry.run(scenario, options)
    } catch {
      throw .interrupted
    }
  }

  /// What the environment plants into the step; such a run is no measurement, and says so.
  private static func plantedWork(_ console: Console) throws(CommandError) -> PlantedWork? {
    guard let text = Environment.value(PlantedWork.variable) else { return nil }
    guard let planted = PlantedWork(text) else {
      throw .badInput(
        "\(PlantedWork.variable): found \"\(text)\", allowed: work=N or allocation=FRAME")
    }
    console.error("simbench: \(PlantedWork.variable) plants \(text) into every run\n")
    return planted
  }

  private func checkOutputs(_ names: [String]) throws(CommandError) {
    let pictures = rendersPixels ? names.map { "\(settings.outputFolder)/\($0).png" } : []
    let tables = frameOutputs.paths + [settings.jsonPath].compactMap { $0 }.filter { $0 != "-" }
    try OutputNames.check(pictures + tables)
  }

  private func stagePicture(
    _ pictures: [FramePicture], _ scenario: Scenario, at path: String,
    in transaction: FileTransaction
  ) throws(CommandError) {
    let sheet = KeyFrames.sheet(pictures, scenario, columns: nil)
    try files { () throws(FileError) in
      try transaction.stage(KeyFrames.png(sheet), at: path)
    }
  }

  private func writeOutputs(
    _ results: [RunResult], _ rows: FrameOutputs, _ transaction: FileTransaction
  ) throws(CommandError) {
    let json = JSONWriter.text(of: Self.json(results))
    if let path = settings.jsonPath, path != "-" {
      try files { () throws(FileError) in try transaction.stage(json, at: path) }
    }
    try files { () throws(FileError) in try rows.stage(in: transaction) }
    guard !Interrupt.isRequested else { throw .interrupted }
    try files { () throws(FileError) in try transaction.commit() }
    if settings.jsonPath == "-" { _ = console.output(json) }
    rows.print(to: console)
  }

  private func report(_ results: [RunResult]) {
    guard !settings.isQuiet, settings.jsonPath != "-", !frameOutputs.isPrinted else { return }
    for (index, result) in results.enumerated() {
      if index > 0 { _ = console.output("\n") }
      _ = console.output(TextReport.text(result, isStyled: console.isStyled))
    }
    guard results.count > 1 else { return }
    let passed = results.filter { $0.verdict == .passed }.count
    _ = console.output("\n\(passed) of \(results.count) scenarios passed\n")
  }

  /// One result, or several under `runs`.
  static func json(_ results: [RunResult]) -> JSONOutput {
    results.count == 1 ? JSONReport.value(results[0]) : JSONReport.value(results)
  }

  private static func exitCode(_ result: RunResult) -> ExitCode {
    switch result.verdict {
    case .passed: .pass
    case .failed: .budgetFailed
    case .notExercised: .capNotExercised
    }
  }
}
