import SimMath
import SimFormats
import SimHarness
import SimPlatform
import SimRaster
import SimRuntime
import SimCommands
import SimInput
import TestTier
import Testing

/// Goal: no scene takes memory when the canvas turns or changes its size after warm-up.
///
/// Method: random turns, sizes and spans in the background, drawn from a seed, over every scene of
/// the catalog; and a scene that does take memory there, which must be caught.
@Suite struct RotationTests {
  static let seeds: ClosedRange<UInt64> = Tier.isDebug ? 1...1 : 1...4
  static let frames: UInt32 = Tier.isDebug ? 150 : 420

  /// A scenario whose canvas changes some ten times, most of them after warm-up.
  private static func scenario(of scene: String, seed: UInt64) -> String {
    var stream = RandomStream(seed: seed, name: "rotations")
    let turns = ["portrait", "portrait-upside-down", "landscape-left", "landscape-right"]
    let sizes = [(90, 160), (160, 90), (120, 120), (64, 200)]
    var changes: [String] = []
    var frame: UInt32 = 20
    while frame < frames {
      let turn = turns[Int(stream.below(4))]
      let (width, height) = sizes[Int(stream.below(4))]
      // Turns more often than sizes, as with a device in the hand.
      let size =
        stream.chance(1, in: 3) ? ", \"size\": { \"width\": \(width), \"height\": \(height) }" : ""
      changes.append("{ \"frame\": \(frame), \"orientation\": \"\(turn)\"\(size) }")
      frame += 4 + stream.below(50)
    }
    let away = 122 + stream.below(20)
    return """
      {
        "name": "turns", "scene": "\(scene)", "frames": \(frames), "seed": \(seed),
        "canvasSize": { "width": 90, "height": 160 },
        "canvas": [\(changes.joined(separator: ", "))],
        "background": [{ "from": \(away), "frames": 5 }],
        "input": { "generators": [
          { "kind": "drag", "eventsPerMinute": 90 },
          { "kind": "toddler-mash", "eventsPerMinute": 60 }
        ] },
        "budgets": [{ "id": "ALLOC", "metric": "allocations.steadyMaxPerFrame", "atMost": 0 }]
      }
      """
  }

  /// What a run of a scenario says of allocations; nil where they are not measured.
  private static func steadyTotal(
    _ text: String, scenes: SceneRegistry = .catalog
  ) throws -> UInt64? {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "turns.json")
    let ran = CommandRun(
      ["run", path, "--quiet", "--out", folder.path, "--json", "-"], scenes: scenes)
    #expect(ran.error.isEmpty, "\(ran.error)")
    let allocations = try ran.row("runs")["allocations"]
    let total = try allocations["steadyTotal"]
    guard !total.isNull else { return nil }
    return try total.uint64()
  }

  /// A debug build measures no allocations.
  @Test(
    .disabled(if: Tier.isDebug),
    arguments: SceneRegistry.catalog.descriptors.map(\.name.description))
  func turningTakesNoMemory(scene: String) throws {
    for seed in Self.seeds {
      let total = try Self.steadyTotal(Self.scenario(of: scene, seed: seed))
      #expect((total != nil) == AllocationProbe.source.isMeasured)
      #expect((total ?? 0) == 0, "\(scene), seed \(seed): \(total ?? 0) allocations")
    }
  }

  @Test func memoryTakenWhileTurningIsCaught() throws {
    var scenes = SceneRegistry()
    scenes.register(Forgetful.self)
    let total = try Self.steadyTotal(Self.scenario(of: "forgetful", seed: 1), scenes: scenes)
    guard AllocationProbe.source.isMeasured else { return }
    #expect((total ?? 0) > 0)
  }
}

/// A scene that makes its storage anew for every canvas.
private struct Forgetful: SimScene {
  private var storage = [Float](repeating: 0, count: 100)

  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "forgetful", summary: "Takes memory when it turns.", requirements: [],
      commandCapacity: 4)
  }

  init(_ context: SceneContext) {}
  mutating func resize(to canvas: SceneCanvas) {
    storage = [Float](repeating: canvas.widthPoints, count: 100)
  }
  mutating func step(_ input: borrowing FrameInput) {}
  func draw(into list: inout DisplayList) { list.fill(StraightColor(hex: 0)) }
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&storage, "storage")
  }
}
