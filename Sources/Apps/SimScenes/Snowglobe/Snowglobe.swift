import SimbenchKit

/// A globe of liquid in which snow drifts, settles, and lifts again when it is shaken.
///
/// In plain words: flakes do not fly on their own. The globe is full of a liquid that has a bulk
/// velocity (from shaking), a slow rotation (from turning), eddies (a divergence-free sum of
/// waves, strong after a shake and faint at rest) and local swirls around fingers. Every flake
/// relaxes towards the liquid's velocity plus its own falling speed, quickly when small and slowly
/// when large, which is Stokes drag solved exactly over each step; so nothing can become unstable.
/// Flakes that reach the snow on the ground in quiet liquid stay and raise it; agitation above a
/// flake's own threshold lifts it, and a swell in the stirred liquid carries it up. Steep snow
/// slides. The glass pushes flakes back gently, without a bounce.
public struct Snowglobe: Scene {
  /// The scene's constants.
  package typealias Tuning = SnowglobeTuning

  /// One array per property of a flake, all of the same length.
  package struct Flakes {
    /// Horizontal position of the center in points.
    package var x: [Float]
    /// Vertical position of the center in points.
    package var y: [Float]
    /// Horizontal velocity, points per second.
    package var velocityX: [Float]
    /// Vertical velocity, points per second.
    package var velocityY: [Float]
    /// Radius in points.
    package var radius: [Float]
    /// Falling speed in still liquid, points per second.
    package var fall: [Float]
    /// Share of the difference to the liquid's velocity taken up in one step.
    package var response: [Float]
    /// Position in the flake's own sway, 0 to 1.
    package var swayPhase: [Float]
    /// Sway cycles per second.
    package var swayRate: [Float]
    /// Agitation that lifts the flake off the snow.
    package var liftThreshold: [Float]
    /// 1 while the flake lies on the snow.
    package var isSettled: [UInt32]
    /// How often the flake was lifted: the counter of its own random stream.
    package var liftCount: [UInt32]
  }

  /// One wave of the liquid's stream function.
  package struct Eddies {
    /// Cycles per point along x.
    package var frequencyX: [Float]
    /// Cycles per point along y.
    package var frequencyY: [Float]
    /// Position in the cycle, 0 to 1.
    package var phase: [Float]
    /// Cycles per second.
    package var rate: [Float]
  }

  /// The scenario's seed: the key of every random stream.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// Factor on every drive: 1, or less under Reduce Motion.
  package let drive: Float
  /// The glass.
  package var globe: Globe
  /// Every flake.
  package var flakes: Flakes
  /// The liquid's eddies.
  package var eddies: Eddies
  /// Height of settled snow per column, in points.
  package var snowHeight: [Float]
  /// Where the snow's surface is per column, in points from the top.
  package var snowSurface: [Float]
  /// The liquid's bulk velocity to the right, points per second.
  package var bulkX: Float = 0
  /// The liquid's bulk velocity downwards, points per second.
  package var bulkY: Float = 0
  /// The liquid's rotation in rad/s, clockwise as seen.
  package var spin: Float = 0
  /// How stirred the liquid is, 0 to 1.
  package var agitation: Float = 0
  /// How far "down" leans to the right, in radians.
  package var tilt: Float = 0
  /// Flakes that moved faster than half a point a frame in the last step.
  package var movingCount: UInt32 = 0
  /// The liquid's velocity to the right at every flake; rewritten each step before it is read.
  package var liquidX: [Float]
  /// The liquid's velocity downwards at every flake; rewritten each step before it is read.
  package var liquidY: [Float]
  /// Flake indices from far to near: the painting order.
  package let paintOrder: [UInt16]
  /// What the scene registered with its display list.
  package var resources = Resources()
  /// The snow's colors; they follow from the globe.
  package var tint = SnowTint()
  /// What chooses how many flakes are shown; nil when the count is fixed.
  package var adaptive: AdaptiveMembers?

  /// Handles of what the scene registered with its display list.
  package struct Resources {
    /// The sky's gradient.
    package var sky = GradientHandle.none
    /// The gradient that darkens the corners.
    package var vignette = GradientHandle.none
    /// The layer of everything that does not move.
    package var backdrop = LayerHandle.none
  }

  /// What the scene says about itself.
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

  /// Makes a globe whose flakes float where their own random streams put them.
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
      // Squaring makes small, far flakes more common than large, near ones.
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
      // Golden-angle steps keep the waves' directions apart whatever the seed.
      let angle = 2.399963 * Float(index) + stream.range(0, 0.9)
      eddies.frequencyX[index] = Math.cos(angle) / length
      eddies.frequencyY[index] = Math.sin(angle) / length
      eddies.phase[index] = stream.uniform()
      eddies.rate[index] = stream.range(0.04, 0.12)
    }
    return eddies
  }

  /// Moves every flake to the same relative position of the new globe and lets it float there.
  public mutating func resize(to canvas: Canvas) {
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

  /// Counts flakes: those shown, those on the canvas, moving, settled.
  public func count(into populations: inout PopulationCounts) {
    var onCanvas: UInt32 = 0
    var settled: UInt32 = 0
    for index in flakes.x.indices {
      let (x, y) = (flakes.x[index], flakes.y[index])
      if x >= 0, x <= globe.canvasWidth, y >= 0, y <= globe.canvasHeight { onCanvas += 1 }
      settled &+= flakes.isSettled[index]
    }
    populations.set(Population.flakes, to: adaptive?.visibleCount ?? UInt32(flakes.x.count))
    populations.set(Population.onCanvas, to: onCanvas)
    populations.set(Population.moving, to: movingCount)
    populations.set(Population.settled, to: settled)
  }
}
