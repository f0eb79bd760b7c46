import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime
import SimWorld

/// `simbench replay`: replays a recording and compares every frame.
struct ReplayCommand: Command {
  private let scenes: SceneRegistry
  private let console: Console
  private let parsed: ParsedCommand
  private let path: String
  private let output: FindingOutput

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    self.scenes = scenes
    self.console = console
    self.parsed = parsed
    path = parsed.requiredPositional("RECORDING")
    output = FindingOutput(parsed, console)
  }

  func run() throws -> ExitCode {
    let recording = try RecordingStore.read(path)
    guard recording.header.kind == .scene else { return try replayHistory(recording) }
    let recorded = RecordedRun(recording, path: path, scenes: scenes)
    let entry = try recorded.entry()
    var report = ReplayReport(path, recording.header, mustCompare: parsed.flag("verify"))
    report.versions = try versions(recording.header.versionDifferences(from: entry.descriptor))
    let plan = try recorded.plan(entry.descriptor)
    let last = try lastFrame(plan)
    let picturePath = parsed.string("picture")
    let filmPath = parsed.string("apng")
    try output.checkNames([picturePath, filmPath], inputs: [path])
    // All frames are rasterized only if there is a digest chain to compare with.
    let comparesPictures =
      parsed.flag("verify") && recording.pixelChain != nil && last == plan.frameCount - 1
    let session = entry.open(plan, comparesPictures || picturePath != nil, ThreadCrew())
    let outcome = try replay(recording, session, last, comparesPictures: comparesPictures) {
      entry.open(plan, false, ThreadCrew())
    }
    // The replayed session checks no properties, so it rasterizes exactly what was recorded.
    let checked = entry.explore(plan, false, nil)
    try checked.run(to: last + 1) { Interrupt.isRequested }
    report.failure = checked.failure
    let transaction = FileTransaction()
    defer { transaction.discard() }
    if let picturePath, let picture = session.picture {
      try transaction.stage(picture.png, at: picturePath)
      report.picture = picturePath
    }
    if let filmPath {
      let request = FilmOptions.request(plan, upTo: last)
      let maker = FilmOptions(console: console, isQuiet: output.isQuiet || output.isPrinted)
      let film = try maker.film(
        of: entry.open(plan, true, ThreadCrew()), request, plan, title: path)
      try transaction.stage(film.bytes, at: filmPath)
      report.film = filmPath
      report.filmWords = FilmOptions.words(film)
    }
    fill(&report, outcome)
    if comparesPictures { report.arePicturesEqual = outcome.pixelChain == recording.pixelChain }
    try output.write(
      ReplayReport.output.object([report]), report.text, with: transaction)
    return report.exitCode
  }

  private func fill(_ report: inout ReplayReport, _ outcome: Replay.Outcome) {
    report.frames = outcome.frames
    report.compared = outcome.compared
    report.equal = outcome.equal
    report.keyframes = outcome.keyframes
    report.firstDifference = outcome.difference?.frame
    report.keyframe = outcome.difference?.keyframe
    report.fields = outcome.difference?.fields.map { DivergenceReport.Field($0) } ?? []
  }

  private func replay(
    _ recording: Recording, _ session: any Session, _ last: UInt32, comparesPictures: Bool,
    reference: @escaping () -> any Session
  ) throws -> Replay.Outcome {
    let progress = ProgressLine(
      title: path, total: last + 1, console: console, isShown: !output.isQuiet)
    defer { progress.clear() }
    let replay = Replay(
      recording, in: session, reference: reference, paintsAll: comparesPictures)
    return try replay.run(
      upTo: last, onFrame: { if $0 % 64 == 0 { progress.update($0) } },
      isInterrupted: { Interrupt.isRequested })
  }

  /// Throws if versions differ, unless `--allow-version-mismatch` is given.
  private func versions(_ differences: [VersionDifference]) throws -> [String] {
    let found = differences.map {
      "\($0.key) \($0.recorded) was recorded, this build has \($0.current)"
    }
    guard found.isEmpty || parsed.flag("allow-version-mismatch") else {
      throw CommandError.badInput(
        "\(path): \(found.joined(separator: "; ")); --allow-version-mismatch replays it anyway")
    }
    return found
  }

  /// Replays the recorded run of a model.
  private func replayHistory(_ recording: Recording) throws -> ExitCode {
    try RunSettings.refuseFrames(parsed)
    let history = try RecordedHistory(recording, path: path, scenes: scenes)
    var report = ReplayReport(path, recording.header, mustCompare: parsed.flag("verify"))
    report.versions = try versions(
      recording.header.versionDifferences(from: history.entry.descriptor))
    try output.checkNames(inputs: [path])
    var runner = ModelRunner(history.entry)
    runner.isInterrupted = { Interrupt.isRequested }
    let outcome = try runner.run(history.plan, named: path)
    report.failure = outcome.result.failure
    let compared = Replay.compare(recording, with: outcome.recording)
    report.frames = compared.frames
    (report.compared, report.equal) = (compared.compared, compared.equal)
    report.firstDifference = compared.difference?.frame
    let transaction = FileTransaction()
    defer { transaction.discard() }
    let story = ScreenReport.text(
      ResultFile.Results([.model(outcome.result)]), isStyled: console.isStyled,
      width: console.textWidth)
    try output.write(
      ReplayReport.output.object([report]), report.text + "\n" + story, with: transaction)
    return report.exitCode
  }

  private func lastFrame(_ plan: RunPlan) throws -> UInt32 {
    let last = plan.frameCount - 1
    let expected = "a frame from 0 to \(last), or a time within them"
    return try parsed.value("until", expected: expected) { text in
      FrameMoment.frame(text, by: plan.clock, below: plan.frameCount)
    } ?? last
  }
}

extension ReplayReport {
  /// The exit code; a difference takes precedence over a failing property.
  fileprivate var exitCode: ExitCode {
    isFine ? ExitCode(verdict) : .determinismBroken
  }
}
