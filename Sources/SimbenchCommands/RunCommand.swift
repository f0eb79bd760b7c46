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
  private let csvPath: String?
  private let rendersPixels: Bool
  private let outputs: ResultOutputs

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    settings = try RunSettings(parsed, scenes)
    self.scenes = scenes
    self.console = console
    paths = parsed.positionals("SCENARIO")
    csvPath = parsed.string("csv")
    outputs = try ResultOutputs(parsed, others: [("csv", csvPath)])
    rendersPixels = !parsed.flag("no-render")
  }

  /// Checks everything first, then runs, then writes; an interrupt or an error writes nothing.
  func run() throws(CommandError) -> ExitCode {
    var scenarios: [Scenario] = []
    for path in paths { scenarios.append(try settings.load(path)) }
    let pictureNames = OutputNames.unique(scenarios.map { $0.name })
    try checkOutputs(pictureNames)
    var results: [RunResult] = []
    var pagePictures: [[UInt8]?] = []
    let transaction = FileTransaction()
    defer { transaction.discard() }
    var rows = FrameTable()
    for (index, scenario) in scenarios.enumerated() {
      var outcome = try execute(scenario, index: index, of: scenarios.count)
      if rendersPixels, !outcome.pictures.isEmpty {
        let path = "\(settings.outputFolder)/\(pictureNames[index]).png"
        let sheet = KeyFrames.sheet(outcome.pictures, scenario, columns: nil)
        let png = KeyFrames.png(sheet)
        outcome.result.pictureDigest = PagePicture.digest(
          sheet.rgb, width: sheet.width, height: sheet.height)
        try files { () throws(FileError) in try transaction.stage(png, at: path) }
        outcome.result.picture = path
        if outputs.wantsPage {
          pagePictures.append(PagePicture.fitted(png, count: scenarios.count))
        }
      } else {
        pagePictures.append(nil)
      }
      if outputs.wantsSeries { outcome.result.series = outcome.series }
      if csvPath != nil { rows.append(outcome) }
      results.append(outcome.result)
    }
    try writeOutputs(results, pagePictures, rows, transaction)
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

  private func checkOutputs(_ names: [String]) throws(CommandError) {
    let pictures = rendersPixels ? names.map { "\(settings.outputFolder)/\($0).png" } : []
    let tables = [csvPath].compactMap { $0 }.filter { $0 != "-" }
    try OutputNames.check(pictures + tables + outputs.paths, inputs: paths)
  }

  private func writeOutputs(
    _ results: [RunResult], _ pictures: [[UInt8]?], _ rows: FrameTable,
    _ transaction: FileTransaction
  ) throws(CommandError) {
    let printed = try outputs.stage(results, pictures: pictures, in: transaction)
    if let csvPath, csvPath != "-" {
      try files { () throws(FileError) in try transaction.stage(rows.text, at: csvPath) }
    }
    guard !Interrupt.isRequested else { throw .interrupted }
    try files { () throws(FileError) in try transaction.commit() }
    if outputs.isPrinted { _ = console.output(printed) }
    if csvPath == "-" { _ = console.output(rows.text) }
  }

  private func report(_ results: [RunResult]) {
    defer {
      let annotations = outputs.annotations(results)
      if !annotations.isEmpty { _ = console.output(annotations) }
    }
    guard !settings.isQuiet, !outputs.isPrinted, csvPath != "-" else { return }
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

  static func exitCode(_ result: RunResult) -> ExitCode {
    switch result.verdict {
    case .passed: .pass
    case .failed: .budgetFailed
    case .notExercised: .capNotExercised
    }
  }
}
