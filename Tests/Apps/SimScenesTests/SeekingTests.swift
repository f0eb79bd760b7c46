import SimInput
import SimMath
import SimRuntime
import SimScenes
import SimTracing
import TestTier
import Testing

/// Goal: whatever way leads to a frame, it is the frame that a run from the start comes to; an
/// interruption at any frame loses nothing.
///
/// Method: every scene in a storm; all frames sought in an order that goes back and forth, with
/// budgets that keep all states, some, or a single one; tracing begun anew at every frame.
struct SeekingTests {
  @Test(arguments: SceneKind.all, [0, 256 << 10, 64 << 20]) func soughtFrameIsTheRunsOwn(
    kind: SceneKind, budget: Int
  ) {
    func check<S: SimScene>(_ type: S.Type) {
      let frames: UInt32 = Tier.isDebug ? 16 : 240
      var plan = SceneRuns.stormyPlan(type, seed: 5, frames: frames)
      plan.backgroundSpans = [FrameSpan(start: frames / 2, end: frames / 2 + 5)]
      var loop = SyntheticLoop<S>(plan: plan, rendersPixels: false)
      loop.skipsDrawing = true
      var observer = NoOpObserver()
      var expected = [loop.stateDigest().finalize()]
      for _ in 0..<frames {
        loop.advance(&observer)
        expected.append(loop.stateDigest().finalize())
      }
      var ring = KeyframeRing(byteBudget: budget, firstInterval: 4)
      var sought = SyntheticLoop<S>(plan: plan, rendersPixels: false)
      sought.skipsDrawing = true
      var stream = RandomStream(seed: 7, name: "seek")
      var order = Array(0...frames)
      for index in order.indices.reversed() {
        order.swapAt(index, Int(stream.nextUInt64() % UInt64(index + 1)))
      }
      // The first look at all of it fills the ring.
      for target in [frames] + order {
        sought.seek(to: target, from: &ring, &observer)
        guard sought.frame == target,
          sought.stateDigest().finalize() == expected[Int(target)]
        else {
          Issue.record("frame \(target) is not what the run comes to")
          return
        }
        #expect(ring.count == 1 || ring.byteCount <= budget)
      }
      #expect(budget > 0 || ring.count == 1)
      #expect(budget < 64 << 20 || ring.count == Int(frames / 4) + 1)
    }
    check(kind.type)
  }

  @Test func ringCoversAWholeRunAndWidens() {
    var ring = KeyframeRing(byteBudget: 100_000, firstInterval: 2)
    var state = Counter()
    for frame in 0..<UInt32(30_000) {
      state.count = frame
      ring.offer(frame) { $0.save(&state) }
    }
    #expect(ring.byteCount <= 100_000 && ring.byteCount > 30_000)
    for target in stride(from: UInt32(0), to: 30_000, by: 991) {
      let nearest = ring.nearest(atOrBefore: target)
      #expect(nearest == target / ring.interval * ring.interval)
    }
    #expect(ring.snapshot(beforeFrame: 1) == nil && ring.snapshot(beforeFrame: 0) != nil)
  }

  private struct Counter: StateFields {
    var count: UInt32 = 0

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field(&count, "count")
    }
  }

  /// SC-RESUME: the app is ended at any frame of a letter, and goes on from what it saved.
  @Test func tracingGoesOnFromEveryFrame() throws {
    let frames: UInt32 = Tier.isDebug ? 60 : 400
    var plan = RunPlan(
      seed: 3, frameCount: frames, clock: FrameClock(framesPerSecond: 60),
      canvas: SceneCanvas(widthPoints: 195, heightPoints: 422, scale: 1),
      parameters: LetterTracing.descriptor.defaultParameters)
    plan.writer = Writer(skill: .restarts, isRepeating: true, pace: 4)
    var observer = NoOpObserver()
    func fresh() -> ScenarioLoop<LetterTracing> {
      var loop = ScenarioLoop<LetterTracing>(plan: plan, rendersPixels: false)
      loop.skipsDrawing = true
      return loop
    }
    var loop = fresh()
    var saved: [Snapshot] = []
    var states: [UInt64] = []
    for _ in 0..<frames {
      var snapshot = Snapshot()
      loop.save(to: &snapshot)
      saved.append(snapshot)
      loop.advance(&observer)
      states.append(loop.stateDigest().finalize())
    }
    #expect(Set(states).count > frames / 2)
    var bytes = 0
    for (frame, snapshot) in saved.enumerated() {
      var resumed = fresh()
      // What a file gives back: bytes, and nothing of the process that wrote them.
      try resumed.restore(Snapshot(bytes: snapshot.bytes, log: snapshot.log))
      bytes = max(bytes, snapshot.byteCount + snapshot.logByteCount)
      while resumed.frame < min(frames, UInt32(frame) + 12) { resumed.advance(&observer) }
      #expect(resumed.stateDigest().finalize() == states[Int(resumed.frame) - 1])
    }
    #expect(bytes > 0)
  }
}
