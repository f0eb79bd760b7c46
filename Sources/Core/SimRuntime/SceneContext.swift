import SimInput

/// What a scene is made from.
public struct SceneContext: Sendable {
  /// Every random draw of the scene comes from named streams of this seed.
  public var seed: UInt64
  /// The canvas of the first frame.
  public var canvas: Canvas
  /// The canvases that the run changes to, in its order; none where they are unknown, as in an app.
  ///
  /// A scene whose storage depends on the canvas takes it in `init`, for all of them.
  public var laterCanvases: [Canvas]
  /// The constant step.
  public var clock: FrameClock
  /// Values of the descriptor's parameters, in its order.
  public var parameters: [Float]
  /// Whether the person asked the system for less motion.
  public var isMotionReduced: Bool
  /// Points per millimeter of the display.
  public var pointsPerMillimeter: Float
  /// What the cameras see; nil for what a scene with cameras makes up.
  package var camera: CameraPictures?

  /// Makes a context.
  public init(
    seed: UInt64, canvas: Canvas, clock: FrameClock, parameters: [Float],
    isMotionReduced: Bool, pointsPerMillimeter: Float = RunPlan.defaultPointsPerMillimeter,
    laterCanvases: [Canvas] = []
  ) {
    self.seed = seed
    self.canvas = canvas
    self.clock = clock
    self.parameters = parameters
    self.isMotionReduced = isMotionReduced
    self.pointsPerMillimeter = pointsPerMillimeter
    self.laterCanvases = laterCanvases
  }
}
