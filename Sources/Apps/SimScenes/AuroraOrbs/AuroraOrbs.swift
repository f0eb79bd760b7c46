import SimbenchKit

/// Slow orbs and curtains of light in a night sky; a touch nudges light away and it flows back.
///
/// In plain words: each orb wanders around an anchor as coherent noise leads it, and curtains of
/// noise that change just as slowly shine through it. A finger makes a hollow: light there is
/// moved to the hollow's rim, and orbs near it are pushed away. Orbs hang on springs without swing,
/// which also answer the device's motion, so all light flows back. Orbs are never hidden where
/// frames take too long: each lights a third of the sky, and all eight take a twentieth of a frame,
/// which goes into the curtains.
public struct AuroraOrbs: Scene {
  /// The scene's constants.
  package typealias Tuning = AuroraOrbsTuning

  /// One array per property of an orb, all of the same length.
  package struct Orbs {
    /// Horizontal share of the canvas around which the orb wanders.
    package var anchorX: [Float]
    /// Vertical share of the canvas around which the orb wanders.
    package var anchorY: [Float]
    /// Radius as a share of the canvas's mean side.
    package var size: [Float]
    /// Brightness.
    package var light: [Float]
    /// How far pushes have moved it to the right, in points.
    package var offsetX: [Float]
    /// How far pushes have moved it downwards, in points.
    package var offsetY: [Float]
    /// How fast pushes move it to the right, points per second.
    package var velocityX: [Float]
    /// How fast pushes move it downwards, points per second.
    package var velocityY: [Float]
    /// Horizontal position of the center in points; follows from the rest.
    package var x: [Float]
    /// Vertical position of the center in points; follows from the rest.
    package var y: [Float]
  }

  /// The scenario's seed: the key of every random stream.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// Factor on every drive: 1, or less under Reduce Motion.
  package let drive: Float
  /// Share of the way to full strength covered by a hollow in one step.
  package let rise: Float
  /// Share of the way to nothing covered by a hollow in one step.
  package let fade: Float
  /// The noise that leads orbs and curtains.
  package let noise: CoherentNoise
  /// Whole cells of the noise's time.
  package var noiseCell: UInt32 = 0
  /// What is left of the noise's time, 0 to 1.
  package var noiseFraction: Float = 0
  /// Width of the canvas in points.
  package var width: Float
  /// Height of the canvas in points.
  package var height: Float
  /// Every orb.
  package var orbs: Orbs
  /// Places that push light away.
  package var hollows: ContactLevels
  /// The registered picture.
  package var picture = ImageHandle.none

  /// What the scene says about itself.
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

  /// Makes a sky whose orbs are where the noise puts them.
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
      // Steps by the plastic number's powers cover a square evenly whatever the count.
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

  /// Moves every push to the same relative position of the new canvas.
  public mutating func resize(to canvas: Canvas) {
    let (scaleX, scaleY) = (canvas.widthPoints / width, canvas.heightPoints / height)
    width = canvas.widthPoints
    height = canvas.heightPoints
    hollows.scale(scaleX, scaleY)
    placeOrbs()
  }

  /// Shows every stored field.
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

  /// Counts orbs and places that push light away.
  public func count(into populations: inout PopulationCounts) {
    populations.set(Population.orbs, to: UInt32(orbs.x.count))
    populations.set(Population.hollows, to: hollows.count)
  }
}

extension AuroraOrbs.Orbs: StateFields {
  /// Shows every stored field.
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
