import SimMath
import SimRaster
import SimRuntime
import SimScenes
import SimInput
import Testing

/// Goal: fingers stir the snow near them, gently, and nothing else; and all of it can be seen.
///
/// Method: the same globe with and without a finger, flake by flake; and pixels with and without
/// flakes.
struct SnowglobeTouchTests {
  private static let finger = Vector2(195, 300)
  private static let reach = SnowglobeTuning.swirlRadiusPoints

  /// How far every flake was from the finger and how much the finger changed its way.
  private static func effects(
    _ scene: Snowglobe, _ touches: [Touch]
  ) -> [(distance: Float, change: Vector2, arm: Vector2)] {
    var (alone, touched) = (scene, scene)
    let before = scene.places
    for touch in touches {
      alone.run(1)
      touched.step(touches: [touch])
    }
    return before.indices.map { index in
      let arm = before[index] - finger
      return (arm.length, touched.places[index] - alone.places[index], arm)
    }
  }

  @Test(arguments: Globes.seeds)
  func newTouchPushesOnlyFlakesNearIt(seed: UInt64) {
    let scene = Globes.scene(seed: seed, flakes: 600)
    let effects = Self.effects(scene, [Globes.touch(.began, at: Self.finger)])
    let near = effects.filter { $0.distance < Self.reach * 0.8 && $0.distance > 2 }
    let far = effects.filter { $0.distance > Self.reach }
    #expect(near.count > 5 && far.count > 5)
    #expect(far.allSatisfy { $0.change == .zero })
    #expect(near.allSatisfy { $0.change.length > 0 && $0.change.length < 4 })
    // Outwards.
    #expect(near.allSatisfy { $0.change.dot($0.arm) > 0 })
  }

  @Test func restingFingersSwirlOppositeWays() {
    let scene = Globes.scene(flakes: 600)
    for (id, sign) in [(UInt32(4), Float(1)), (5, -1)] {
      let held = [Touch](
        repeating: Globes.touch(.stationary, at: Self.finger, id: id), count: 20)
      let near = Self.effects(scene, held).filter {
        $0.distance > 20 && $0.distance < Self.reach * 0.6
      }
      #expect(near.count > 3)
      let turns = near.map { sign * ($0.arm.x * $0.change.y - $0.arm.y * $0.change.x) }
      #expect(turns.reduce(0, +) > 0)
      #expect(turns.filter { $0 > 0 }.count > turns.count * 3 / 4)
    }
  }

  @Test func movingFingerCarriesFlakesAlong() {
    let scene = Globes.scene(flakes: 600)
    let moved = (0..<10).map { step in
      let place = Self.finger + Vector2(Float(step) * 5, 0)
      return Globes.touch(.moved, at: place, from: place - Vector2(5, 0))
    }
    let near = Self.effects(scene, moved).filter { $0.distance < Self.reach * 0.5 }
    #expect(near.reduce(0) { $0 + $1.change.x } > 0)
  }

  @Test func cancelledContactStirsNothing() {
    let scene = Globes.scene(flakes: 100)
    let effects = Self.effects(scene, [Globes.touch(.cancelled, at: Self.finger)])
    #expect(effects.allSatisfy { $0.change == .zero })
  }

  @Test func touchLiftsSnowThatLies() {
    var scene = Globes.scene(flakes: 100)
    scene.run(3000)
    let settled = scene.settledCount
    #expect(settled > 90)
    let lying = scene.places
    let place = lying[scene.flakes.isSettled.firstIndex(of: 1) ?? 0]
    for _ in 0..<20 { scene.step(touches: [Globes.touch(.began, at: place)]) }
    let lifted = zip(lying, scene.places).filter { $0.0.y - $0.1.y > 3 }
    #expect(lifted.count > 3)
    #expect(lifted.allSatisfy { ($0.0 - place).length < Self.reach * 1.5 })
  }

  // MARK: - Pixels

  @Test func flakesCanBeSeen() {
    let canvas = SceneCanvas(widthPoints: 130, heightPoints: 200, scale: 1)
    let plan = Globes.plan(frames: 1, flakes: 40, canvas: canvas)
    var loop = SyntheticLoop<Snowglobe>(plan: plan, rendersPixels: true)
    var observer = NoOpObserver()
    loop.advance(&observer)
    var scene = loop.scene
    var list = DisplayList(pixelWidth: 130, pixelHeight: 200, scale: 1, capacity: 8)
    scene.prepare(&list)
    scene.drawRetained(into: &list)
    list.layer(scene.resources.backdrop)
    var bare = Surface(width: 130, height: 200)
    var rasterizer = Rasterizer(
      maximumPixelCount: 130 * 200, maximumSide: 200, commandCapacity: 8)
    _ = rasterizer.render(list, into: &bare)
    let sky = scene.places.filter { $0.y < scene.globe.groundTop * 0.6 }
    #expect(sky.count > 10)
    for place in sky {
      let (x, y) = (Int32(place.x), Int32(place.y))
      let (with, without) = (loop.surface.color(x: x, y: y), bare.color(x: x, y: y))
      #expect(with != without, "flake at \(place)")
    }
    let dropped = loop.droppedCommandCount
    #expect(dropped == 0)
  }

  @Test func everyFlakeIsDrawnOnceFarOnesFirst() {
    let scene = Globes.scene(flakes: 600)
    #expect(scene.paintOrder.sorted() == Array(0..<600))
    let radii = scene.paintOrder.map { scene.flakes.radius[Int($0)] }
    #expect(zip(radii, radii.dropFirst()).allSatisfy { $0 <= $1 })
    Globes.run(Globes.plan(frames: 1)) { loop, _ in
      let (count, dropped) = (loop.list.count, loop.droppedCommandCount)
      // The backdrop and the flakes.
      #expect(count == 601 && dropped == 0)
    }
  }
}
