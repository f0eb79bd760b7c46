import SimbenchKit

/// Glowing particles that fingers attract, and that drift home when they are let go.
///
/// In plain words: every particle has a home, to which a spring that levels off draws it through
/// a thick liquid. A finger is a softened point mass that also swirls: where the swirl feeds what
/// drag takes, particles orbit, wider or narrower by their charge. A finger gains and loses its
/// strength slowly and moves no faster than a bound, so no acceleration can jump. Particles push
/// each other apart gently when they crowd. Tilting and shaking pull all of them one way. The
/// physics is `ParticleSystem`'s; under Reduce Motion its time runs slower. Where frames take too
/// long, particles fade out and go on unseen: all of them, seen or not, move as they would without.
public struct MagneticParticles: Scene {
  /// The scene's constants.
  package typealias Tuning = MagneticParticlesTuning

  /// A contact, or the fading trace of one; its attractor has the same index.
  package struct Finger {
    /// The contact's identifier.
    package var id: UInt32 = 0
    /// 1 while the contact is on the glass.
    package var isHeld: UInt32 = 0
    /// Where it was last, in points.
    package var x: Float = 0
    /// Where it was last, in points.
    package var y: Float = 0
  }

  /// The scenario's seed: the key of every random stream.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// Factor on time: 1, or less under Reduce Motion.
  package let drive: Float
  /// Parts into which each step of the physics is cut.
  package let substepCount: UInt32
  /// Positions, velocities, homes and attractors.
  package var physics: ParticleSystem
  /// Contacts and their traces.
  package var fingers: [Finger]
  /// How far "down" leans to the right, in radians.
  package var leanX: Float = 0
  /// How far "down" leans to the bottom of the canvas, in radians.
  package var leanY: Float = 0
  /// How brightly each particle glows by its speed, 0 to 1.
  package var light: [Float]
  /// Core radius in points.
  package let radius: [Float]
  /// The position between both colors, 0 to 1.
  package let hue: [Float]
  /// Where in the breath of light each particle is, 0 to 1.
  package let breathOffset: [Float]
  /// The position in the breath of light, 0 to 1.
  package var breath: Float = 0
  /// Particles that moved faster than half a point a frame in the last step.
  package var movingCount: UInt32 = 0
  /// What the scene registered with its display list.
  package var resources = Resources()
  /// What chooses how many particles are shown; nil when the count is fixed.
  package var adaptive: AdaptiveMembers?

  /// Handles of what the scene registered with its display list.
  package struct Resources {
    /// The gradient from the top to the bottom.
    package var depth = GradientHandle.none
    /// The gradient of a wide soft light.
    package var haze = GradientHandle.none
    /// The gradient that darkens the corners.
    package var vignette = GradientHandle.none
    /// The layer of everything that does not move.
    package var backdrop = LayerHandle.none
  }

  /// What the scene says about itself.
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

  /// Makes particles on their way home.
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
      // Squaring makes small particles more common than large ones.
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

  /// Spreads the homes over the canvas; each follows from the seed and its index alone.
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

  /// Twirls the particles around the middle, at rest and dark.
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

  /// Moves every particle and finger to the same relative position of the new canvas.
  public mutating func resize(to canvas: Canvas) {
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

  /// Shows every stored field.
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

  /// Counts particles that can be seen: all, on the canvas, moving; and attractors.
  public func count(into populations: inout PopulationCounts) {
    let seen = adaptive.seen
    var onCanvas: UInt32 = 0
    for index in physics.x.indices where seen.contains(index) {
      let (x, y) = (physics.x[index], physics.y[index])
      if x >= 0, x <= physics.width, y >= 0, y <= physics.height { onCanvas += 1 }
    }
    var attracting: UInt32 = 0
    for attractor in physics.attractors where attractor.strength > 0 { attracting += 1 }
    populations.set(Population.particles, to: adaptive?.visibleCount ?? UInt32(physics.count))
    populations.set(Population.onCanvas, to: onCanvas)
    populations.set(Population.moving, to: movingCount)
    populations.set(Population.attractors, to: attracting)
  }
}

extension MagneticParticles.Finger: StateFields {
  /// Shows every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&id, "id")
    visitor.field(&isHeld, "isHeld")
    visitor.field(&x, "x")
    visitor.field(&y, "y")
  }
}

extension MagneticParticles.Resources: StateFields {
  /// Shows every handle, which digests take as one word.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.word {
      $0.field(&depth, "depth")
      $0.field(&haze, "haze")
      $0.field(&vignette, "vignette")
      $0.field(&backdrop, "backdrop")
    }
  }
}
