import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime
import SimWorld

/// A run of a scene, or a history of a model, as `verify` and `diff` take it.
///
/// The steps of a history count as its frames.
struct ComparedRun {
  /// The scenario's name.
  var name: String
  /// What a report says of it, before any lane has run.
  var report: VerifyReport
  /// Options that decide what runs, for processes of their own.
  var options: [String]
  /// Frames that are painted; nil for a model, which has no pictures.
  var paintedCount: UInt32?
  /// Why a program of another target cannot run it; nil when it can.
  var missing: String?
  /// Opens it.
  var open: (ThreadCrew) -> any Session
  /// What comes to it from outside, as a recording's text.
  var recording: () throws -> [UInt8]

  /// How a command line names it.
  var path: String { report.file }
  /// Frames of the run.
  var frameCount: UInt32 { report.frames }

  /// What is wanted of every lane.
  var request: LogRequest {
    LogRequest(frameCount: frameCount, paintedCount: paintedCount ?? 0)
  }

  /// A run of a scene.
  ///
  /// - Parameter options: those that decide what runs, but for its length.
  init(
    _ named: RunSettings.Named, _ scenes: SceneRegistry, options: [String], paintedCount: UInt32
  ) {
    let scenario = named.scenario
    let entry = scenes.entry(of: scenario)
    name = scenario.name
    self.options =
      options + ["--frames", "\(scenario.plan.frameCount)", "--pixels", "\(paintedCount)"]
    self.paintedCount = paintedCount
    report = VerifyReport(
      file: named.path, scene: scenario.scene, device: scenario.device.name,
      seed: scenario.plan.seed, frames: scenario.plan.frameCount)
    missing =
      scenario.plan.camera == nil ? nil : "such a program has no pictures for a camera"
    open = { entry.open(scenario.plan, paintedCount > 0, $0) }
    recording = { () throws in
      var options = RunOptions()
      options.rendersPixels = false
      options.isInterrupted = { Interrupt.isRequested }
      options.recording = RecordingRequest(RecordingHeader(scenario.plan, of: entry.descriptor))
      guard let outcome = try? entry.run(scenario, options) else { throw CommandError.interrupted }
      guard let recording = outcome.recording else {
        preconditionFailure("a recording was asked for")
      }
      return recording.text
    }
  }

  /// A history of a model.
  ///
  /// - Parameter options: those that decide what runs.
  init(
    _ named: ModelScenarios.Named, _ scenes: SceneRegistry, options: [String]
  ) throws {
    let scenario = named.scenario
    let entry = scenes.model(of: scenario)
    let plan = ModelRunner(entry).plan(of: scenario)
    name = scenario.name
    self.options = options
    report = VerifyReport(
      file: named.path, scene: "\(scenario.model.name)", device: nil, seed: plan.seed,
      frames: try Self.stepCount(plan, entry, path: named.path))
    open = { _ in entry.open(plan) }
    recording = { () throws in
      var recording = Recording(RecordingHeader(plan, of: entry.descriptor))
      for action in plan.actions { recording.append(action.recorded(of: entry.descriptor)) }
      return recording.text
    }
  }

  /// Steps of a history, which nobody knows before it has run; one without any is refused.
  static func stepCount(
    _ plan: WorldPlan, _ entry: SceneRegistry.ModelEntry, path: String
  ) throws -> UInt32 {
    let session = entry.open(plan)
    while !session.hasEnded, session.frame < ModelProperty.stepLimit {
      if session.frame & 1023 == 0, Interrupt.isRequested { throw CommandError.interrupted }
      session.advance()
    }
    guard session.frame > 0 else {
      throw CommandError.badInput(
        "\(path): a history without events, of which nothing can be compared")
    }
    return session.frame
  }

  /// Every run that scenarios on a command line stand for, those of scenes and those of models.
  static func loadAll(
    _ paths: [String], _ parsed: ParsedCommand, _ settings: RunSettings, _ scenes: SceneRegistry,
    paintedCount: UInt32
  ) throws -> [ComparedRun] {
    let documents = paths.map { ScenarioDocument($0) }
    if documents.allSatisfy({ $0.isModel }) { try ModelScenarios.refuseFrames(parsed) }
    let models = ModelScenarios(scenes, settings.loader.overrides)
    var runs: [ComparedRun] = []
    for document in documents {
      if document.isModel {
        let options = parsed.given(["seed", "duration"])
        for named in try models.loadAll([document]) {
          runs.append(try ComparedRun(named, scenes, options: options))
        }
      } else {
        let options = VerifyLanes.absolute(RunSettings.passedOn(parsed, hasLength: false))
        for named in try settings.loadAll([document]) {
          runs.append(
            ComparedRun(named, scenes, options: options, paintedCount: paintedCount))
        }
      }
    }
    return runs
  }
}
