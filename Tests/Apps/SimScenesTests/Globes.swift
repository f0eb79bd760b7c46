import SimMath
import SimRuntime
import SimScenes
import SimInput
import TestTier

/// Makes and drives snow globes for tests.
enum Globes {
  /// Seeds that properties are tried with: few in a debug build.
  static let seeds: [UInt64] = Tier.isDebug ? [1] : [1, 2, 3, 0xFFFF_FFFF_FFFF_FFFF]

  /// The flakes of runs of many seconds: fewer in a debug build.
  static let longRunFlakes = Tier.isDebug ? 100 : 600

  static let clock = FrameClock(framesPerSecond: 60)
  static let phone = SceneCanvas(widthPoints: 390, heightPoints: 844, scale: 3)

  static func plan(
    seed: UInt64 = 1, frames: UInt32, flakes: Int = 600, canvas: SceneCanvas = phone
  ) -> RunPlan {
    RunPlan(
      seed: seed, frameCount: frames, clock: clock, canvas: canvas,
      parameters: parameters(flakes: flakes))
  }

  /// So many flakes, and how their number adapts to frame times: not at all, unless told.
  static func parameters(flakes: Int, adaptive: Float = 0) -> ParameterValues {
    var parameters = Snowglobe.descriptor.defaultParameters
    parameters[Snowglobe.Parameter.flakes] = Float(flakes)
    parameters[Snowglobe.Parameter.adaptive] = adaptive
    return parameters
  }

  /// Everything that can happen to a globe at once, a new canvas every so many frames included.
  static func stormyPlan(seed: UInt64, frames: UInt32, flakes: Int = 600) -> RunPlan {
    var plan = plan(seed: seed, frames: frames, flakes: flakes)
    plan.generators = [
      InputGenerator(kind: .shake, eventsPerMinute: 60, strength: 2),
      InputGenerator(kind: .slowTilt, eventsPerMinute: 40, strength: 2),
      InputGenerator(kind: .toddlerMash, eventsPerMinute: 120, strength: 2),
      InputGenerator(kind: .drag, eventsPerMinute: 60),
    ]
    let sizes: [(Float, Float, Float, Orientation)] = [
      (844, 390, 3, .landscapeLeft), (320, 568, 1, .portrait), (1024, 1366, 2, .portrait),
      (1366, 1024, 2, .landscapeRight), (568, 320, 2, .landscapeRight),
      (390, 844, 3, .portraitUpsideDown),
    ]
    plan.canvasChanges = sizes.enumerated().map { index, size in
      CanvasChange(
        frame: UInt32(index + 1) * frames / 7,
        canvas: SceneCanvas(
          widthPoints: size.0, heightPoints: size.1, scale: size.2, orientation: size.3))
    }
    return plan
  }

  /// Runs a plan without pixels and shows every frame's loop, unless told with nothing drawn.
  static func run(
    _ plan: RunPlan, draws: Bool = true,
    _ look: (inout SyntheticLoop<Snowglobe>, UInt32) throws -> Void
  ) rethrows {
    var loop = SyntheticLoop<Snowglobe>(plan: plan, rendersPixels: false)
    loop.skipsDrawing = !draws
    var observer = NoOpObserver()
    for frame in 0..<plan.frameCount {
      loop.advance(&observer)
      try look(&loop, frame)
    }
  }

  /// The state digest after every frame.
  static func digests(_ plan: RunPlan) -> [UInt64] {
    var digests: [UInt64] = []
    run(plan, draws: false) { loop, _ in digests.append(loop.stateDigest().finalize()) }
    return digests
  }

  /// The digest of the scene alone, without clock and input, after the last frame.
  static func sceneDigest(_ plan: RunPlan) -> UInt64 {
    var digest = StateDigest()
    run(plan, draws: false) { loop, frame in
      if frame + 1 == plan.frameCount { digest = loop.scene.digested() }
    }
    return digest.finalize()
  }

  static func scene(
    seed: UInt64 = 1, flakes: Int, canvas: SceneCanvas = phone, isMotionReduced: Bool = false
  ) -> Snowglobe {
    Snowglobe(
      SceneContext(
        seed: seed, canvas: canvas, clock: clock, parameters: parameters(flakes: flakes),
        isMotionReduced: isMotionReduced))
  }

  /// The push of a hand that shakes four times a second, in g.
  static func shaking(_ frame: Int) -> MotionSample {
    let swing = 1.6 * Math.sin(6.2831855 * 4 * Float(frame) / 60)
    return MotionSample(acceleration: (swing, 0.5 * swing, 0), rotationRate: (0, 0, 0))
  }

  static func touch(
    _ phase: TouchPhase, at place: Vector2, from: Vector2? = nil, id: UInt32 = 2
  ) -> Touch {
    Touch(
      id: id, phase: phase, kind: .finger, position: place, previousPosition: from ?? place,
      radius: 8, pressure: 0, timestampNanoseconds: 0)
  }
}

extension Snowglobe {
  var places: [Vector2] {
    zip(flakes.x, flakes.y).map { Vector2($0, $1) }
  }

  var settledCount: Int { flakes.isSettled.filter { $0 == 1 }.count }

  var meanX: Float { flakes.x.reduce(0, +) / Float(flakes.x.count) }

  /// Advances by some frames under one motion, without touches.
  mutating func run(_ frames: Int, _ motion: (Int) -> MotionSample? = { _ in nil }) {
    var input = FrameInput()
    for frame in 0..<frames {
      input.begin(frame: UInt32(frame), timeNanoseconds: 0)
      input.motion = motion(frame)
      step(input)
    }
  }

  /// Advances by one frame with contacts.
  mutating func step(touches: [Touch], motion: MotionSample? = nil) {
    var input = FrameInput()
    input.motion = motion
    for touch in touches { input.append(touch) }
    step(input)
  }
}
