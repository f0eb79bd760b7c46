import SimMath
import SimRaster
import SimRuntime
import SimScenes
import SimInput
import TestTier

/// Drives any scene for tests, with or without the frame loop.
enum SceneRuns {
  /// Runs a plan without pixels and shows every frame's loop, unless told with nothing drawn.
  static func run<S: SimScene>(
    _ type: S.Type, _ plan: RunPlan, draws: Bool = true,
    _ look: (inout SyntheticLoop<S>, UInt32) throws -> Void
  ) rethrows {
    var loop = SyntheticLoop<S>(plan: plan, rendersPixels: false)
    loop.skipsDrawing = !draws
    var observer = NoOpObserver()
    for frame in 0..<plan.frameCount {
      loop.advance(&observer)
      try look(&loop, frame)
    }
  }

  /// A scene's default parameters; in a debug build, large populations are an eighth.
  private static func parameters<S: SimScene>(_ type: S.Type) -> ParameterValues {
    var parameters = S.descriptor.defaultParameters
    guard Tier.isDebug else { return parameters }
    for (index, one) in S.descriptor.parameters.enumerated()
    where one.isWhole && one.defaultValue > 40 {
      parameters.values[index] = max(one.minimum, (one.defaultValue / 8).rounded())
    }
    return parameters
  }

  /// A storm with the scene's default parameters.
  static func stormyPlan<S: SimScene>(_ type: S.Type, seed: UInt64, frames: UInt32) -> RunPlan {
    var plan = Globes.stormyPlan(seed: seed, frames: frames)
    plan.parameters = parameters(type)
    return plan
  }

  /// The state digest after every frame.
  static func digests<S: SimScene>(_ type: S.Type, _ plan: RunPlan) -> [UInt64] {
    var digests: [UInt64] = []
    run(type, plan, draws: false) { loop, _ in digests.append(loop.stateDigest().finalize()) }
    return digests
  }

  /// A scene with its default parameters, but for the first when a count is given.
  static func scene<S: SimScene>(
    _ type: S.Type, seed: UInt64 = 1, count: Float? = nil, canvas: SceneCanvas = Globes.phone,
    rate: UInt32 = 60, isMotionReduced: Bool = false
  ) -> S {
    var parameters = S.descriptor.defaultParameters
    if let count { parameters.values[0] = count }
    return S(
      SceneContext(
        seed: seed, canvas: canvas, clock: FrameClock(framesPerSecond: rate),
        parameters: parameters, isMotionReduced: isMotionReduced))
  }

  /// Advances a scene by one frame.
  static func step<S: SimScene>(
    _ scene: inout S, _ touches: [Touch] = [], motion: MotionSample? = nil
  ) {
    var input = FrameInput()
    input.motion = motion
    for touch in touches { input.append(touch) }
    scene.step(input)
  }

  /// The digest of a scene alone, without clock and input.
  static func digest<S: SimScene>(_ scene: S) -> UInt64 {
    return scene.digested().finalize()
  }

  /// What a scene counts, in its descriptor's order.
  static func counts<S: SimScene>(_ scene: S) -> [UInt32] {
    var counts = PopulationCounts(count: S.descriptor.populations.count)
    scene.count(into: &counts)
    return counts.values
  }
}

extension SimScene {
  /// Advances by some frames with the same contacts and motion in each.
  mutating func advance(
    _ frames: Int, touches: [Touch] = [], motion: (Int) -> MotionSample? = { _ in nil }
  ) {
    var input = FrameInput()
    for frame in 0..<frames {
      input.begin(frame: UInt32(frame), timeNanoseconds: 0)
      input.motion = motion(frame)
      for touch in touches { input.append(touch) }
      step(input)
    }
  }
}
