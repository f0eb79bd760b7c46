import SimInput
import SimMath
import SimRaster

/// What happens to a scene from outside.
public enum SceneEvent: Sendable {
  /// The canvas has another size, density or orientation from the next frame on.
  case resize(Canvas)
  /// A frame passes with this input; its motion is in the device's own axes.
  case frame(FrameInput)
}

/// A scene as something simulated: an event is a frame's input, or a new canvas before it.
public struct SceneSimulation<S: Scene & ~Copyable>: Simulated, ~Copyable {
  /// Frames the scene really ran: the clock of the scene and its input.
  public private(set) var activeFrame: UInt32 = 0
  /// The canvas in force.
  public private(set) var canvas: Canvas
  /// How many canvases have taken over from the first.
  package private(set) var changeCount: UInt32 = 0
  /// The scene.
  public internal(set) var scene: S
  /// How many members each population had when it was checked last.
  package private(set) var counts: PopulationCounts

  private let populations: [PopulationDescriptor]

  /// Makes the scene of a plan, before its first frame.
  ///
  /// What the scene registers goes to a list that nothing reads: its handles are state, and the
  /// same as in a frame loop.
  public init(_ plan: RunPlan) {
    var list = DisplayList(
      pixelWidth: plan.canvas.pixelWidth, pixelHeight: plan.canvas.pixelHeight,
      scale: plan.canvas.scale, capacity: Int(S.descriptor.commandCapacity))
    self.init(plan, preparing: &list)
  }

  /// Makes the scene of a plan, before its first frame, and registers what it draws with a list.
  package init(_ plan: RunPlan, preparing list: inout DisplayList) {
    canvas = plan.canvas
    scene = S(SceneContext(plan))
    scene.prepare(&list)
    populations = S.descriptor.populations
    counts = PopulationCounts(count: populations.count)
  }

  /// Gives the scene a new canvas, or lets a frame pass.
  public mutating func apply(_ event: borrowing SceneEvent) {
    switch event {
    case .resize(let canvas): resize(to: canvas)
    case .frame(let input): step(input)
    }
  }

  private mutating func resize(to canvas: Canvas) {
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

  /// Counts the scene's populations: none may have more members than its cap.
  public mutating func check() -> BrokenPromise? {
    scene.count(into: &counts)
    for index in populations.indices where populations[index].cap > 0 {
      let count = counts.values[index]
      if count > populations[index].cap {
        return BrokenPromise(populations[index].name, value: UInt64(count))
      }
    }
    return nil
  }

  /// Shows the clock, the canvas and the scene: what runs from different sources share.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitClock(&visitor)
    scene.visitState(&visitor)
  }

  /// Shows all but the scene.
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
  /// - Returns: the result of `Scene.mirror(across:)`.
  package mutating func mirror<S: Scene & ~Copyable>(across width: Float) -> UInt32?
  where Model == SceneSimulation<S> {
    model.scene.mirror(across: width)
  }

  /// Visits the fields of the scene only.
  package mutating func visitScene<S: Scene & ~Copyable>(_ visitor: inout some StateVisitor)
  where Model == SceneSimulation<S> {
    model.scene.visitState(&visitor)
  }
}
