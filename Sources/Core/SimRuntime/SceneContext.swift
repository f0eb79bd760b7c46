import SimInput

/// The input of a scene's initializer: the plan of its run.
public struct SceneContext: Sendable {
  /// The plan; an app without a known length or input keeps their defaults.
  public var plan: RunPlan

  /// Creates the context of a plan.
  public init(_ plan: RunPlan) {
    self.plan = plan
  }

  /// Creates the context of a plan with these values and no input.
  package init(
    seed: UInt64, canvas: SceneCanvas, clock: FrameClock, parameters: ParameterValues,
    isMotionReduced: Bool, pointsPerMillimeter: Float = RunPlan.defaultPointsPerMillimeter
  ) {
    plan = RunPlan(
      seed: seed, frameCount: 0, clock: clock, canvas: canvas, parameters: parameters)
    plan.isMotionReduced = isMotionReduced
    plan.pointsPerMillimeter = pointsPerMillimeter
  }

  /// The seed of all random streams of the scene.
  public var seed: UInt64 { plan.seed }
  /// The canvas of the first frame.
  public var canvas: SceneCanvas { plan.canvas }
  /// The clock, with its constant time step.
  public var clock: FrameClock { plan.clock }
  /// The values of the scene's parameters.
  public var parameters: ParameterValues { plan.parameters }
  /// Whether the user enabled Reduce Motion.
  public var isMotionReduced: Bool { plan.isMotionReduced }
  /// Points per millimeter of the display.
  public var pointsPerMillimeter: Float { plan.pointsPerMillimeter }
  /// Camera images; nil if the scene synthesizes them.
  public var camera: CameraPictures? { plan.camera }
}
