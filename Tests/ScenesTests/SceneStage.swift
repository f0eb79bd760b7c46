import DeterministicMath
import Raster
import Runtime
import Scenes
import Simulation

/// Makes and drives scenes of any type for tests.
enum SceneStage {
  static let phone = Canvas(widthPoints: 390, heightPoints: 844, scale: 1)

  static func make<S: Scene>(
    _ type: S.Type, seed: UInt64 = 1, framesPerSecond: UInt32 = 60, canvas: Canvas = phone,
    isMotionReduced: Bool = false
  ) -> S {
    S(
      SceneContext(
        seed: seed, canvas: canvas, clock: FrameClock(framesPerSecond: framesPerSecond),
        parameters: S.descriptor.defaultParameters, isMotionReduced: isMotionReduced))
  }

  static func digest<S: Scene>(_ scene: S) -> UInt64 {
    var digest = StateDigest()
    scene.digest(into: &digest)
    return digest.finalize()
  }

  static func counts<S: Scene>(_ scene: S) -> [UInt32] {
    var counts = PopulationCounts(count: S.descriptor.populations.count)
    scene.count(into: &counts)
    return counts.values
  }

  static func storm<S: Scene>(_ type: S.Type, seed: UInt64, frames: UInt32) -> RunPlan {
    var plan = Globes.stormyPlan(seed: seed, frames: frames)
    plan.parameters = S.descriptor.defaultParameters
    return plan
  }

  /// Runs a plan without pixels and shows every frame's loop.
  static func run<S: Scene>(
    _ type: S.Type, _ plan: RunPlan, _ look: (borrowing FrameLoop<S>, UInt32) -> Void
  ) {
    var loop = FrameLoop<S>(plan: plan, rendersPixels: false)
    var observer = SilentObserver()
    for frame in 0..<plan.frameCount {
      loop.advance(&observer)
      look(loop, frame)
    }
  }

  static func digests<S: Scene>(_ type: S.Type, _ plan: RunPlan) -> [UInt64] {
    var digests: [UInt64] = []
    run(type, plan) { loop, _ in digests.append(loop.stateDigest().finalize()) }
    return digests
  }
}

extension Scene {
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
