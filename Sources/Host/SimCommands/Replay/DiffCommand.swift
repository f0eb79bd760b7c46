import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime
import SimWorld

/// `simbench diff`: finds the first frame and field in which two runs diverge.
struct DiffCommand: Command {
  private let scenes: SceneRegistry
  private let console: Console
  private let parsed: ParsedCommand
  private let output: FindingOutput
  private let paintedCount: UInt32
  private let scenarioPath: String?

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    self.scenes = scenes
    self.console = console
    self.parsed = parsed
    output = FindingOutput(parsed, console)
    scenarioPath = parsed.string("scenario")
    paintedCount = try VerifyCommand.paintedCount(parsed)
    guard scenarioPath != nil || !parsed.isGiven("frames") else {
      throw CommandError.badInput("--frames needs --scenario: a recording has its own length")
    }
  }

  func run() throws -> ExitCode {
    let names = [parsed.requiredPositional("A"), parsed.requiredPositional("B")]
    try output.checkNames(
      inputs: names.filter { FileStore.isFile($0) } + [scenarioPath].compactMap { $0 })
    let run = try scenarioPath.map { (path) throws in try load(path) }
    let sides = [try side(names[0], run), try side(names[1], run)]
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    let transaction = FileTransaction()
    defer { transaction.discard() }
    var report = DiffReport(
      sides: sides.map { DiffReport.Side(name: $0.name, words: $0.variant.words, frames: 0) })
    report.headers = try headers(sides)
    if let model = sides.first(where: { $0.kind == .model }) { report.unit = model.kind.unit }
    var keeper = DivergenceKeeper()
    try compare(sides, &report, &keeper, status)
    try keeper.stage(with: transaction)
    status.clear()
    try output.write(DiffReport.output.object([report]), report.text, with: transaction)
    return report.isFine ? .pass : .determinismBroken
  }

  // MARK: - Comparing

  private func compare(
    _ sides: [DiffSide], _ report: inout DiffReport, _ keeper: inout DivergenceKeeper,
    _ status: StatusLine
  ) throws {
    let frameCount = sides.compactMap { $0.frameCount }.min() ?? .max
    let request = LogRequest(frameCount: frameCount, paintedCount: paintedCount)
    var logs: [FrameLog] = []
    for side in sides {
      status.show(side.name)
      logs.append(try side.variant.log(request))
    }
    for index in sides.indices {
      report.sides[index].frames = sides[index].frameCount ?? UInt32(logs[index].frames.count)
      if let frame = sides[index].firstOther(than: logs[index]) {
        report.headers.append(
          "\(sides[index].name): from \(report.unit) \(frame) on this build differs from the "
            + "recording")
      }
    }
    let comparison = LogComparison(
      logs[0], logs[1],
      comparesSource: sides.allSatisfy { $0.variant.hasSameSource })
    report.compared = comparison.compared
    report.painted = comparison.painted
    report.equal = comparison.equal
    let found = try Divergence.find(
      sides[0].variant, sides[1].variant, logs: (logs[0], logs[1]), request,
      open: Self.opening(sides[0].open, sides[1].open))
    if let found {
      report.divergence = keeper.report(found, "diff", ("first", "second"))
    } else if let frame = sides[0].firstOther(than: sides[1], logs[0]) {
      report.equal = min(report.equal, frame)
      report.divergence = DivergenceReport(frame: frame, phase: "step")
      report.divergence?.reason =
        "recorded by builds with different states; rerun by this build, both are identical"
    }
  }

  /// Layout for comparing the states of both; if one has no scene or model, that of the other.
  private static func opening(
    _ first: (() -> any Session)?, _ second: (() -> any Session)?
  ) -> (first: () -> any Session, second: () -> any Session)? {
    guard let one = first ?? second, let other = second ?? first else { return nil }
    return (one, other)
  }

  /// The differences between the recordings' headers.
  private func headers(_ sides: [DiffSide]) throws -> [String] {
    guard let first = sides[0].recording, let second = sides[1].recording else { return [] }
    let (mine, theirs) = (SubjectName(first.header), SubjectName(second.header))
    guard mine == theirs else {
      throw CommandError.badInput(
        "\(sides[1].name): a recording of \(theirs.name), but \(sides[0].name) is of "
          + mine.name)
    }
    let (one, other) = (first.headerLines, second.headerLines)
    return one.filter { !other.contains($0) }.map { "\($0) (first)" }
      + other.filter { !one.contains($0) }.map { "\($0) (second)" }
  }

  // MARK: - Sides

  /// The run of the scenario, which must have exactly one.
  private func load(_ path: String) throws -> ComparedRun {
    let runs = try ComparedRun.loadAll(
      [path], parsed, RunSettings(comparing: parsed, scenes), scenes, paintedCount: paintedCount)
    guard runs.count == 1 else {
      throw CommandError.badInput(
        "\(path): \(runs.count) runs; choose one, such as \(runs[0].path)")
    }
    return runs[0]
  }

  private func side(_ name: String, _ run: ComparedRun?) throws -> DiffSide {
    if FileStore.isFile(name), let file = try fileSide(name) { return file }
    guard let run else {
      throw CommandError.badInput(
        FileStore.isFile(name)
          ? "\(name): neither a recording nor a log; an executable needs --scenario"
          : "\(name): no such file; an executable, commit or target needs --scenario")
    }
    let variants = VerifyVariants(
      run, console, VerifyVariants.Choices(parsed), logger: { _ in logger })
    var side = DiffSide(
      name: name, variant: variants.local.here("here", "this build"), frameCount: run.frameCount,
      kind: run.report.subject.kind, open: { variants.open() })
    if name == "." { return side }
    if TargetVariant.known.contains(where: { $0.name == name }) {
      guard case .runs(let variant) = try variants.target(name) else {
        throw CommandError.badInput(
          "\(name): no such target here; \(ShellCommand.simbench(["verify"])) reports why")
      }
      side.variant = variant
      return side
    }
    let (executable, words) = try VerifyVariants.executable(name, console)
    side.variant = variants.ownProcess(of: executable).variant("build", words)
    return side
  }

  /// A recording or a log; nil if the file is neither.
  private func fileSide(_ path: String) throws -> DiffSide? {
    let bytes = try FileStore.read(path, limitByteCount: RecordingFile.limitByteCount)
    let isDeflated = FileContent(bytes)?.kind == .gzip
    if !isDeflated { try FormatError.check(bytes, file: path, expected: "a recording or a log") }
    if FrameLog.isLog(bytes) {
      let log: FrameLog
      do {
        log = try FrameLog(parsing: bytes)
      } catch {
        throw CommandError.badInput(FormatError(error, file: path).message)
      }
      guard !log.frames.isEmpty else {
        throw CommandError.badInput("\(path): the log has no frames")
      }
      return DiffSide(
        name: path,
        variant: RunVariant("log", "log of frames") { (_) throws(VariantError) in log },
        frameCount: UInt32(log.frames.count))
    }
    guard isDeflated || bytes.starts(with: Array("simbench".utf8)) || scenarioPath == nil
    else { return nil }
    let recording = try RecordingStore.read(path)
    guard recording.header.kind == .scene else { return try historySide(recording, path) }
    let recorded = RecordedRun(recording, path: path, scenes: scenes)
    let entry = try recorded.entry()
    let plan = try recorded.plan(entry.descriptor)
    let paintedCount = paintedCount
    return recordedSide(path, recording, plan.frameCount) {
      entry.open(plan, paintedCount > 0, ThreadCrew())
    }
  }

  private func historySide(
    _ recording: Recording, _ path: String
  ) throws -> DiffSide {
    let history = try RecordedHistory(recording, path: path, scenes: scenes)
    let (entry, plan) = (history.entry, history.plan)
    let count = try ComparedRun.stepCount(plan, entry, path: path)
    return recordedSide(path, recording, count) { entry.open(plan) }
  }

  private func recordedSide(
    _ path: String, _ recording: Recording, _ frameCount: UInt32,
    _ open: @escaping () -> any Session
  ) -> DiffSide {
    let variant = RunVariant("recording", "recording", hasSameSource: false) {
      (request) throws(VariantError) in
      do {
        return try logger.log(open(), request)
      } catch {
        throw .interrupted
      }
    }
    return DiffSide(
      name: path, variant: variant, frameCount: frameCount,
      kind: recording.header.kind, recording: recording, open: open)
  }

  private var logger: FrameLogger {
    var logger = FrameLogger()
    logger.isInterrupted = { Interrupt.isRequested }
    return logger
  }
}

/// One of two runs.
private struct DiffSide {
  var name: String
  var variant: RunVariant
  /// Number of frames; nil if only its log contains it.
  var frameCount: UInt32?
  /// Whether it is of a scene or model; a log does not tell.
  var kind = RecordingHeader.Kind.scene
  var recording: Recording?
  /// Opens a session of the run; nil if its scene or model is unknown.
  var open: (() -> any Session)?

  /// The frames of a log for which a recording has digests, in order.
  private func pinned(_ log: FrameLog) -> [Int] {
    kind == .model ? log.outsideSteps : Array(log.frames.indices)
  }

  /// The first frame that differs from the recording.
  func firstOther(than log: FrameLog) -> UInt32? {
    guard let recording else { return nil }
    return zip(recording.digests, pinned(log)).first { $0 != log.frames[$1].scene }
      .map { UInt32($0.1) }
  }

  /// The first frame with different digests in two recordings whose logs in this build are
  /// identical.
  func firstOther(than other: DiffSide, _ log: FrameLog) -> UInt32? {
    guard let mine = recording?.digests, let theirs = other.recording?.digests else { return nil }
    let frames = pinned(log)
    return zip(mine, theirs).enumerated().first { $0.element.0 != $0.element.1 }
      .map { UInt32(frames.indices.contains($0.offset) ? frames[$0.offset] : $0.offset) }
  }
}

extension Recording {
  /// The lines of the text before the input.
  fileprivate var headerLines: [String] {
    var head = Recording(header)
    head.chain = nil
    return String(decoding: head.text, as: UTF8.self).split(separator: "\n")
      .prefix { $0 != "input" }.map { String($0) }
  }
}
