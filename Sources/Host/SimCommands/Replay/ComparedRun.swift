import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime
import SimWorld

/// A run of a scene or model, as `verify` and `diff` compare it.
///
/// The steps of a model's run count as its frames.
struct ComparedRun {
  /// The scenario's name.
  var name: String
  /// Its report, before any variant has run.
  var report: VerifyReport
  /// Options that determine the run, for separate processes.
  var options: [String]
  /// Number of rasterized frames; nil for a model, which has no frames.
  var paintedCount: UInt32?
  /// Why a program of another target cannot run it; nil if it can.
  var missing: String?
  /// Opens the run.
  var open: (ThreadCrew) -> any Session
  /// Its external input as the text of a recording.
  var recording: () throws -> [UInt8]

  /// Its name on the command line.
  var path: String { report.file }
  /// Number of frames of the run.
  var frameCount: UInt32 { report.frames }

  /// The request to every variant.
  var request: LogRequest {
    LogRequest(frameCount: frameCount, paintedCount: paintedCount ?? 0)
  }

  /// Creates a run of a scene.
  ///
  /// - Parameter options: the options that determine the run, except its length.
  init(
    _ scenario: Scenario, at path: String, _ scenes: SceneRegistry, options: [String],
    paintedCount: UInt32
  ) {
    let entry = scenes.entry(of: scenario)
    name = scenario.name
    self.options =
      options + ["--frames", "\(scenario.plan.frameCount)", "--pixels", "\(paintedCount)"]
    self.paintedCount = paintedCount
    report = VerifyReport(
      file: path, subject: SubjectName(.scene, scenario.scene, behind: scenario.plan.gate),
      device: scenario.device.name, seed: scenario.plan.seed, frames: scenario.plan.frameCount)
    missing =
      scenario.plan.camera == nil ? nil : "such a program has no camera images"
    open = { entry.open(scenario.plan, paintedCount > 0, $0) }
    recording = { () throws in
      var options = RunOptions()
      options.rendersPixels = false
      options.isInterrupted = { Interrupt.isRequested }
      options.recording = RecordingRequest(RecordingHeader(scenario.plan, of: entry.descriptor))
      guard let outcome = try? entry.run(scenario, options) else { throw CommandError.interrupted }
      guard let recording = outcome.recording else {
        preconditionFailure("only a recording can be requested here")
      }
      return recording.text
    }
  }

  /// Creates a run of a model.
  ///
  /// - Parameters:
  ///   - options: the options that determine the run.
  ///   - stepCount: the number of its steps; nil to count them.
  init(
    _ scenario: ModelScenario, at path: String, _ scenes: SceneRegistry, options: [String],
    stepCount: UInt32? = nil
  ) throws {
    let entry = scenes.model(of: scenario)
    let plan = ModelRunner(entry).plan(of: scenario)
    name = scenario.name
    self.options = options
    report = VerifyReport(
      file: path, subject: SubjectName(.model, "\(scenario.model.name)"), device: nil,
      seed: plan.seed,
      frames: try stepCount ?? Self.stepCount(plan, entry, path: path))
    open = { _ in entry.open(plan) }
    recording = { () throws in
      var recording = Recording(RecordingHeader(plan, of: entry.descriptor))
      for action in plan.actions { recording.append(action.recorded(of: entry.descriptor)) }
      return recording.text
    }
  }

  /// Counts the steps by running the model, since the number is unknown before; throws if there are
  /// none.
  static func stepCount(
    _ plan: WorldPlan, _ entry: SceneRegistry.ModelEntry, path: String
  ) throws -> UInt32 {
    var runner = ModelRunner(entry)
    runner.isInterrupted = { Interrupt.isRequested }
    let count = try runner.stepCount(of: plan)
    guard count > 0 else {
      throw CommandError.badInput(
        "\(path): the run has no events, so there is nothing to compare")
    }
    return count
  }

  /// All runs of the scenarios on a command line, of scenes and of models.
  static func loadAll(
    _ paths: [String], _ parsed: ParsedCommand, _ settings: RunSettings, _ scenes: SceneRegistry,
    paintedCount: UInt32
  ) throws -> [ComparedRun] {
    try settings.loadAll(RunSettings.documents(paths, parsed)).map { named in
      switch named.subject {
      case .scene(let scenario):
        ComparedRun(
          scenario, at: named.path, scenes,
          options: VerifyVariants.absolute(RunSettings.passedOn(parsed, hasLength: false)),
          paintedCount: paintedCount)
      case .model(let scenario):
        try ComparedRun(
          scenario, at: named.path, scenes, options: parsed.given(["seed", "duration"]))
      }
    }
  }
}
