import SimbenchKit

/// Two soft blobs of color that follow two fingers and mix where they overlap.
///
/// A critically damped spring connects each blob to the finger that holds it, or to its resting
/// position. The spring is solved exactly for an end that moves uniformly during the step, so
/// results agree across frame rates. A new finger takes the nearest free blob and selects its next
/// color, toward which the blob's color moves slowly; further fingers are ignored. A released blob
/// returns slowly. A shake stirs: the resting positions circle each other until the agitation has
/// decayed; a tilt moves them to the lower side. Where blobs overlap, a soft lens shows their
/// mixture, computed in Oklab. Blobs are never hidden when frames take too long, since one blob
/// alone has no mixture.
public struct ColorMixer: SimScene {
  /// The scene's constants.
  package typealias Tuning = ColorMixerTuning

  /// One blob of color.
  package struct Blob: Sendable {
    /// The horizontal position of the center in points.
    package var x: Float = 0
    /// The vertical position of the center in points.
    package var y: Float = 0
    /// The horizontal velocity, in points per second.
    package var velocityX: Float = 0
    /// The vertical velocity, in points per second.
    package var velocityY: Float = 0
    /// The horizontal position of the spring's end, in points.
    package var anchorX: Float = 0
    /// The vertical position of the spring's end, in points.
    package var anchorY: Float = 0
    /// The firmness of the finger's grip, 0 to 1; it grows from the first contact.
    package var grip: Float = 0
    /// The size, from 0 for a resting blob to 1 for a held one.
    package var growth: Float = 0
    /// 1 while a finger holds it.
    package var isHeld: UInt32 = 0
    /// The touch that holds the blob, or held it last.
    package var touchID: UInt32 = 0
    /// The index of the current or target color.
    package var colorIndex: UInt32 = 0
    /// The lightness of the current color.
    package var lightness: Float = 0
    /// The current color's position from green to red.
    package var a: Float = 0
    /// The current color's position from blue to yellow.
    package var b: Float = 0

    /// The current color.
    package var color: OklabColor {
      get { OklabColor(lightness: lightness, a: a, b: b) }
      set { (lightness, a, b) = (newValue.lightness, newValue.a, newValue.b) }
    }
    /// The center.
    package var center: Vector2 { Vector2(x, y) }
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
  /// The blobs.
  package var blobs: [Blob]
  /// The agitation of the paint, 0 to 1.
  package var agitation: Float = 0
  /// The angle by which "down" leans to the right, in radians.
  package var tilt: Float = 0
  /// The direction of the first resting position from the middle, in turns, clockwise from the
  /// right.
  package var homeTurns: Float
  /// The direction of stirring: 1 clockwise, -1 counterclockwise.
  package internal(set) var handedness: Float
  /// The handle of the picture.
  package var picture = ImageHandle.none

  /// The scene's description.
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

  /// Makes blobs that rest next to each other.
  public init(_ context: SceneContext) {
    seed = context.seed
    stepSeconds = context.clock.stepSeconds
    drive = context.isMotionReduced ? Tuning.reducedMotionFactor : 1
    width = context.canvas.widthPoints
    height = context.canvas.heightPoints
    var stream = RandomStream(seed: seed, name: "color-mixer.home")
    handedness = stream.chance(1, in: 2) ? 1 : -1
    let lean = Tuning.homeTurns + stream.range(-0.03, 0.03)
    // A mirrored seed stirs in the other direction and leans to the other side.
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

  /// The radius of a held blob on the current canvas, in points.
  package var heldRadius: Float {
    min(Tuning.radiusShare * min(width, height), Tuning.maximumRadiusPoints)
  }

  /// The current radius of a blob, in points.
  package func radius(_ index: Int) -> Float {
    let size = Tuning.restingSize + (1 - Tuning.restingSize) * blobs[index].growth
    return heldRadius * size * (1 + Tuning.stirGrowth * agitation * drive)
  }

  /// The current resting position of a blob: near the middle, displaced by the device's tilt.
  package func home(of index: Int) -> Vector2 {
    let size = heldRadius * Tuning.restingSize
    let (sine, cosine) = Math.sinCos(6.2831855 * homeTurns)
    let arm = size * Tuning.homeShare * (index == 0 ? 1 : -1)
    let flow = Math.sin(tilt) * Tuning.tiltShare * size * drive
    return Vector2(width * 0.5 + cosine * arm + flow, height * 0.5 + sine * arm)
  }

  /// Moves every blob and its spring's end to the same relative position on the new canvas.
  public mutating func resize(to canvas: SceneCanvas) {
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
    visitor.field(&blobs, "blobs")
    visitor.field(&agitation, "agitation")
    visitor.field(&tilt, "tilt")
    visitor.field(&homeTurns, "homeTurns")
    visitor.constant(handedness, "handedness")
    visitor.field(&picture, "picture")
  }

  /// Reports the numbers of blobs: all, held, moving.
  public func count(into populations: inout PopulationCounts) {
    var (held, moving) = (UInt32(0), UInt32(0))
    let half = 0.5 / stepSeconds
    for index in blobs.indices {
      held += blobs[index].isHeld
      let velocity = Vector2(blobs[index].velocityX, blobs[index].velocityY)
      if velocity.lengthSquared > half * half { moving += 1 }
    }
    populations[Population.blobs] = UInt32(blobs.count)
    populations[Population.held] = held
    populations[Population.moving] = moving
  }
}

extension ColorMixer.Blob: StateFields {
  /// Visits every stored field.
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
