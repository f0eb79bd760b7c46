import SimbenchKit

/// An almost still picture of dusk, in which a touch leaves a faint glow.
///
/// The sky never changes. Under a finger a wide, faint glow rises within about a second and fades
/// over a few seconds after the finger is lifted; it follows a moving finger slowly. The device's
/// motion displaces two areas of light by a few points, and they return. All values relax
/// exponentially, so nothing can become unstable, and without input everything comes to rest.
public struct CalmStatic: SimScene {
  /// The scene's constants.
  package typealias Tuning = CalmStaticTuning

  /// The scenario's seed; this scene uses no random numbers.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// The factor on all motion: 1, or less under Reduce Motion.
  package let drive: Float
  /// The fraction by which a glow approaches full brightness per step.
  package let rise: Float
  /// The fraction by which a glow approaches darkness per step.
  package let fade: Float
  /// The fraction by which a glow approaches its finger per step.
  package let follow: Float
  /// The fraction by which the light returns per step.
  package let leanReturn: Float
  /// Width of the canvas in points.
  package var width: Float
  /// Height of the canvas in points.
  package var height: Float
  /// The glows; their brightness is the level.
  package var glows: ContactLevels
  /// The last horizontal position of each glow's finger, in points.
  package var fingerX: [Float]
  /// The last vertical position of each glow's finger, in points.
  package var fingerY: [Float]
  /// The displacement of the light, in points.
  package var lean = Vector2.zero
  /// The handle of the picture.
  package var picture = ImageHandle.none

  /// The scene's description.
  public static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "calm-static",
      summary: "A nearly still dusk; a touch leaves a faint glow that fades.",
      requirements: [
        "BV-CALM", "BV-TOUCH", "BV-ROTATE", "BV-REDUCE", "BV-MOTION", "BV-BACKGROUND",
      ],
      populations: Population.descriptors,
      properties: Property.descriptors, commandCapacity: 4, behaviorVersion: 2,
      hasMirror: true)
  }

  /// Makes the picture without glows.
  public init(_ context: SceneContext) {
    seed = context.seed
    stepSeconds = context.clock.stepSeconds
    drive = context.isMotionReduced ? Tuning.reducedMotionFactor : 1
    rise = 1 - Math.exp(-stepSeconds / Tuning.riseSeconds)
    fade = 1 - Math.exp(-stepSeconds / Tuning.fadeSeconds)
    follow = 1 - Math.exp(-stepSeconds / Tuning.followSeconds)
    leanReturn = 1 - Math.exp(-stepSeconds / Tuning.leanReturnSeconds)
    width = context.canvas.widthPoints
    height = context.canvas.heightPoints
    glows = ContactLevels(count: Tuning.maximumGlowCount)
    fingerX = [Float](repeating: 0, count: Tuning.maximumGlowCount)
    fingerY = [Float](repeating: 0, count: Tuning.maximumGlowCount)
  }

  /// Moves every glow to the same relative position on the new canvas.
  public mutating func resize(to canvas: SceneCanvas) {
    let (scaleX, scaleY) = (canvas.widthPoints / width, canvas.heightPoints / height)
    width = canvas.widthPoints
    height = canvas.heightPoints
    glows.scale(scaleX, scaleY)
    for slot in fingerX.indices {
      fingerX[slot] *= scaleX
      fingerY[slot] *= scaleY
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
    visitor.constant(rise, "rise")
    visitor.constant(fade, "fade")
    visitor.constant(follow, "follow")
    visitor.constant(leanReturn, "leanReturn")
    visitor.field(&width, "width")
    visitor.field(&height, "height")
    // The fingers are visited between positions and levels, to keep digests unchanged.
    visitor.enter("glows")
    visitor.field(&glows.contacts, "contacts")
    visitor.field(&glows.x, "x")
    visitor.field(&glows.y, "y")
    visitor.leave()
    visitor.field(&fingerX, "fingerX")
    visitor.field(&fingerY, "fingerY")
    visitor.enter("glows")
    visitor.field(&glows.level, "level")
    visitor.field(&glows.rest, "rest")
    visitor.leave()
    visitor.field(&lean.x, "lean.x")
    visitor.field(&lean.y, "lean.y")
    visitor.field(&picture, "picture")
  }

  /// Reports the number of visible glows.
  public func count(into populations: inout PopulationCounts) {
    populations[Population.glows] = glows.count
  }
}
