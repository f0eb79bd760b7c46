import SimbenchKit

/// Lights on a pond that drift where it is pushed, and come to a finger.
struct Pond: SimScene {
  static let lightCount = 12
  var x = [Float](repeating: 0, count: lightCount)
  var y = [Float](repeating: 0, count: lightCount)
  var canvas: SceneCanvas
  let stepSeconds: Float
  let haste: Float
  var water = GradientHandle.none

  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "moonlit-pond", summary: "Lights that come to a finger.", requirements: [],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      commandCapacity: 16)
  }

  enum Parameter: UInt8, ParameterKey {
    case haste

    var descriptor: ParameterDescriptor {
      switch self {
      case .haste:
        .number("haste", "How fast lights come.", 0...4, default: 1)
      }
    }
  }

  enum Population: UInt8, PopulationKey {
    case lights

    var descriptor: PopulationDescriptor {
      switch self {
      case .lights:
        .members("lights", "Lights.", cap: UInt32(lightCount), requirement: "CAP")
      }
    }
  }

  init(_ context: SceneContext) {
    canvas = context.canvas
    stepSeconds = context.clock.stepSeconds
    haste = context.parameters[Parameter.haste]
    var stream = RandomStream(seed: context.seed, name: "moonlit-pond.place")
    for index in x.indices {
      x[index] = stream.range(0, canvas.widthPoints)
      y[index] = stream.range(0, canvas.heightPoints)
    }
  }

  mutating func prepare(_ list: inout DisplayList) {
    water = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0x10202C)),
      (offset: 1, color: StraightColor(hex: 0x1C3444)),
    ])
  }

  mutating func resize(to canvas: SceneCanvas) { self.canvas = canvas }

  mutating func step(_ input: borrowing FrameInput) {
    if let motion = input.motion {
      for index in x.indices { x[index] += motion.accelerationX * haste * stepSeconds }
    }
    guard let finger = input.touches.first?.position else { return }
    for index in x.indices {
      x[index] += (finger.x - x[index]) * haste * stepSeconds
      y[index] += (finger.y - y[index]) * haste * stepSeconds
    }
  }

  func draw(into list: inout DisplayList) {
    list.linearGradient(
      water, in: PointRectangle(x: 0, y: 0, width: canvas.widthPoints, height: canvas.heightPoints),
      from: .zero, to: Vector2(0, canvas.heightPoints))
    for index in x.indices {
      list.glow(
        center: Vector2(x[index], y[index]), radius: 30,
        color: StraightColor(hex: 0xDCE8F2, alpha: 160))
    }
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.constant(stepSeconds, "stepSeconds")
    visitor.constant(haste, "haste")
    visitor.field(&canvas, "canvas")
    visitor.field(&water, "water")
    visitor.field(&x, "x")
    visitor.field(&y, "y")
  }

  func count(into populations: inout PopulationCounts) {
    populations[Population.lights] = UInt32(x.count)
  }
}
