import SimbenchKit

/// Soft lights that drift slowly, avoid fingers and turn back at the edges.
///
/// The velocity of each light approaches its own slow drift; a finger nearby pushes the light
/// away, and rotating the device moves it sideways.
public struct SampleScene: SimScene {
  struct Drifter: StateFields {
    var place: Vector2
    var velocity = Vector2.zero
    var home: Vector2

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field(&place, "place")
      visitor.field(&velocity, "velocity")
      visitor.field(&home, "home")
    }
  }

  let stepSeconds: Float
  let drive: Float
  var canvas: SceneCanvas
  var drifters: [Drifter]
  var sky = GradientHandle.none
  var backdrop = LayerHandle.none

  /// Name, parameters, populations and properties of the scene.
  public static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "sample-scene", summary: "Soft lights that drift and avoid fingers.",
      parameters: [.whole("drifters", "Lights on the canvas.", 1...24, default: 24)],
      populations: [.members("drifters", "Lights on the canvas.", cap: 24, requirement: "CAP")],
      properties: [
        .always("lights-inside", "Every light lies on the canvas.", requirement: "CANVAS"),
        .sometimes("two-fingers", "Two fingers push at once."),
      ])
  }

  /// Spreads the lights over the canvas; random numbers come from named streams of the seed.
  public init(_ context: SceneContext) {
    stepSeconds = context.clock.stepSeconds
    drive = context.isMotionReduced ? Tuning.reducedMotionFactor : 1
    canvas = context.canvas
    drifters = (0..<UInt32(context.parameters["drifters"])).map { index in
      var stream = RandomStream(seed: context.seed, name: "drifter", index: index)
      return Drifter(
        place: context.canvas.point(from: &stream),
        home: Vector2(stream.normal(), stream.normal()) * Tuning.driftPointsPerSecond)
    }
  }

  /// Moves every light in proportion to the new size of the canvas.
  public mutating func resize(to canvas: SceneCanvas) {
    for index in drifters.indices {
      drifters[index].place.x *= canvas.widthPoints / self.canvas.widthPoints
      drifters[index].place.y *= canvas.heightPoints / self.canvas.heightPoints
    }
    self.canvas = canvas
  }

  /// Lists every stored field.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.constant(stepSeconds, "stepSeconds")
    visitor.constant(drive, "drive")
    visitor.field(&canvas, "canvas")
    visitor.field(&drifters, "drifters")
    visitor.field(&sky, "sky")
    visitor.field(&backdrop, "backdrop")
  }

  /// Reports after every frame which properties hold, for `explore`.
  public func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker) {
    for (index, drifter) in drifters.enumerated() {
      judge.always(
        "lights-inside", canvas.contains(drifter.place), value: drifter.place.x,
        limit: canvas.widthPoints, entity: UInt32(index))
    }
    judge.sometimes("two-fingers", input.downCount >= 2)
  }

  /// Sets the counts that caps and budgets limit.
  public func count(into populations: inout PopulationCounts) {
    populations["drifters"] = UInt32(drifters.count)
  }
}
