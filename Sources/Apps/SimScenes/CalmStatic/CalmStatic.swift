import SimbenchKit

/// A picture that nearly stands still: dusk, in which a touch leaves a faint glow.
///
/// In plain words: the sky never changes. Under a finger a wide, faint glow rises in a second or
/// so and fades in a few when the finger is gone; it follows a moving finger slowly. The device's
/// motion moves the two pools of light by a few points, and they come back. Everything relaxes
/// exponentially, so nothing can become unstable, and without input everything comes to rest.
public struct CalmStatic: Scene {
  /// The scene's constants.
  package typealias Tuning = CalmStaticTuning

  /// The scenario's seed; this picture draws no random number.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// Factor on every drive: 1, or less under Reduce Motion.
  package let drive: Float
  /// Share of the way to full brightness covered in one step.
  package let rise: Float
  /// Share of the way to darkness covered in one step.
  package let fade: Float
  /// Share of the way to the finger covered in one step.
  package let follow: Float
  /// Share of the way back covered by the light in one step.
  package let leanReturn: Float
  /// Width of the canvas in points.
  package var width: Float
  /// Height of the canvas in points.
  package var height: Float
  /// Every glow: its center, and its brightness as level.
  package var glows: ContactLevels
  /// Where each glow's finger was last, horizontally, in points.
  package var fingerX: [Float]
  /// Where each glow's finger was last, vertically, in points.
  package var fingerY: [Float]
  /// How far the light is moved, in points.
  package var lean = Vector2.zero
  /// The registered picture.
  package var picture = ImageHandle.none

  /// What the scene says about itself.
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

  /// Makes the picture without a glow.
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

  /// Moves every glow to the same relative position of the new canvas.
  public mutating func resize(to canvas: Canvas) {
    let (scaleX, scaleY) = (canvas.widthPoints / width, canvas.heightPoints / height)
    width = canvas.widthPoints
    height = canvas.heightPoints
    glows.scale(scaleX, scaleY)
    for slot in fingerX.indices {
      fingerX[slot] *= scaleX
      fingerY[slot] *= scaleY
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
    visitor.constant(rise, "rise")
    visitor.constant(fade, "fade")
    visitor.constant(follow, "follow")
    visitor.constant(leanReturn, "leanReturn")
    visitor.field(&width, "width")
    visitor.field(&height, "height")
    // The fingers come between the places and the levels: digests have always had it so.
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

  /// Counts glows that can be seen.
  public func count(into populations: inout PopulationCounts) {
    populations.set(Population.glows, to: glows.count)
  }
}
