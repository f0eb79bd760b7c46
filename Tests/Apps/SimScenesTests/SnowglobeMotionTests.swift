import SimMath
import SimRuntime
import SimScenes
import SimInput
import Testing

/// Goal: the snow settles by itself, lifts when it is shaken and drifts the way the device leans.
///
/// Method: hand-made motion, and a second globe without it to compare with.
struct SnowglobeMotionTests {
  @Test(arguments: Globes.seeds)
  func untouchedSnowComesToRest(seed: UInt64) {
    var scene = Globes.scene(seed: seed, flakes: Globes.longRunFlakes)
    var before = scene.places
    var restingFrames = 0
    for frame in 0..<5400 where restingFrames < 60 {
      scene.run(1)
      let places = scene.places
      for index in places.indices {
        let step = (places[index] - before[index]).length
        #expect(step < 2.2, "flake \(index) jumps \(step) points in frame \(frame)")
      }
      before = places
      let isResting = scene.movingCount == 0 && scene.settledCount == places.count
      restingFrames = isResting ? restingFrames + 1 : 0
    }
    #expect(restingFrames == 60, "\(scene.settledCount) lie, \(scene.movingCount) move")
  }

  @Test(arguments: Globes.seeds)
  func shakenSnowLiftsAndSettlesAgain(seed: UInt64) {
    let count = Globes.longRunFlakes
    var scene = Globes.scene(seed: seed, flakes: count)
    scene.run(3000)
    #expect(scene.settledCount > count * 9 / 10 && scene.movingCount == 0)
    scene.run(150) { Globes.shaking($0) }
    #expect(Int(scene.movingCount) > count / 2)
    #expect(scene.settledCount < count / 2)
    // Loose flakes are kicked up; those that lay on them then float by themselves.
    let lifted = zip(scene.flakes.liftCount, scene.flakes.isSettled).filter { $0 > 0 || $1 == 0 }
    #expect(lifted.count > count * 9 / 10)
    #expect(scene.flakes.liftCount.filter { $0 > 0 }.count > count / 3)
    scene.run(3600)
    #expect(scene.settledCount > count * 9 / 10 && scene.movingCount == 0)
  }

  @Test func shakenSnowFillsTheGlobe() {
    var scene = Globes.scene(flakes: Globes.longRunFlakes)
    scene.run(240) { Globes.shaking($0) }
    let middle = (scene.globe.minY + scene.globe.maxY) / 2
    let high = scene.flakes.y.filter { $0 < middle }.count
    #expect(high > scene.flakes.y.count / 5)
  }

  @Test func handTremorStirsNothing() {
    var (still, trembling) = (Globes.scene(flakes: 50), Globes.scene(flakes: 50))
    still.run(60)
    trembling.run(60) { frame in
      MotionSample(
        acceleration: (frame % 2 == 0 ? 0.04 : -0.04, 0.04, 0), rotationRate: (0, 0, 0))
    }
    #expect(still.places == trembling.places)
  }

  /// Device axes are right-handed: about y the right edge sinks, about z it turns to the left.
  ///
  /// When the glass is pushed to the right, the liquid stays behind.
  @Test(arguments: [
    [Float(0), 0.5, 0, 1], [0, -0.5, 0, -1], [0, 0, 0.5, -1], [0, 0, -0.5, 1],
    [0.5, 0, 0, -1], [-0.5, 0, 0, 1],
  ])
  func snowDriftsTheWayTheDeviceLeans(accelerationRatesAndSign: [Float]) {
    let values = accelerationRatesAndSign
    let motion = MotionSample(
      acceleration: (values[0], 0, 0), rotationRate: (0, values[1], values[2]))
    for seed in Globes.seeds {
      var still = Globes.scene(seed: seed, flakes: 200)
      var leaning = still
      still.run(90)
      leaning.run(90) { $0 < 45 ? motion : .still }
      #expect((leaning.meanX - still.meanX) * values[3] > 2)
    }
  }

  /// Seen on the screen of a device that is turned counter-clockwise, the liquid it leaves behind
  /// turns clockwise: down on the right, up on the left.
  @Test(arguments: [Float(2), -2])
  func liquidStaysBehindATurningDevice(rate: Float) {
    var still = Globes.scene(flakes: 400)
    var turning = still
    still.run(30)
    turning.run(30) { _ in MotionSample(acceleration: (0, 0, 0), rotationRate: (0, 0, rate)) }
    var fall: (left: Float, right: Float) = (0, 0)
    for (calm, carried) in zip(still.places, turning.places) where abs(calm.x - 195) > 80 {
      if calm.x < 195 { fall.left += carried.y - calm.y } else { fall.right += carried.y - calm.y }
    }
    #expect(fall.right * rate > 0 && fall.left * rate < 0)
    let spun = turning.spin
    #expect(spun * rate > 0)
    turning.run(54)
    #expect(abs(turning.spin / spun - 0.3679) < 0.01)
  }

  @Test func rememberedTiltFades() {
    var scene = Globes.scene(flakes: 1)
    scene.run(60) { _ in
      MotionSample(acceleration: (0, 0, 0), rotationRate: (0, 3, 0))
    }
    #expect(scene.tilt > 0.5 && scene.tilt <= SnowglobeTuning.maximumTilt)
    scene.run(1800)
    #expect(abs(scene.tilt) < 0.001)
  }

  @Test(arguments: Globes.seeds)
  func reducedMotionIsLessMotion(seed: UInt64) {
    let shake: (Int) -> MotionSample? = { $0 < 90 ? Globes.shaking($0) : .still }
    let (normal, reduced) = Self.meanMotion(seed: seed, touches: false, shake)
    #expect(reduced < normal * 0.8)
    let tilt: (Int) -> MotionSample? = { _ in
      MotionSample(acceleration: (0, 0, 0), rotationRate: (0, 0.3, 0.3))
    }
    let tilted = Self.meanMotion(seed: seed, touches: false, tilt)
    #expect(tilted.reduced < tilted.normal)
    let touched = Self.meanMotion(seed: seed, touches: true) { _ in nil }
    #expect(touched.reduced < touched.normal)
  }

  /// Points per flake and frame, with and without Reduce Motion.
  private static func meanMotion(
    seed: UInt64, touches: Bool, _ motion: (Int) -> MotionSample?
  ) -> (normal: Float, reduced: Float) {
    let frames = 180
    let means = [false, true].map { isReduced -> Float in
      var scene = Globes.scene(seed: seed, flakes: 100, isMotionReduced: isReduced)
      var sum: Float = 0
      for frame in 0..<frames {
        let before = scene.places
        let finger = Globes.touch(
          frame % 20 == 0 ? .began : .stationary, at: Vector2(195, 400), id: UInt32(frame / 20))
        scene.step(touches: touches ? [finger] : [], motion: motion(frame))
        for (from, to) in zip(before, scene.places) { sum += (to - from).length }
      }
      return sum / Float(100 * frames)
    }
    return (means[0], means[1])
  }

  @Test func deviceWithoutSensorsStillAnswersFingers() {
    var plan = Globes.plan(frames: 120, flakes: 100)
    plan.hasMotion = false
    let alone = Globes.sceneDigest(plan)
    plan.generators = [
      InputGenerator(kind: .drag, eventsPerMinute: 120),
      InputGenerator(kind: .shake, eventsPerMinute: 120),
    ]
    #expect(Globes.sceneDigest(plan) != alone)
    plan.generators.removeFirst()
    // Shaking alone cannot be felt.
    #expect(Globes.sceneDigest(plan) == alone)
  }
}
