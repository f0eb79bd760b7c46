import SimbenchKit

/// Translucent bubbles that rise through still water, give way to each other, and pop gently.
///
/// In plain words: every bubble has a velocity it strives for, made of its own rising, a slow sway,
/// the push of its neighbors, of the sides and of fingers, and what motion adds. Its real velocity
/// relaxes towards that one, quickly when it is small and slowly when it is large; the relaxation
/// and the way covered are solved exactly over each step, so that the frame rate hardly matters. A
/// shake lifts the bubbles and makes them flutter, a tilt lets them drift to the side that is up.
/// What leaves at the top comes back below the bottom, out of sight both times. A touch pops the
/// topmost bubble under it; that one rests a few seconds and then comes from below as well. Where
/// frames take too long, bubbles fade out and go on unseen: they give way to those that are seen,
/// push none of them, and no finger pops them.
public struct Bubbles: Scene {
  /// The scene's constants.
  package typealias Tuning = BubblesTuning

  /// What a bubble does at present.
  package enum Stage {
    /// It floats.
    package static let floating: UInt32 = 0
    /// It was touched and fades.
    package static let popping: UInt32 = 1
    /// It is gone and will come back.
    package static let waiting: UInt32 = 2
  }

  /// One array per property of a bubble, all of the same length.
  package struct Flock {
    /// Horizontal position of the center in points.
    package var x: [Float]
    /// Vertical position of the center in points.
    package var y: [Float]
    /// Horizontal velocity, points per second.
    package var velocityX: [Float]
    /// Vertical velocity, points per second.
    package var velocityY: [Float]
    /// Radius in points on a canvas of `referenceSidePoints`.
    package var size: [Float]
    /// Rising speed when nothing disturbs, points per second.
    package var rise: [Float]
    /// Share of the difference to the wanted velocity taken up in one step.
    package var response: [Float]
    /// Seconds times that share: the way a difference of one point per second covers meanwhile.
    package var glide: [Float]
    /// Position in the bubble's own sway, 0 to 1.
    package var swayPhase: [Float]
    /// Sway cycles per second.
    package var swayRate: [Float]
    /// Strength and side of the sway, -1 to 1.
    package var sway: [Float]
    /// Where the bubble's tint lies between the scene's two, 0 to 1.
    package var tint: [Float]
    /// What it does: one of `Stage`.
    package var stage: [UInt32]
    /// Seconds since it popped, or until it comes back; 0 while it floats.
    package var stageSeconds: [Float]
    /// Where its first droplet flies, in turns.
    package var dropletTurn: [Float]
    /// How often it came back: the counter of its own random stream.
    package var returnCount: [UInt32]
  }

  /// The scenario's seed: the key of every random stream.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// Factor on every drive: 1, or less under Reduce Motion.
  package let drive: Float
  /// Share of the surge that is left after one step.
  package let surgeKept: Float
  /// Share of the agitation that is left after one step.
  package let agitationKept: Float
  /// Share of the tilt that is left after one step.
  package let tiltKept: Float
  /// Width of the canvas in points.
  package var width: Float
  /// Height of the canvas in points.
  package var height: Float
  /// Factor on the bubbles' sizes that suits the canvas.
  package var unit: Float
  /// Every bubble.
  package var flock: Flock
  /// Velocity all bubbles take up from shaking, to the right, points per second.
  package var surgeX: Float = 0
  /// Velocity all bubbles take up from shaking, downwards, points per second.
  package var surgeY: Float = 0
  /// How stirred the water is, 0 to 1.
  package var agitation: Float = 0
  /// How far "down" leans to the right, in radians.
  package var tilt: Float = 0
  /// The velocity each bubble strives for, to the right; rewritten each step before it is read.
  package var wantedX: [Float]
  /// The velocity each bubble strives for, downwards; rewritten each step before it is read.
  package var wantedY: [Float]
  /// Indices from far to near: the painting order.
  package let paintOrder: [UInt16]
  /// What the scene registered with its display list.
  package var resources = Resources()
  /// What chooses how many bubbles are shown; nil when the count is fixed.
  package var adaptive: AdaptiveMembers?

  /// Handles of what the scene registered with its display list.
  package struct Resources {
    /// The water's gradient.
    package var water = GradientHandle.none
    /// The light that falls in from above.
    package var light = GradientHandle.none
    /// The gradient that darkens the corners.
    package var vignette = GradientHandle.none
    /// The layer of everything that does not move.
    package var backdrop = LayerHandle.none
  }

  /// What the scene says about itself.
  public static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "bubbles",
      summary: "Bubbles that rise slowly; a touch pops one, motion lifts them and lets them drift.",
      requirements: [
        "BV-BUBBLE", "BV-TOUCH", "BV-ROTATE", "BV-REDUCE", "BV-MOTION", "BV-BACKGROUND",
      ],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      properties: Property.descriptors, commandCapacity: 384, behaviorVersion: 3,
      hasPlaces: true, hasMirror: true)
  }

  /// Makes bubbles that float where their own random streams put them.
  public init(_ context: SceneContext) {
    seed = context.seed
    stepSeconds = context.clock.stepSeconds
    drive = context.isMotionReduced ? Tuning.reducedMotionFactor : 1
    surgeKept = Math.exp(-stepSeconds / Tuning.surgeDecaySeconds)
    agitationKept = Math.exp(-stepSeconds / Tuning.agitationDecaySeconds)
    tiltKept = Math.exp(-stepSeconds / Tuning.tiltLeakSeconds)
    width = context.canvas.widthPoints
    height = context.canvas.heightPoints
    unit = Self.unit(context.canvas)
    let count = Int(context.parameters[Parameter.bubbles])
    flock = Self.makeFlock(count)
    wantedX = [Float](repeating: 0, count: count)
    wantedY = [Float](repeating: 0, count: count)
    Self.fill(&flock, seed: seed, stepSeconds: stepSeconds)
    Self.scatter(&flock, seed: seed, Vector2(width, height), unit: unit, drive: drive)
    paintOrder = PaintOrder.farToNear(flock.size)
    adaptive = AdaptiveMembers(
      choice: context.parameters[Parameter.adaptive], count: count, rules: Tuning.adaptive, context)
  }

  private static func unit(_ canvas: Canvas) -> Float {
    let side = (canvas.widthPoints * canvas.heightPoints).squareRoot()
    let limits = Tuning.sizeLimits
    return (side / Tuning.referenceSidePoints).clamped(limits.lowerBound, limits.upperBound)
  }

  private static func makeFlock(_ count: Int) -> Flock {
    // Each array is made anew: arrays that share storage are copied when first written to.
    func zeros() -> [Float] { [Float](repeating: 0, count: count) }
    func none() -> [UInt32] { [UInt32](repeating: 0, count: count) }
    return Flock(
      x: zeros(), y: zeros(), velocityX: zeros(), velocityY: zeros(), size: zeros(),
      rise: zeros(), response: zeros(), glide: zeros(), swayPhase: zeros(), swayRate: zeros(),
      sway: zeros(), tint: zeros(), stage: none(), stageSeconds: zeros(), dropletTurn: zeros(),
      returnCount: none())
  }

  /// Draws each bubble's nature from its own stream.
  private static func fill(_ flock: inout Flock, seed: UInt64, stepSeconds: Float) {
    for index in flock.x.indices {
      var stream = RandomStream(seed: seed, name: "bubbles.bubble", index: UInt32(index))
      let unit = stream.uniform()
      // Between the square, which favors small ones, and the plain number.
      let share = 0.5 * unit * (unit + 1)
      let seconds =
        Tuning.lightResponseSeconds
        + (Tuning.heavyResponseSeconds - Tuning.lightResponseSeconds) * share
      flock.size[index] =
        Tuning.minimumRadiusPoints
        + (Tuning.maximumRadiusPoints - Tuning.minimumRadiusPoints) * share
      flock.rise[index] =
        Tuning.slowestRisePointsPerSecond
        + (Tuning.fastestRisePointsPerSecond - Tuning.slowestRisePointsPerSecond) * share
      flock.response[index] = 1 - Math.exp(-stepSeconds / seconds)
      flock.glide[index] = seconds * flock.response[index]
      flock.swayPhase[index] = stream.uniform()
      flock.swayRate[index] = Tuning.swayCyclesPerSecond * (1 + stream.uniform())
      flock.sway[index] = stream.range(-1, 1)
      flock.tint[index] = stream.uniform()
    }
  }

  /// Places each bubble, of a few positions tried, where those before it are farthest away.
  private static func scatter(
    _ flock: inout Flock, seed: UInt64, _ extent: Vector2, unit: Float, drive: Float
  ) {
    for index in flock.x.indices {
      var stream = RandomStream(seed: seed, name: "bubbles.place", index: UInt32(index))
      let radius = flock.size[index] * unit
      let side = min(radius + 4, extent.x * 0.5)
      var best = -Float.infinity
      for _ in 0..<Tuning.placeTries {
        let position = Vector2(stream.range(side, extent.x - side), stream.range(0, extent.y))
        var gap = Float.greatestFiniteMagnitude
        for other in 0..<index {
          let apart = position - Vector2(flock.x[other], flock.y[other])
          gap = min(gap, apart.length - radius - flock.size[other] * unit)
        }
        guard gap > best else { continue }
        best = gap
        flock.x[index] = position.x
        flock.y[index] = position.y
      }
      flock.velocityY[index] = -flock.rise[index] * drive
    }
  }

  /// Radius of a bubble on the present canvas, in points.
  package func radius(_ index: Int) -> Float { flock.size[index] * unit }

  /// Moves every bubble to the same relative position of the new canvas.
  public mutating func resize(to canvas: Canvas) {
    let (acrossX, acrossY) = (canvas.widthPoints / width, canvas.heightPoints / height)
    width = canvas.widthPoints
    height = canvas.heightPoints
    unit = Self.unit(canvas)
    for index in flock.x.indices {
      flock.x[index] = insideX(flock.x[index] * acrossX, index)
      flock.y[index] *= acrossY
    }
  }

  /// Shows every stored field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.constant(seed, "seed")
    visitor.constant(stepSeconds, "stepSeconds")
    visitor.constant(drive, "drive")
    visitor.constant(surgeKept, "surgeKept")
    visitor.constant(agitationKept, "agitationKept")
    visitor.constant(tiltKept, "tiltKept")
    visitor.field(&width, "width")
    visitor.field(&height, "height")
    visitor.field(&unit, "unit")
    visitor.field(&flock, "flock")
    visitor.field(&surgeX, "surgeX")
    visitor.field(&surgeY, "surgeY")
    visitor.field(&agitation, "agitation")
    visitor.field(&tilt, "tilt")
    visitor.field(&wantedX, "wantedX")
    visitor.field(&wantedY, "wantedY")
    visitor.constants(paintOrder, "paintOrder")
    visitor.field(&resources, "resources")
    adaptive.visitState(&visitor)
  }

  /// Counts bubbles that can be seen: all, on the canvas, moving, popping.
  public func count(into populations: inout PopulationCounts) {
    var (afloat, onCanvas, moving, popping) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
    let half = 0.5 / stepSeconds
    let seen = adaptive.seen
    for index in flock.x.indices
    where flock.stage[index] != Stage.waiting && seen.contains(index) {
      let (x, y) = (flock.x[index], flock.y[index])
      let velocity = Vector2(flock.velocityX[index], flock.velocityY[index])
      afloat += 1
      if x >= 0, x <= width, y >= 0, y <= height { onCanvas += 1 }
      if velocity.lengthSquared > half * half { moving += 1 }
      if flock.stage[index] == Stage.popping { popping += 1 }
    }
    populations.set(Population.bubbles, to: afloat)
    populations.set(Population.onCanvas, to: onCanvas)
    populations.set(Population.moving, to: moving)
    populations.set(Population.popping, to: popping)
  }
}

extension Bubbles.Flock: StateFields {
  /// Shows every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.field(&velocityX, "velocityX")
    visitor.field(&velocityY, "velocityY")
    visitor.field(&size, "size")
    visitor.field(&rise, "rise")
    visitor.field(&response, "response")
    visitor.field(&glide, "glide")
    visitor.field(&swayPhase, "swayPhase")
    visitor.field(&swayRate, "swayRate")
    visitor.field(&sway, "sway")
    visitor.field(&tint, "tint")
    visitor.field(&stage, "stage")
    visitor.field(&stageSeconds, "stageSeconds")
    visitor.field(&dropletTurn, "dropletTurn")
    visitor.field(&returnCount, "returnCount")
  }
}

extension Bubbles.Resources: StateFields {
  /// Shows every handle, which digests take as one word.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.word {
      $0.field(&water, "water")
      $0.field(&light, "light")
      $0.field(&vignette, "vignette")
      $0.field(&backdrop, "backdrop")
    }
  }
}
