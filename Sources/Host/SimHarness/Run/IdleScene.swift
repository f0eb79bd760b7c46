import SimInput
import SimMath
import SimRaster
import SimRuntime

/// A scene that does nothing, to record input that ends the process in another scene.
struct IdleScene: SimScene {
  private var canvas: SceneCanvas

  static var descriptor: SceneDescriptor {
    SceneDescriptor(name: "idle", summary: "Nothing.")
  }

  init(_ context: SceneContext) { canvas = context.canvas }
  mutating func resize(to canvas: SceneCanvas) { self.canvas = canvas }
  mutating func step(_ input: borrowing FrameInput) {}
  func draw(into list: inout DisplayList) {}
  mutating func visitState(_ visitor: inout some StateVisitor) { visitor.field(&canvas, "canvas") }

  /// Records the input of a plan's first frames, without digests.
  ///
  /// - Parameters:
  ///   - descriptor: The scene that the plan is for.
  ///   - track: The path that synthetic touches of that scene follow.
  static func recording(
    _ plan: RunPlan, of descriptor: SceneDescriptor, track: TouchTrack, frameCount: UInt32
  ) -> Recording {
    let source = PlannedInput(
      SyntheticInput(plan, track: track),
      recorded: plan.recordedInput.map { ReplayInput($0) }, isRecording: true,
      repeatingClock: plan.repeatsRecordedInput ? plan.clock : nil)
    var loop = ScenarioLoop<IdleScene>(plan: plan, source: source, rendersPixels: false)
    loop.skipsDrawing = true
    var observer = NoOpObserver()
    while loop.frame < frameCount { loop.advance(&observer) }
    let request = RecordingRequest(RecordingHeader(plan, of: descriptor))
    return RunRecorder(request, frameCount: frameCount).finish(loop, pixelChain: nil)
  }
}
