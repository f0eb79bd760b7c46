import SimMath
import SimRaster
import SimRuntime
import SimScenes
import SimInput
import TestTier
import Testing

/// Goal: never more than thirty calm bubbles, that rise, pop under a finger and come back unseen.
///
/// Method: storms of input with every bubble looked at in every frame; hand-made touches and motion
/// with a second flock without them to compare with; a mirrored flock; two frame rates.
struct BubblesTests {
  private typealias Tuning = BubblesTuning

  private static func places(_ scene: Bubbles) -> [Vector2] {
    zip(scene.flock.x, scene.flock.y).map { Vector2($0, $1) }
  }

  /// The first bubble that is outside the room it has, or nil.
  private static func problem(of scene: Bubbles) -> String? {
    for (index, place) in places(scene).enumerated() {
      guard place.isFinite else { return "bubble \(index) is nowhere" }
      let radius = scene.radius(index)
      let side = min(radius, scene.width / 2) - 0.01
      guard (side...(scene.width - side)).contains(place.x) else { return "\(index) is beside" }
      let deepest = scene.height + radius * Tuning.hiddenRadii + Tuning.returnDepthPoints
      guard place.y <= deepest + 0.01 else { return "\(index) is too deep" }
      // A popped bubble still drifts for a moment, then waits unseen wherever it was.
      let stage = scene.flock.stage[index]
      let drift = stage == Bubbles.Stage.floating ? 0 : Tuning.popSeconds
      let highest = -radius * Tuning.hiddenRadii - 4 - drift * Tuning.maximumSpeedPointsPerSecond
      guard place.y > highest else { return "\(index) is too high" }
    }
    return nil
  }

  @Test(arguments: Globes.seeds)
  func thirtyBubblesStayInTheirRoomThroughEverything(seed: UInt64) {
    let frames: UInt32 = Tier.isDebug ? 420 : 4200
    let plan = SceneRuns.stormyPlan(Bubbles.self, seed: seed, frames: frames)
    var counts = PopulationCounts(count: 4)
    var popped: UInt32 = 0
    SceneRuns.run(Bubbles.self, plan, draws: false) { loop, frame in
      loop.scene.count(into: &counts)
      #expect(counts[Bubbles.Population.bubbles] <= 30, "frame \(frame)")
      popped = max(popped, counts[Bubbles.Population.popping])
      let problem = Self.problem(of: loop.scene)
      // A canvas that shrinks leaves bubbles deep below it for some frames.
      let isSettling = plan.canvasChanges.contains { (0..<60).contains(frame &- $0.frame) }
      #expect(problem == nil || isSettling, "frame \(frame)")
      #expect(loop.stateDigest().isFinite)
    }
    #expect(popped > 0)
  }

  @Test func plantedEscapeIsFound() {
    var scene = SceneRuns.scene(Bubbles.self)
    #expect(Self.problem(of: scene) == nil)
    scene.flock.x[3] = 0
    #expect(Self.problem(of: scene) == "3 is beside")
    scene.flock.x[3] = 195
    scene.flock.y[3] = 1200
    #expect(Self.problem(of: scene) == "3 is too deep")
  }

  /// What is in sight moves by no more than its speed allows.
  @Test(arguments: Globes.seeds)
  func nothingInSightJumps(seed: UInt64) {
    var plan = SceneRuns.stormyPlan(
      Bubbles.self, seed: seed, frames: Tier.isDebug ? 300 : 3000)
    plan.canvasChanges = []
    var before: [Vector2] = []
    var farthest: Float = 0
    SceneRuns.run(Bubbles.self, plan, draws: false) { loop, _ in
      let scene = loop.scene
      let places = Self.places(scene)
      for (index, from) in before.enumerated() {
        let (radius, to) = (scene.radius(index), places[index])
        let hidden =
          from.y < -radius || scene.flock.stage[index] == Bubbles.Stage.waiting
          || to.y > scene.height + radius
        if !hidden { farthest = max(farthest, (to - from).length) }
      }
      before = places
    }
    #expect(farthest <= Tuning.maximumSpeedPointsPerSecond / 60 + 0.01)
    #expect(farthest > 0.5)
  }

  @Test func moreBubblesLeaveTheFirstOnesAsTheyWere() {
    let full = SceneRuns.scene(Bubbles.self).flock
    for count in [1, 2, 17, 29] {
      let flock = SceneRuns.scene(Bubbles.self, count: Float(count)).flock
      for (part, whole) in [
        (flock.x, full.x), (flock.y, full.y), (flock.size, full.size), (flock.sway, full.sway),
        (flock.swayPhase, full.swayPhase), (flock.tint, full.tint),
      ] {
        #expect(part == Array(whole.prefix(count)))
      }
    }
  }

  @Test func tapPopsTheTopmostBubbleAloneAndItComesBack() throws {
    var scene = SceneRuns.scene(Bubbles.self)
    // All in one place: the largest is painted last.
    for index in 0..<3 { (scene.flock.x[index], scene.flock.y[index]) = (195, 400) }
    for index in 3..<30 { (scene.flock.x[index], scene.flock.y[index]) = (60, 840) }
    let largest = try #require((0..<3).max { scene.flock.size[$0] < scene.flock.size[$1] })
    SceneRuns.step(&scene, [Globes.touch(.began, at: Vector2(195, 400))])
    #expect(scene.flock.stage.filter { $0 != Bubbles.Stage.floating }.count == 1)
    #expect(scene.flock.stage[largest] == Bubbles.Stage.popping)
    // A finger that stays or moves pops nothing more.
    for _ in 0..<10 { SceneRuns.step(&scene, [Globes.touch(.moved, at: Vector2(195, 400))]) }
    #expect(scene.flock.stage.filter { $0 != Bubbles.Stage.floating }.count == 1)
    var gone = 0
    while scene.flock.stage[largest] != Bubbles.Stage.floating, gone < 1000 {
      SceneRuns.step(&scene)
      gone += 1
    }
    let seconds = Float(gone + 11) / 60 - Tuning.popSeconds
    #expect(seconds >= Tuning.shortestReturnSeconds - 0.05)
    #expect(seconds <= Tuning.longestReturnSeconds + 0.05)
    #expect(scene.flock.y[largest] > scene.height + scene.radius(largest))
  }

  @Test func tapBesideEveryBubblePopsNone() {
    var scene = SceneRuns.scene(Bubbles.self, count: 1)
    let far = Vector2(scene.flock.x[0], scene.flock.y[0] < 400 ? 840 : 4)
    SceneRuns.step(&scene, [Globes.touch(.began, at: far)])
    #expect(scene.flock.stage == [Bubbles.Stage.floating])
  }

  @Test(arguments: Globes.seeds)
  func withoutInputTheFlowIsSteadyAndSlow(seed: UInt64) {
    var scene = SceneRuns.scene(Bubbles.self, seed: seed)
    for frame in 0..<(Tier.isDebug ? 400 : 4000) {
      let before = Self.places(scene)
      SceneRuns.step(&scene)
      for (index, place) in Self.places(scene).enumerated() where frame > 180 {
        let way = place - before[index]
        #expect(way.y > 100 || way.length * 60 < 70, "bubble \(index), frame \(frame)")
      }
    }
    #expect(scene.agitation == 0 && scene.surgeX == 0 && scene.surgeY == 0)
  }

  @Test func shakeLiftsAndTiltDrifts() {
    let still = Self.after(90) { _ in nil }
    let shaken = Self.after(90) { Globes.shaking($0) }
    #expect(shaken.y < still.y - 8)
    for (rate, sign) in [(Float(0.5), Float(-1)), (-0.5, 1)] {
      let tilted = Self.after(90) { _ in
        MotionSample(acceleration: (0, 0, 0), rotationRate: (0, rate, 0))
      }
      #expect((tilted.x - still.x) * sign > 4)
    }
  }

  /// The mean place of bubbles in the middle of the canvas after some frames of motion.
  private static func after(_ frames: Int, _ motion: (Int) -> MotionSample?) -> Vector2 {
    var scene = SceneRuns.scene(Bubbles.self)
    let chosen = scene.flock.y.indices.filter { (200...700).contains(scene.flock.y[$0]) }
    for frame in 0..<frames { SceneRuns.step(&scene, motion: motion(frame)) }
    let sum = chosen.reduce(Vector2.zero) { $0 + places(scene)[$1] }
    return sum * (1 / Float(chosen.count))
  }

  @Test(arguments: Globes.seeds)
  func reducedMotionIsLessMotion(seed: UInt64) {
    let drives: [(Int) -> ([Touch], MotionSample?)] = [
      { _ in ([], nil) }, { ([], $0 < 60 ? Globes.shaking($0) : .still) },
      { frame in ([Globes.touch(.moved, at: Vector2(195, Float(200 + 3 * frame)))], nil) },
    ]
    for drive in drives {
      let ways = [false, true].map { isReduced -> Float in
        var scene = SceneRuns.scene(Bubbles.self, seed: seed, isMotionReduced: isReduced)
        var sum: Float = 0
        for frame in 0..<150 {
          let before = Self.places(scene)
          let (touches, motion) = drive(frame)
          SceneRuns.step(&scene, touches, motion: motion)
          for (from, to) in zip(before, Self.places(scene)) where to.y - from.y < 100 {
            sum += (to - from).length
          }
        }
        return sum
      }
      #expect(ways[1] < ways[0] * 0.7)
    }
  }

  @Test(arguments: Globes.seeds)
  func mirroredInputGivesTheMirroredState(seed: UInt64) {
    var plain = SceneRuns.scene(Bubbles.self, seed: seed)
    var mirrored = plain
    for index in plain.flock.x.indices {
      mirrored.flock.x[index] = 390 - plain.flock.x[index]
      mirrored.flock.sway[index] *= -1
    }
    for frame in 0..<150 {
      var motion = Globes.shaking(frame)
      motion.rotationRateZ = 0.4
      var touch = Globes.touch(.moved, at: Vector2(120, 300), from: Vector2(118, 300))
      SceneRuns.step(&plain, [touch], motion: motion)
      motion.accelerationX *= -1
      motion.rotationRateZ *= -1
      touch.position.x = 270
      touch.previousPosition.x = 272
      SceneRuns.step(&mirrored, [touch], motion: motion)
    }
    for index in plain.flock.x.indices where plain.flock.returnCount[index] == 0 {
      #expect(abs(390 - mirrored.flock.x[index] - plain.flock.x[index]) < 0.05)
      #expect(abs(mirrored.flock.y[index] - plain.flock.y[index]) < 0.05)
    }
    #expect(plain.tilt == -mirrored.tilt && plain.tilt != 0)
  }

  @Test(arguments: Globes.seeds)
  func frameRatesAgree(seed: UInt64) {
    let ends = [UInt32(60), 120].map { rate -> [Vector2] in
      var scene = SceneRuns.scene(Bubbles.self, seed: seed, rate: rate)
      let frames = Int(rate) * 2
      for frame in 0..<frames {
        let seconds = Float(frame) / Float(rate)
        let from = Vector2(100 + 80 * seconds, 300)
        let to = Vector2(100 + 80 * (seconds + 1 / Float(rate)), 300)
        SceneRuns.step(&scene, [Globes.touch(frame == 0 ? .began : .moved, at: to, from: from)])
      }
      return Self.places(scene)
    }
    let apart = zip(ends[0], ends[1]).map { ($0 - $1).length }.filter { $0 < 100 }
    #expect(apart.count > 25)
    let sum: Float = apart.reduce(0, +)
    #expect(sum / Float(apart.count) < 2)
  }
}
