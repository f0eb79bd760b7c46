import SimMath
import SimRaster
import SimRuntime
import SimScenes
import SimInput
import TestTier
import Testing

/// Goal: particles gather around fingers and go home, calmly, whatever hands and devices do.
///
/// Method: storms of input with every frame checked; the same scene with and without a finger,
/// mirrored, reduced and at two frame rates; every bit of the state against the digest.
struct MagneticParticlesTests {
  private static let finger = Vector2(195, 380)

  // MARK: - Bounds

  private typealias Population = MagneticParticles.Population

  @Test(arguments: Globes.seeds)
  func nothingIsLostOrHurriesThroughEverything(seed: UInt64) {
    let count = Tier.isDebug ? 100 : 600
    var plan = SceneRuns.stormyPlan(
      MagneticParticles.self, seed: seed, frames: Tier.isDebug ? 210 : 2100)
    plan.parameters[MagneticParticles.Parameter.particles] = Float(count)
    var counts = PopulationCounts(count: 4)
    var (touched, attracted) = (0, UInt32(0))
    SceneRuns.run(MagneticParticles.self, plan, draws: false) { loop, frame in
      loop.scene.count(into: &counts)
      #expect(counts[Population.particles] == UInt32(count), "frame \(frame)")
      #expect(counts[Population.onCanvas] >= UInt32(count * 9 / 10), "frame \(frame)")
      let fastest = loop.scene.velocities.reduce(0) { max($0, $1.length) }
      #expect(fastest <= MagneticParticlesTuning.maximumSpeedPointsPerSecond, "frame \(frame)")
      let isFinite = loop.stateDigest().isFinite
      #expect(isFinite)
      touched += loop.input.touches.isEmpty ? 0 : 1
      attracted = max(attracted, counts[Population.attractors])
    }
    #expect(touched > 30 && attracted > 2)
    #expect(Int(attracted) <= MagneticParticlesTuning.slotCount)
  }

  /// What a person sees: the second and third differences of the places between frames.
  @Test(arguments: Globes.seeds)
  func accelerationAndJerkStayCalm(seed: UInt64) {
    let count = Tier.isDebug ? 60 : 600
    var plan = Globes.stormyPlan(
      seed: seed, frames: Tier.isDebug ? 200 : 2000, flakes: count)
    plan.canvasChanges = []
    var history: [[Vector2]] = []
    var (acceleration, jerk) = (Float(0), Float(0))
    SceneRuns.run(MagneticParticles.self, plan, draws: false) { loop, _ in
      history.append(loop.scene.places)
      guard history.count == 4 else { return }
      for index in 0..<count {
        let (a, b, c) = (history[0][index], history[1][index], history[2][index])
        let d = history[3][index]
        acceleration = max(acceleration, (d - c * 2 + b).length * 3600)
        jerk = max(jerk, (d - c * 3 + b * 3 - a).length * 216_000)
      }
      history.removeFirst()
    }
    #expect(acceleration < 1600 && acceleration > 100, "\(acceleration)")
    // The shakes of a storm peak at 5 g, as often as not while fingers flick.
    #expect(jerk < 22_000 && jerk > 100, "\(jerk)")
  }

  @Test(arguments: [
    (Float(1), Float(1)), (4096, 1), (1, 4096), (4096, 4096), (320, 568), (1366, 1024), (120, 100),
  ])
  func anyCanvasWillDo(width: Float, height: Float) {
    let canvas = SceneCanvas(widthPoints: width, heightPoints: height, scale: 1)
    var made = Magnets.scene(canvas: canvas)
    var resized = Magnets.scene()
    resized.run(20, touches: [Globes.touch(.stationary, at: Self.finger)])
    resized.resize(to: canvas)
    made.run(30, touches: [Globes.touch(.stationary, at: Vector2(width / 2, 0))])
    resized.run(30, touches: [Globes.touch(.stationary, at: Vector2(width / 2, 0))])
    #expect((made.places + resized.places).allSatisfy { $0.isFinite })
    for (x, y) in zip(resized.physics.homeX, resized.physics.homeY) {
      #expect((0...width).contains(x) && (0...height).contains(y))
    }
  }

  @Test func everyFingerFindsRoomInTheEnd() {
    var scene = Magnets.scene(particles: 4)
    // As many fingers as there may be after as many others, before the traces of the first ones
    // have faded.
    let count = FrameInput.maximumTouchCount
    for hand in 0..<4 {
      let touches = (0..<count).map {
        Globes.touch(
          .stationary, at: Vector2(Float(30 * $0), 300), id: UInt32(count * hand + $0))
      }
      scene.run(6, touches: touches)
      if hand == 3 { scene.run(120, touches: touches) }
    }
    let held = scene.fingers.filter { $0.isHeld == 1 }.map { $0.id }.sorted()
    #expect(held == (UInt32(3 * count)..<UInt32(4 * count)).map { $0 })
    scene.run(120)
    #expect(scene.physics.attractors.allSatisfy { $0.strength == 0 })
  }

  // MARK: - Behavior

  @Test(arguments: Globes.seeds)
  func untouchedParticlesComeToRestAtHome(seed: UInt64) {
    var scene = Magnets.scene(seed: seed)
    #expect(scene.places.enumerated().contains { ($1 - Self.home(scene, $0)).length > 40 })
    func fastest() -> Float { scene.velocities.reduce(0) { max($0, $1.length) } }
    scene.run(60)
    #expect(fastest() > 8, "\(fastest())")
    scene.run(1500)
    #expect(fastest() < 0.5 && scene.movingCount == 0, "\(fastest())")
    for (index, place) in scene.places.enumerated() {
      #expect((place - Self.home(scene, index)).length < 25)
    }
  }

  private static func home(_ scene: MagneticParticles, _ index: Int) -> Vector2 {
    Vector2(scene.physics.homeX[index], scene.physics.homeY[index])
  }

  /// Particles orbit: they stay near the finger, off its middle, and all turn the same way.
  @Test(arguments: [(UInt32(2), Float(1)), (3, -1)])
  func particlesOrbitAFinger(id: UInt32, sign: Float) {
    let count = Tier.isDebug ? 150 : 600
    var scene = Magnets.scene(particles: count)
    scene.run(300)
    let near = { (scene: MagneticParticles) in
      scene.places.indices.filter { (scene.places[$0] - Self.finger).length < 100 }
    }
    let before = near(scene).count
    scene.run(480, touches: [Globes.touch(.stationary, at: Self.finger, id: id)])
    let orbiting = near(scene)
    #expect(orbiting.count > before * 2, "\(before) before, \(orbiting.count) after")
    let (places, velocities) = (scene.places, scene.velocities)
    let turning = orbiting.filter { index in
      let arm = places[index] - Self.finger
      return sign * (arm.x * velocities[index].y - arm.y * velocities[index].x) > 0
    }
    #expect(turning.count > orbiting.count * 9 / 10)
    let radius = orbiting.reduce(0) { $0 + (places[$1] - Self.finger).length }
    #expect((30...85).contains(radius / Float(orbiting.count)))
    scene.run(1500)
    #expect(near(scene).count < before + 5 && scene.movingCount == 0)
  }

  @Test func particlesLeanWithTheDevice() {
    let count = Tier.isDebug ? 30 : 100
    var still = Magnets.scene(particles: count)
    still.run(60)
    for (motion, way) in [
      (MotionSample(acceleration: (0, 0, 0), rotationRate: (0, 0.5, 0)), Vector2(1, 0)),
      (MotionSample(acceleration: (0, 0, 0), rotationRate: (0, 0, 0.5)), Vector2(-1, 0)),
      (MotionSample(acceleration: (0, 0, 0), rotationRate: (0.5, 0, 0)), Vector2(0, 1)),
      (MotionSample(acceleration: (0.5, 0, 0), rotationRate: (0, 0, 0)), Vector2(-1, 0)),
      (MotionSample(acceleration: (0, 0.5, 0), rotationRate: (0, 0, 0)), Vector2(0, -1)),
    ] {
      var moved = Magnets.scene(particles: count)
      moved.run(60, motion: motion)
      let shift = zip(still.places, moved.places).reduce(Vector2.zero) { $0 + $1.1 - $1.0 }
      #expect(shift.dot(way) / Float(count) > 3, "\(motion)")
      moved.run(2400)
      #expect(moved.movingCount == 0)
    }
  }

  @Test func handTremorMovesNothing() {
    var (still, trembling) = (Magnets.scene(), Magnets.scene())
    still.run(60)
    trembling.run(
      60, motion: MotionSample(acceleration: (0.04, -0.04, 0), rotationRate: (0, 0, 0)))
    #expect(still.places == trembling.places)
  }

  @Test func mirroredInputGivesTheMirroredPicture() {
    let width = Globes.phone.widthPoints
    var one = Magnets.scene()
    var other = one
    for index in 0..<100 {
      other.physics.x[index] = width - one.physics.x[index]
      other.physics.homeX[index] = width - one.physics.homeX[index]
    }
    for frame in 0..<240 {
      let place = Vector2(120 + Float(frame) * 0.3, 300)
      let phase: TouchPhase = frame < 160 ? .moved : .ended
      one.run(
        1, touches: [Globes.touch(phase, at: place, id: 2)],
        motion: MotionSample(acceleration: (0.3, 0.2, 0), rotationRate: (0.1, 0.2, 0.1)))
      other.run(
        1, touches: [Globes.touch(phase, at: Vector2(width - place.x, place.y), id: 3)],
        motion: MotionSample(acceleration: (-0.3, 0.2, 0), rotationRate: (0.1, -0.2, -0.1)))
    }
    let worst = zip(one.places, other.places).reduce(Float(0)) {
      max($0, (Vector2(width - $1.0.x, $1.0.y) - $1.1).length)
    }
    #expect(worst < 0.5, "\(worst)")
  }

  @Test func sameTouchesAtTwiceTheFrameRateEndNearby() {
    var (slow, quick) = (Magnets.scene(), Magnets.scene(framesPerSecond: 120))
    for frame in 0..<600 {
      let time = Float(frame) / 120
      let touches =
        time < 3
        ? [Globes.touch(.moved, at: Vector2(120 + 40 * time, 380 - 20 * time))] : []
      quick.run(1, touches: touches)
      if frame % 2 == 0 { slow.run(1, touches: touches) }
    }
    let sum = zip(slow.places, quick.places).reduce(Float(0)) { $0 + ($1.0 - $1.1).length }
    #expect(sum / 100 < 2, "\(sum / 100)")
  }

  @Test(arguments: [true, false])
  func reducedMotionIsLessMotion(isTouched: Bool) {
    let (normal, reduced) = (Self.motion(isTouched, false), Self.motion(isTouched, true))
    #expect(reduced.mean < normal.mean * 0.8 && reduced.peak < normal.peak * 0.8)
    #expect(reduced.jerk < normal.jerk * 0.8)
  }

  private static func motion(
    _ isTouched: Bool, _ isReduced: Bool
  ) -> (mean: Float, peak: Float, jerk: Float) {
    var scene = Magnets.scene(isMotionReduced: isReduced)
    var (sum, peak, jerk) = (Float(0), Float(0), Float(0))
    var steps: [[Vector2]] = []
    for frame in 0..<400 {
      let before = scene.places
      let touches = isTouched && frame < 250 ? [Globes.touch(.stationary, at: finger)] : []
      scene.run(1, touches: touches, motion: isTouched ? nil : Globes.shaking(frame % 120))
      steps.append(zip(before, scene.places).map { $1 - $0 })
      for step in steps[frame] {
        sum += step.length
        peak = max(peak, step.length)
      }
      guard frame >= 2 else { continue }
      for index in 0..<100 {
        let change = steps[frame][index] - steps[frame - 1][index] * 2 + steps[frame - 2][index]
        jerk = max(jerk, change.length)
      }
    }
    return (sum / 40_000, peak, jerk)
  }

  // MARK: - State

  @Test(arguments: Globes.seeds)
  func moreParticlesLeaveTheFirstOnesAsTheyWere(seed: UInt64) {
    let full = Magnets.scene(seed: seed, particles: 600)
    for count in [1, 2, 3, 17, 200, 599] {
      let part = Magnets.scene(seed: seed, particles: count)
      #expect(part.places == Array(full.places.prefix(count)))
      #expect(part.radius == Array(full.radius.prefix(count)))
      #expect(part.hue == Array(full.hue.prefix(count)))
      #expect(part.physics.charge == Array(full.physics.charge.prefix(count)))
      #expect(part.physics.homeX == Array(full.physics.homeX.prefix(count)))
    }
  }

  /// What is not in the digest is written in each step before it is read.
  @Test func scratchStorageDecidesNothing() {
    var (clean, used) = (Magnets.scene(), Magnets.scene())
    let state = used.physics
    used.physics.x[0] += 50
    used.run(3, touches: [Globes.touch(.stationary, at: Self.finger, id: 9)])
    let scratch = used.physics
    used = Magnets.scene()
    used.physics = scratch
    for index in 0..<100 {
      used.physics.x[index] = state.x[index]
      used.physics.y[index] = state.y[index]
      used.physics.velocityX[index] = 0
      used.physics.velocityY[index] = 0
    }
    used.physics.attractors = state.attractors
    for scene in 0..<2 {
      let touches = [Globes.touch(.stationary, at: Self.finger)]
      if scene == 0 { clean.run(30, touches: touches) } else { used.run(30, touches: touches) }
    }
    #expect(clean.places == used.places)
  }

  @Test func everythingIsDrawn() {
    var plan = Globes.plan(frames: 30)
    plan.generators = [InputGenerator(kind: .toddlerMash, eventsPerMinute: 600)]
    SceneRuns.run(MagneticParticles.self, plan) { loop, _ in
      let (count, dropped) = (loop.list.count, loop.droppedCommandCount)
      #expect(count >= 1201 && dropped == 0)
    }
  }
}
