import SimMath
import SimRaster
import SimRuntime
import SimInput
import Testing

/// Goal: every frame is input, step, draw, raster, and nothing else decides the state.
///
/// Method: a
/// scene that writes down what it is told, an observer that writes down the phases, and planted
/// faults.
struct FrameLoopTests {
  /// Writes down when phases begin and end.
  struct PhaseDiary: PhaseObserver {
    var lines: [String] = []
    mutating func begin(_ phase: FramePhase) { lines.append("+\(phase.name)") }
    mutating func end(_ phase: FramePhase) { lines.append("-\(phase.name)") }
  }

  @Test func phasesComeInOrderAndNeverOverlap() {
    let unseen = ["+input", "-input", "+step", "-step", "+draw", "-draw"]
    for rendersPixels in [false, true] {
      var plan = RunPlan.diary(3)
      plan.backgroundSpans = [FrameSpan(start: 1, end: 2)]
      var loop = SyntheticLoop<DiaryScene>(plan: plan, rendersPixels: rendersPixels)
      let frame = rendersPixels ? unseen + ["+raster", "-raster"] : unseen
      for expected in [frame, [], frame] {
        var observer = PhaseDiary()
        loop.advance(&observer)
        #expect(observer.lines == expected)
      }
    }
  }

  @Test func sceneIsMadeOncePreparedOnceAndToldEveryFrame() {
    let (_, scene) = FrameLoop.diary(.diary(5))
    #expect(scene.prepareCount == 1)
    #expect(scene.frames == [0, 1, 2, 3, 4])
    #expect(scene.times == [0, 16_666_666, 33_333_333, 50_000_000, 66_666_666])
    #expect(scene.context.seed == 7)
    #expect(scene.context.clock.framesPerSecond == 60)
    #expect(!scene.context.isMotionReduced)
    var plan = RunPlan.diary(1)
    plan.isMotionReduced = true
    #expect(FrameLoop.diary(plan).scene.context.isMotionReduced)
  }

  @Test func digestDependsOnEveryFrameAndOnTheCanvas() {
    let (digests, _) = FrameLoop.diary(.livelyDiary())
    #expect(Set(digests).count == digests.count)
    let first = digests[0]
    var plan = RunPlan.livelyDiary()
    plan.canvas.orientation = .landscapeLeft
    #expect(FrameLoop.diary(plan).digests[0] != first)
    plan = .livelyDiary()
    plan.canvas.scale = 2
    #expect(FrameLoop.diary(plan).digests[0] != first)
  }

  @Test func touchesReachTheSceneAndChangeTheDigest() {
    let lively = FrameLoop.diary(.livelyDiary())
    #expect(lively.scene.touchCounts.contains { $0 > 0 })
    // The loop's digest sees the generators anyway; the scene's own must see what they did.
    let digests = [lively.scene, FrameLoop.diary(.diary(120)).scene].map { scene in
      return scene.digested().finalize()
    }
    #expect(digests[0] != digests[1])
    var reseeded = RunPlan.livelyDiary()
    reseeded.seed = 8
    #expect(FrameLoop.diary(reseeded).scene.touchCounts != lively.scene.touchCounts)
  }

  @Test func pixelsDoNotDecideTheState() {
    let seen = FrameLoop.diary(.livelyDiary(40), rendersPixels: true)
    #expect(seen.digests == FrameLoop.diary(.livelyDiary(40)).digests)
  }

  @Test func pixelsAreDrawnOnlyWhenWanted() {
    for rendersPixels in [false, true] {
      var loop = SyntheticLoop<DiaryScene>(plan: .diary(), rendersPixels: rendersPixels)
      var observer = NoOpObserver()
      loop.advance(&observer)
      let (width, height) = (loop.surface.width, loop.surface.height)
      #expect(width == (rendersPixels ? 60 : 1) && height == (rendersPixels ? 40 : 1))
      #expect((loop.work != RasterWork()) == rendersPixels)
      guard rendersPixels else { continue }
      #expect(loop.surface.color(x: 1, y: 20) != loop.surface.color(x: 50, y: 20))
    }
  }

  @Test func plantedNotANumberIsFoundWithFieldAndEntity() {
    var loop = SyntheticLoop<DiaryScene>(
      plan: .diary(fault: .notANumber, atStep: 2), rendersPixels: false)
    var observer = NoOpObserver()
    for frame in 0..<UInt32(4) {
      loop.advance(&observer)
      let digest = loop.stateDigest()
      #expect(digest.isFinite == (frame < 2), "frame \(frame)")
      let fault = loop.fault(digest, frame: frame)
      #expect((fault == nil) == (frame < 2))
      guard let fault else { continue }
      #expect(fault.kind == .nonFinite && fault.field == StatePlace(["values"], element: 2))
      #expect(fault.entity == 2 && fault.frame == frame)
    }
  }

  @Test func plantedExcessOverTheCapIsCounted() {
    var loop = SyntheticLoop<DiaryScene>(plan: .diary(fault: .cap, atStep: 1), rendersPixels: false)
    var observer = NoOpObserver()
    var seen: [UInt32] = []
    var kinds: [Fault.Kind?] = []
    for frame in 0..<UInt32(3) {
      loop.advance(&observer)
      let fault = loop.fault(loop.stateDigest(), frame: frame)
      kinds.append(fault?.kind)
      if let fault { #expect(fault.entity == 6 && fault.field == StatePlace(["pages"])) }
      seen.append(loop.counts[DiaryScene.Population.pages])
    }
    #expect(seen == [5, 6, 6] && kinds == [nil, .capExceeded, .capExceeded])
  }

  @Test func plantedCommandsThatDoNotFitAreCounted() {
    var loop = SyntheticLoop<DiaryScene>(
      plan: .diary(fault: .frameCommands, atStep: 1), rendersPixels: true)
    var observer = NoOpObserver()
    var dropped: [UInt32] = []
    for _ in 0..<3 {
      loop.advance(&observer)
      dropped.append(loop.droppedCommandCount)
    }
    // One layer and seven discs where four commands fit.
    #expect(dropped == [0, 4, 4])
  }

  @Test func plantedLayerCommandsThatDoNotFitAreCountedInEveryFrameAfter() {
    var plan = RunPlan.diary(4, fault: .layerCommands)
    plan.canvasChanges = [CanvasChange(frame: 1, canvas: plan.canvas)]
    var loop = SyntheticLoop<DiaryScene>(plan: plan, rendersPixels: true)
    var observer = NoOpObserver()
    var dropped: [UInt32] = []
    for _ in 0..<3 {
      loop.advance(&observer)
      dropped.append(loop.droppedCommandCount)
    }
    #expect(dropped == [0, 2, 2])
  }
}
