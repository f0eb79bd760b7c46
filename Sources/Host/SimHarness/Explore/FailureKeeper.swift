import SimFormats
import SimInput
import SimMath
import SimPlatform
import SimRuntime
import SimWorld

/// Shrinks a failing run, and records it with a picture or its history.
package protocol FailureKeeper {
  /// Records the failing run.
  ///
  /// - Parameters:
  ///   - failure: The property that failed.
  ///   - name: The scenario, or the recording.
  ///   - shrinks: Whether to shrink it; `shrunk` is nil if it did not fail again.
  /// - Returns: nil if the run of a model does not fail again.
  func keep(
    _ failure: ExploreFailure, named name: String, shrinks: Bool
  ) throws -> KeptFailure?
}

extension FailureKeeper {
  /// Whether less than 60 s have passed, the time limit of shrinking.
  func deadline() -> () -> Bool {
    let end = MonotonicClock.nanoseconds() + 60_000_000_000
    return { MonotonicClock.nanoseconds() < end }
  }
}

/// A failing run that was recorded.
package struct KeptFailure {
  /// The violated property, in the shrunk run if there is one.
  package var failure: ExploreFailure
  /// The result of shrinking; nil if it was not requested or the run did not fail again.
  package var shrunk: ShrunkRun?
  /// The shrunk run, or the whole one.
  package var recording: Recording
  /// The failing frame with its touches; nil without rendered frames.
  package var picture: FramePicture?
  /// The shrunk run of a model; nil for a scene.
  package var history: ModelResult?

  init(failure: ExploreFailure, recording: Recording) {
    (self.failure, self.recording) = (failure, recording)
  }
}

/// A scenario whose failing runs are kept.
package protocol KeptSubject: ExploredSubject {
  /// Configuration that a seed draws.
  func words(ofSeed seed: UInt64) -> [String]
  /// Keeper of the run that a seed draws.
  func keeper(ofSeed seed: UInt64) -> any FailureKeeper
}

extension Explorer.Subject: KeptSubject {
  /// Configuration that a seed draws.
  package func words(ofSeed seed: UInt64) -> [String] { draw(seed).words }

  /// Keeper of the run that a seed draws.
  package func keeper(ofSeed seed: UInt64) -> any FailureKeeper {
    let draw = draw(seed)
    return SceneFailureKeeper(
      entry: entry, camera: draw.plan.camera, watching: seesPixels ? draw.scenario : nil,
      source: .plan(draw.plan, device: draw.scenario.device.name))
  }
}

/// Keeps a recording of a scene's run and an image of the failing frame.
package struct SceneFailureKeeper: FailureKeeper {
  /// Origin of the run.
  package enum Source {
    /// A plan on a device class.
    case plan(RunPlan, device: String)
    /// A recording.
    case recording(Recording)
  }

  /// The scene.
  private let entry: SceneRegistry.Entry
  /// Camera images, which recordings lack.
  private let camera: CameraPictures?
  /// Scenario with the limits of images; nil if frames are not rendered.
  private let watching: Scenario?
  /// The run.
  private let source: Source

  /// Makes a keeper of a run.
  package init(
    entry: SceneRegistry.Entry, camera: CameraPictures?, watching: Scenario? = nil, source: Source
  ) {
    (self.entry, self.camera, self.watching, self.source) = (entry, camera, watching, source)
  }

  /// Records the run, and shrinks it.
  package func keep(
    _ failure: ExploreFailure, named name: String, shrinks: Bool
  ) throws -> KeptFailure? {
    var recording: Recording
    switch source {
    case .plan(let plan, let device):
      recording = try record(plan, upTo: failure)
      recording.header.device = Array(device.utf8)
    case .recording(let given): recording = given
    }
    var kept = KeptFailure(failure: failure, recording: recording)
    if shrinks, let result = try shrink(recording) {
      kept.shrunk = ShrunkRun(result)
      kept.failure = result.failure
      recording = result.input.recording
    }
    kept.recording = digested(recording)
    kept.picture = picture(recording, of: kept.failure)
    return kept
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
    try session.run(to: plan.frameCount) { Simbench.isInterrupted }
    // A state that is not restored is found before its frame is run, so that frame is recorded too.
    return Recording(session.recording, input: session.recording.input, stepCount: plan.frameCount)
  }

  /// Shrinks a recording; nil if its run does not fail.
  private func shrink(
    _ recording: Recording
  ) throws -> Shrinker<SceneTrials>.Result? {
    var shrinker = try Shrinker(
      recording, open: { open($0) }, isInterrupted: { Simbench.isInterrupted },
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
      // Only the last frame is shown, so no other needs painting.
      session.paints = session.frame + 1 == count
      session.advance()
    }
    guard let picture = session.picture else { return nil }
    let input = session.given
    let canvas = plan.canvasChanges.last?.canvas ?? plan.canvas
    return picture.marking(
      input.touches.map { touch in
        FramePicture.Mark(
          x: touch.position.x * canvas.scale, y: touch.position.y * canvas.scale,
          radius: max(12, touch.radius) * canvas.scale, width: 2 * canvas.scale)
      })
  }
}

/// Keeps a recording of a model's run and its history.
package struct ModelFailureKeeper: FailureKeeper {
  private let entry: SceneRegistry.ModelEntry
  private let plan: WorldPlan

  /// Makes a keeper of a run.
  package init(entry: SceneRegistry.ModelEntry, plan: WorldPlan) {
    (self.entry, self.plan) = (entry, plan)
  }

  /// Shrinks the run, and records it.
  package func keep(
    _ failure: ExploreFailure, named name: String, shrinks: Bool
  ) throws -> KeptFailure? {
    var (plan, shrunk) = (plan, ShrunkRun?.none)
    if shrinks {
      var shrinker = try Shrinker(
        plan, of: entry, isInterrupted: { Simbench.isInterrupted }, hasTime: deadline())
      guard let result = try shrinker?.shrink() else { return nil }
      plan = result.input.plan
      shrunk = ShrunkRun(result)
    }
    let outcome = try ModelRunner(entry).run(plan, named: name)
    guard outcome.result.failure != nil else { return nil }
    var kept = KeptFailure(failure: shrunk?.failure ?? failure, recording: outcome.recording)
    kept.shrunk = shrunk
    kept.history = outcome.result
    return kept
  }
}

extension ModelSubject: KeptSubject {
  /// Empty: the plan of a model has no configuration in words.
  package func words(ofSeed seed: UInt64) -> [String] { [] }

  /// Keeper of the run that a seed draws.
  package func keeper(ofSeed seed: UInt64) -> any FailureKeeper {
    ModelFailureKeeper(entry: entry, plan: plan(seed))
  }
}

extension ShrunkRun {
  /// Describes the result of a shrinker.
  init<Trials>(_ result: Shrinker<Trials>.Result) {
    self.init(
      before: result.events.before, after: result.events.after, executions: result.executions,
      isMinimal: result.isMinimal, failure: result.failure, ranges: result.ranges)
  }
}
