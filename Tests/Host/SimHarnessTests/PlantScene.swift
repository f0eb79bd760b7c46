import SimMath
import SimFormats
import SimHarness
import SimRaster
import SimRuntime
import SimInput

/// A scene with one planted fault, from one frame on.
///
/// Parameters: the plant, its frame, and how many dots there are.
struct PlantScene: SimScene {
  /// What is planted, by the value of the first parameter.
  enum Plant: Float {
    case nothing = 0
    /// One allocation in one step.
    case allocationInStep = 1
    /// Three allocations in one draw.
    case allocationsInDraw = 2
    /// Memory that every step keeps.
    case leak = 3
    case notANumber = 4
    case cap = 5
    case commands = 6
    case layerCommands = 7
  }

  static let cap: UInt32 = 10

  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "plant", summary: "Dots with one planted fault.", requirements: ["X-TEST"],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      commandCapacity: 16, behaviorVersion: 7)
  }

  enum Parameter: UInt8, ParameterKey {
    case plant, frame, dots

    var descriptor: ParameterDescriptor {
      switch self {
      case .plant:
        .whole("plant", "The fault.", 0...7, default: 0)
      case .frame:
        .whole("frame", "Its frame.", 0...100_000, default: 0)
      case .dots:
        .whole("dots", "Dots.", 0...10, default: 8)
      }
    }
  }

  enum Population: UInt8, PopulationKey {
    case dots, steps

    var descriptor: PopulationDescriptor {
      switch self {
      case .dots:
        .members("dots", "Dots.", cap: cap, requirement: "X-TEST")
      case .steps:
        .gauge("steps", "Steps.", requirement: "X-TEST")
      }
    }
  }

  let plant: Plant
  let plantedStep: UInt32
  let dots: UInt32
  var layer = LayerHandle.none
  var steps: UInt32 = 0
  var values: [Float]
  /// What the planted allocations leave.
  var kept: [[UInt8]] = [[]]

  private var isPlanted: Bool { steps == plantedStep + 1 }

  init(_ context: SceneContext) {
    plant = Plant(rawValue: context.parameters[Parameter.plant]) ?? .nothing
    plantedStep = UInt32(context.parameters[Parameter.frame])
    dots = UInt32(context.parameters[Parameter.dots])
    values = [Float](repeating: 1, count: 4)
    kept.reserveCapacity(plant == .leak ? 10_000 : 1)
  }

  mutating func prepare(_ list: inout DisplayList) { layer = list.addLayer(capacity: 2) }

  mutating func step(_ input: borrowing FrameInput) {
    steps += 1
    switch plant {
    case .allocationInStep where isPlanted:
      kept[0] = [UInt8](repeating: 1, count: 1000 + Int(steps & 1))
    case .leak: kept.append([UInt8](repeating: 1, count: 1000 + Int(steps & 1)))
    case .notANumber where isPlanted: values[3] = .infinity
    default: break
    }
  }

  func drawRetained(into list: inout DisplayList) {
    list.beginLayer(layer)
    for _ in 0..<(plant == .layerCommands ? 5 : 1) { list.fill(StraightColor(hex: 0x203040)) }
    list.endLayer()
  }

  func draw(into list: inout DisplayList) {
    list.layer(layer)
    for _ in 0..<(plant == .commands && isPlanted ? 20 : 1) {
      list.disc(
        center: Vector2(Float(steps % 40), 5), radius: 3, color: StraightColor(hex: 0xFFFFFF))
    }
    guard plant == .allocationsInDraw, isPlanted else { return }
    var total = 0
    for size in 1...3 { total += Self.used([UInt8](repeating: 1, count: 500 * size)) }
    precondition(total == 3000)
  }

  /// Opaque to the optimizer, which would remove unused memory.
  @inline(never)
  private static func used(_ bytes: [UInt8]) -> Int { bytes.count }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&steps, "steps")
    visitor.field(&values, "values")
    visitor.constant(UInt64(kept[0].count), "kept")
  }

  func count(into populations: inout PopulationCounts) {
    let excess: UInt32 = plant == .cap && isPlanted ? PlantScene.cap : 0
    populations[Population.dots] = dots + excess
    populations[Population.steps] = steps
  }
}

extension Scenario {
  /// A small scenario of the planted scene.
  static func planted(
    _ plant: PlantScene.Plant = .nothing, atFrame frame: UInt32 = 0, frames: UInt32 = 200,
    dots: UInt32 = 8
  ) -> Scenario {
    let device = BuiltInDevices.all[0]
    let plan = RunPlan(
      seed: 3, frameCount: frames, clock: FrameClock(framesPerSecond: 60),
      canvas: SceneCanvas(widthPoints: 40, heightPoints: 24, scale: 1),
      parameters: ParameterValues([plant.rawValue, Float(frame), Float(dots)]))
    return Scenario(name: "planted", scene: "plant", device: device, plan: plan)
  }

  /// Runs it without pixels unless asked.
  func run(rendersPixels: Bool = false) throws(RunError) -> RunOutcome {
    var options = RunOptions()
    options.rendersPixels = rendersPixels
    return try Runner<PlantScene>.run(self, options: options)
  }
}
