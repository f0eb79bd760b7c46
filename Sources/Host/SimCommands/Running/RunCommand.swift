import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimRuntime

/// `simbench run`: runs scenarios, measures them and says whether they hold.
struct RunCommand: Command {
  private let settings: RunSettings
  private let scenes: SceneRegistry
  private let console: Console
  private let paths: [String]
  private let frameOutputs: FrameOutputs
  private let rendersPixels: Bool
  private let threadCount: Int
  private let outputs: ResultOutputs
  private let planted: PlantedWork?
  private let instructions: InstructionCounting
  private let findsAllocationSites: Bool
  private let secondRun: SecondRun

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    settings = try RunSettings(parsed, scenes)
    self.scenes = scenes
    self.console = console
    paths = parsed.positionals("SCENARIO")
    frameOutputs = FrameOutputs(parsed)
    outputs = try ResultOutputs(parsed, others: frameOutputs.printable)
    rendersPixels = !parsed.flag("no-render")
    let range = WorkCrew.countRange
    threadCount =
      try usage { () throws(UsageError) in
        try parsed.unsigned("threads", in: UInt64(range.lowerBound)...UInt64(range.upperBound))
      }.map { Int($0) } ?? 1
    planted = try Self.plantedWork(console)
    findsAllocationSites = parsed.flag("alloc-sites")
    instructions = try InstructionCounting(parsed)
    secondRun = SecondRun(parsed)
  }

  /// Checks everything first, then runs, then writes; an interrupt or an error writes nothing.
  func run() throws(CommandError) -> ExitCode {
    var scenarios: [Scenario] = []
    var digests: [String] = []
    let named = try settings.loadAll(paths)
    for one in named {
      digests.append(try settings.digest(of: one.scenario, path: one.path))
      scenarios.append(one.scenario)
    }
    let pictureNames = OutputNames.unique(scenarios.map { $0.name })
    try checkOutputs(pictureNames)
    var results: [RunResult] = []
    var pagePictures: [[UInt8]?] = []
    let transaction = FileTransaction()
    defer { transaction.discard() }
    var rows = frameOutputs
    let options = try commonOptions()
    for (index, scenario) in scenarios.enumerated() {
      var outcome = try execute(scenario, options, index: index, of: scenarios.count)
      if rendersPixels, !outcome.pictures.isEmpty {
        let path = "\(settings.outputFolder)/\(pictureNames[index]).png"
        let sheet = KeyFrames.sheet(outcome.pictures, scenario, columns: nil).picture
        let png = sheet.png
        outcome.result.pictureDigest = PagePicture.digest(of: sheet)
        try files { () throws(FileError) in try transaction.stage(png, at: path) }
        outcome.result.picture = path
        if outputs.wantsPage {
          pagePictures.append(PagePicture.fitted(sheet, png: png, count: scenarios.count))
        }
      } else {
        pagePictures.append(nil)
      }
      try instructions.complete(
        &outcome.result, StatusLine(console, isShown: !settings.isQuiet), path: named[index].path)
      if outputs.wantsSeries { outcome.result.series = outcome.series }
      outcome.result.scenarioDigest = digests[index]
      rows.append(outcome)
      results.append(outcome.result)
    }
    try writeOutputs(results, pagePictures, rows, transaction)
    report(results)
    return ExitCode.worst(of: results.map { ExitCode($0.verdict) })
  }

  /// What all runs of the command share, threads among it.
  private func commonOptions() throws(CommandError) -> RunOptions {
    guard let crew = ThreadCrew(workerCount: threadCount) else {
      throw .badInput("--threads: the system cannot start \(threadCount) threads")
    }
    var options = RunOptions()
    options.crew = crew
    options.rendersPixels = rendersPixels
    options.planted = planted
    options.counter = instructions.counter
    options.collectedPhase = instructions.collectedPhase
    options.findsAllocationSites = findsAllocationSites
    options.keptPixelCount = KeyFrames.pixelCount(for: Int(KeyFrames.defaultCount))
    options.isInterrupted = { Interrupt.isRequested }
    return options
  }

  private func execute(
    _ scenario: Scenario, _ common: RunOptions, index: Int, of count: Int
  ) throws(CommandError) -> RunOutcome {
    guard let entry = scenes.entry(named: scenario.scene) else {
      preconditionFailure("the scenario's scene was checked against the registry")
    }
    let title = count > 1 ? "\(scenario.name) (\(index + 1)/\(count))" : scenario.name
    let progress = ProgressLine(
      title: title, total: scenario.plan.frameCount, console: console,
      isShown: !settings.isQuiet)
    var options = common
    options.pictures = rendersPixels ? .frames(KeyFrames.chosen(for: scenario.plan)) : .none
    options.onProgress = { progress.update($0) }
    defer { progress.clear() }
    var outcome: RunOutcome
    do {
      outcome = try entry.run(scenario, options)
    } catch {
      throw .interrupted
    }
    try secondRun.settle(&outcome, options) { (options) throws(RunError) in
      try entry.run(scenario, options)
    }
    return outcome
  }

  /// What the environment plants into the step; such a run is no measurement, and says so.
  private static func plantedWork(_ console: Console) throws(CommandError) -> PlantedWork? {
    guard let text = Environment.value(PlantedWork.variable) else { return nil }
    guard let planted = PlantedWork(text) else {
      throw .badInput(
        "\(PlantedWork.variable): found \"\(text)\", allowed: \(PlantedWork.forms)")
    }
    console.error("simbench: \(PlantedWork.variable) plants \(text) into every run\n")
    return planted
  }

  private func checkOutputs(_ names: [String]) throws(CommandError) {
    let pictures = rendersPixels ? names.map { "\(settings.outputFolder)/\($0).png" } : []
    try OutputNames.check(pictures + frameOutputs.paths + outputs.paths, inputs: paths)
  }

  private func writeOutputs(
    _ results: [RunResult], _ pictures: [[UInt8]?], _ rows: FrameOutputs,
    _ transaction: FileTransaction
  ) throws(CommandError) {
    let printed = try outputs.stage(results, pictures: pictures, in: transaction)
    try files { () throws(FileError) in try rows.stage(in: transaction) }
    guard !Interrupt.isRequested else { throw .interrupted }
    try files { () throws(FileError) in try transaction.commit() }
    if outputs.isPrinted { _ = console.output(printed) }
    rows.print(to: console)
  }

  private func report(_ results: [RunResult]) {
    defer {
      let annotations = outputs.annotations(results)
      if !annotations.isEmpty { _ = console.output(annotations) }
    }
    guard !settings.isQuiet, !outputs.isPrinted, !frameOutputs.isPrinted else { return }
    for (index, result) in results.enumerated() {
      if index > 0 { console.say("\n") }
      console.say(TextReport.text(result, isStyled: console.isStyled))
    }
    guard results.count > 1 else { return }
    let passed = results.filter { $0.verdict == .passed }.count
    console.say("\n\(passed) of \(results.count) scenarios passed\n")
  }
}
