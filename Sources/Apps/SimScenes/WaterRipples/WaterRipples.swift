import SimbenchKit

/// Still water on which touches, drags and shakes leave rings that grow, cross and fade.
///
/// Every ring is a wave packet around a circle. The circle grows steadily, the packet widens, and
/// its height falls with the inverse square root of the radius, since the same energy spreads over
/// a longer circumference. The heights of all rings are added: crossing crests grow, and a crest
/// and a trough cancel. Light comes from the upper left: slopes toward it are bright, slopes away
/// from it dark. The water as a whole is a damped spring, tilted by the device's motion. There are
/// at most twelve rings; if another one is requested, the oldest sinks first and the new one waits
/// for its slot. Rings are never hidden when frames take too long: each is the response to a touch
/// or a drop.
public struct WaterRipples: SimScene {
  /// The scene's constants.
  package typealias Tuning = WaterRipplesTuning

  /// One array per property of a ring, with one slot per ring.
  package struct Rings {
    /// The horizontal position of the center in points.
    package var x: [Float]
    /// The vertical position of the center in points.
    package var y: [Float]
    /// The age in seconds.
    package var age: [Float]
    /// The initial height, before rise and fading.
    package var strength: [Float]
    /// The remaining fraction of a ring that sinks to free its slot; 1 for all others.
    package var remaining: [Float]
    /// 1 while the slot holds a ring.
    package var isActive: [UInt32]
    /// 1 while the ring sinks to free its slot.
    package var isRetiring: [UInt32]
    /// The sequence number of the ring.
    package var serial: [UInt32]
    /// The radius of the packet's middle in points; derived from the age.
    package var radius: [Float]
    /// Half the packet's width in points; derived from the age.
    package var reach: [Float]
    /// The packet's height; derived from age, strength and remaining fraction.
    package var height: [Float]
  }

  /// Rings waiting for a slot; the first `waitingCount` are valid, oldest first.
  package struct Waiting {
    /// The horizontal position in points.
    package var x: [Float]
    /// The vertical position in points.
    package var y: [Float]
    /// The initial height.
    package var strength: [Float]
  }

  /// Fingers on the glass.
  package struct Fingers {
    /// The touches of the fingers.
    package var contacts: ContactSlots
    /// The distance moved since the last ring, in points.
    package var travel: [Float]
  }

  /// The scenario's seed: the key of every random stream.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// The factor on all motion: 1, or less under Reduce Motion.
  package let drive: Float
  /// Width of the canvas in points.
  package var width: Float
  /// Height of the canvas in points.
  package var height: Float
  /// Every ring.
  package var rings: Rings
  /// Rings waiting for a slot.
  package var waiting: Waiting
  /// The number of waiting rings.
  package var waitingCount: UInt32 = 0
  /// Fingers on the glass.
  package var fingers: Fingers
  /// The number of rings started so far.
  package var serial: UInt32 = 0
  /// The number of drops so far: the counter of their random streams.
  package var dropCount: UInt32 = 0
  /// The fraction of the next drop accumulated by shaking.
  package var dropCharge: Float = 0
  /// The tilt of the water, −1 to 1: positive is higher at the right and at the bottom.
  package var slosh = Vector2.zero
  /// The rate of change of the tilt, in 1/s.
  package var sloshVelocity = Vector2.zero
  /// The handle of the picture.
  package var picture = ImageHandle.none

  /// The scene's description.
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

  /// Moves every ring to the same relative position on the new canvas.
  public mutating func resize(to canvas: SceneCanvas) {
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

  /// Visits every stored field.
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

  /// Reports the numbers of rings and of waiting rings.
  public func count(into populations: inout PopulationCounts) {
    populations[Population.ripples] = rings.isActive.reduce(0, &+)
    populations[Population.waiting] = waitingCount
  }
}

extension WaterRipples.Rings: StateFields {
  /// Visits every stored field.
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
  /// Visits every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.field(&strength, "strength")
  }
}

extension WaterRipples.Fingers: StateFields {
  /// Visits every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&contacts, "contacts")
    visitor.field(&travel, "travel")
  }
}
