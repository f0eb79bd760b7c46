import SimMath
import SimRaster
import SimRuntime
import SimScenes
import SimInput
import TestTier
import Testing

/// Goal: whatever hands, palms and rotations do, all snow stays in the globe and in sight.
///
/// Method: shake, tilt, mash and turn at once, over several seeds and canvases, and check every
/// flake after every frame.
struct SnowglobeInvariantTests {
  private typealias Population = Snowglobe.Population

  /// The snow lies on straight lines between columns, this many points below the ground's arc.
  private static let tolerance: Float = 0.2

  @Test(arguments: Globes.seeds)
  func allSnowStaysInSightThroughEverything(seed: UInt64) {
    let plan = Globes.stormyPlan(seed: seed, frames: Tier.isDebug ? 210 : 2100)
    var counts = PopulationCounts(count: 4)
    var (touched, shaken) = (0, 0)
    Globes.run(plan, draws: false) { loop, frame in
      loop.scene.count(into: &counts)
      #expect(counts[Population.flakes] == 600, "frame \(frame)")
      #expect(counts[Population.onCanvas] >= 580, "frame \(frame)")
      let problem = Self.problem(of: loop.scene)
      #expect(problem == nil, "frame \(frame)")
      let isFinite = loop.stateDigest().isFinite
      #expect(isFinite)
      touched += loop.input.touches.isEmpty ? 0 : 1
      shaken += abs(loop.input.motion?.accelerationX ?? 0) > 0.3 ? 1 : 0
    }
    #expect(touched > 30 && shaken > 10)
  }

  /// The first flake that is outside the glass, below the ground or not a number.
  private static func problem(of scene: borrowing Snowglobe) -> String? {
    let globe = scene.globe
    for index in scene.flakes.x.indices {
      let place = Vector2(scene.flakes.x[index], scene.flakes.y[index])
      let radius = scene.flakes.radius[index]
      guard place.isFinite else { return "flake \(index) is nowhere" }
      let inside = globe.inside(place, margin: min(radius, globe.endRadius))
      if (inside - place).length > 0.01 { return "flake \(index) at \(place) is in the glass" }
      if place.y + radius * 0.5 > globe.groundY(atX: place.x) + tolerance {
        return "flake \(index) at \(place) is in the ground"
      }
    }
    return nil
  }

  @Test func plantedEscapeIsFound() {
    var scene = Globes.scene(flakes: 3)
    #expect(Self.problem(of: scene) == nil)
    let place = scene.places[1]
    scene.flakes.x[1] = scene.globe.maxX
    #expect(Self.problem(of: scene)?.hasSuffix("in the glass") == true)
    scene.flakes.x[1] = place.x
    scene.flakes.y[1] = scene.globe.groundY(atX: place.x) + 10
    #expect(Self.problem(of: scene)?.hasSuffix("in the ground") == true)
  }

  @Test func radiiStayWithinTwoToSixPoints() {
    for seed in Globes.seeds {
      let radii = Globes.scene(seed: seed, flakes: 600).flakes.radius
      #expect(radii.allSatisfy { (2...6).contains($0) })
      #expect((radii.min() ?? 6) < 2.2 && (radii.max() ?? 2) > 5)
    }
  }

  @Test func everyCountFromOneToTheCapRuns() {
    for count in Tier.isDebug ? [1, 2, 3, 47, 600] : Array(1...600) {
      var scene = Globes.scene(flakes: count)
      scene.run(3) { Globes.shaking($0) }
      var counts = PopulationCounts(count: 4)
      scene.count(into: &counts)
      #expect(counts[Population.flakes] == UInt32(count))
      #expect(counts[Population.onCanvas] == UInt32(count))
      #expect(Self.problem(of: scene) == nil)
    }
  }

  @Test(arguments: [
    (Float(1), Float(1)), (4096, 1), (1, 4096), (4096, 4096), (320, 568), (1366, 1024),
    (568, 320), (120, 100),
  ])
  func anyCanvasIsAGlobe(width: Float, height: Float) {
    let canvas = SceneCanvas(widthPoints: width, heightPoints: height, scale: 1)
    var made = Globes.scene(flakes: 60, canvas: canvas)
    var resized = Globes.scene(flakes: 60)
    resized.resize(to: canvas)
    for _ in 0..<2 {
      for scene in [made, resized] {
        for place in scene.places {
          #expect(place.isFinite)
          // Smaller than any phone there is no room for the snow, but it still is no trap.
          guard min(width, height) >= 100 else { continue }
          #expect((0...width).contains(place.x) && (0...height).contains(place.y))
        }
      }
      made.run(30) { Globes.shaking($0) }
      resized.run(30) { Globes.shaking($0) }
    }
    resized.resize(to: Globes.phone)
    #expect(Self.problem(of: resized) == nil)
  }

  @Test(arguments: [(320, 568), (568, 320), (320, 320), (1366, 1024)])
  func snowAtRestHasRoomOnEveryCanvas(width: Int, height: Int) {
    let canvas = SceneCanvas(widthPoints: Float(width), heightPoints: Float(height), scale: 1)
    var scene = Globes.scene(flakes: Globes.longRunFlakes, canvas: canvas)
    for _ in 0..<(Tier.isDebug ? 4 : 20) {
      scene.run(200)
      #expect(Self.problem(of: scene) == nil)
    }
    #expect(scene.settledCount > Globes.longRunFlakes / 6)
  }

  @Test(arguments: Globes.seeds)
  func noFlakeOutrunsTheSpeedBound(seed: UInt64) {
    var plan = Globes.stormyPlan(seed: seed, frames: Tier.isDebug ? 150 : 1500)
    plan.canvasChanges = []
    // Snow that rises around a flake may lift it by another point.
    let bound = SnowglobeTuning.maximumSpeedPointsPerSecond / 60 + 1.01
    var before: [Vector2] = []
    var farthest: Float = 0
    Globes.run(plan, draws: false) { loop, _ in
      let places = loop.scene.places
      for (from, to) in zip(before, places) { farthest = max(farthest, (to - from).length) }
      before = places
    }
    #expect(farthest <= bound)
    #expect(farthest > 2)
  }

  @Test(arguments: 0...10)
  func anyNumberOfFingersIsTaken(count: Int) {
    var scene = Globes.scene(flakes: 60)
    let corners: [Vector2] = [
      .zero, Vector2(390, 844), Vector2(0, 844), Vector2(390, 0), Vector2(195, 422),
    ]
    let phases: [TouchPhase] = [.began, .moved, .stationary, .ended, .cancelled]
    for frame in 0..<40 {
      let touches = (0..<count).map { index in
        Globes.touch(
          phases[(frame + index) % 5], at: corners[(frame / 3 + index) % 5],
          from: corners[(frame + 2 * index) % 5], id: UInt32(index + 1))
      }
      scene.step(touches: touches)
      #expect(Self.problem(of: scene) == nil, "\(count) fingers, frame \(frame)")
    }
  }

  @Test func fingerExactlyOnAFlakeIsNoDivisionByZero() {
    var scene = Globes.scene(flakes: 4)
    scene.step(touches: [Globes.touch(.began, at: scene.places[2])])
    #expect(Self.problem(of: scene) == nil)
  }
}
