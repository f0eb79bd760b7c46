import SimbenchKit

/// Slow orbs and curtains of light in a night sky; touches push light away, and it flows back.
///
/// Each orb wanders around an anchor, driven by coherent noise; curtains of equally slow noise
/// shine through. A finger makes a hollow, which moves light to its rim and pushes nearby orbs
/// away. Overdamped springs pull the orbs back and also respond to the device's motion. Orbs are
/// never hidden when frames take too long: each one lights a third of the sky, and all eight
/// together take 1/20 of a frame, most of which goes into the curtains.
public struct AuroraOrbs: SimScene {
  /// The scene's constants.
  package typealias Tuning = AuroraOrbsTuning

  /// One array per property of an orb, all of the same length.
  package struct Orbs {
    /// The horizontal anchor, as a fraction of the canvas.
    package var anchorX: [Float]
    /// The vertical anchor, as a fraction of the canvas.
    package var anchorY: [Float]
    /// The radius, as a fraction of the mean of the canvas's sides.
    package var size: [Float]
    /// The brightness factor.
    package var light: [Float]
    /// The displacement by pushes to the right, in points.
    package var offsetX: [Float]
    /// The displacement by pushes downward, in points.
    package var offsetY: [Float]
    /// The velocity from pushes to the right, in points per second.
    package var velocityX: [Float]
    /// The velocity from pushes downward, in points per second.
    package var velocityY: [Float]
    /// The horizontal position of the center in points; derived from the other fields.
    package var x: [Float]
    /// The vertical position of the center in points; derived from the other fields.
    package var y: [Float]
  }

  /// The scenario's seed: the key of every random stream.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// The factor on all motion: 1, or less under Reduce Motion.
  package let drive: Float
  /// The fraction by which a hollow approaches full strength per step.
  package let rise: Float
  /// The fraction by which a hollow approaches 0 per step.
  package let fade: Float
  /// The noise that moves orbs and curtains.
  package let noise: CoherentNoise
  /// The integer part of the noise's time.
  package var noiseCell: UInt32 = 0
  /// The fractional part of the noise's time, 0 to 1.
  package var noiseFraction: Float = 0
  /// Width of the canvas in points.
  package var width: Float
  /// Height of the canvas in points.
  package var height: Float
  /// Every orb.
  package var orbs: Orbs
  /// Touched places that push light away.
  package var hollows: ContactLevels
  /// The handle of the picture.
  package var picture = ImageHandle.none

  /// The scene's description.
  public static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "aurora-orbs",
      summary: "Slow orbs and curtains of light; a touch nudges light away and it flows back.",
      requirements: [
        "BV-AURORA", "BV-TOUCH", "BV-ROTATE", "BV-REDUCE", "BV-MOTION", "BV-BACKGROUND",
      ],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      properties: Property.descriptors, commandCapacity: 4, behaviorVersion: 2)
  }

  /// Makes a sky with the orbs at their initial positions.
  public init(_ context: SceneContext) {
    seed = context.seed
    stepSeconds = context.clock.stepSeconds
    drive = context.isMotionReduced ? Tuning.reducedMotionFactor : 1
    rise = 1 - Math.exp(-stepSeconds / Tuning.riseSeconds)
    fade = 1 - Math.exp(-stepSeconds / Tuning.fadeSeconds)
    var stream = RandomStream(seed: seed, name: "aurora-orbs.noise")
    noise = CoherentNoise(key: stream.nextUInt32())
    width = context.canvas.widthPoints
    height = context.canvas.heightPoints
    orbs = Self.makeOrbs(Int(context.parameters[Parameter.orbs]), seed: seed)
    hollows = ContactLevels(count: Tuning.maximumHollowCount)
    placeOrbs()
  }

  private static func makeOrbs(_ count: Int, seed: UInt64) -> Orbs {
    func zeros() -> [Float] { [Float](repeating: 0, count: count) }
    var orbs = Orbs(
      anchorX: zeros(), anchorY: zeros(), size: zeros(), light: zeros(), offsetX: zeros(),
      offsetY: zeros(), velocityX: zeros(), velocityY: zeros(), x: zeros(), y: zeros())
    for index in 0..<count {
      var stream = RandomStream(seed: seed, name: "aurora-orbs.orb", index: UInt32(index))
      // Steps by powers of the plastic number cover a square evenly for any count.
      let acrossSteps = 0.5 + 0.7548777 * Float(index)
      let downSteps = 0.36 + 0.5698403 * Float(index)
      let across = acrossSteps - Float(Int32(acrossSteps))
      let down = downSteps - Float(Int32(downSteps))
      orbs.anchorX[index] = 0.1 + 0.8 * across + stream.range(-0.05, 0.05)
      orbs.anchorY[index] = 0.1 + 0.74 * down + stream.range(-0.05, 0.05)
      orbs.size[index] = stream.range(Tuning.minimumRadiusShare, Tuning.maximumRadiusShare)
      orbs.light[index] = stream.range(0.72, 1)
    }
    return orbs
  }

  /// Scales all pushes to the new canvas.
  public mutating func resize(to canvas: SceneCanvas) {
    let (scaleX, scaleY) = (canvas.widthPoints / width, canvas.heightPoints / height)
    width = canvas.widthPoints
    height = canvas.heightPoints
    hollows.scale(scaleX, scaleY)
    placeOrbs()
  }

  /// Visits every stored field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.constant(seed, "seed")
    visitor.constant(stepSeconds, "stepSeconds")
    visitor.constant(drive, "drive")
    visitor.constant(rise, "rise")
    visitor.constant(fade, "fade")
    visitor.constant(noise, "noise")
    visitor.field(&noiseCell, "noiseCell")
    visitor.field(&noiseFraction, "noiseFraction")
    visitor.field(&width, "width")
    visitor.field(&height, "height")
    visitor.field(&orbs, "orbs")
    visitor.field(&hollows, "hollows")
    visitor.field(&picture, "picture")
  }

  /// Reports the numbers of orbs and hollows.
  public func count(into populations: inout PopulationCounts) {
    populations[Population.orbs] = UInt32(orbs.x.count)
    populations[Population.hollows] = hollows.count
  }
}

extension AuroraOrbs.Orbs: StateFields {
  /// Visits every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&anchorX, "anchorX")
    visitor.field(&anchorY, "anchorY")
    visitor.field(&size, "size")
    visitor.field(&light, "light")
    visitor.field(&offsetX, "offsetX")
    visitor.field(&offsetY, "offsetY")
    visitor.field(&velocityX, "velocityX")
    visitor.field(&velocityY, "velocityY")
    visitor.field(&x, "x")
    visitor.field(&y, "y")
  }
}
