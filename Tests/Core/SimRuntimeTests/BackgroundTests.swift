import SimMath
import SimRaster
import SimRuntime
import SimInput
import Testing

/// Goal: a pause in the background inserts and removes nothing.
///
/// Method: run the same plan with and
/// without pauses and compare every frame the scene really ran.
struct BackgroundTests {
  @Test(arguments: [
    [FrameSpan(start: 10, end: 30)], [FrameSpan(start: 0, end: 5)],
    [FrameSpan(start: 3, end: 4), FrameSpan(start: 20, end: 55), FrameSpan(start: 60, end: 61)],
  ])
  func pauseInsertsNothing(spans: [FrameSpan]) {
    let paused = spans.reduce(0) { $0 + $1.end - $1.start }
    let straight = FrameLoop.diary(.livelyDiary(100))
    var plan = RunPlan.livelyDiary(100 + paused)
    plan.backgroundSpans = spans
    let broken = FrameLoop.diary(plan)
    let active = broken.digests.indices.filter { index in
      !spans.contains { $0.contains(UInt32(index)) }
    }
    #expect(active.map { broken.digests[$0] } == straight.digests)
    #expect(broken.scene.frames == straight.scene.frames)
    #expect(broken.scene.times == straight.scene.times)
    #expect(broken.scene.motions == straight.scene.motions)
    #expect(broken.scene.touchCounts == straight.scene.touchCounts)
  }

  @Test func nothingIsSensedSteppedOrDrawnInTheBackground() {
    var plan = RunPlan.livelyDiary(60)
    plan.backgroundSpans = [FrameSpan(start: 20, end: 50)]
    var loop = SyntheticLoop<DiaryScene>(plan: plan, rendersPixels: true)
    var observer = NoOpObserver()
    var digests: [UInt64] = []
    for frame in 0..<plan.frameCount {
      loop.advance(&observer)
      let isPaused = plan.backgroundSpans[0].contains(frame)
      let (was, active) = (loop.wasInBackground, loop.activeFrame)
      #expect(was == isPaused)
      #expect(active == (frame < 20 ? frame + 1 : frame < 50 ? 20 : frame - 29))
      let (told, work) = (loop.scene.motions.count, loop.work)
      #expect(told == Int(active))
      #expect((work.primitives == 0) == isPaused)
      digests.append(loop.stateDigest().finalize())
    }
    #expect(Set(digests[19..<50]).count == 1)
    #expect(digests[50] != digests[49])
  }

  @Test func recordedMotionWaitsToo() {
    var plan = RunPlan.diary(40)
    plan.motionTrack = MotionTrack(
      timesNanoseconds: [0, 1_000_000_000],
      samples: [.still, MotionSample(acceleration: (1, 0, 0), rotationRate: (0, 0, 0))])
    let straight = FrameLoop.diary(plan).scene.motions
    plan.backgroundSpans = [FrameSpan(start: 5, end: 15)]
    let broken = FrameLoop.diary(plan).scene.motions
    #expect(broken == Array(straight.prefix(30)))
    #expect(broken[10] != broken[5])
  }

  @Test func spansAreHalfOpen() {
    let span = FrameSpan(start: 3, end: 5)
    #expect((0..<8).filter { span.contains($0) } == [3, 4])
  }
}
