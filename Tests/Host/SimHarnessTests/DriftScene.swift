import SimbenchKit

struct Drift: SimScene {
  static let descriptor = SceneDescriptor(
    name: "drift", summary: "Lights that drift upwards.",
    parameters: [.whole("lights", "Lights on the canvas.", 1...400, default: 200)])
  var lights: [Vector2] = []

  init(_ context: SceneContext) {
    for index in 0..<UInt32(context.parameters["lights"]) {
      var stream = RandomStream(seed: context.seed, name: "drift.light", index: index)
      lights.append(context.canvas.point(from: &stream))
    }
  }
  mutating func step(_ input: borrowing FrameInput) {
    for index in lights.indices { lights[index] += Vector2(0.1, -Float(index % 5 + 1) / 10) }
  }
  func draw(into list: inout DisplayList) {
    for light in lights { list.glow(center: light, radius: 9, color: StraightColor(hex: 0xFFE08A)) }
  }
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&lights, "lights")
  }
}
