import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime
import SimWorld

/// `simbench shrink`: makes the recording of a failing run as small as it gets.
struct ShrinkCommand: Command {
  private let scenes: SceneRegistry
  private let console: Console
  private let path: String
  private let target: String
  private let picturePath: String?
  private let output: FindingOutput

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    self.scenes = scenes
    self.console = console
    path = parsed.requiredPositional("RECORDING")
    target = parsed.string("to") ?? Self.defaultTarget(path)
    picturePath = parsed.string("picture")
    output = FindingOutput(parsed, console)
  }

  /// The recording's name with `-small` before its extension.
  private static func defaultTarget(_ path: String) -> String {
    let folder = ScenarioLoader.folder(of: path)
    let name = path.dropFirst(folder.count)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return path + "-small" }
    return "\(folder)\(name[..<dot])-small\(name[dot...])"
  }

  func run() throws(CommandError) -> ExitCode {
    let recording = try RecordingStore.read(path)
    guard recording.header.kind == .scene else { return try shrinkHistory(recording) }
    let recorded = RecordedRun(recording, path: path, scenes: scenes)
    let entry = try recorded.entry()
    let plan = try recorded.plan(entry.descriptor)
    try output.checkNames([target, picturePath], inputs: [path])
    let keeper = FailureKeeper(entry: entry, camera: plan.camera)
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    status.show("making \(path) smaller")
    guard let result = try keeper.shrink(recording, findsRanges: true) else {
      throw .badInput(
        "\(path): every property holds in all of its \(recording.stepCount) frames, so there is "
          + "nothing to keep while it gets smaller")
    }
    status.clear()
    var report = FailureReport(
      file: path, scene: "\(entry.descriptor.name)", seed: recording.header.seed,
      failure: result.failure)
    report.shrunk = FailureReport.Shrunk(result)
    report.recording = target
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try files { () throws(FileError) in
      try transaction.stage(RecordingFile.bytes(of: result.recording, at: target), at: target)
    }
    if let picturePath, let picture = keeper.picture(result.recording, of: result.failure) {
      report.picture = picturePath
      try files { () throws(FileError) in try transaction.stage(picture.png, at: picturePath) }
    }
    try output.write(FailureReport.output.object([report]), report.text, with: transaction)
    return .budgetFailed
  }

  /// Makes the recorded history of a model smaller.
  private func shrinkHistory(_ recording: Recording) throws(CommandError) -> ExitCode {
    let history = try RecordedHistory(recording, path: path, scenes: scenes)
    try output.checkNames([target, picturePath], inputs: [path])
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    status.show("making \(path) smaller")
    let model = history.entry.descriptor
    let nothing = ExploreFailure("", "", "", frame: 0)
    let report = FailureReport(
      file: path, scene: "\(model.name)", seed: recording.header.seed, failure: nothing)
    guard
      var kept = try ModelFailures(entry: history.entry).keep(
        history.plan, report, isShrinking: true)
    else {
      throw .badInput(
        "\(path): every property holds in all of its \(recording.stepCount) events, so there is "
          + "nothing to keep while it gets smaller")
    }
    status.clear()
    kept.report.failure = kept.report.shrunk?.failure ?? nothing
    kept.recording.header.tool = Array(Simbench.versionText.utf8)
    (kept.report.recording, kept.report.picture) = (target, picturePath)
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try files { () throws(FileError) in
      try transaction.stage(RecordingFile.bytes(of: kept.recording, at: target), at: target)
      if let picturePath { try transaction.stage(kept.page, at: picturePath) }
    }
    try output.write(
      FailureReport.output.object([kept.report]), kept.report.text, with: transaction)
    return .budgetFailed
  }
}
