import SimMath
import SimRuntime
import SimScenes
import SimInput

/// Makes and drives magnetic particles for tests.
enum Magnets {
  static func scene(
    seed: UInt64 = 1, particles: Int = 100, canvas: SceneCanvas = Globes.phone,
    isMotionReduced: Bool = false, framesPerSecond: UInt32 = 60
  ) -> MagneticParticles {
    SceneRuns.scene(
      MagneticParticles.self, seed: seed, count: Float(particles), canvas: canvas,
      rate: framesPerSecond, isMotionReduced: isMotionReduced)
  }
}

extension MagneticParticles {
  var places: [Vector2] { zip(physics.x, physics.y).map { Vector2($0, $1) } }

  var velocities: [Vector2] { zip(physics.velocityX, physics.velocityY).map { Vector2($0, $1) } }

  /// Advances by some frames with the same contacts and motion.
  mutating func run(_ frames: Int, touches: [Touch] = [], motion: MotionSample? = nil) {
    var input = FrameInput()
    for frame in 0..<frames {
      input.begin(frame: UInt32(frame), timeNanoseconds: 0)
      input.motion = motion
      for touch in touches { input.append(touch) }
      step(input)
    }
  }
}
