import SimbenchKit

/// Lights on a small canvas, with a fault where a parameter or a type argument plants one.
struct PlantedScene: SimScene {
  /// Brightness of the lights, which no digest of the state shows unless it is listed.
  var lights: Lights
  var isStuck = false
  let limit: Float

  struct Lights: StateFields {
    var x: [Float]
    var steps: UInt32 = 0

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field(&x, "x")
      visitor.field(&steps, "steps")
    }
  }

  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "planted", summary: "Lights with planted faults.",
      parameters: [.whole("touches", "Contacts that break the scene.", 1...100, default: 100)],
      populations: [.members("lights", "Lights.", cap: 8, requirement: "PLANTED-CAP")],
      properties: [
        .always("stays-free", "No contact holds the lights.", requirement: "PLANTED-FREE")
      ], commandCapacity: 16)
  }

  init(_ context: SceneContext) {
    limit = context.parameters["touches"]
    lights = Lights(x: (0..<5).map { Float($0) * 10 + Float(context.seed % 7) })
  }

  mutating func prepare(_ list: inout DisplayList) {}
  mutating func resize(to canvas: SceneCanvas) {}

  mutating func step(_ input: borrowing FrameInput) {
    lights.steps += 1
    for index in lights.x.indices { lights.x[index] += 0.25 }
    if Float(input.touches.count) >= limit { isStuck = true }
  }

  func drawRetained(into list: inout DisplayList) {}
  func draw(into list: inout DisplayList) {
    for x in lights.x {
      list.glow(center: Vector2(x, 20), radius: 8, color: StraightColor(hex: 0xFFE9A0, alpha: 200))
    }
  }

  func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker) {
    judge.always("stays-free", !isStuck, value: Float(input.touches.count), limit: limit)
  }

  func count(into populations: inout PopulationCounts) {
    populations["lights"] = UInt32(lights.x.count)
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&lights, "lights")
    visitor.field(&isStuck, "isStuck")
    visitor.constant(limit, "limit")
  }
}

/// A scene with three fields that `visitState` does not list: one of its own, one within a type of
/// its own, and one of the elements of an array.
struct UnlistedScene: SimScene {
  var clock = Clock()
  var forgotten: Float = 0
  var lights = [Light(), Light(), Light()]

  struct Light: StateFields {
    var x: Float = 0
    var phase: Float = 0

    mutating func visitState(_ visitor: inout some StateVisitor) { visitor.field(&x, "x") }
  }

  struct Clock: StateFields {
    var ticks: UInt32 = 0
    var lost: UInt32 = 0

    mutating func visitState(_ visitor: inout some StateVisitor) { visitor.field(&ticks, "ticks") }
  }

  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "unlisted", summary: "A scene with unlisted fields.", requirements: [], parameters: [],
      populations: [], properties: [], commandCapacity: 1)
  }

  init(_ context: SceneContext) {}
  mutating func prepare(_ list: inout DisplayList) {}
  mutating func resize(to canvas: SceneCanvas) {}
  mutating func step(_ input: borrowing FrameInput) { clock.ticks += 1 }
  func drawRetained(into list: inout DisplayList) {}
  func draw(into list: inout DisplayList) {}
  func count(into populations: inout PopulationCounts) {}
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&clock, "clock")
    visitor.field(&lights, "lights")
  }
}
