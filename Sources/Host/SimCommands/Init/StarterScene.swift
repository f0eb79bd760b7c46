/// The four files of the scene that `init --scene` writes: soft lights that drift and make way.
enum StarterScene {
  static func state(type: String, name: String) -> String {
    declaration(type: type, name: name) + keys + conformance(name: name)
  }

  private static func declaration(type: String, name: String) -> String {
    """
    import SimbenchKit

    /// Soft lights that drift slowly, make way for fingers and turn back at the edges.
    ///
    /// In plain words: every drifter relaxes towards its own slow velocity, is pushed away by
    /// fingers nearby, and follows the tilt of the device a little.
    public struct \(type): Scene {
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

      /// What the scene is called, takes and holds.
      public static var descriptor: SceneDescriptor {
        SceneDescriptor(
          name: "\(name)", summary: "Soft lights that drift and make way for fingers.",
          requirements: [],
          parameters: Parameter.descriptors, populations: Population.descriptors,
          properties: Property.descriptors, commandCapacity: Tuning.cap + 8)
      }


    """
  }

  /// What goes on with the type, hence indented.
  private static let keys = """
      /// What a scenario may choose.
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

      /// What is counted every frame.
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

      /// What has to hold, and what should happen now and then: what `explore` looks for.
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


    """

  /// The rest of the type, hence indented.
  private static func conformance(name: String) -> String {
    """
      /// Spreads the lights over the canvas; what is random comes from named streams of the seed.
      public init(_ context: SceneContext) {
        stepSeconds = context.clock.stepSeconds
        drive = context.isMotionReduced ? Tuning.reducedMotionFactor : 1
        width = context.canvas.widthPoints
        height = context.canvas.heightPoints
        let count = Int(context.parameters[Parameter.drifters])
        // Storage of its own for each field: shared storage would be copied at the first write.
        func zeros() -> [Float] { [Float](repeating: 0, count: count) }
        drifters = Drifters(
          x: zeros(), y: zeros(), velocityX: zeros(), velocityY: zeros(), homeX: zeros(),
          homeY: zeros())
        for index in 0..<count {
          var stream = RandomStream(
            seed: context.seed, name: "\(name).drifter", index: UInt32(index))
          drifters.x[index] = stream.range(0, width)
          drifters.y[index] = stream.range(0, height)
          drifters.homeX[index] = stream.normal() * Tuning.driftPointsPerSecond
          drifters.homeY[index] = stream.normal() * Tuning.driftPointsPerSecond
        }
      }

      /// Keeps every light at its share of the canvas.
      public mutating func resize(to canvas: Canvas) {
        for index in drifters.x.indices {
          drifters.x[index] *= canvas.widthPoints / width
          drifters.y[index] *= canvas.heightPoints / height
        }
        width = canvas.widthPoints
        height = canvas.heightPoints
      }

      /// Shows every stored field.
      public mutating func visitState(_ visitor: inout some StateVisitor) {
        visitor.constant(stepSeconds, "stepSeconds")
        visitor.constant(drive, "drive")
        visitor.field(&width, "width")
        visitor.field(&height, "height")
        visitor.field(&drifters, "drifters")
        visitor.field(&sky, "sky")
        visitor.field(&backdrop, "backdrop")
      }

      /// Tells after every frame what holds; `explore` calls it.
      public func judge(_ input: borrowing FrameInput, by judge: inout PropertyJudge) {
        for index in drifters.x.indices {
          let (x, y) = (drifters.x[index], drifters.y[index])
          judge.always(
            Property.inside, x >= 0 && x <= width && y >= 0 && y <= height, value: x,
            limit: width, entity: UInt32(index))
        }
        judge.sometimes(Property.twoFingers, input.downCount >= 2)
      }

      /// The counts that caps and budgets look at.
      public func count(into populations: inout PopulationCounts) {
        populations.set(Population.drifters, to: UInt32(drifters.x.count))
      }
    }

    """
  }

  static func step(type: String) -> String {
    """
    import SimbenchKit

    extension \(type) {
      /// One frame: relax, make way, lean, turn back at the edges.
      public mutating func step(_ input: borrowing FrameInput) {
        let lean = (input.motion?.rotationRateY ?? 0) * Tuning.leanPoints * drive
        let share = stepSeconds / Tuning.responseSeconds
        for index in drifters.x.indices {
          var velocity = Vector2(drifters.velocityX[index], drifters.velocityY[index])
          var target = Vector2(drifters.homeX[index] * drive + lean, drifters.homeY[index] * drive)
          let place = Vector2(drifters.x[index], drifters.y[index])
          for slot in 0..<input.touchCount {
            target += push(place, awayFrom: input.touches[slot].position)
          }
          velocity += (target - velocity) * share
          let next = place + velocity * stepSeconds
          let home = Vector2(drifters.homeX[index], drifters.homeY[index])
          if next.x < 0 { drifters.homeX[index] = abs(home.x) }
          if next.x > width { drifters.homeX[index] = -abs(home.x) }
          if next.y < 0 { drifters.homeY[index] = abs(home.y) }
          if next.y > height { drifters.homeY[index] = -abs(home.y) }
          drifters.x[index] = min(max(next.x, 0), width)
          drifters.y[index] = min(max(next.y, 0), height)
          drifters.velocityX[index] = velocity.x
          drifters.velocityY[index] = velocity.y
        }
      }

      private func push(_ place: Vector2, awayFrom finger: Vector2) -> Vector2 {
        let offset = place - finger
        let squared = offset.lengthSquared
        let reach = Tuning.reachPoints
        guard squared < reach * reach else { return .zero }
        let near = 1 - squared / (reach * reach)
        return offset * (near * Tuning.pushPointsPerSecond * drive / reach)
      }
    }

    """
  }

  static func draw(type: String) -> String {
    """
    import SimbenchKit

    extension \(type) {
      /// Registers gradients and layers with the list, once.
      public mutating func prepare(_ list: inout DisplayList) {
        sky = list.addGradient([
          (offset: 0, color: StraightColor(hex: 0x2E3A55)),
          (offset: 1, color: StraightColor(hex: 0x7C8FA8)),
        ])
        backdrop = list.addLayer(capacity: 4)
      }

      /// What stays the same until the canvas changes.
      public func drawRetained(into list: inout DisplayList) {
        list.beginLayer(backdrop)
        list.linearGradient(
          sky, in: Rectangle(x: 0, y: 0, width: width, height: height), from: .zero,
          to: Vector2(0, height))
        list.endLayer()
      }

      /// What changes with every frame.
      public func draw(into list: inout DisplayList) {
        list.layer(backdrop)
        for index in drifters.x.indices {
          list.glow(
            center: Vector2(drifters.x[index], drifters.y[index]), radius: Tuning.radiusPoints,
            color: StraightColor(hex: 0xDCE8F2, alpha: 90))
        }
      }
    }

    """
  }

  static func tuning(type: String) -> String {
    """
    /// Every constant of the scene: its unit, why this value, and what another one breaks.
    enum Tuning {
      /// The maximum count of lights; storage is sized by it.
      static let cap: UInt32 = 24
      /// Typical drift, points per second; above 40 it is no longer calm.
      static let driftPointsPerSecond: Float = 9
      /// Seconds in which a light takes up a new velocity; much less and it jerks.
      static let responseSeconds: Float = 0.8
      /// Reach of a finger in points.
      static let reachPoints: Float = 120
      /// Speed at which a finger pushes lights away, points per second.
      static let pushPointsPerSecond: Float = 140
      /// Sideways speed per rad/s of the device, points.
      static let leanPoints: Float = 30
      /// Radius of a light in points.
      static let radiusPoints: Float = 46
      /// Factor on every drive under Reduce Motion.
      static let reducedMotionFactor: Float = 0.4
    }

    """
  }
}
