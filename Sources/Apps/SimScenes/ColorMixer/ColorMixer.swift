import SimbenchKit

/// Two soft blobs of color that follow two fingers and mix where they overlap.
///
/// In plain words: each blob hangs on a critically damped spring whose other end is the finger that
/// took it, or its resting position. The spring is solved exactly for an end that moves evenly
/// during the step, so that frame rates agree. A new finger takes the nearest blob that is free,
/// and gives it a next color of its own family, towards which its color moves slowly; further
/// fingers are ignored. A blob that is let go returns slowly. A shake stirs: the resting positions
/// go around each other until the paint is quiet again; a tilt lets them flow to the lower side.
/// Where blobs overlap a soft lens shows the mixture, which is found in Oklab. Blobs are never
/// hidden where frames take too long: with one there is no mixture.
public struct ColorMixer: Scene {
  /// The scene's constants.
  package typealias Tuning = ColorMixerTuning

  /// One blob of color.
  package struct Blob: Sendable {
    /// Horizontal position of the center in points.
    package var x: Float = 0
    /// Vertical position of the center in points.
    package var y: Float = 0
    /// Horizontal velocity, points per second.
    package var velocityX: Float = 0
    /// Vertical velocity, points per second.
    package var velocityY: Float = 0
    /// Where the spring's other end is, in points.
    package var anchorX: Float = 0
    /// Where the spring's other end is, in points.
    package var anchorY: Float = 0
    /// How firmly a finger holds it, 0 to 1; it grows from the first contact on.
    package var grip: Float = 0
    /// Size between that at rest, 0, and that of a held blob, 1.
    package var growth: Float = 0
    /// 1 while a finger holds it.
    package var isHeld: UInt32 = 0
    /// The contact that holds it, or held it last.
    package var touchID: UInt32 = 0
    /// Which of its colors it shows or is changing to.
    package var colorIndex: UInt32 = 0
    /// Lightness of its present color.
    package var lightness: Float = 0
    /// Its present color, from green to red.
    package var a: Float = 0
    /// Its present color, from blue to yellow.
    package var b: Float = 0

    /// Its present color.
    package var color: OklabColor {
      get { OklabColor(lightness: lightness, a: a, b: b) }
      set { (lightness, a, b) = (newValue.lightness, newValue.a, newValue.b) }
    }
    /// Its center.
    package var center: Vector2 { Vector2(x, y) }
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
  /// The blobs.
  package var blobs: [Blob]
  /// How stirred the paint is, 0 to 1.
  package var agitation: Float = 0
  /// How far "down" leans to the right, in radians.
  package var tilt: Float = 0
  /// Where the first resting position lies around the middle, in turns, clockwise from the right.
  package var homeTurns: Float
  /// Which way stirred paint goes around: 1 clockwise, -1 the other way.
  package internal(set) var handedness: Float
  /// The registered picture.
  package var picture = ImageHandle.none

  /// What the scene says about itself.
  public static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "color-mixer",
      summary: "Two blobs of color that follow two fingers and mix where they overlap.",
      requirements: [
        "BV-MIX", "BV-TOUCH", "BV-ROTATE", "BV-REDUCE", "BV-MOTION", "BV-BACKGROUND",
      ],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      properties: Property.descriptors, commandCapacity: 4, behaviorVersion: 3,
      hasPlaces: true, hasMirror: true, periodicFields: ["homeTurns"])
  }

  /// Makes blobs that rest beside each other.
  public init(_ context: SceneContext) {
    seed = context.seed
    stepSeconds = context.clock.stepSeconds
    drive = context.isMotionReduced ? Tuning.reducedMotionFactor : 1
    width = context.canvas.widthPoints
    height = context.canvas.heightPoints
    var stream = RandomStream(seed: seed, name: "color-mixer.home")
    handedness = stream.chance(1, in: 2) ? 1 : -1
    let lean = Tuning.homeTurns + stream.range(-0.03, 0.03)
    // A mirrored seed goes around the other way and leans to the other side.
    homeTurns = handedness > 0 ? 0.5 + lean : -lean
    blobs = [Blob](repeating: Blob(), count: Int(context.parameters[Parameter.blobs]))
    for index in blobs.indices {
      let home = home(of: index)
      blobs[index].x = home.x
      blobs[index].y = home.y
      blobs[index].anchorX = home.x
      blobs[index].anchorY = home.y
      blobs[index].color = Self.color(of: index, 0)
    }
  }

  /// One of a blob's colors.
  package static func color(of blob: Int, _ index: UInt32) -> OklabColor {
    let hues = blob == 0 ? Tuning.firstHues : Tuning.secondHues
    let hue = index % 3 == 0 ? hues.0 : index % 3 == 1 ? hues.1 : hues.2
    return OklabColor(lightness: Tuning.lightness, chroma: Tuning.chroma, hueTurns: hue)
  }

  /// Radius of a held blob on the present canvas, in points.
  package var heldRadius: Float {
    min(Tuning.radiusShare * min(width, height), Tuning.maximumRadiusPoints)
  }

  /// A blob's present radius in points.
  package func radius(_ index: Int) -> Float {
    let size = Tuning.restingSize + (1 - Tuning.restingSize) * blobs[index].growth
    return heldRadius * size * (1 + Tuning.stirGrowth * agitation * drive)
  }

  /// Where a blob rests at present: beside the middle, lower when the device is tilted.
  package func home(of index: Int) -> Vector2 {
    let size = heldRadius * Tuning.restingSize
    let (sine, cosine) = Math.sinCos(6.2831855 * homeTurns)
    let arm = size * Tuning.homeShare * (index == 0 ? 1 : -1)
    let flow = Math.sin(tilt) * Tuning.tiltShare * size * drive
    return Vector2(width * 0.5 + cosine * arm + flow, height * 0.5 + sine * arm)
  }

  /// Moves every blob to the same relative position of the new canvas; fingers keep theirs.
  public mutating func resize(to canvas: Canvas) {
    let (acrossX, acrossY) = (canvas.widthPoints / width, canvas.heightPoints / height)
    width = canvas.widthPoints
    height = canvas.heightPoints
    for index in blobs.indices {
      blobs[index].x *= acrossX
      blobs[index].y *= acrossY
      blobs[index].anchorX *= acrossX
      blobs[index].anchorY *= acrossY
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
    visitor.field(&blobs, "blobs")
    visitor.field(&agitation, "agitation")
    visitor.field(&tilt, "tilt")
    visitor.field(&homeTurns, "homeTurns")
    visitor.constant(handedness, "handedness")
    visitor.field(&picture, "picture")
  }

  /// Counts blobs: all, held, moving.
  public func count(into populations: inout PopulationCounts) {
    var (held, moving) = (UInt32(0), UInt32(0))
    let half = 0.5 / stepSeconds
    for index in blobs.indices {
      held += blobs[index].isHeld
      let velocity = Vector2(blobs[index].velocityX, blobs[index].velocityY)
      if velocity.lengthSquared > half * half { moving += 1 }
    }
    populations.set(Population.blobs, to: UInt32(blobs.count))
    populations.set(Population.held, to: held)
    populations.set(Population.moving, to: moving)
  }
}

extension ColorMixer.Blob: StateFields {
  /// Shows every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.field(&velocityX, "velocityX")
    visitor.field(&velocityY, "velocityY")
    visitor.field(&anchorX, "anchorX")
    visitor.field(&anchorY, "anchorY")
    visitor.field(&grip, "grip")
    visitor.field(&growth, "growth")
    visitor.field(&isHeld, in: 0...1, "isHeld")
    visitor.field(&touchID, "touchID")
    visitor.field(&colorIndex, "colorIndex")
    visitor.field(&lightness, "lightness")
    visitor.field(&a, "a")
    visitor.field(&b, "b")
  }
}
