import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime

/// `simbench verify`: runs a scenario in variants that must produce identical results.
struct VerifyCommand: Command {
  private let scenes: SceneRegistry
  private let console: Console
  private let parsed: ParsedCommand
  private let settings: RunSettings
  private let output: FindingOutput
  private let paintedCount: UInt32
  private let logPath: String?

  /// Number of rasterized frames by default.
  static let defaultPaintedCount: UInt32 = 20

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    self.scenes = scenes
    self.console = console
    self.parsed = parsed
    settings = try RunSettings(comparing: parsed, scenes)
    output = try FindingOutput(
      parsed, console, also: ["html", "markdown", "junit", "sarif"])
    paintedCount = try Self.paintedCount(parsed)
    logPath = parsed.string("log")
    for option in ["until", "states"] where parsed.isGiven(option) && logPath == nil {
      throw CommandError.badInput("--\(option) needs --log: it selects frames of the log")
    }
  }

  /// The value of the option `--pixels`.
  static func paintedCount(_ parsed: ParsedCommand) throws -> UInt32 {
    let frames = UInt64(ScenarioFile.frameRange.upperBound)
    return try parsed.unsigned("pixels", in: 0...frames).map { UInt32($0) } ?? defaultPaintedCount
  }

  func run() throws -> ExitCode {
    let runs = try ComparedRun.loadAll(
      parsed.positionals("SCENARIO"), parsed, settings, scenes, paintedCount: paintedCount)
    guard let logPath else { return try verify(runs) }
    guard runs.count == 1 else {
      throw CommandError.badInput("--log: \(runs.count) runs; a log has only one")
    }
    if logPath != "-" {
      try output.checkNames([logPath], inputs: parsed.positionals("SCENARIO"))
    }
    return try writeLog(runs[0], to: logPath)
  }

  // MARK: - A log of this process

  private func writeLog(_ run: ComparedRun, to path: String) throws -> ExitCode {
    let count = run.frameCount
    var request = run.request
    let last = try parsed.unsigned("until", in: 0...UInt64(count - 1))
    if let last { request.last = UInt32(last) }
    request.kept = try kept(upTo: request.last)
    let log: FrameLog
    let logger = logger(run.name, total: request.last + 1)
    log = try logger.log(run.open(ThreadCrew()), request)
    guard path != "-" else {
      _ = console.output(String(decoding: log.text, as: UTF8.self))
      return .pass
    }
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try transaction.stage(log.text, at: path)
    try transaction.commit()
    return .pass
  }

  private func kept(upTo last: UInt32) throws -> [UInt32] {
    let expected = "frames from 0 to \(last), ascending, such as 0,12"
    return try parsed.value("states", expected: expected) { text -> [UInt32]? in
      let frames = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { UInt32($0) }
      guard frames.allSatisfy({ $0.map { $0 <= last } ?? false }) else { return nil }
      let numbers = frames.compactMap { $0 }
      return zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } ? numbers : nil
    } ?? []
  }

  // MARK: - All variants

  private func verify(_ runs: [ComparedRun]) throws -> ExitCode {
    try output.checkNames(inputs: runs.map { ScenarioLoader.parts($0.path).file })
    let transaction = FileTransaction()
    defer { transaction.discard() }
    var keeper = DivergenceKeeper()
    var choices = VerifyVariants.Choices(parsed)
    choices.only = try parsed.value("only", expected: "names of variants, such as repeat,rewind") {
      text in
      let names = text.split(separator: ",").map { VerifyVariants.Name(rawValue: String($0)) }
      return names.isEmpty || names.contains(nil) ? nil : names.compactMap { $0 }
    }
    choices.against = parsed.string("against")
    var reports: [VerifyReport] = []
    for run in runs {
      let variants = VerifyVariants(run, console, choices, logger: { logger(run.name, total: $0) })
      reports.append(try variants.report(&keeper, StatusLine(console, isShown: !output.isQuiet)))
    }
    try keeper.stage(with: transaction)
    let findings = VerifyReport.findings(reports, isVerbose: parsed.flag("verbose"))
    try output.write(VerifyReport.output.object(reports), findings, with: transaction)
    return ExitCode.worst(of: reports.map { $0.verdict.repeated })
  }

  private func logger(_ title: String, total: UInt32) -> FrameLogger {
    let progress = ProgressLine(
      title: title, total: total, console: console, isShown: !output.isQuiet && logPath != "-")
    var logger = FrameLogger()
    logger.isInterrupted = { Interrupt.isRequested }
    logger.onFrame = { frame in
      if frame % 64 == 0 { progress.update(frame) }
      if frame + 1 == total { progress.clear() }
    }
    return logger
  }
}

extension Verdict {
  /// The exit code of the results of `verify`.
  var repeated: ExitCode {
    switch self {
    case .passed: .pass
    case .inconclusive: .inconclusive
    case .notJudged: .notJudged
    case .failed, .notExercised: .determinismBroken
    }
  }
}

/// Keeps the states of two runs in the first frame that differs.
struct DivergenceKeeper {
  /// Folder of the states.
  static var folder: String { ".simbench/divergence" }

  private var states: [(path: String, line: [UInt8])] = []

  /// Creates an empty keeper.
  init() {}

  /// Describes a divergence and keeps its states.
  mutating func report(
    _ divergence: Divergence, _ name: String, _ sides: (String, String)
  ) -> DivergenceReport {
    var report = DivergenceReport(divergence)
    guard let states = divergence.states else { return report }
    for (side, snapshot) in [(sides.0, states.first), (sides.1, states.second)] {
      let path = "\(Self.folder)/\(name)-frame-\(divergence.frame)-\(side).state"
      let line = FrameLog.line(snapshot, afterFrame: divergence.frame)
      self.states.append((path, line))
      report.states.append(path)
    }
    return report
  }

  /// Adds the states of another keeper.
  mutating func take(from other: DivergenceKeeper) { states += other.states }

  /// Adds all states to a transaction, to be written when it is committed.
  func stage(with transaction: FileTransaction) throws {
    for state in states {
      try transaction.stage(state.line, at: state.path)
    }
  }
}

extension DivergenceReport {
  /// Describes the divergence.
  init(_ divergence: Divergence) {
    self.init(frame: divergence.frame, phase: divergence.phase)
    kind = divergence.kind?.rawValue
    fields = divergence.fields.map { Field($0) }
    extents = divergence.extents.map { Extent(name: $0.name, count: UInt32($0.count)) }
    reason = divergence.reason
    drift = divergence.drift.map {
      Drift(
        frame: $0.frame, count: UInt32($0.count),
        largest: $0.largest.map { Double(min($0, .greatestFiniteMagnitude)) },
        field: $0.field)
    }
    differingFrames = divergence.differingFrames
    followingFrames = divergence.followingFrames
    differingPictures = divergence.differingPictures
  }
}
