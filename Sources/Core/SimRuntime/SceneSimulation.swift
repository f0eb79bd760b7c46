import SimInput
import SimMath
import SimRaster

/// An external event of a scene.
public enum SceneEvent: Sendable {
  /// Changes the size, density or orientation of the canvas from the next frame on.
  case resize(SceneCanvas)
  /// Steps one frame with this input; its motion is in device axes.
  case frame(FrameInput)
}

/// A scene as a simulation, whose events are the input of a frame and changes of the canvas.
public struct SceneSimulation<S: SimScene & ~Copyable>: Simulated, ~Copyable {
  /// The number of frames that the scene ran; the clock of the scene and its input.
  public private(set) var activeFrame: UInt32 = 0
  /// The current canvas.
  public private(set) var canvas: SceneCanvas
  /// The number of canvas changes.
  package private(set) var changeCount: UInt32 = 0
  /// The scene.
  public internal(set) var scene: S
  /// The number of members per population at the last check.
  package private(set) var counts: PopulationCounts

  private let populations: [PopulationDescriptor]

  /// Creates the scene of a plan before its first frame.
  ///
  /// The scene registers its images and layers with an unused list: the handles are state, and
  /// equal to those in a frame loop.
  public init(_ plan: RunPlan) {
    var list = DisplayList(
      pixelWidth: plan.canvas.pixelWidth, pixelHeight: plan.canvas.pixelHeight,
      scale: plan.canvas.scale, capacity: Int(S.descriptor.commandCapacity))
    self.init(plan, preparing: &list)
  }

  /// Creates the scene of a plan before its first frame and registers its images and layers with a
  /// list.
  package init(_ plan: RunPlan, preparing list: inout DisplayList) {
    canvas = plan.canvas
    scene = S(SceneContext(plan))
    scene.prepare(&list)
    populations = S.descriptor.populations
    counts = PopulationCounts(S.descriptor)
  }

  /// Changes the canvas or steps one frame.
  public mutating func apply(_ event: borrowing SceneEvent) {
    switch event {
    case .resize(let canvas): resize(to: canvas)
    case .frame(let input): step(input)
    }
  }

  private mutating func resize(to canvas: SceneCanvas) {
    self.canvas = canvas
    changeCount &+= 1
    scene.resize(to: canvas)
  }

  private mutating func step(_ input: borrowing FrameInput) {
    var told = copy input
    told.motion = told.motion?.canvasAxes(in: canvas.orientation)
    scene.step(told)
    activeFrame &+= 1
  }

  /// Counts the scene's populations and returns the first that exceeds its cap.
  public mutating func check() -> InvariantViolation? {
    scene.count(into: &counts)
    for index in populations.indices where populations[index].cap > 0 {
      let count = counts.values[index]
      if count > populations[index].cap {
        return InvariantViolation(populations[index].name, value: UInt64(count))
      }
    }
    return nil
  }

  /// Visits the clock, the canvas and the scene; the input source is not part of a simulation.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitClock(&visitor)
    scene.visitState(&visitor)
  }

  /// Visits all fields except the scene's.
  package mutating func visitClock(_ visitor: inout some StateVisitor) {
    visitor.field(&activeFrame, "activeFrame")
    visitor.field(&canvas, "canvas")
    visitor.field(&changeCount, "changeCount")
    visitor.derived("populations")
    visitor.derived("counts")
  }
}

extension Simulation where Model: ~Copyable {
  /// Mirrors a scene.
  ///
  /// - Returns: the result of `SimScene.mirror(across:)`.
  package mutating func mirror<S: SimScene & ~Copyable>(across width: Float) -> UInt32?
  where Model == SceneSimulation<S> {
    model.scene.mirror(across: width)
  }

  /// Visits the fields of the scene only.
  package mutating func visitScene<S: SimScene & ~Copyable>(_ visitor: inout some StateVisitor)
  where Model == SceneSimulation<S> {
    model.scene.visitState(&visitor)
  }
}
