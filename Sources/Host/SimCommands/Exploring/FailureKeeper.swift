import SimFormats
import SimHarness
import SimInput
import SimMath
import SimPlatform
import SimReport
import SimRuntime

/// Makes failing runs small, and keeps what shows them: a recording and a picture.
struct FailureKeeper {
  /// Where minimal recordings are kept for good.
  static var regressionFolder: String { "seeds/regressions" }
  /// The time for making a run smaller, in seconds.
  static var shrinkSeconds: UInt64 { 60 }

  /// The scene.
  let entry: SceneRegistry.Entry
  /// What its cameras see, which is in no recording.
  let camera: CameraPictures?
  /// The scenario whose limits pictures have to keep; nil when none are painted.
  var watching: Scenario?

  /// Opens a recording's run, whose properties are looked at; nil when the scene has none such.
  func open(_ recording: Recording) -> (any ExploredRun)? {
    plan(recording).map { entry.explore($0, false, watching) }
  }

  private func plan(_ recording: Recording) -> RunPlan? {
    guard var plan = try? recording.plan(of: entry.descriptor) else { return nil }
    plan.camera = camera
    return plan
  }

  /// Records a run up to a failure.
  func record(_ plan: RunPlan, upTo failure: ExploreFailure) throws(CommandError) -> Recording {
    var plan = plan
    plan.frameCount = failure.frame + 1
    plan.backgroundSpans.removeAll { $0.start >= plan.frameCount }
    for index in plan.backgroundSpans.indices {
      plan.backgroundSpans[index].end = min(plan.backgroundSpans[index].end, plan.frameCount)
    }
    plan.canvasChanges.removeAll { $0.frame >= plan.frameCount }
    let run = entry.explore(plan, true, watching)
    do {
      _ = try Explorer.explore(run, plan.frameCount) { Interrupt.isRequested }
    } catch {
      throw .interrupted
    }
    // A state that does not come back is found before its frame is run for good.
    return Recording(run.recording, input: run.recording.input, stepCount: plan.frameCount)
  }

  /// Makes a recording smaller; nil when its run does not fail.
  func shrink(
    _ recording: Recording, findsRanges: Bool
  ) throws(CommandError) -> Shrinker.Result? {
    let end = MonotonicClock.nanoseconds() + Self.shrinkSeconds * 1_000_000_000
    do {
      var shrinker = try Shrinker(
        recording, open: { open($0) }, isInterrupted: { Interrupt.isRequested },
        hasTime: { MonotonicClock.nanoseconds() < end })
      guard var result = try shrinker?.shrink(findsRanges: findsRanges) else { return nil }
      result.recording = digested(result.recording)
      return result
    } catch {
      throw .interrupted
    }
  }

  /// The recording with the digests of its frames, so that a replay can compare them.
  private func digested(_ recording: Recording) -> Recording {
    guard let plan = plan(recording) else { return recording }
    var recording = recording
    let session = entry.open(plan, false, ThreadCrew())
    while session.frame < plan.frameCount {
      session.advance()
      recording.digests.append(session.sceneDigest)
    }
    recording.chain = recording.computedChain
    return recording
  }

  /// The picture of a recording's last frame, with its touches drawn on it.
  ///
  /// A state with numbers that are not finite has none: then it is that of the frame before.
  func picture(_ recording: Recording, of failure: ExploreFailure) -> FramePicture? {
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
  /// Describes what a shrinker came to.
  init(_ result: Shrinker.Result) {
    self.init(
      before: result.events.before, after: result.events.after, executions: result.executions,
      isMinimal: result.isMinimal, failure: result.failure, ranges: result.ranges)
  }
}

extension ExploreReport.Scenario {
  /// Sums a scenario up.
  init(
    _ file: String, scene: String, _ properties: [SweepPlan.Property], _ sum: Explorer.Sum,
    failed: [String]
  ) {
    self.init(
      file, scene: scene, runs: sum.runs, frames: sum.frames,
      properties: properties.enumerated().map { index, property in
        ExploreReport.Property(
          property.name, kind: property.kind, requirement: property.requirement,
          checked: sum.checked[index], held: sum.held[index],
          hasFailed: failed.contains(property.name))
      })
  }
}
