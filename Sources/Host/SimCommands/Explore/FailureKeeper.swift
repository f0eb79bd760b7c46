import SimFormats
import SimHarness
import SimInput
import SimMath
import SimPlatform
import SimReport
import SimRuntime

/// Shrinks a failing run, and records it with an image or page.
protocol FailureKeeper {
  /// Folder of minimal recordings that are replayed in CI.
  static var regressionFolder: String { get }
  /// Extension of the image or page of the failure.
  static var pictureExtension: String { get }

  /// Records the failing run.
  ///
  /// - Parameter shrinks: whether to shrink it; `shrunk` in the report is nil if it did not fail
  ///   again.
  /// - Returns: nil if the run of a model does not fail again.
  func keep(_ report: FailureReport, shrinks: Bool) throws -> KeptFailure?
}

extension FailureKeeper {
  /// Whether less than 60 s have passed, the time limit of shrinking.
  func deadline() -> () -> Bool {
    let end = MonotonicClock.nanoseconds() + 60_000_000_000
    return { MonotonicClock.nanoseconds() < end }
  }
}

/// A failing run with its report.
struct KeptFailure {
  var report: FailureReport
  var recording: Recording
  /// The failing frame as PNG, or the page of a model's run; nil without rendered frames.
  var picture: [UInt8]?

  /// Writes the recording and the image, and names both in the report.
  mutating func stage(
    _ path: String, picture picturePath: String?, with transaction: FileTransaction,
    _ output: FindingOutput
  ) throws {
    try output.checkNames([path, picturePath])
    recording.header.tool = Array(Simbench.versionText.utf8)
    report.recording = path
    try transaction.stage(RecordingFile.bytes(of: recording, at: path), at: path)
    guard let picturePath, let picture else { return }
    report.picture = picturePath
    try transaction.stage(picture, at: picturePath)
  }
}

/// A scenario whose failing runs are kept.
protocol KeptSubject: ExploredSubject {
  /// Configuration that a seed draws.
  func words(ofSeed seed: UInt64) -> [String]
  /// Keeper of the run that a seed draws.
  func keeper(ofSeed seed: UInt64) -> any FailureKeeper
}

extension Explorer.Subject: KeptSubject {
  func words(ofSeed seed: UInt64) -> [String] { draw(seed).words }

  func keeper(ofSeed seed: UInt64) -> any FailureKeeper {
    let draw = draw(seed)
    return SceneFailureKeeper(
      entry: entry, camera: draw.plan.camera, watching: seesPixels ? draw.scenario : nil,
      source: .plan(draw.plan, device: draw.scenario.device.name))
  }
}

/// Keeps a recording of a scene's run and an image of the failing frame.
struct SceneFailureKeeper: FailureKeeper {
  static var regressionFolder: String { "seeds/regressions" }
  static var pictureExtension: String { "png" }

  /// Origin of the run.
  enum Source {
    case plan(RunPlan, device: String)
    case recording(Recording)
  }

  /// The scene.
  let entry: SceneRegistry.Entry
  /// Camera images, which recordings lack.
  let camera: CameraPictures?
  /// Scenario with the limits of images; nil if frames are not rendered.
  var watching: Scenario?
  /// The run.
  let source: Source

  func keep(_ report: FailureReport, shrinks: Bool) throws -> KeptFailure? {
    var report = report
    var recording: Recording
    switch source {
    case .plan(let plan, let device):
      recording = try record(plan, upTo: report.failure)
      recording.header.device = Array(device.utf8)
    case .recording(let given): recording = given
    }
    if shrinks, let result = try shrink(recording) {
      report.shrunk = FailureReport.Shrunk(result)
      recording = result.input.recording
    }
    let failure = report.shrunk?.failure ?? report.failure
    return KeptFailure(
      report: report, recording: digested(recording),
      picture: picture(recording, of: failure)?.png)
  }

  /// Opens a recording's run with property checks; nil if the scene has no such session.
  private func open(_ recording: Recording) -> (any Session)? {
    plan(recording).map { entry.explore($0, false, watching) }
  }

  private func plan(_ recording: Recording) -> RunPlan? {
    guard var plan = try? recording.plan(of: entry.descriptor) else { return nil }
    plan.camera = camera
    return plan
  }

  /// Records a run up to a failure.
  private func record(
    _ plan: RunPlan, upTo failure: ExploreFailure
  ) throws -> Recording {
    var plan = plan
    plan.frameCount = failure.frame + 1
    plan.backgroundSpans.removeAll { $0.start >= plan.frameCount }
    for index in plan.backgroundSpans.indices {
      plan.backgroundSpans[index].end = min(plan.backgroundSpans[index].end, plan.frameCount)
    }
    plan.canvasChanges.removeAll { $0.frame >= plan.frameCount }
    let session = entry.explore(plan, true, watching)
    try session.run(to: plan.frameCount) { Interrupt.isRequested }
    // A state that is not restored is found before its frame is run, so that frame is recorded too.
    return Recording(session.recording, input: session.recording.input, stepCount: plan.frameCount)
  }

  /// Shrinks a recording; nil if its run does not fail.
  private func shrink(
    _ recording: Recording
  ) throws -> Shrinker<SceneTrials>.Result? {
    var shrinker = try Shrinker(
      recording, open: { open($0) }, isInterrupted: { Interrupt.isRequested },
      hasTime: deadline())
    return try shrinker?.shrink()
  }

  /// The recording with the digests of its frames, so that a replay can compare them.
  private func digested(_ recording: Recording) -> Recording {
    guard let plan = plan(recording) else { return recording }
    var recording = recording
    recording.digests = []
    let session = entry.open(plan, false, ThreadCrew())
    while session.frame < plan.frameCount {
      session.advance()
      recording.digests.append(session.sceneDigest)
    }
    recording.chain = recording.computedChain
    return recording
  }

  /// Renders a recording's last frame with its touches.
  ///
  /// A state with numbers that are not finite cannot be drawn; then the frame before is rendered.
  private func picture(_ recording: Recording, of failure: ExploreFailure) -> FramePicture? {
    guard let plan = plan(recording) else { return nil }
    let isFinite = failure.property != BuiltInProperty.finiteState.name
    let count = isFinite ? plan.frameCount : plan.frameCount - 1
    let session = entry.open(plan, true, ThreadCrew())
    while session.frame < count {
      session.paints = session.frame + 1 == count
      session.advance()
    }
    guard let picture = session.picture else { return nil }
    let input = session.given
    let canvas = plan.canvasChanges.last?.canvas ?? plan.canvas
    return picture.marking(
      (0..<input.touchCount).map { index in
        let touch = input.touches[index]
        return FramePicture.Mark(
          x: touch.position.x * canvas.scale, y: touch.position.y * canvas.scale,
          radius: max(12, touch.radius) * canvas.scale, width: 2 * canvas.scale)
      })
  }
}

extension FailureReport.Shrunk {
  /// Describes the result of a shrinker.
  init<Trials>(_ result: Shrinker<Trials>.Result) {
    self.init(
      before: result.events.before, after: result.events.after, executions: result.executions,
      isMinimal: result.isMinimal, failure: result.failure, ranges: result.ranges)
  }
}

extension ExploreReport.Scenario {
  /// Summarizes a scenario.
  init(
    _ file: String, _ subject: SubjectName, _ properties: [SweepPlan.Property],
    _ sum: Explorer.Sum, failed: [String]
  ) {
    self.init(
      file, subject, runs: sum.runs, frames: sum.frames,
      properties: properties.enumerated().map { index, property in
        ExploreReport.Property(
          property.name, kind: property.kind, requirement: property.requirement,
          checked: sum.checked[index], held: sum.held[index],
          hasFailed: failed.contains(property.name))
      })
  }
}
