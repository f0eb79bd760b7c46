import SimFormats
import SimHarness
import SimInput
import SimJSON
import SimPlatform
import SimReport
import SimRuntime

/// `simbench run`: runs scenarios and checks their budgets.
struct RunCommand: Command {
  private let settings: RunSettings
  private let scenes: SceneRegistry
  private let console: Console
  private let paths: [String]
  private let documents: [ScenarioDocument]
  private let frameOutputs: FrameOutputs
  private let rendersPixels: Bool
  /// Whether an option names the folder for contact sheets.
  private let namesPictureFolder: Bool
  private let threadCount: Int
  private let outputs: ResultOutputs
  private let planted: PlantedWork?
  private let instructions: InstructionCounting
  private let findsAllocationSites: Bool
  private let secondRun: SecondRun
  private let firstFrames: FirstFrames?
  private let judgesWallTime: Bool
  private let isVerbose: Bool
  private let jobs: Jobs
  private let recordPath: String?
  private let tracePath: String?
  private let traceClock: RunTimeline.Clock
  private let keyframeInterval: UInt32?
  /// The options that affect results, for separate processes.
  private let passedOn: [String]

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    settings = try RunSettings(parsed, scenes)
    self.scenes = scenes
    self.console = console
    paths = parsed.positionals("SCENARIO")
    documents = try RunSettings.documents(paths, parsed)
    frameOutputs = FrameOutputs(parsed)
    outputs = try ResultOutputs(parsed, console, others: frameOutputs.printable)
    rendersPixels = !parsed.flag("no-render")
    namesPictureFolder = parsed.string("out") != nil
    let range = WorkCrew.countRange
    threadCount =
      try parsed.unsigned("threads", in: UInt64(range.lowerBound)...UInt64(range.upperBound)).map {
        Int($0)
      } ?? 1
    planted = try Self.plantedWork(console)
    findsAllocationSites = parsed.flag("alloc-sites")
    instructions = try InstructionCounting(parsed)
    secondRun = SecondRun(parsed)
    judgesWallTime = !parsed.flag("no-wall")
    isVerbose = parsed.flag("verbose")
    jobs = try Jobs(parsed, console)
    firstFrames = FirstFrames(parsed, scenes, jobs)
    recordPath = parsed.string("record")
    tracePath = parsed.string("trace")
    let clock = try parsed.oneOf("trace-clock", RunTimeline.Clock.allCases.map(\.rawValue))
    guard clock == nil || tracePath != nil else {
      throw CommandError.badInput("--trace-clock needs --trace: it applies to the timeline")
    }
    traceClock = clock.flatMap { RunTimeline.Clock(rawValue: $0) } ?? .simulated
    keyframeInterval = try parsed.unsigned("keyframes", in: 1...Limits.frames.maximum).map {
      UInt32($0)
    }
    guard keyframeInterval == nil || recordPath != nil else {
      throw CommandError.badInput("--keyframes needs --record: states are saved in the recording")
    }
    passedOn =
      RunSettings.passedOn(parsed, hasLength: true)
      + parsed.given(["no-render", "threads", "instructions", "alloc-sites", "no-retry", "no-wall"])
      + (outputs.wantsSeries ? ["--series"] : [])
  }

  /// Checks everything first, then runs, then writes; after an interrupt or error, nothing is
  /// written.
  func run() throws -> ExitCode {
    let all = try settings.loadAll(documents)
    let scenes = all.enumerated().filter { $1.subject.scene != nil }
    guard recordPath == nil || all.count == 1 else {
      throw CommandError.badInput("--record: \(all.count) runs; a recording has only one")
    }
    guard tracePath == nil || all.count == 1 else {
      throw CommandError.badInput("--trace: \(all.count) runs; a timeline has only one")
    }
    let pictureNames = OutputNames.unique(scenes.map { $0.element.subject.name })
    let transaction = FileTransaction()
    defer { transaction.discard() }
    var gathered = Gathered(
      rows: frameOutputs,
      pictureNames: Dictionary(uniqueKeysWithValues: zip(scenes.map(\.offset), pictureNames)))
    if try checkOutputs(pictureNames) {
      gathered.pictures = namesPictureFolder ? transaction : FileTransaction()
    }
    var places = Array(all.indices)
    if let executable = jobs.executable, scenes.count > 1 {
      places.removeAll { all[$0].subject.scene != nil }
      let processes = RunProcesses(
        executable: executable, jobCount: jobs.count, options: passedOn, rows: frameOutputs,
        status: StatusLine(console, isShown: !settings.isQuiet))
      for (scene, run) in zip(scenes, try processes.run(scenes.map(\.element.path))) {
        switch run {
        case .success(let run):
          try gathered.rows.append(run.rows)
          try gather(run.result, run.sheet, scene.offset, &gathered)
        case .failure(let run): gathered.notJudged.append(run)
        }
      }
    }
    try runHere(all, places, &gathered)
    var results = ResultFile.Results(gathered.runs, notJudged: gathered.notJudged)
    let status = StatusLine(console, isShown: !settings.isQuiet)
    status.show("comparing the first frames with those of another process")
    var keeper = DivergenceKeeper()
    let judged = all.filter { one in !gathered.notJudged.contains { $0.file == one.path } }
    let differing =
      try firstFrames?.differing(
        judged, steps: results.runs.compactMap { $0.model?.steps }, &keeper) ?? []
    results.differentFirstFrames = differing.map { FirstFramesDifference($0) }
    try keeper.stage(with: transaction)
    status.clear()
    let look = SecondLook(scenes: self.scenes, status: status)
    let pictures =
      outputs.wantsPage
      ? try look.pictures(
        of: results.scenes, gathered.results.compactMap { all[$0.place].subject.scene },
        sheets: gathered.sheets)
      : HTMLReport.Pictures()
    try writeOutputs(gathered, results, pictures, transaction)
    report(results, differing)
    try sayRecording(gathered)
    return results.exitCode
  }

  /// A run on a timeline.
  private func timeline(_ outcome: RunOutcome, _ scenario: Scenario) -> [UInt8] {
    let stages = scenes.entry(named: scenario.scene)?.descriptor.stages ?? []
    var timeline = RunTimeline(
      outcome, stages: stages.map { $0.description }, scenario.plan.clock, by: traceClock)
    return timeline.bytes()
  }

  /// The outputs of the runs so far.
  private struct Gathered {
    var rows: FrameOutputs
    /// Names of contact sheets by the place of their runs on the command line.
    let pictureNames: [Int: String]
    /// Writes the contact sheets; nil if they cannot be written or are not rendered.
    var pictures: FileTransaction?
    /// The results with their places on the command line, those of scenes in order.
    var results: [(place: Int, result: RunResult)] = []
    /// Runs that were not judged.
    var notJudged: [NotJudgedRun] = []
    /// Contact sheets of scenes, for an HTML page.
    var sheets: [SheetFile?] = []
    /// The recording of the run, if requested.
    var recording: Recording?
    /// The timeline of the run, if requested.
    var timeline: [UInt8]?

    /// The results in the order of the command line.
    var runs: [RunResult] { results.sorted { $0.place < $1.place }.map(\.result) }
  }

  /// Runs one scenario after another in this process.
  ///
  /// - Parameter places: Which of the scenarios.
  private func runHere(
    _ named: [RunSettings.Named], _ places: [Int], _ gathered: inout Gathered
  ) throws {
    let options = try commonOptions()
    for (index, place) in places.enumerated() {
      let one = named[place]
      let title =
        one.subject.name + (places.count > 1 ? " (\(index + 1)/\(places.count))" : "")
      let scenario: Scenario
      switch one.subject {
      case .scene(let found): scenario = found
      case .model(let scenario):
        let outcome = try execute(scenario, title)
        gathered.results.append((place, .model(outcome.result)))
        if recordPath != nil { gathered.recording = outcome.recording }
        continue
      }
      var outcome = try execute(scenario, loadedFrom: one.document.file, options, title)
      if !judgesWallTime {
        outcome.result.timing.leaveUnjudged("\(BudgetSummary.notJudged)--no-wall")
      }
      let sheet =
        rendersPixels && !outcome.pictures.isEmpty
        ? SheetFile(KeyFrames.sheet(outcome.pictures, scenario, columns: nil)) : nil
      outcome.result.pictureDigest = try sheet.map { PagePicture.digest(of: try $0.picture()) }
      try instructions.complete(
        &outcome.result, StatusLine(console, isShown: !settings.isQuiet), path: one.path)
      if outputs.wantsSeries { outcome.result.series = outcome.series }
      if recordPath != nil { gathered.recording = outcome.recording }
      if tracePath != nil { gathered.timeline = timeline(outcome, scenario) }
      gathered.rows.append(outcome)
      try gather(outcome.result, sheet, place, &gathered)
    }
  }

  /// Keeps a run and the path of its contact sheet.
  private func gather(
    _ result: SceneResult, _ sheet: SheetFile?, _ place: Int, _ gathered: inout Gathered
  ) throws {
    var result = result
    result.picture = nil
    if let sheet, let pictures = gathered.pictures, let name = gathered.pictureNames[place] {
      let path = "\(settings.outputFolder)/\(name).png"
      do {
        try pictures.stage(sheet.png, at: path)
        result.picture = path
      } catch {
        try leaveOutPictures(since: error)
        gathered.pictures = nil
        for index in gathered.results.indices {
          gathered.results[index].result.scene?.picture = nil
        }
      }
    }
    gathered.results.append((place, .scene(result)))
    if outputs.wantsPage { gathered.sheets.append(sheet) }
  }

  /// Reports that contact sheets are not written, or fails if an option names their folder.
  private func leaveOutPictures(since error: FileError) throws {
    guard !namesPictureFolder else { throw error }
    console.error(
      "simbench: no picture: \(MessageText.message(error.message)); --out DIR names another "
        + "folder, --no-render paints none\n")
  }

  /// The options that all runs share, including threads.
  private func commonOptions() throws -> RunOptions {
    guard let crew = ThreadCrew(workerCount: threadCount) else {
      throw CommandError.machine("--threads: the system cannot start \(threadCount) threads")
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
    _ scenario: Scenario, loadedFrom file: String, _ common: RunOptions, _ title: String
  ) throws -> RunOutcome {
    let entry = scenes.entry(of: scenario)
    let progress = ProgressLine(
      title: title, total: scenario.plan.frameCount, console: console,
      isShown: !settings.isQuiet)
    var options = common
    options.pictures = rendersPixels ? .keyFrames(count: KeyFrames.defaultCount) : .none
    options.onProgress = { progress.update($0) }
    if let recordPath {
      options.recording = RecordingRequest(
        RecordingStore.header(
          scenario, entry.descriptor, loadedFrom: file, at: recordPath),
        keyframeInterval: keyframeInterval)
    } else if tracePath != nil {
      // Contacts are read from the recording.
      options.recording = RecordingRequest(
        RecordingHeader(scenario.plan, of: entry.descriptor))
    }
    defer { progress.clear() }
    var outcome: RunOutcome
    outcome = try entry.run(scenario, options)
    try secondRun.settle(&outcome, options) { (options) throws(RunError) in
      try entry.run(scenario, options)
    }
    return outcome
  }

  private func execute(_ scenario: ModelScenario, _ title: String) throws -> ModelRunner.Outcome {
    let status = StatusLine(console, isShown: !settings.isQuiet)
    defer { status.clear() }
    var runner = ModelRunner(scenes.model(of: scenario))
    runner.onProgress = { time, end in
      status.show("\(title): \(time / 1_000_000_000) of \(end / 1_000_000_000) s")
    }
    runner.isInterrupted = { Interrupt.isRequested }
    return try runner.run(scenario)
  }

  /// Work that the environment plants in the step, for selftest; such a run prints a warning.
  private static func plantedWork(_ console: Console) throws -> PlantedWork? {
    guard let text = Environment.value(PlantedWork.variable) else { return nil }
    guard let planted = PlantedWork(text) else {
      throw CommandError.badInput(
        "\(PlantedWork.variable): found \"\(text)\", allowed: \(PlantedWork.forms)")
    }
    console.error("simbench: \(PlantedWork.variable) plants \(text) in every run\n")
    return planted
  }

  /// Checks that the outputs can be written; false if contact sheets cannot or are not rendered.
  private func checkOutputs(_ names: [String]) throws -> Bool {
    var pictures = rendersPixels ? names.map { "\(settings.outputFolder)/\($0).png" } : []
    if !pictures.isEmpty && !namesPictureFolder {
      do {
        try FileStore.checkWritable(directory: settings.outputFolder)
      } catch {
        try leaveOutPictures(since: error)
        pictures = []
      }
    }
    try OutputNames.check(
      pictures + frameOutputs.paths + outputs.paths + [recordPath, tracePath].compactMap { $0 },
      inputs: paths)
    return !pictures.isEmpty
  }

  /// Reads the recording back and reports the result.
  private func sayRecording(_ gathered: Gathered) throws {
    guard let recordPath, let recording = gathered.recording else { return }
    let words = try RecordingStore.verify(recording, at: recordPath)
    guard !settings.isQuiet, !outputs.isPrinted, !frameOutputs.isPrinted else { return }
    console.say("\nrecording  \(recordPath): \(words)\n")
  }

  private func writeOutputs(
    _ gathered: Gathered, _ results: ResultFile.Results, _ pictures: HTMLReport.Pictures,
    _ transaction: FileTransaction
  ) throws {
    let rows = gathered.rows
    let printed = try outputs.stage(results, showing: pictures, in: transaction)
    try rows.stage(in: transaction)
    if let recordPath, let recording = gathered.recording {
      let bytes = RecordingFile.bytes(of: recording, at: recordPath)
      try transaction.stage(bytes, at: recordPath)
    }
    if let tracePath, let timeline = gathered.timeline {
      try transaction.stage(timeline, at: tracePath)
    }
    guard !Interrupt.isRequested else { throw CommandError.interrupted }
    try transaction.commit()
    if !namesPictureFolder, let pictures = gathered.pictures {
      do {
        try pictures.commit()
      } catch {
        try leaveOutPictures(since: error)
      }
    }
    if outputs.isPrinted { _ = console.output(printed) }
    rows.print(to: console)
  }

  private func report(_ results: ResultFile.Results, _ differing: [VerifyReport]) {
    defer {
      let annotations = outputs.annotations(results)
      if !annotations.isEmpty { _ = console.output(annotations) }
    }
    let text = differing.isEmpty ? "" : VerifyReport.findings(differing).text
    guard !settings.isQuiet, !outputs.isPrinted, !frameOutputs.isPrinted else {
      for report in differing {
        let words = report.failedLines.prefix(2).joined(separator: "; ")
        console.error(
          "simbench: \(MessageText.oneLine(report.file)): the first frames compared with those of "
            + "another process: \(MessageText.oneLine(words))\n")
      }
      console.report(results.notJudged)
      return
    }
    var runs = results
    // Told below, with all fields.
    runs.differentFirstFrames = []
    console.say(
      ScreenReport.text(
        runs, isVerbose: isVerbose, isStyled: console.isStyled, width: console.textWidth)
        + (text.isEmpty ? "" : "\n" + text))
  }
}
