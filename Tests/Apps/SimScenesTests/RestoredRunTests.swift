import SimInput
import SimMath
import SimRaster
import SimRuntime
import SimScenes
import TestTier
import Testing

/// Goal: from any frame, restoring and going on equals going on; a recorded run shows what the run
/// showed that was recorded.
///
/// Method: storms of input, canvases that change, pauses and writers; snapshots of many frames,
/// restored into the run itself at its end and into another one that is somewhere else; every later
/// digest and the last pictures are compared.
struct RestoredRunTests {
  private static func plan<S: SimScene>(_ type: S.Type, frames: UInt32) -> RunPlan {
    var plan = SceneRuns.stormyPlan(type, seed: 11, frames: frames)
    plan.generators += [InputGenerator(kind: .stillness, eventsPerMinute: 0)]
    plan.defects = InputDefects(
      droppedPerMille: 50, duplicatedPerMille: 50, latePerMille: 50, coalescedPerMille: 50)
    plan.touchSamplesPerSecond = 120
    plan.touchContacts = 5
    plan.backgroundSpans = [FrameSpan(start: frames / 3, end: frames / 3 + 7)]
    func small(_ canvas: SceneCanvas) -> SceneCanvas {
      let divisor: Float = Tier.isDebug ? 4 : 2
      return SceneCanvas(
        widthPoints: canvas.widthPoints / divisor, heightPoints: canvas.heightPoints / divisor,
        scale: 1, orientation: canvas.orientation)
    }
    plan.canvas = small(plan.canvas)
    for index in plan.canvasChanges.indices {
      plan.canvasChanges[index].canvas = small(plan.canvasChanges[index].canvas)
    }
    if S.descriptor.letters != nil {
      plan.writer = Writer(skill: .restarts, isRepeating: true, pace: 6)
    }
    return plan
  }

  /// What a frame comes to.
  private struct Look: Equatable {
    var state: UInt64
    var scene: UInt64
    var pixels: UInt64

    init<S: SimScene, Source: InputSource>(_ loop: inout FrameLoop<S, Source>) {
      state = loop.stateDigest().finalize()
      scene = loop.sceneDigest().finalize()
      pixels = loop.skipsDrawing || loop.wasInBackground ? 0 : PixelDigest.whole(loop.surface)
    }
  }

  @Test(arguments: SceneKind.all) func restoringAndGoingOnIsGoingOn(kind: SceneKind) throws {
    func check<S: SimScene>(_ type: S.Type) throws {
      let frames: UInt32 = Tier.isDebug ? 30 : 420
      let step: UInt32 = Tier.isDebug ? 6 : 29
      let plan = Self.plan(type, frames: frames)
      var loop = SyntheticLoop<S>(plan: plan, rendersPixels: true)
      var other = SyntheticLoop<S>(plan: plan, rendersPixels: true)
      var observer = NoOpObserver()
      var looks: [Look] = []
      var snapshots: [Snapshot] = []
      for frame in 0..<frames {
        if frame % step == 0 {
          snapshots.append(Snapshot())
          loop.save(to: &snapshots[snapshots.count - 1])
        }
        // Only what is compared is painted, as pictures are slow.
        loop.skipsDrawing = frame % step > 2
        loop.advance(&observer)
        looks.append(Look(&loop))
      }
      for _ in 0..<frames / 2 {
        other.skipsDrawing = true
        other.advance(&observer)
      }
      let last = loop.frame
      for index in snapshots.indices.reversed() {
        let start = UInt32(index) * step
        for isOther in [false, true] {
          // Where a snapshot is restored must not matter: the end of the run, or its middle.
          if isOther {
            try other.restore(snapshots[index])
          } else {
            try loop.restore(snapshots[index])
          }
          for frame in start..<min(frames, start + step + 3) {
            let skips = frame % step > 2
            var found: Look
            if isOther {
              other.skipsDrawing = skips
              other.advance(&observer)
              found = Look(&other)
            } else {
              loop.skipsDrawing = skips
              loop.advance(&observer)
              found = Look(&loop)
            }
            guard found != looks[Int(frame)] else { continue }
            let expected = looks[Int(frame)]
            Issue.record(
              "from frame \(start), \(isOther): frame \(frame) is \(found), not \(expected)")
            return
          }
          guard !isOther else { continue }
          loop.skipsDrawing = true
          for _ in loop.frame..<last { loop.advance(&observer) }
        }
      }
      #expect(snapshots.count >= 5 && Set(looks.map(\.state)).count > frames / 2)
    }
    try check(kind.type)
  }

  @Test(arguments: SceneKind.all) func savingChangesNothingAndIsRepeatable(kind: SceneKind) throws {
    func check<S: SimScene>(_ type: S.Type) throws {
      let plan = Self.plan(type, frames: 60)
      var loop = SyntheticLoop<S>(plan: plan, rendersPixels: false)
      var observer = NoOpObserver()
      for _ in 0..<40 { loop.advance(&observer) }
      let before = loop.stateDigest().finalize()
      var (first, second, third) = (Snapshot(), Snapshot(), Snapshot())
      loop.save(to: &first)
      #expect(loop.stateDigest().finalize() == before)
      try loop.restore(first)
      loop.save(to: &second)
      var other = SyntheticLoop<S>(plan: plan, rendersPixels: false)
      try other.restore(Snapshot(bytes: first.bytes, log: first.log))
      other.save(to: &third)
      #expect(first.bytes == second.bytes && first.log == second.log)
      #expect(first.bytes == third.bytes && first.log == third.log)
      var elsewhere = plan
      elsewhere.seed = 12
      var stranger = SyntheticLoop<S>(plan: elsewhere, rendersPixels: false)
      let untouched = stranger.stateDigest().finalize()
      #expect(throws: SnapshotError.self) { try stranger.restore(first) }
      #expect(stranger.stateDigest().finalize() == untouched && stranger.frame == 0)
    }
    try check(kind.type)
  }

  @Test(arguments: SceneKind.all) func recordedRunShowsTheSameScene(kind: SceneKind) {
    func check<S: SimScene>(_ type: S.Type) {
      let plan = Self.plan(type, frames: Tier.isDebug ? 24 : 300)
      let synthetic = SyntheticInput(plan, track: S.touchTrack(for: plan))
      var loop = FrameLoop<S, CapturingInput<SyntheticInput>>(
        plan: plan, source: CapturingInput(synthetic), rendersPixels: false)
      var plain = SyntheticLoop<S>(plan: plan, rendersPixels: false)
      var observer = NoOpObserver()
      var scenes: [UInt64] = []
      for _ in 0..<plan.frameCount {
        loop.advance(&observer)
        plain.advance(&observer)
        scenes.append(loop.sceneDigest().finalize())
        let state = loop.stateDigest().finalize()
        #expect(state == plain.stateDigest().finalize())
      }
      var replayed = FrameLoop<S, ReplayInput>(
        plan: plan, source: ReplayInput(loop.source.recording), rendersPixels: false)
      for frame in 0..<Int(plan.frameCount) {
        replayed.advance(&observer)
        let scene = replayed.sceneDigest().finalize()
        #expect(scene == scenes[frame], "frame \(frame)")
      }
      let end = (replayed.stateDigest().finalize(), plain.stateDigest().finalize())
      #expect(end.0 != end.1)
    }
    check(kind.type)
  }

  /// What an app hands on as it comes gives the scene that the same input gives from a recording.
  @Test(arguments: SceneKind.all) func liveRunShowsTheSameScene(kind: SceneKind) {
    func check<S: SimScene>(_ type: S.Type) {
      var plan = Self.plan(type, frames: 40)
      plan.generators = []
      plan.canvasChanges = []
      var live = FrameLoop<S, CapturingInput<LiveInput>>(
        plan: plan, source: CapturingInput(LiveInput()), rendersPixels: false)
      var observer = NoOpObserver()
      var scenes: [UInt64] = []
      for frame in 0..<UInt64(40) {
        let place = Vector2(60 + 4 * Float(frame), 200)
        let phase: TouchPhase = frame % 20 == 2 ? .began : frame % 20 == 15 ? .ended : .moved
        live.source.source.touch(5, phase, at: place, timeNanoseconds: frame * 16_000_000)
        live.source.source.move(Globes.shaking(Int(frame)))
        live.advance(&observer)
        scenes.append(live.sceneDigest().finalize())
      }
      var replayed = FrameLoop<S, ReplayInput>(
        plan: plan, source: ReplayInput(live.source.recording), rendersPixels: false)
      for frame in 0..<40 {
        replayed.advance(&observer)
        let scene = replayed.sceneDigest().finalize()
        #expect(scene == scenes[frame], "frame \(frame)")
      }
      #expect(live.source.tally.plannedContacts == 2)
    }
    check(kind.type)
  }
}
