import SimMath
import SimRaster
import SimRuntime
import SimInput
import Testing

/// Goal: rotation and new sizes arrive in time and once, in buffers that never grow.
///
/// Method: plans
/// with changes at known frames, watched frame by frame.
struct CanvasChangeTests {
  private static let wide = SceneCanvas(
    widthPoints: 40, heightPoints: 60, scale: 2, orientation: .landscapeRight)
  private static let small = SceneCanvas(widthPoints: 20, heightPoints: 10, scale: 1)

  private static func plan() -> RunPlan {
    var plan = RunPlan.livelyDiary(12)
    plan.canvasChanges = [
      CanvasChange(frame: 3, canvas: wide), CanvasChange(frame: 7, canvas: small),
    ]
    return plan
  }

  @Test func changesApplyAtTheirFrameAndOnce() {
    for rendersPixels in [false, true] {
      let plan = Self.plan()
      var loop = SyntheticLoop<DiaryScene>(plan: plan, rendersPixels: rendersPixels)
      var observer = NoOpObserver()
      for frame in 0..<12 {
        loop.advance(&observer)
        let canvas = frame < 3 ? plan.canvas : frame < 7 ? Self.wide : Self.small
        let (seen, told) = (loop.canvas, loop.scene.canvas)
        #expect(seen == canvas && told == canvas, "frame \(frame)")
        let size = (loop.list.pixelWidth, loop.list.pixelHeight)
        #expect(size == (canvas.pixelWidth, canvas.pixelHeight))
        guard rendersPixels else { continue }
        let pixels = (loop.surface.width, loop.surface.height)
        #expect(pixels == (canvas.pixelWidth, canvas.pixelHeight))
      }
      let resizes = loop.scene.resizes
      #expect(resizes == [Self.wide, Self.small])
    }
  }

  @Test func retainedLayersAreFilledAgainForTheNewCanvas() {
    let plan = Self.plan()
    var loop = SyntheticLoop<DiaryScene>(plan: plan, rendersPixels: true)
    var observer = NoOpObserver()
    var generations: [UInt32] = []
    for _ in 0..<12 {
      loop.advance(&observer)
      let layer = loop.list.layers[0]
      generations.append(layer.generation)
      #expect(layer.count == 1)
      #expect(layer.commands[0].bounds == loop.list.wholeCanvas)
      let corner = loop.surface.color(
        x: loop.surface.width - 1, y: loop.surface.height - 1)
      #expect(corner.packed == 0xFF60_4020)
    }
    #expect(generations == [0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2])
  }

  @Test func touchesStayOnTheCanvasInForce() {
    var plan = Self.plan()
    plan.frameCount = 200
    var loop = SyntheticLoop<DiaryScene>(plan: plan, rendersPixels: false)
    var observer = NoOpObserver()
    var seen = 0
    for _ in 0..<plan.frameCount {
      loop.advance(&observer)
      for touch in loop.input.touches {
        seen += 1
        let canvas = loop.canvas
        #expect((0...canvas.widthPoints).contains(touch.position.x))
        #expect((0...canvas.heightPoints).contains(touch.position.y))
      }
    }
    #expect(seen > 0)
  }

  @Test func changesDueInTheBackgroundWaitForTheForeground() {
    var plan = Self.plan()
    plan.backgroundSpans = [FrameSpan(start: 2, end: 9)]
    var loop = SyntheticLoop<DiaryScene>(plan: plan, rendersPixels: false)
    var observer = NoOpObserver()
    var resizes: [Int] = []
    for _ in 0..<12 {
      loop.advance(&observer)
      resizes.append(loop.scene.resizes.count)
    }
    #expect(resizes == [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2])
    let canvas = loop.canvas
    #expect(canvas == Self.small)
  }

  @Test func maximaCoverEveryCanvasOfTheRun() {
    var plan = RunPlan.diary()
    #expect(plan.maximumPixelCount == 2400 && plan.maximumSide == 60)
    plan.canvasChanges = [
      CanvasChange(frame: 1, canvas: SceneCanvas(widthPoints: 10, heightPoints: 200, scale: 1)),
      CanvasChange(frame: 2, canvas: SceneCanvas(widthPoints: 50, heightPoints: 50, scale: 2)),
      CanvasChange(frame: 3, canvas: Self.small),
    ]
    // The most pixels and the longest side may belong to different canvases.
    #expect(plan.maximumPixelCount == 10_000 && plan.maximumSide == 200)
  }

  @Test(arguments: [
    (Float(390), Float(3), Int32(1170)), (320.25, 2, 641), (0.1, 1, 1), (4096, 4, 16_384),
  ])
  func pointsBecomeWholePixels(points: Float, scale: Float, pixels: Int32) {
    let canvas = SceneCanvas(widthPoints: points, heightPoints: points, scale: scale)
    #expect(canvas.pixelWidth == pixels && canvas.pixelHeight == pixels)
  }
}
