import SimMath
import SimRaster
import SimInput

/// The one loop that turns a plan into frames, on every target: input, step, draw, raster.
///
/// All storage is taken in `init`, sized for the largest canvas of the plan; `advance` allocates
/// nothing unless the scene does.
public struct FrameLoop<S: Scene & ~Copyable>: ~Copyable {
  /// The plan that is run.
  public let plan: RunPlan
  /// The index of the frame `advance` will run next.
  public private(set) var frame: UInt32 = 0
  /// Clock, canvas and input.
  package private(set) var state: LoopState
  /// The scene.
  public private(set) var scene: S
  /// What the scene was told last.
  package private(set) var input = FrameInput()
  /// What the scene drew last.
  package private(set) var list: DisplayList
  /// The picture, when pixels are wanted.
  public private(set) var surface: Surface
  /// The rasterizer, whose damage a pixel digest reads.
  package private(set) var rasterizer: Rasterizer
  /// What the rasterizer did in the last frame.
  package private(set) var work = RasterWork()
  /// Whether frames are turned into pixels.
  package let rendersPixels: Bool
  /// Whether frames are only stepped: no state depends on drawing, and some pictures cost much.
  package var skipsDrawing = false
  /// Storage of the scene's pixel stages; what they read is written anew in every frame.
  private var pixelWork: S.PixelWork
  /// Whether the last frame was spent in the background.
  package private(set) var wasInBackground = false
  /// Frames the scene really ran: the clock of the scene and its input.
  package var activeFrame: UInt32 { state.activeFrame }
  /// The canvas in force.
  public var canvas: Canvas { state.canvas }
  /// What became of the input events made so far.
  package var inputTally: InputTally { state.synthesizer.tally }
  /// Commands that did not fit: those of the frame drawn last and of the retained layers in force.
  package var droppedCommandCount: UInt32 { list.droppedCount &+ retainedDroppedCount }

  /// Commands the retained layers had no space for; the list forgets them with the next frame.
  private var retainedDroppedCount: UInt32 = 0

  /// Makes the loop and its scene, before the first frame.
  public init(plan: RunPlan, rendersPixels: Bool) {
    self.plan = plan
    self.rendersPixels = rendersPixels
    let canvas = plan.canvas
    state = LoopState(plan, track: S.touchTrack(for: plan))
    var context = SceneContext(
      seed: plan.seed, canvas: canvas, clock: plan.clock, parameters: plan.parameters,
      isMotionReduced: plan.isMotionReduced, pointsPerMillimeter: plan.pointsPerMillimeter,
      laterCanvases: plan.canvasChanges.map { $0.canvas })
    context.camera = plan.camera
    scene = S(context)
    pixelWork = S.pixelWork(for: plan)
    let capacity = Int(S.descriptor.commandCapacity)
    list = DisplayList(
      pixelWidth: canvas.pixelWidth, pixelHeight: canvas.pixelHeight, scale: canvas.scale,
      capacity: capacity)
    surface = Surface(
      width: rendersPixels ? canvas.pixelWidth : 1,
      height: rendersPixels ? canvas.pixelHeight : 1,
      capacity: rendersPixels ? plan.maximumPixelCount : 1)
    rasterizer = Rasterizer(
      maximumPixelCount: rendersPixels ? plan.maximumPixelCount : 1,
      maximumSide: rendersPixels ? plan.maximumSide : 1, commandCapacity: capacity)
    scene.prepare(&list)
    drawRetained()
  }

  /// Runs one frame.
  public mutating func advance(_ observer: inout some PhaseObserver & ~Copyable) {
    var worker = LoneWorker()
    advance(&observer, paintedBy: &worker)
  }

  /// Runs one frame, whose tiles a crew paints.
  package mutating func advance(
    _ observer: inout some PhaseObserver & ~Copyable,
    paintedBy crew: inout some TileCrew & ~Copyable
  ) {
    let index = frame
    frame += 1
    wasInBackground = isInBackground(index)
    guard !wasInBackground else {
      work = RasterWork()
      return
    }
    observer.begin(.input)
    applyCanvasChanges(upTo: index)
    gatherInput()
    observer.end(.input)

    observer.begin(.step)
    scene.step(input)
    observer.end(.step)

    state.activeFrame += 1
    guard !skipsDrawing else { return }

    observer.begin(.draw)
    list.removeAll()
    scene.draw(into: &list)
    observer.end(.draw)

    if rendersPixels {
      observer.begin(.raster)
      let stageWork = runStages(&observer)
      work = rasterizer.render(list, into: &surface, by: &crew)
      work.add(stageWork)
      observer.end(.raster)
    }
  }

  /// Runs the scene's pixel stages for the frame drawn last; the list then shows what they made.
  private mutating func runStages(
    _ observer: inout some PhaseObserver & ~Copyable
  ) -> RasterWork {
    scene.renderPixels(with: &pixelWork, into: &list, &observer)
  }

  /// The digest of the whole state: clock, canvas, input with its random streams, and scene.
  ///
  /// `frame` is no part of it, so that time in the background changes nothing.
  public func stateDigest() -> StateDigest {
    var digest = StateDigest()
    state.digest(into: &digest)
    scene.digest(into: &digest)
    return digest
  }

  private func isInBackground(_ index: UInt32) -> Bool {
    for span in plan.backgroundSpans where span.contains(index) { return true }
    return false
  }

  private mutating func applyCanvasChanges(upTo index: UInt32) {
    while Int(state.changeCount) < plan.canvasChanges.count,
      plan.canvasChanges[Int(state.changeCount)].frame <= index
    {
      let canvas = plan.canvasChanges[Int(state.changeCount)].canvas
      state.canvas = canvas
      state.changeCount += 1
      list.resize(
        pixelWidth: canvas.pixelWidth, pixelHeight: canvas.pixelHeight, scale: canvas.scale)
      if rendersPixels {
        surface.resize(width: canvas.pixelWidth, height: canvas.pixelHeight)
        rasterizer.invalidate()
      }
      state.synthesizer.resize(width: canvas.widthPoints, height: canvas.heightPoints)
      scene.resize(to: canvas)
      drawRetained()
    }
  }

  private mutating func drawRetained() {
    scene.drawRetained(into: &list)
    retainedDroppedCount = list.droppedCount
    list.removeAll()
  }

  private mutating func gatherInput() {
    state.synthesizer.fill(&input, frame: state.activeFrame)
    guard plan.hasMotion else {
      input.motion = nil
      return
    }
    if let track = plan.motionTrack {
      input.motion = track.sample(atNanoseconds: input.timeNanoseconds)
    }
    // A device with sensors always reports something: rest when nothing moves it.
    input.motion = (input.motion ?? .still).canvasAxes(in: canvas.orientation)
  }
}
