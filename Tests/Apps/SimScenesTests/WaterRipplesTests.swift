import SimMath
import SimRaster
import SimRuntime
import SimScenes
import SimInput
import Testing

/// Goal: rings obey the wave law, never pop, and add up.
///
/// Method: hand-made touches, and the water's height at chosen places frame by frame.
struct WaterRipplesTests {
  private static let middle = Vector2(195, 422)

  private static func stillWater(framesPerSecond: UInt32 = 60, reduced: Bool = false)
    -> WaterRipples
  {
    var scene = SceneRuns.scene(
      WaterRipples.self, rate: framesPerSecond, isMotionReduced: reduced)
    scene.advance(Int(framesPerSecond) * 7)
    return scene
  }

  private static func height(_ scene: WaterRipples, _ x: Float, _ y: Float) -> Float {
    scene.surface(atX: x, y: y, light: Vector2(0, -1)).height
  }

  @Test func ringGrowsSteadilyAndFades() {
    var scene = Self.stillWater()
    scene.advance(1, touches: [Globes.touch(.began, at: Self.middle)])
    #expect(scene.rings.isActive[0] == 1)
    var radius: [Float] = []
    var crest: [Float] = []
    for _ in 0..<6 {
      scene.advance(50)
      radius.append(scene.rings.radius[0])
      crest.append(scene.rings.height[0])
    }
    let steps = zip(radius, radius.dropFirst()).map { $1 - $0 }
    let wanted = WaterRipplesTuning.ringPointsPerSecond * 50 / 60
    for step in steps { #expect(abs(step - wanted) < 0.1) }
    #expect(zip(crest, crest.dropFirst()).allSatisfy { $0 > $1 && $1 > 0 })
  }

  @Test func heightsAddUpWhereRingsCross() {
    let (left, right) = (Vector2(120, 400), Vector2(260, 430))
    func rings(_ places: [Vector2]) -> WaterRipples {
      var scene = Self.stillWater()
      scene.advance(
        1,
        touches: places.map {
          Globes.touch(.began, at: $0, id: $0.x == left.x ? 1 : 2)
        })
      scene.advance(80)
      return scene
    }
    let (one, other, both) = (rings([left]), rings([right]), rings([left, right]))
    var (higher, lower) = (0, 0)
    for index in 0..<1600 {
      let (x, y) = (Float(index % 40) * 9.75, Float(index / 40) * 21)
      let parts = (Self.height(one, x, y), Self.height(other, x, y))
      let sum = Self.height(both, x, y)
      let error = abs(sum - parts.0 - parts.1)
      #expect(error < 1e-5)
      let highest = max(abs(parts.0), abs(parts.1))
      if abs(sum) > highest + 0.02 { higher += 1 }
      if abs(sum) < highest - 0.02 { lower += 1 }
    }
    #expect(higher > 5 && lower > 5)
  }

  @Test func nothingPopsHoweverManyTouches() {
    var scene = Self.stillWater()
    let places = (0..<80).map { Vector2(Float($0 % 8) * 50 + 20, Float($0 / 8) * 85 + 20) }
    var before = places.map { Self.height(scene, $0.x, $0.y) }
    var mostActive: UInt32 = 0
    var largest: Float = 0
    for frame in 0..<240 {
      let finger = Vector2(Float(frame * 37 % 390), Float(frame * 91 % 844))
      scene.advance(
        1, touches: frame % 6 == 0 ? [Globes.touch(.began, at: finger, id: UInt32(frame))] : [])
      let after = places.map { Self.height(scene, $0.x, $0.y) }
      for (old, new) in zip(before, after) { largest = max(largest, abs(new - old)) }
      before = after
      mostActive = max(mostActive, SceneRuns.counts(scene)[0])
    }
    #expect(mostActive == 12)
    // A crest of height 1 passes in a quarter of a second; a pop would be a step of its height.
    #expect(largest < 0.3 && largest > 0.02)
  }

  @Test func dragLeavesTheSameRingsAtAnyRate() {
    func dragged(_ rate: UInt32) -> WaterRipples {
      var scene = Self.stillWater(framesPerSecond: rate)
      let frames = Int(rate)
      let path = (0...frames).map {
        Vector2(40 + 300 * Float($0) / Float(frames), 200 + 150 * Float($0) / Float(frames))
      }
      scene.advance(1, touches: [Globes.touch(.began, at: path[0])])
      for frame in 1...frames {
        scene.advance(
          1, touches: [Globes.touch(.moved, at: path[frame], from: path[frame - 1])])
      }
      return scene
    }
    let (slow, quick) = (dragged(60), dragged(120))
    #expect(SceneRuns.counts(slow) == SceneRuns.counts(quick))
    #expect(SceneRuns.counts(slow)[0] == 6)
    for slot in 0..<6 {
      let across = abs(slow.rings.x[slot] - quick.rings.x[slot])
      let down = abs(slow.rings.y[slot] - quick.rings.y[slot])
      let growth = abs(slow.rings.radius[slot] - quick.rings.radius[slot])
      #expect(across < 0.1 && down < 0.1 && growth < 2)
    }
  }

  @Test func mirroredTouchGivesTheMirroredWater() {
    var (scene, mirrored) = (Self.stillWater(), Self.stillWater())
    scene.advance(1, touches: [Globes.touch(.began, at: Vector2(100, 300))]) { _ in
      MotionSample(acceleration: (0.3, 0.1, 0), rotationRate: (0, 0.2, 0))
    }
    mirrored.advance(1, touches: [Globes.touch(.began, at: Vector2(290, 300))]) { _ in
      MotionSample(acceleration: (-0.3, 0.1, 0), rotationRate: (0, -0.2, 0))
    }
    scene.advance(60)
    mirrored.advance(60)
    #expect(scene.slosh.x == -mirrored.slosh.x && scene.slosh.y == mirrored.slosh.y)
    #expect(scene.slosh.x != 0)
    for index in 0..<400 {
      let (x, y) = (Float(index % 20) * 19.5, Float(index / 20) * 40)
      let error = abs(Self.height(scene, x, y) - Self.height(mirrored, 390 - x, y))
      #expect(error < 1e-4)
    }
  }

  @Test func reducedMotionIsLessMotion() {
    func motion(_ isReduced: Bool) -> (speed: Float, change: Float, slosh: Float) {
      var scene = Self.stillWater(reduced: isReduced)
      scene.advance(1, touches: [Globes.touch(.began, at: Self.middle)]) { Globes.shaking($0 + 3) }
      var change: Float = 0
      var slosh: Float = 0
      for _ in 0..<120 {
        let before = Self.height(scene, 240, 460)
        scene.advance(1)
        change += abs(Self.height(scene, 240, 460) - before)
        slosh += scene.slosh.length
      }
      return (scene.rings.radius[0], change, slosh)
    }
    let (normal, reduced) = (motion(false), motion(true))
    #expect(reduced.speed < normal.speed && reduced.change < normal.change)
    #expect(reduced.slosh < normal.slosh && normal.slosh > 0)
  }
}
