import SimInput

/// What a scene is made from: the plan of its run.
public struct SceneContext: Sendable {
  /// The plan; an app that knows no length or input leaves them as they are.
  public var plan: RunPlan

  /// Makes a context.
  public init(_ plan: RunPlan) {
    self.plan = plan
  }

  /// Makes a context of a plan that says no more than this.
  package init(
    seed: UInt64, canvas: Canvas, clock: FrameClock, parameters: ParameterValues,
    isMotionReduced: Bool, pointsPerMillimeter: Float = RunPlan.defaultPointsPerMillimeter
  ) {
    plan = RunPlan(
      seed: seed, frameCount: 0, clock: clock, canvas: canvas, parameters: parameters)
    plan.isMotionReduced = isMotionReduced
    plan.pointsPerMillimeter = pointsPerMillimeter
  }

  /// Every random draw of the scene comes from named streams of this seed.
  public var seed: UInt64 { plan.seed }
  /// The canvas of the first frame.
  public var canvas: Canvas { plan.canvas }
  /// The constant step.
  public var clock: FrameClock { plan.clock }
  /// Values of the scene's parameters.
  public var parameters: ParameterValues { plan.parameters }
  /// Whether the person asked the system for less motion.
  public var isMotionReduced: Bool { plan.isMotionReduced }
  /// Points per millimeter of the display.
  public var pointsPerMillimeter: Float { plan.pointsPerMillimeter }
  /// What the cameras see; nil for what a scene with cameras makes up.
  public var camera: CameraPictures? { plan.camera }
}
