import SimMath
import SimRaster
import SimRuntime
import SimScenes
import SimInput
import TestTier
import Testing

/// Goal: two blobs follow two fingers without a jump in place or color and mix in between.
///
/// Method: storms of input with both blobs looked at in every frame; hand-made fingers; a mirrored
/// mixer; two frame rates; colors against published values.
struct ColorMixerTests {
  private typealias Tuning = ColorMixerTuning

  @Test(arguments: Globes.seeds)
  func twoBlobsNeverJumpThroughEverything(seed: UInt64) {
    var plan = SceneRuns.stormyPlan(
      ColorMixer.self, seed: seed, frames: Tier.isDebug ? 300 : 3000)
    let changes = plan.canvasChanges.map { $0.frame }
    plan.generators.append(InputGenerator(kind: .hold, eventsPerMinute: 60))
    var counts = PopulationCounts(count: 3)
    var before: [ColorMixer.Blob] = []
    var (farthest, mostColor, held) = (Float(0), Float(0), UInt32(0))
    SceneRuns.run(ColorMixer.self, plan, draws: false) { loop, frame in
      let scene = loop.scene
      scene.count(into: &counts)
      #expect(counts[ColorMixer.Population.blobs] == 2)
      held = max(held, counts[ColorMixer.Population.held])
      for (old, new) in zip(before, scene.blobs) {
        if !changes.contains(frame) { farthest = max(farthest, (new.center - old.center).length) }
        mostColor = max(mostColor, new.color.distance(to: old.color))
      }
      before = scene.blobs
      #expect(loop.stateDigest().isFinite)
    }
    #expect(held == 2)
    #expect(farthest <= Tuning.maximumSpeedPointsPerSecond / 60 + 0.01 && farthest > 1)
    #expect(mostColor <= Tuning.maximumColorPerSecond / 60 * 1.001 && mostColor > 0.0001)
  }

  @Test func oneFingerIsFollowedByOneBlobTwoByTwoAndMoreByNone() {
    var scene = SceneRuns.scene(ColorMixer.self)
    let fingers = [Vector2(60, 100), Vector2(330, 700), Vector2(200, 400)]
    func hold(_ count: Int, _ phase: TouchPhase) -> [Touch] {
      (0..<count).map { Globes.touch(phase, at: fingers[$0], id: UInt32($0 + 1)) }
    }
    SceneRuns.step(&scene, hold(1, .began))
    for _ in 0..<120 { SceneRuns.step(&scene, hold(1, .stationary)) }
    #expect(scene.blobs.map { $0.isHeld }.reduce(0, +) == 1)
    let follower = scene.blobs.firstIndex { $0.isHeld == 1 } ?? 0
    #expect((scene.blobs[follower].center - fingers[0]).length < 2)
    SceneRuns.step(&scene, hold(3, .began))
    for _ in 0..<120 { SceneRuns.step(&scene, hold(3, .stationary)) }
    #expect((scene.blobs[follower].center - fingers[0]).length < 2)
    #expect((scene.blobs[1 - follower].center - fingers[1]).length < 2)
    SceneRuns.step(&scene, hold(3, .ended))
    #expect(scene.blobs.allSatisfy { $0.isHeld == 0 })
  }

  @Test(arguments: Globes.seeds)
  func withoutInputItComesToRest(seed: UInt64) {
    var scene = SceneRuns.scene(ColorMixer.self, seed: seed)
    for frame in 0..<90 { SceneRuns.step(&scene, motion: Globes.shaking(frame)) }
    for blob in scene.blobs {
      #expect(Vector2(blob.velocityX, blob.velocityY).length > 5)
    }
    for _ in 0..<3600 { SceneRuns.step(&scene) }
    for (index, blob) in scene.blobs.enumerated() {
      #expect(Vector2(blob.velocityX, blob.velocityY).length < 0.05)
      #expect((blob.center - scene.home(of: index)).length < 1)
    }
    #expect(scene.agitation == 0)
  }

  @Test func tiltLetsTheBlobsFlowDown() {
    for (rate, sign) in [(Float(0.5), Float(1)), (-0.5, -1)] {
      var scene = SceneRuns.scene(ColorMixer.self)
      let before = scene.blobs.reduce(0) { $0 + $1.x }
      for _ in 0..<120 {
        SceneRuns.step(
          &scene, motion: MotionSample(acceleration: (0, 0, 0), rotationRate: (0, rate, 0)))
      }
      #expect((scene.blobs.reduce(0) { $0 + $1.x } - before) * sign > 4)
    }
  }

  @Test(arguments: Globes.seeds)
  func reducedMotionIsLessMotion(seed: UInt64) {
    for isShaken in [true, false] {
      let ways = [false, true].map { isReduced -> Float in
        var scene = SceneRuns.scene(ColorMixer.self, seed: seed, isMotionReduced: isReduced)
        var fastest: Float = 0
        for frame in 0..<150 {
          let finger = Globes.touch(
            frame == 0 ? .began : .stationary, at: Vector2(60, 760), id: 1)
          SceneRuns.step(
            &scene, isShaken ? [] : [finger], motion: isShaken ? Globes.shaking(frame) : nil)
          for blob in scene.blobs {
            fastest = max(fastest, Vector2(blob.velocityX, blob.velocityY).length)
          }
        }
        return fastest
      }
      #expect(ways[1] < ways[0] * 0.8)
    }
  }

  @Test(arguments: Globes.seeds)
  func mirroredInputGivesTheMirroredState(seed: UInt64) {
    var plain = SceneRuns.scene(ColorMixer.self, seed: seed)
    var mirrored = SceneRuns.scene(ColorMixer.self, seed: Self.opposite(of: seed))
    mirrored.homeTurns = 0.5 - plain.homeTurns
    for index in plain.blobs.indices {
      mirrored.blobs[index] = plain.blobs[index]
      mirrored.blobs[index].x = 390 - plain.blobs[index].x
      mirrored.blobs[index].anchorX = 390 - plain.blobs[index].anchorX
    }
    #expect(plain.handedness == -mirrored.handedness)
    for frame in 0..<200 {
      var motion = Globes.shaking(frame)
      motion.rotationRateZ = 0.2
      let phase: TouchPhase = frame == 20 ? .began : .moved
      var touches = frame < 20 ? [] : [Globes.touch(phase, at: Vector2(90, 300), id: 7)]
      SceneRuns.step(&plain, touches, motion: motion)
      motion.accelerationX *= -1
      motion.rotationRateZ *= -1
      for index in touches.indices {
        touches[index].position.x = 390 - touches[index].position.x
        touches[index].previousPosition.x = 390 - touches[index].previousPosition.x
      }
      SceneRuns.step(&mirrored, touches, motion: motion)
    }
    for (one, other) in zip(plain.blobs, mirrored.blobs) {
      #expect(abs(390 - other.x - one.x) < 0.05 && abs(other.y - one.y) < 0.05)
      #expect(one.isHeld == other.isHeld)
    }
  }

  /// A seed whose paint is stirred the other way around.
  private static func opposite(of seed: UInt64) -> UInt64 {
    let handedness = SceneRuns.scene(ColorMixer.self, seed: seed).handedness
    return (0..<64).first {
      SceneRuns.scene(ColorMixer.self, seed: $0).handedness != handedness
    } ?? seed
  }

  @Test func frameRatesAgree() {
    let ends = [UInt32(60), 120].map { rate -> [Vector2] in
      var scene = SceneRuns.scene(ColorMixer.self, rate: rate)
      // A finger that turns a corner once a half second.
      func place(_ frame: Int) -> Vector2 {
        let halves = Float(frame) / Float(rate) * 2
        let corner = Int(halves)
        let corners = [Vector2(80, 200), Vector2(300, 260), Vector2(180, 600), Vector2(90, 500)]
        let (from, to) = (corners[corner % 4], corners[(corner + 1) % 4])
        return from + (to - from) * (halves - Float(corner))
      }
      for frame in 0..<Int(rate) * 2 {
        let phase: TouchPhase = frame == 0 ? .began : .moved
        let (from, to) = (place(frame), place(frame + 1))
        SceneRuns.step(&scene, [Globes.touch(phase, at: to, from: from, id: 1)])
      }
      return scene.blobs.map { $0.center }
    }
    let mean = zip(ends[0], ends[1]).reduce(0) { $0 + ($1.0 - $1.1).length } / 2
    #expect(mean < 2)
  }

  @Test func oneBlobIsTheFirstOfTwo() {
    let one = SceneRuns.scene(ColorMixer.self, count: 1)
    let two = SceneRuns.scene(ColorMixer.self)
    #expect(one.blobs.count == 1 && one.blobs[0].center == two.blobs[0].center)
    #expect(one.handedness == two.handedness && one.homeTurns == two.homeTurns)
  }

  // MARK: - Color

  /// Primaries from the color space's published definition, rounded to five places.
  static let knownColors: [(OklabColor, UInt32)] = [
    (OklabColor(lightness: 1, a: 0, b: 0), 0xFFFFFF),
    (OklabColor(lightness: 0, a: 0, b: 0), 0x000000),
    (OklabColor(lightness: 0.62796, a: 0.22486, b: 0.12585), 0xFF0000),
    (OklabColor(lightness: 0.86644, a: -0.23389, b: 0.17950), 0x00FF00),
    (OklabColor(lightness: 0.45201, a: -0.03246, b: -0.31153), 0x0000FF),
  ]

  @Test(arguments: knownColors)
  func knownColorIsRight(color: OklabColor, hex: UInt32) {
    #expect(color.straight() == StraightColor(hex: hex))
  }

  @Test func mixturesKeepLightnessAndColorAndLieInBetween() {
    for first in 0..<UInt32(3) {
      for second in 0..<UInt32(3) {
        let (one, two) = (ColorMixer.color(of: 0, first), ColorMixer.color(of: 1, second))
        let mixture = OklabColor.mixture(one, two)
        #expect(abs(mixture.lightness - Tuning.lightness) < 1e-5)
        #expect(mixture.chroma > Tuning.chroma * 0.5 && mixture.chroma < Tuning.chroma * 1.001)
        #expect(abs(mixture.distance(to: one) - mixture.distance(to: two)) < 1e-4)
        #expect(mixture == OklabColor.mixture(two, one))
      }
    }
  }
}
