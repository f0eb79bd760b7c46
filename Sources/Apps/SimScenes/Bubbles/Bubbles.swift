import SimbenchKit

/// Translucent bubbles that rise through still water, avoid each other, and pop gently.
///
/// Each bubble has a target velocity: the sum of its rise, a slow sway, the push of neighbors,
/// sides and fingers, and the effect of motion. Its velocity relaxes toward the target, quickly for
/// small and slowly for large bubbles. Relaxation and movement are solved exactly for each step, so
/// the frame rate hardly matters. A shake lifts the bubbles and makes them flutter; a tilt makes
/// them drift to the upper side. Bubbles that leave at the top return below the bottom, both times
/// out of view. A touch pops the topmost bubble under it, which returns from below after a few
/// seconds. If frames take too long, bubbles fade out and continue invisibly: they avoid visible
/// bubbles, do not push them, and cannot be popped.
public struct Bubbles: SimScene {
  /// The scene's constants.
  package typealias Tuning = BubblesTuning

  /// The state of a bubble.
  package enum Stage {
    /// Floating.
    package static let floating: UInt32 = 0
    /// Touched and fading.
    package static let popping: UInt32 = 1
    /// Gone, and waiting to return.
    package static let waiting: UInt32 = 2
  }

  /// One array per property of a bubble, all of the same length.
  package struct Flock {
    /// The horizontal position of the center in points.
    package var x: [Float]
    /// The vertical position of the center in points.
    package var y: [Float]
    /// The horizontal velocity, in points per second.
    package var velocityX: [Float]
    /// The vertical velocity, in points per second.
    package var velocityY: [Float]
    /// The radius in points on a canvas of `referenceSidePoints`.
    package var size: [Float]
    /// The undisturbed rising speed, in points per second.
    package var rise: [Float]
    /// The fraction of the difference to the target velocity that is removed per step.
    package var response: [Float]
    /// The distance covered during a step by a decaying velocity difference of one point per
    /// second.
    package var glide: [Float]
    /// The phase of the bubble's sway, 0 to 1.
    package var swayPhase: [Float]
    /// Sway cycles per second.
    package var swayRate: [Float]
    /// The strength and direction of the sway, -1 to 1.
    package var sway: [Float]
    /// The position between the scene's two tints, 0 to 1.
    package var tint: [Float]
    /// The state: one of `Stage`.
    package var stage: [UInt32]
    /// The seconds since it popped, or until it returns; 0 while it floats.
    package var stageSeconds: [Float]
    /// The direction of its first droplet, in turns.
    package var dropletTurn: [Float]
    /// The number of returns: the counter of its random stream.
    package var returnCount: [UInt32]
  }

  /// The scenario's seed: the key of every random stream.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// The factor on all motion: 1, or less under Reduce Motion.
  package let drive: Float
  /// The fraction of the surge that remains after a step.
  package let surgeKept: Float
  /// The fraction of the agitation that remains after a step.
  package let agitationKept: Float
  /// The fraction of the tilt that remains after a step.
  package let tiltKept: Float
  /// Width of the canvas in points.
  package var width: Float
  /// Height of the canvas in points.
  package var height: Float
  /// The factor on the bubbles' sizes for this canvas.
  package var unit: Float
  /// Every bubble.
  package var flock: Flock
  /// The common velocity from shaking to the right, in points per second.
  package var surgeX: Float = 0
  /// The common velocity from shaking downward, in points per second.
  package var surgeY: Float = 0
  /// The water's agitation, 0 to 1.
  package var agitation: Float = 0
  /// The angle by which "down" leans to the right, in radians.
  package var tilt: Float = 0
  /// The target velocity of each bubble to the right; recomputed in each step.
  package var wantedX: [Float]
  /// The target velocity of each bubble downward; recomputed in each step.
  package var wantedY: [Float]
  /// The bubbles' indices from far to near, the painting order.
  package let paintOrder: [UInt16]
  /// The scene's resources in the display list.
  package var resources = Resources()
  /// Adapts the number of visible bubbles; nil if the number is fixed.
  package var adaptive: AdaptiveMembers?

  /// Handles of the scene's resources in the display list.
  package struct Resources {
    /// The water's gradient.
    package var water = GradientHandle.none
    /// The gradient of the light from above.
    package var light = GradientHandle.none
    /// The gradient that darkens the corners.
    package var vignette = GradientHandle.none
    /// The layer for the static backdrop.
    package var backdrop = LayerHandle.none
  }

  /// The scene's description.
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

  /// Makes floating bubbles with random positions.
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

  private static func unit(_ canvas: SceneCanvas) -> Float {
    let side = (canvas.widthPoints * canvas.heightPoints).squareRoot()
    let limits = Tuning.sizeLimits
    return (side / Tuning.referenceSidePoints).clamped(limits.lowerBound, limits.upperBound)
  }

  private static func makeFlock(_ count: Int) -> Flock {
    // Each array is allocated separately: arrays that share storage are copied at the first write.
    func zeros() -> [Float] { [Float](repeating: 0, count: count) }
    func none() -> [UInt32] { [UInt32](repeating: 0, count: count) }
    return Flock(
      x: zeros(), y: zeros(), velocityX: zeros(), velocityY: zeros(), size: zeros(),
      rise: zeros(), response: zeros(), glide: zeros(), swayPhase: zeros(), swayRate: zeros(),
      sway: zeros(), tint: zeros(), stage: none(), stageSeconds: zeros(), dropletTurn: zeros(),
      returnCount: none())
  }

  /// Chooses each bubble's properties from its own random stream.
  private static func fill(_ flock: inout Flock, seed: UInt64, stepSeconds: Float) {
    for index in flock.x.indices {
      var stream = RandomStream(seed: seed, name: "bubbles.bubble", index: UInt32(index))
      let unit = stream.uniform()
      // Between the square, which favors small bubbles, and the uniform number.
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

  /// Places each bubble at the one of several positions that is farthest from earlier bubbles.
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

  /// The radius of a bubble on the current canvas, in points.
  package func radius(_ index: Int) -> Float { flock.size[index] * unit }

  /// Moves every bubble to the same relative position on the new canvas.
  public mutating func resize(to canvas: SceneCanvas) {
    let (acrossX, acrossY) = (canvas.widthPoints / width, canvas.heightPoints / height)
    width = canvas.widthPoints
    height = canvas.heightPoints
    unit = Self.unit(canvas)
    for index in flock.x.indices {
      flock.x[index] = insideX(flock.x[index] * acrossX, index)
      flock.y[index] *= acrossY
    }
  }

  /// Visits every stored field.
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

  /// Reports the numbers of visible bubbles: all, on the canvas, moving, popping.
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
    populations[Population.bubbles] = afloat
    populations[Population.onCanvas] = onCanvas
    populations[Population.moving] = moving
    populations[Population.popping] = popping
  }
}

extension Bubbles.Flock: StateFields {
  /// Visits every stored field.
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
  /// Visits every handle; digests include them as one word.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.word {
      $0.field(&water, "water")
      $0.field(&light, "light")
      $0.field(&vignette, "vignette")
      $0.field(&backdrop, "backdrop")
    }
  }
}
