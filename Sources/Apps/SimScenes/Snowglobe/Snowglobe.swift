import SimbenchKit

/// A globe of liquid in which snow drifts and settles, and rises again when it is shaken.
///
/// Flakes move with the liquid that fills the globe. The liquid has a bulk velocity (from shaking),
/// a slow rotation (from rotating the device), eddies (a divergence-free sum of waves, strong after
/// a shake and faint at rest) and local swirls around fingers. A flake's velocity relaxes toward
/// the liquid's velocity plus its falling speed, quickly for small and slowly for large flakes:
/// Stokes drag, solved exactly for each step, so nothing can become unstable. Flakes that reach the
/// snow on the ground in quiet liquid settle and raise it; agitation above a flake's threshold
/// lifts it, and a swell in the stirred liquid carries it up. Steep snow slides. The glass pushes
/// flakes back gently, without a bounce.
public struct Snowglobe: SimScene {
  /// The scene's constants.
  package typealias Tuning = SnowglobeTuning

  /// One array per property of a flake, all of the same length.
  package struct Flakes {
    /// The horizontal position of the center in points.
    package var x: [Float]
    /// The vertical position of the center in points.
    package var y: [Float]
    /// The horizontal velocity, in points per second.
    package var velocityX: [Float]
    /// The vertical velocity, in points per second.
    package var velocityY: [Float]
    /// The radius in points.
    package var radius: [Float]
    /// The falling speed in still liquid, in points per second.
    package var fall: [Float]
    /// The fraction of the difference to the liquid's velocity that is removed per step.
    package var response: [Float]
    /// The phase of the flake's sway, 0 to 1.
    package var swayPhase: [Float]
    /// Sway cycles per second.
    package var swayRate: [Float]
    /// The agitation that lifts the flake off the snow.
    package var liftThreshold: [Float]
    /// 1 while the flake is settled on the snow.
    package var isSettled: [UInt32]
    /// The number of lifts: the counter of its random stream.
    package var liftCount: [UInt32]
  }

  /// The waves of the liquid's stream function; one array per property.
  package struct Eddies {
    /// Cycles per point along x.
    package var frequencyX: [Float]
    /// Cycles per point along y.
    package var frequencyY: [Float]
    /// The phase, 0 to 1.
    package var phase: [Float]
    /// Cycles per second.
    package var rate: [Float]
  }

  /// The scenario's seed: the key of every random stream.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// The factor on all motion: 1, or less under Reduce Motion.
  package let drive: Float
  /// The shape of the glass.
  package var globe: Globe
  /// Every flake.
  package var flakes: Flakes
  /// The liquid's eddies.
  package var eddies: Eddies
  /// The height of settled snow per column, in points.
  package var snowHeight: [Float]
  /// The vertical position of the snow's surface per column, in points from the top.
  package var snowSurface: [Float]
  /// The liquid's bulk velocity to the right, in points per second.
  package var bulkX: Float = 0
  /// The liquid's bulk velocity downward, in points per second.
  package var bulkY: Float = 0
  /// The liquid's rotation in rad/s, clockwise on the screen.
  package var spin: Float = 0
  /// The liquid's agitation, 0 to 1.
  package var agitation: Float = 0
  /// The angle by which "down" leans to the right, in radians.
  package var tilt: Float = 0
  /// The number of flakes faster than half a point per frame in the last step.
  package var movingCount: UInt32 = 0
  /// The liquid's velocity to the right at every flake; recomputed in each step.
  package var liquidX: [Float]
  /// The liquid's velocity downward at every flake; recomputed in each step.
  package var liquidY: [Float]
  /// The flakes' indices from far to near, the painting order.
  package let paintOrder: [UInt16]
  /// The scene's resources in the display list.
  package var resources = Resources()
  /// The snow's colors, derived from the globe.
  package var tint = SnowTint()
  /// Adapts the number of visible flakes; nil if the number is fixed.
  package var adaptive: AdaptiveMembers?

  /// Handles of the scene's resources in the display list.
  package struct Resources {
    /// The sky's gradient.
    package var sky = GradientHandle.none
    /// The gradient that darkens the corners.
    package var vignette = GradientHandle.none
    /// The layer for the static backdrop.
    package var backdrop = LayerHandle.none
  }

  /// The scene's description.
  public static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "snowglobe",
      summary: "A globe of drifting snow; shaking and tilting stir it, fingers swirl it.",
      requirements: [
        "BV-SNOW", "BV-TOUCH", "BV-ROTATE", "BV-REDUCE", "BV-MOTION", "BV-BACKGROUND",
      ],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      properties: Property.descriptors, commandCapacity: 640, behaviorVersion: 4,
      hasPlaces: true, hasMirror: true, periodicFields: ["flakes.swayPhase", "eddies.phase"])
  }

  /// Makes a globe with floating flakes at random positions.
  public init(_ context: SceneContext) {
    seed = context.seed
    stepSeconds = context.clock.stepSeconds
    drive = context.isMotionReduced ? Tuning.reducedMotionFactor : 1
    globe = Globe(context.canvas)
    let count = Int(context.parameters[Parameter.flakes])
    flakes = Self.makeFlakes(count, seed: seed, stepSeconds: stepSeconds, globe: globe)
    eddies = Self.makeEddies(seed: seed)
    snowHeight = [Float](repeating: 0, count: Tuning.columnCount)
    snowSurface = snowHeight
    liquidX = [Float](repeating: 0, count: count)
    liquidY = [Float](repeating: 0, count: count)
    paintOrder = PaintOrder.farToNear(flakes.radius)
    surfaceSnow()
    adaptive = AdaptiveMembers(
      choice: context.parameters[Parameter.adaptive], count: count, rules: Tuning.adaptive, context)
  }

  private static func makeFlakes(
    _ count: Int, seed: UInt64, stepSeconds: Float, globe: Globe
  ) -> Flakes {
    func zeros() -> [Float] { [Float](repeating: 0, count: count) }
    func none() -> [UInt32] { [UInt32](repeating: 0, count: count) }
    var flakes = Flakes(
      x: zeros(), y: zeros(), velocityX: zeros(), velocityY: zeros(), radius: zeros(),
      fall: zeros(),
      response: zeros(), swayPhase: zeros(), swayRate: zeros(), liftThreshold: zeros(),
      isSettled: none(), liftCount: none())
    for index in 0..<count {
      var stream = RandomStream(seed: seed, name: "snowglobe.flake", index: UInt32(index))
      // Squared, so that small, far flakes are more common than large, near ones.
      let unit = stream.uniform()
      let nearness = unit * unit
      let radius =
        Tuning.minimumRadiusPoints
        + (Tuning.maximumRadiusPoints - Tuning.minimumRadiusPoints) * nearness
      let seconds =
        Tuning.lightResponseSeconds
        + (Tuning.heavyResponseSeconds - Tuning.lightResponseSeconds) * nearness
      flakes.radius[index] = radius
      flakes.fall[index] =
        Tuning.slowestFallPointsPerSecond
        + (Tuning.fastestFallPointsPerSecond - Tuning.slowestFallPointsPerSecond) * nearness
      flakes.response[index] = 1 - Math.exp(-stepSeconds / seconds)
      flakes.swayPhase[index] = stream.uniform()
      flakes.swayRate[index] = Tuning.swayCyclesPerSecond * (1 + stream.uniform())
      flakes.liftThreshold[index] = Tuning.liftAgitation * (1 + 3 * stream.uniform())
      let position = globe.randomPlace(&stream, margin: radius + 2)
      flakes.x[index] = position.x
      flakes.y[index] = position.y
    }
    return flakes
  }

  private static func makeEddies(seed: UInt64) -> Eddies {
    func zeros() -> [Float] { [Float](repeating: 0, count: Tuning.eddyCount) }
    var eddies = Eddies(frequencyX: zeros(), frequencyY: zeros(), phase: zeros(), rate: zeros())
    var stream = RandomStream(seed: seed, name: "snowglobe.eddies")
    for index in 0..<Tuning.eddyCount {
      let share = Float(index) / Float(Tuning.eddyCount - 1)
      let length =
        Tuning.shortestEddyPoints
        + (Tuning.longestEddyPoints - Tuning.shortestEddyPoints) * share
      // Steps of the golden angle keep the waves' directions apart for every seed.
      let angle = 2.399963 * Float(index) + stream.range(0, 0.9)
      eddies.frequencyX[index] = Math.cos(angle) / length
      eddies.frequencyY[index] = Math.sin(angle) / length
      eddies.phase[index] = stream.uniform()
      eddies.rate[index] = stream.range(0.04, 0.12)
    }
    return eddies
  }

  /// Moves every flake to the same relative position in the new globe, where it floats.
  public mutating func resize(to canvas: SceneCanvas) {
    let old = globe
    let new = Globe(canvas)
    globe = new
    if !tint.nodes.isEmpty { tint.update(new) }
    for index in flakes.x.indices {
      flakes.x[index] =
        new.minX + (flakes.x[index] - old.minX) / (old.maxX - old.minX) * (new.maxX - new.minX)
      flakes.y[index] =
        new.minY + (flakes.y[index] - old.minY) / (old.maxY - old.minY) * (new.maxY - new.minY)
      flakes.isSettled[index] = 0
      let position = new.inside(
        Vector2(flakes.x[index], flakes.y[index]), margin: flakes.radius[index] + 1)
      flakes.x[index] = position.x
      flakes.y[index] = min(position.y, new.groundY(atX: position.x))
    }
    for column in snowHeight.indices { snowHeight[column] = 0 }
    surfaceSnow()
  }

  /// Reports the numbers of flakes: visible, on the canvas, moving, settled.
  public func count(into populations: inout PopulationCounts) {
    var onCanvas: UInt32 = 0
    var settled: UInt32 = 0
    for index in flakes.x.indices {
      let (x, y) = (flakes.x[index], flakes.y[index])
      if x >= 0, x <= globe.canvasWidth, y >= 0, y <= globe.canvasHeight { onCanvas += 1 }
      settled &+= flakes.isSettled[index]
    }
    populations[Population.flakes] = adaptive?.visibleCount ?? UInt32(flakes.x.count)
    populations[Population.onCanvas] = onCanvas
    populations[Population.moving] = movingCount
    populations[Population.settled] = settled
  }
}
