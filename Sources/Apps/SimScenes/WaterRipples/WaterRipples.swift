import SimbenchKit

/// Still water on which touches, drags and shakes leave rings that grow, cross and fade.
///
/// In plain words: every ring is a packet of waves around a circle. The circle grows steadily, the
/// packet widens, and its height falls as one over the root of the radius, since the same energy
/// is spread along a longer line. Heights of all rings are added, point by point, so where crests
/// cross they grow and where a crest meets a trough the water is flat. Light comes from the upper
/// left: slopes towards it are light, slopes away from it dark. The water as a whole is a damped
/// spring that the device's motion tilts. At most twelve rings exist; when another one is wanted,
/// the oldest sinks first and the new one waits for its slot. Rings are never hidden where frames
/// take too long: each is the water's answer to a touch or a drop.
public struct WaterRipples: Scene {
  /// The scene's constants.
  package typealias Tuning = WaterRipplesTuning

  /// One array per property of a ring, a slot each.
  package struct Rings {
    /// Horizontal position of the center in points.
    package var x: [Float]
    /// Vertical position of the center in points.
    package var y: [Float]
    /// Seconds since the ring began.
    package var age: [Float]
    /// Height at the beginning, without rise and fading.
    package var strength: [Float]
    /// What is left of a ring that sinks to free its slot: 1 for all others.
    package var remaining: [Float]
    /// 1 while the slot holds a ring.
    package var isActive: [UInt32]
    /// 1 while the ring sinks to free its slot.
    package var isRetiring: [UInt32]
    /// The ring's index in order of arrival.
    package var serial: [UInt32]
    /// The packet's middle, in points from the center; follows from the age.
    package var radius: [Float]
    /// Half the packet's width in points; follows from the age.
    package var reach: [Float]
    /// The packet's height; follows from age, strength and what remains.
    package var height: [Float]
  }

  /// Rings that wait for a slot; the first `waitingCount` are valid, oldest first.
  package struct Waiting {
    /// Horizontal position in points.
    package var x: [Float]
    /// Vertical position in points.
    package var y: [Float]
    /// Height at the beginning.
    package var strength: [Float]
  }

  /// Fingers on the glass.
  package struct Fingers {
    /// Which contacts they are.
    package var contacts: ContactSlots
    /// Points moved since the last ring.
    package var travel: [Float]
  }

  /// The scenario's seed: the key of every random stream.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// Factor on every drive: 1, or less under Reduce Motion.
  package let drive: Float
  /// Width of the canvas in points.
  package var width: Float
  /// Height of the canvas in points.
  package var height: Float
  /// Every ring.
  package var rings: Rings
  /// Rings to come.
  package var waiting: Waiting
  /// How many rings wait.
  package var waitingCount: UInt32 = 0
  /// Fingers on the glass.
  package var fingers: Fingers
  /// Rings begun so far.
  package var serial: UInt32 = 0
  /// Drops fallen so far: the counter of their random streams.
  package var dropCount: UInt32 = 0
  /// The share of the next drop that shaking has gathered.
  package var dropCharge: Float = 0
  /// How far the water is tilted, −1 to 1: higher to the right and at the bottom.
  package var slosh = Vector2.zero
  /// How fast the tilt changes, 1/s.
  package var sloshVelocity = Vector2.zero
  /// The registered picture.
  package var picture = ImageHandle.none

  /// What the scene says about itself.
  public static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "water-ripples",
      summary: "Still water; touches and drops leave rings that grow, cross and fade.",
      requirements: [
        "BV-RIPPLE", "BV-TOUCH", "BV-ROTATE", "BV-REDUCE", "BV-MOTION", "BV-BACKGROUND",
      ],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      properties: Property.descriptors, commandCapacity: 4, behaviorVersion: 2,
      hasMirror: true)
  }

  /// Makes water into which a few drops have just fallen.
  public init(_ context: SceneContext) {
    seed = context.seed
    stepSeconds = context.clock.stepSeconds
    drive = context.isMotionReduced ? Tuning.reducedMotionFactor : 1
    width = context.canvas.widthPoints
    height = context.canvas.heightPoints
    let count = min(max(1, Int(context.parameters[Parameter.ripples])), Tuning.maximumRingCount)
    func zeros() -> [Float] { [Float](repeating: 0, count: count) }
    func none() -> [UInt32] { [UInt32](repeating: 0, count: count) }
    rings = Rings(
      x: zeros(), y: zeros(), age: zeros(), strength: zeros(), remaining: zeros(), isActive: none(),
      isRetiring: none(), serial: none(), radius: zeros(), reach: zeros(), height: zeros())
    let places = [Float](repeating: 0, count: Tuning.maximumWaitingCount)
    waiting = Waiting(x: places, y: places, strength: places)
    fingers = Fingers(
      contacts: ContactSlots(count: FrameInput.maximumTouchCount),
      travel: [Float](repeating: 0, count: FrameInput.maximumTouchCount))
    for index in 0..<min(Tuning.firstRingCount, count) {
      drop()
      placeWaiting()
      rings.age[index] = 0.5 + 0.8 * Float(index)
      shapeRing(index)
    }
  }

  /// Moves every ring to the same relative position of the new canvas.
  public mutating func resize(to canvas: Canvas) {
    let (scaleX, scaleY) = (canvas.widthPoints / width, canvas.heightPoints / height)
    width = canvas.widthPoints
    height = canvas.heightPoints
    for index in rings.x.indices {
      rings.x[index] *= scaleX
      rings.y[index] *= scaleY
    }
    for index in waiting.x.indices {
      waiting.x[index] *= scaleX
      waiting.y[index] *= scaleY
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
    visitor.field(&width, "width")
    visitor.field(&height, "height")
    visitor.field(&rings, "rings")
    visitor.field(&waiting, "waiting")
    visitor.field(&waitingCount, in: 0...UInt32(waiting.x.count), "waitingCount")
    visitor.field(&fingers, "fingers")
    visitor.field(&serial, "serial")
    visitor.field(&dropCount, "dropCount")
    visitor.field(&dropCharge, "dropCharge")
    visitor.field(&slosh.x, "slosh.x")
    visitor.field(&slosh.y, "slosh.y")
    visitor.field(&sloshVelocity.x, "sloshVelocity.x")
    visitor.field(&sloshVelocity.y, "sloshVelocity.y")
    visitor.field(&picture, "picture")
  }

  /// Counts rings on the water and rings that wait.
  public func count(into populations: inout PopulationCounts) {
    populations.set(Population.ripples, to: rings.isActive.reduce(0, &+))
    populations.set(Population.waiting, to: waitingCount)
  }
}

extension WaterRipples.Rings: StateFields {
  /// Shows every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.field(&age, "age")
    visitor.field(&strength, "strength")
    visitor.field(&remaining, "remaining")
    visitor.field(&isActive, "isActive")
    visitor.field(&isRetiring, "isRetiring")
    visitor.field(&serial, "serial")
    visitor.field(&radius, "radius")
    visitor.field(&reach, "reach")
    visitor.field(&height, "height")
  }
}

extension WaterRipples.Waiting: StateFields {
  /// Shows every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.field(&strength, "strength")
  }
}

extension WaterRipples.Fingers: StateFields {
  /// Shows every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&contacts, "contacts")
    visitor.field(&travel, "travel")
  }
}
