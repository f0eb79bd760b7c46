import SimbenchKit

/// Glowing particles that are attracted by fingers and drift home when released.
///
/// A saturating spring pulls every particle through a viscous liquid toward its home. A finger is a
/// softened point mass with a swirl: where the swirl balances the drag, particles orbit, at a
/// radius that depends on their charge. A finger's strength changes slowly and its speed is
/// limited, so accelerations have no jumps. Crowded particles push each other apart gently. Tilting
/// and shaking pull all particles in one direction. `ParticleSystem` implements the physics; under
/// Reduce Motion its time runs slower. If frames take too long, particles fade out and continue
/// invisibly; visibility does not affect their motion.
public struct MagneticParticles: SimScene {
  /// The scene's constants.
  package typealias Tuning = MagneticParticlesTuning

  /// A touch, or its fading trace; its attractor has the same index.
  package struct Finger {
    /// The touch's identifier.
    package var id: UInt32 = 0
    /// 1 while the finger is on the glass.
    package var isHeld: UInt32 = 0
    /// The last horizontal position, in points.
    package var x: Float = 0
    /// The last vertical position, in points.
    package var y: Float = 0
  }

  /// The scenario's seed: the key of every random stream.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// The factor on time: 1, or less under Reduce Motion.
  package let drive: Float
  /// The number of substeps per step of the physics.
  package let substepCount: UInt32
  /// Positions, velocities, homes and attractors.
  package var physics: ParticleSystem
  /// Touches and their traces.
  package var fingers: [Finger]
  /// The angle by which "down" leans to the right, in radians.
  package var leanX: Float = 0
  /// The angle by which "down" leans to the bottom of the canvas, in radians.
  package var leanY: Float = 0
  /// The brightness of each particle from its speed, 0 to 1.
  package var light: [Float]
  /// The core radius of each particle in points.
  package let radius: [Float]
  /// The position between the two colors, 0 to 1.
  package let hue: [Float]
  /// The phase of each particle in the pulsation of light, 0 to 1.
  package let breathOffset: [Float]
  /// The common phase of the pulsation of light, 0 to 1.
  package var breath: Float = 0
  /// The number of particles faster than half a point per frame in the last step.
  package var movingCount: UInt32 = 0
  /// The scene's resources in the display list.
  package var resources = Resources()
  /// Adapts the number of visible particles; nil if the number is fixed.
  package var adaptive: AdaptiveMembers?

  /// Handles of the scene's resources in the display list.
  package struct Resources {
    /// The gradient from top to bottom.
    package var depth = GradientHandle.none
    /// The gradient of a wide soft light.
    package var haze = GradientHandle.none
    /// The gradient that darkens the corners.
    package var vignette = GradientHandle.none
    /// The layer for the static backdrop.
    package var backdrop = LayerHandle.none
  }

  /// The scene's description.
  public static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "magnetic-particles",
      summary: "Glowing particles orbit fingers and drift home when they are let go.",
      requirements: [
        "BV-MAGNET", "BV-TOUCH", "BV-ROTATE", "BV-REDUCE", "BV-MOTION", "BV-BACKGROUND",
      ],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      properties: Property.descriptors, commandCapacity: 1300, behaviorVersion: 3,
      renderer: "sprites", hasPlaces: true, hasMirror: true)
  }

  /// Makes particles that are moving home.
  public init(_ context: SceneContext) {
    seed = context.seed
    stepSeconds = context.clock.stepSeconds
    drive = context.isMotionReduced ? Tuning.reducedMotionFactor : 1
    let substeps = stepSeconds * Tuning.substepsPerSecond + 0.5
    substepCount = UInt32(substeps.clamped(1, Float(ParticleSystem.maximumSubstepCount)))
    let count = Int(context.parameters[Parameter.particles])
    let canvas = context.canvas
    physics = ParticleSystem(
      count: count, width: canvas.widthPoints, height: canvas.heightPoints,
      rules: Self.makeRules())
    fingers = [Finger](repeating: Finger(), count: Tuning.slotCount)
    light = [Float](repeating: 0, count: count)
    var (radius, hue, offset) = (light, light, light)
    for index in 0..<count {
      var stream = RandomStream(seed: seed, name: "magnetic.look", index: UInt32(index))
      let unit = stream.uniform()
      // Squared, so that small particles are more common than large ones.
      radius[index] =
        Tuning.minimumRadiusPoints
        + (Tuning.maximumRadiusPoints - Tuning.minimumRadiusPoints) * unit * unit
      hue[index] = stream.uniform()
      offset[index] = stream.uniform()
      physics.charge[index] = stream.range(Tuning.minimumCharge, Tuning.maximumCharge)
    }
    self.radius = radius
    self.hue = hue
    breathOffset = offset
    adaptive = AdaptiveMembers(
      choice: context.parameters[Parameter.adaptive], count: count, rules: Tuning.adaptive, context)
    placeHomes()
    placeStarts()
  }

  private static func makeRules() -> ParticleRules {
    var rules = ParticleRules()
    rules.drag = Tuning.dragPerSecond
    rules.homeStiffness = Tuning.homeStiffness
    rules.homeReach = Tuning.homeReachPoints
    rules.wallStiffness = Tuning.wallStiffness
    rules.wallDepth = Tuning.wallDepthPoints
    rules.contactDistance = Tuning.contactPoints
    rules.contactAcceleration = Tuning.contactAcceleration
    rules.maximumContactAcceleration = Tuning.maximumContactAcceleration
    rules.maximumPull = Tuning.maximumPull
    rules.maximumSpeed = Tuning.maximumSpeedPointsPerSecond
    return rules
  }

  /// Distributes the homes over the canvas; each depends only on the seed and its index.
  private mutating func placeHomes() {
    for index in homeIndices {
      var stream = RandomStream(seed: seed, name: "magnetic.home", index: UInt32(index))
      let step = Float(index + 1)
      let shareX = 0.5 + step * Tuning.spreadX
      let shareY = 0.5 + step * Tuning.spreadY
      let x = Self.spread(shareX - Float(UInt32(shareX)), physics.width, stream.range(-1, 1))
      let y = Self.spread(shareY - Float(UInt32(shareY)), physics.height, stream.range(-1, 1))
      physics.homeX[index] = x
      physics.homeY[index] = y
    }
  }

  private var homeIndices: Range<Int> { 0..<physics.count }

  private static func spread(_ share: Float, _ size: Float, _ draw: Float) -> Float {
    let margin = min(Tuning.homeMarginPoints, size * 0.5)
    let position = margin + share * (size - 2 * margin) + draw * Tuning.jitterPoints
    return position.clamped(margin, size - margin)
  }

  /// Rotates the particles' positions around the middle; they start at rest and dark.
  private mutating func placeStarts() {
    let (halfX, halfY) = (physics.width * 0.5, physics.height * 0.5)
    for index in homeIndices {
      let (dx, dy) = (physics.homeX[index] - halfX, physics.homeY[index] - halfY)
      let (shareX, shareY) = (dx / halfX, dy / halfY)
      let near = max(0, 1 - shareX * shareX - shareY * shareY)
      let (sine, cosine) = Math.sinCos(Tuning.startTurn * near * near)
      physics.x[index] = (halfX + dx * cosine - dy * sine).clamped(0, physics.width)
      physics.y[index] = (halfY + dx * sine + dy * cosine).clamped(0, physics.height)
    }
  }

  /// Moves every particle and finger to the same relative position on the new canvas.
  public mutating func resize(to canvas: SceneCanvas) {
    let scaleX = canvas.widthPoints / physics.width
    let scaleY = canvas.heightPoints / physics.height
    physics.resize(width: canvas.widthPoints, height: canvas.heightPoints)
    for index in homeIndices {
      physics.x[index] = (physics.x[index] * scaleX).clamped(0, physics.width)
      physics.y[index] = (physics.y[index] * scaleY).clamped(0, physics.height)
    }
    for slot in fingers.indices {
      fingers[slot].x = (fingers[slot].x * scaleX).clamped(0, physics.width)
      fingers[slot].y = (fingers[slot].y * scaleY).clamped(0, physics.height)
      physics.attractors[slot].x *= scaleX
      physics.attractors[slot].y *= scaleY
    }
    placeHomes()
  }

  /// Visits every stored field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.constant(seed, "seed")
    visitor.constant(stepSeconds, "stepSeconds")
    visitor.constant(drive, "drive")
    visitor.constant(substepCount, "substepCount")
    visitor.field(&physics, "physics")
    visitor.field(&fingers, "fingers")
    visitor.field(&leanX, "leanX")
    visitor.field(&leanY, "leanY")
    visitor.field(&light, "light")
    visitor.constant(radius, "radius")
    visitor.constant(hue, "hue")
    visitor.constant(breathOffset, "breathOffset")
    visitor.field(&breath, "breath")
    visitor.field(&movingCount, "movingCount")
    visitor.field(&resources, "resources")
    adaptive.visitState(&visitor)
  }

  /// Reports the numbers of visible particles (all, on the canvas, moving) and attractors.
  public func count(into populations: inout PopulationCounts) {
    let seen = adaptive.seen
    var onCanvas: UInt32 = 0
    for index in physics.x.indices where seen.contains(index) {
      let (x, y) = (physics.x[index], physics.y[index])
      if x >= 0, x <= physics.width, y >= 0, y <= physics.height { onCanvas += 1 }
    }
    var attracting: UInt32 = 0
    for attractor in physics.attractors where attractor.strength > 0 { attracting += 1 }
    populations[Population.particles] = adaptive?.visibleCount ?? UInt32(physics.count)
    populations[Population.onCanvas] = onCanvas
    populations[Population.moving] = movingCount
    populations[Population.attractors] = attracting
  }
}

extension MagneticParticles.Finger: StateFields {
  /// Visits every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&id, "id")
    visitor.field(&isHeld, "isHeld")
    visitor.field(&x, "x")
    visitor.field(&y, "y")
  }
}

extension MagneticParticles.Resources: StateFields {
  /// Visits every handle; digests include them as one word.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.word {
      $0.field(&depth, "depth")
      $0.field(&haze, "haze")
      $0.field(&vignette, "vignette")
      $0.field(&backdrop, "backdrop")
    }
  }
}
