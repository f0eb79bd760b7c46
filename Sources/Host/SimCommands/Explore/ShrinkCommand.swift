import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime
import SimWorld

/// `simbench shrink`: shrinks a failing recording to a minimal one.
struct ShrinkCommand: Command {
  private let scenes: SceneRegistry
  private let console: Console
  private let path: String
  private let target: String
  private let picturePath: String?
  private let output: FindingOutput

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
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

  func run() throws -> ExitCode {
    let recording = try RecordingStore.read(path)
    let kind = recording.header.kind
    let keeper = try kind == .scene ? sceneKeeper(recording) : modelKeeper(recording)
    try output.checkNames([target, picturePath], inputs: [path])
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    status.show("shrinking \(path)")
    var report = FailureReport(
      file: path, subject: SubjectName(recording.header), seed: recording.header.seed,
      failure: ExploreFailure("", "", "", frame: 0))
    let kept = try keeper.keep(report.failure, named: path, shrinks: true)
    guard let kept, let shrunk = kept.shrunk else {
      throw CommandError.badInput(
        "\(path): no property fails in any of its \(recording.stepCount) "
          + "\(kind.recordedUnit)s, so there is nothing to shrink")
    }
    status.clear()
    report.failure = shrunk.failure
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try kept.stage(target, picture: picturePath, in: &report, with: transaction, output)
    try output.write(FailureReport.output.object([report]), report.text, with: transaction)
    return .budgetFailed
  }

  private func sceneKeeper(_ recording: Recording) throws -> any FailureKeeper {
    let recorded = RecordedRun(recording, path: path, scenes: scenes)
    let entry = try recorded.entry()
    let camera = try recorded.plan(entry.descriptor).camera
    return SceneFailureKeeper(entry: entry, camera: camera, source: .recording(recording))
  }

  private func modelKeeper(_ recording: Recording) throws -> any FailureKeeper {
    let history = try RecordedHistory(recording, path: path, scenes: scenes)
    return ModelFailureKeeper(entry: history.entry, plan: history.plan)
  }
}
