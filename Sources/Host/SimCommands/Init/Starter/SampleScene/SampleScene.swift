import SimbenchKit

/// Soft lights that drift slowly, avoid fingers and turn back at the edges.
///
/// The velocity of each light approaches its own slow drift; a finger nearby pushes the light
/// away, and rotating the device moves it sideways.
public struct SampleScene: SimScene {
  struct Drifters: StateFields {
    var x: [Float]
    var y: [Float]
    var velocityX: [Float]
    var velocityY: [Float]
    var homeX: [Float]
    var homeY: [Float]

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field(&x, "x")
      visitor.field(&y, "y")
      visitor.field(&velocityX, "velocityX")
      visitor.field(&velocityY, "velocityY")
      visitor.field(&homeX, "homeX")
      visitor.field(&homeY, "homeY")
    }
  }

  let stepSeconds: Float
  let drive: Float
  var width: Float
  var height: Float
  var drifters: Drifters
  var sky = GradientHandle.none
  var backdrop = LayerHandle.none

  /// Name, parameters, populations and properties of the scene.
  public static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "sample-scene", summary: "Soft lights that drift and avoid fingers.",
      requirements: [],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      properties: Property.descriptors, commandCapacity: Tuning.cap + 8)
  }

  /// Parameters that a scenario can set.
  enum Parameter: UInt8, ParameterKey {
    case drifters

    var descriptor: ParameterDescriptor {
      switch self {
      case .drifters:
        ParameterDescriptor(
          name: "drifters", summary: "Lights on the canvas.", minimum: 1,
          maximum: Float(Tuning.cap), defaultValue: Float(Tuning.cap), isWhole: true)
      }
    }
  }

  /// Counts that are taken every frame.
  enum Population: UInt8, PopulationKey {
    case drifters

    var descriptor: PopulationDescriptor {
      switch self {
      case .drifters:
        PopulationDescriptor(
          name: "drifters", summary: "Lights on the canvas.", cap: Tuning.cap,
          requirement: "CAP")
      }
    }
  }

  /// Properties for `explore` to check: an invariant and a coverage goal.
  enum Property: UInt8, PropertyKey {
    case inside
    case twoFingers

    var descriptor: PropertyDescriptor {
      switch self {
      case .inside:
        .always("lights-inside", "Every light lies on the canvas.", requirement: "CANVAS")
      case .twoFingers: .sometimes("two-fingers", "Two fingers push at once.")
      }
    }
  }

  /// Spreads the lights over the canvas; random numbers come from named streams of the seed.
  public init(_ context: SceneContext) {
    stepSeconds = context.clock.stepSeconds
    drive = context.isMotionReduced ? Tuning.reducedMotionFactor : 1
    width = context.canvas.widthPoints
    height = context.canvas.heightPoints
    let count = Int(context.parameters[Parameter.drifters])
    // Each field has its own storage: shared storage would be copied at the first write.
    func zeros() -> [Float] { [Float](repeating: 0, count: count) }
    drifters = Drifters(
      x: zeros(), y: zeros(), velocityX: zeros(), velocityY: zeros(), homeX: zeros(),
      homeY: zeros())
    for index in 0..<count {
      var stream = RandomStream(
        seed: context.seed, name: "sample-scene.drifter", index: UInt32(index))
      drifters.x[index] = stream.range(0, width)
      drifters.y[index] = stream.range(0, height)
      drifters.homeX[index] = stream.normal() * Tuning.driftPointsPerSecond
      drifters.homeY[index] = stream.normal() * Tuning.driftPointsPerSecond
    }
  }

  /// Moves every light in proportion to the new size of the canvas.
  public mutating func resize(to canvas: SceneCanvas) {
    for index in drifters.x.indices {
      drifters.x[index] *= canvas.widthPoints / width
      drifters.y[index] *= canvas.heightPoints / height
    }
    width = canvas.widthPoints
    height = canvas.heightPoints
  }

  /// Lists every stored field.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.constant(stepSeconds, "stepSeconds")
    visitor.constant(drive, "drive")
    visitor.field(&width, "width")
    visitor.field(&height, "height")
    visitor.field(&drifters, "drifters")
    visitor.field(&sky, "sky")
    visitor.field(&backdrop, "backdrop")
  }

  /// Reports after every frame which properties hold, for `explore`.
  public func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker) {
    for index in drifters.x.indices {
      let (x, y) = (drifters.x[index], drifters.y[index])
      judge.always(
        Property.inside, x >= 0 && x <= width && y >= 0 && y <= height, value: x,
        limit: width, entity: UInt32(index))
    }
    judge.sometimes(Property.twoFingers, input.downCount >= 2)
  }

  /// Sets the counts that caps and budgets limit.
  public func count(into populations: inout PopulationCounts) {
    populations.set(Population.drifters, to: UInt32(drifters.x.count))
  }
}
