import SimMath
import SimRuntime
import SimScenes
import SimInput
import Testing

/// Goal: the dusk and the aurora treat left and right alike and hang on no frame rate.
///
/// Method: a scene and its mirror image under mirrored hands; one touch stream at 60 and at 120
/// frames per second. A hand that is not mirrored, or a stream that is another, must be found.
struct MirrorAndRateTests {
  private static let width = Globes.phone.widthPoints

  /// A frame's input, mirrored or not.
  private static func input(_ frame: Int, mirrored: Bool) -> (touches: [Touch], MotionSample) {
    var motion = Globes.shaking(frame)
    motion.rotationRateY = 0.4
    var place = Vector2(90 + Float(frame) * 0.5, 300)
    var from = Vector2(90 + Float(max(frame - 1, 0)) * 0.5, 300)
    if mirrored {
      motion.accelerationX *= -1
      motion.rotationRateY *= -1
      place.x = width - place.x
      from.x = width - from.x
    }
    let phase: TouchPhase = frame == 0 ? .began : .moved
    return ([Globes.touch(phase, at: place, from: from, id: 3)], motion)
  }

  /// The greatest distance of two dusks' lights from being mirror images.
  private static func duskAsymmetry(mirrorsHand: Bool) -> Float {
    var (plain, mirrored) = (SceneRuns.scene(CalmStatic.self), SceneRuns.scene(CalmStatic.self))
    var worst: Float = 0
    for frame in 0..<200 {
      let (touches, motion) = input(frame, mirrored: false)
      SceneRuns.step(&plain, touches, motion: motion)
      let (otherTouches, otherMotion) = input(frame, mirrored: mirrorsHand)
      SceneRuns.step(&mirrored, otherTouches, motion: otherMotion)
      worst = max(worst, abs(plain.lean.x + mirrored.lean.x), abs(plain.lean.y - mirrored.lean.y))
      worst = max(worst, abs(width - mirrored.glows.x[0] - plain.glows.x[0]))
      worst = max(worst, abs(plain.glows.level[0] - mirrored.glows.level[0]))
    }
    return worst
  }

  @Test func mirroredHandGivesTheMirroredDusk() {
    #expect(Self.duskAsymmetry(mirrorsHand: true) < 0.01)
    #expect(Self.duskAsymmetry(mirrorsHand: false) > 1)
  }

  /// How far pushes of the aurora's orbs are from being mirror images after a second.
  ///
  /// Noise that leads orbs has no mirror image, so the orbs are put where noise leads their image.
  private static func auroraAsymmetry(mirrorsHand: Bool) -> Float {
    var plain = SceneRuns.scene(AuroraOrbs.self)
    var mirrored = plain
    for index in plain.orbs.x.indices {
      mirrored.orbs.anchorX[index] += (width - 2 * plain.orbs.x[index]) / width
      mirrored.orbs.x[index] = width - plain.orbs.x[index]
    }
    for frame in 0..<60 {
      let (touches, motion) = input(frame, mirrored: false)
      SceneRuns.step(&plain, touches, motion: motion)
      let (otherTouches, otherMotion) = input(frame, mirrored: mirrorsHand)
      SceneRuns.step(&mirrored, otherTouches, motion: otherMotion)
    }
    return plain.orbs.x.indices.reduce(Float(0)) {
      max(
        $0, abs(plain.orbs.offsetX[$1] + mirrored.orbs.offsetX[$1]),
        abs(plain.orbs.offsetY[$1] - mirrored.orbs.offsetY[$1]))
    }
  }

  @Test func mirroredHandPushesTheAuroraTheOtherWay() {
    #expect(Self.auroraAsymmetry(mirrorsHand: true) < 1)
    #expect(Self.auroraAsymmetry(mirrorsHand: false) > 4)
  }

  /// Runs one finger's way for three seconds of which it is up in the last.
  private static func afterStream<S: SimScene>(_ type: S.Type, rate: UInt32, speed: Float = 60) -> S
  {
    var scene = SceneRuns.scene(type, rate: rate)
    for frame in 0..<Int(rate) * 3 {
      let seconds = Float(frame) / Float(rate)
      let place = Vector2(90 + speed * seconds, 300)
      let from = Vector2(90 + speed * max(seconds - 1 / Float(rate), 0), 300)
      let phase: TouchPhase = frame == 0 ? .began : .moved
      let touches = seconds < 2 ? [Globes.touch(phase, at: place, from: from, id: 3)] : []
      SceneRuns.step(&scene, touches)
    }
    return scene
  }

  @Test func frameRateDoesNotMoveTheDusk() {
    let slow = Self.afterStream(CalmStatic.self, rate: 60)
    let quick = Self.afterStream(CalmStatic.self, rate: 120)
    #expect(abs(slow.glows.x[0] - quick.glows.x[0]) < 2)
    #expect(abs(slow.glows.level[0] - quick.glows.level[0]) < 0.02)
    let other = Self.afterStream(CalmStatic.self, rate: 120, speed: -60)
    #expect(abs(slow.glows.x[0] - other.glows.x[0]) > 4)
  }

  @Test func frameRateDoesNotMoveTheAurora() {
    func apart(_ one: AuroraOrbs, _ other: AuroraOrbs) -> Float {
      let sum = one.orbs.x.indices.reduce(Float(0)) { sum, index in
        let across = one.orbs.x[index] - other.orbs.x[index]
        return sum + Vector2(across, one.orbs.y[index] - other.orbs.y[index]).length
      }
      return sum / Float(one.orbs.x.count)
    }
    let slow = Self.afterStream(AuroraOrbs.self, rate: 60)
    #expect(apart(slow, Self.afterStream(AuroraOrbs.self, rate: 120)) < 2)
    #expect(apart(slow, Self.afterStream(AuroraOrbs.self, rate: 120, speed: 400)) > 2)
  }

  @Test func frameRateDoesNotMoveTheSnow() {
    let (slow, quick) = (
      Self.afterStream(Snowglobe.self, rate: 60), Self.afterStream(Snowglobe.self, rate: 120)
    )
    let sum = zip(slow.places, quick.places).reduce(Float(0)) { $0 + ($1.0 - $1.1).length }
    #expect(sum / Float(slow.places.count) < 2)
  }

  /// The mean distance of flakes from being mirror images after a second and a half.
  private static func snowAsymmetry(mirrorsHand: Bool) -> Float {
    var plain = SceneRuns.scene(Snowglobe.self, count: 100)
    var mirrored = plain
    for index in plain.flakes.x.indices {
      mirrored.flakes.x[index] = width - plain.flakes.x[index]
      mirrored.flakes.velocityX[index] *= -1
      mirrored.flakes.swayPhase[index] = halfATurnLater(plain.flakes.swayPhase[index])
    }
    // The mirror image of a wave runs the other way and flows the other way.
    for index in plain.eddies.phase.indices {
      let across = plain.eddies.frequencyX[index] * width
      mirrored.eddies.frequencyX[index] *= -1
      let phase = plain.eddies.phase[index] + across - across.rounded(.down)
      mirrored.eddies.phase[index] = halfATurnLater(phase - phase.rounded(.down))
    }
    for frame in 0..<90 {
      // No shake: what it kicks up is drawn by lot, which has no mirror image.
      var (touches, motion) = input(frame, mirrored: false)
      motion.accelerationX = 0
      motion.accelerationY = 0
      SceneRuns.step(&plain, touches, motion: motion)
      (touches, motion) = input(frame, mirrored: mirrorsHand)
      motion.accelerationX = 0
      motion.accelerationY = 0
      // Neighboring contacts turn opposite ways.
      touches[0].id = 2
      SceneRuns.step(&mirrored, touches, motion: motion)
    }
    let sum = zip(plain.places, mirrored.places).reduce(Float(0)) {
      $0 + Vector2(width - $1.0.x - $1.1.x, $1.0.y - $1.1.y).length
    }
    return sum / Float(plain.places.count)
  }

  private static func halfATurnLater(_ phase: Float) -> Float {
    phase < 0.5 ? phase + 0.5 : phase - 0.5
  }

  @Test func mirroredHandGivesTheMirroredSnow() {
    let asymmetry = Self.snowAsymmetry(mirrorsHand: true)
    #expect(asymmetry < 0.5, "\(asymmetry)")
    let other = Self.snowAsymmetry(mirrorsHand: false)
    #expect(other > 1, "\(other)")
  }
}
