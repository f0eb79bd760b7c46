import SimMath
import SimRaster
import SimRuntime
import SimInput

/// When a run's input first touches the glass and first shakes the device.
///
/// Input depends on the plan alone, so it is played without the scene, which takes no time.
struct InputMoments {
  /// The frame of the first touch after a second in which nothing is seen to happen.
  private(set) var touch: UInt32?
  /// The frame in which the first shake after such a second begins.
  private(set) var shake: UInt32?

  /// The frame, while it lasts, that shows the first touch.
  private var touchShown: UInt32 = 0

  /// Frames that are played; what happens later is not looked for.
  private static var longestSearch: UInt32 { 18_000 }
  /// Frames without input before a moment counts, so that there is a picture before it.
  private static var quietFrames: UInt32 { 60 }
  /// Frames after which a lasting touch is shown: by then something has happened.
  private static var touchFrames: UInt32 { 24 }
  /// Acceleration, in g, from which on a device is shaken.
  private static var shakeThreshold: Float { 0.5 }

  /// Plays the input.
  init(_ plan: RunPlan) {
    var plan = plan
    plan.frameCount = min(plan.frameCount, Self.longestSearch)
    plan.parameters = NoScene.descriptor.defaultParameters
    var loop = ScenarioLoop<NoScene>(plan: plan, rendersPixels: false)
    var observer = SilentObserver()
    var quiet: UInt32 = 0
    var lastTouched: UInt32 = 0
    for frame in 0..<plan.frameCount {
      if let touch, let shake, frame > max(touch, shake) + Self.touchFrames { break }
      loop.advance(&observer)
      guard !loop.wasInBackground else { continue }
      let isTouched = loop.input.downCount > 0
      let motion = loop.input.motion ?? .still
      let push = Vector2(motion.accelerationX, motion.accelerationY)
      let isShaken = push.length >= Self.shakeThreshold
      if isTouched, let touch, frame <= touch + Self.touchFrames { lastTouched = frame }
      if quiet >= Self.quietFrames {
        if isTouched, touch == nil {
          touch = frame
          lastTouched = frame
        }
        if isShaken, shake == nil { shake = frame }
      }
      quiet = isTouched || isShaken ? 0 : quiet + 1
    }
    touchShown = lastTouched
  }

  /// A frame before, one during and one after each moment.
  var frames: [UInt32] {
    var frames: [UInt32] = []
    if let touch { frames += [touch - 1, touchShown, touchShown + 60] }
    if let shake { frames += [shake - 1, shake + 40, shake + 180] }
    return frames
  }
}

/// A scene of nothing.
private struct NoScene: Scene {
  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "none", summary: "Nothing.", requirements: [], commandCapacity: 1)
  }

  init(_ context: SceneContext) {}
  mutating func step(_ input: borrowing FrameInput) {}
  func draw(into list: inout DisplayList) {}
  mutating func visitState(_ visitor: inout some StateVisitor) {}
}
