import SimMath
import SimFormats
import SimHarness
import SimRaster
import SimRuntime
import SimInput
import Testing

/// Goal: an app's own scene runs like those of the catalog, found by name.
///
/// Method: two scenes of this target, one of them under the other's name.
struct SceneRegistryTests {
  /// The planted scene's namesake, which counts nothing.
  private struct Namesake: SimScene {
    static var descriptor: SceneDescriptor {
      SceneDescriptor(
        name: "plant", summary: "The other one.", requirements: [], commandCapacity: 1)
    }
    init(_ context: SceneContext) {}
    mutating func step(_ input: borrowing FrameInput) {}
    func draw(into list: inout DisplayList) {}
    mutating func visitState(_ visitor: inout some StateVisitor) {}
  }

  /// A scene that cannot be copied.
  private struct Unique: SimScene, ~Copyable {
    static var descriptor: SceneDescriptor {
      SceneDescriptor(
        name: "unique", summary: "Cannot be copied.", requirements: [], commandCapacity: 1)
    }
    init(_ context: SceneContext) {}
    mutating func step(_ input: borrowing FrameInput) {}
    func draw(into list: inout DisplayList) {}
    mutating func visitState(_ visitor: inout some StateVisitor) {}
  }

  @Test func ownScenesRunThroughTheRegistry() throws {
    var registry = SceneRegistry()
    #expect(registry.entries.isEmpty && registry.entry(named: "plant") == nil)
    registry.register(PlantScene.self)
    registry.register(Unique.self)
    #expect(registry.descriptors.map(\.name.description) == ["plant", "unique"])
    #expect(registry.entry(named: "Plant") == nil)
    let entry = try #require(registry.entry(named: "plant"))
    let outcome = try entry.run(.planted(frames: 5), RunOptions())
    #expect(outcome.result.scene == "plant" && outcome.result.frames == 5)
    #expect(outcome.populationNames == ["dots", "steps"])
    let direct = try Runner<PlantScene>.run(.planted(frames: 5), options: RunOptions())
    #expect(outcome.result.digest == direct.result.digest)
    let unique = try #require(registry.entry(named: "unique"))
    #expect(try unique.run(.planted(frames: 2), RunOptions()).result.frames == 2)
  }

  @Test func laterSceneOfTheSameNameReplacesTheFirst() throws {
    var registry = SceneRegistry()
    registry.register(PlantScene.self)
    registry.register(Namesake.self)
    #expect(registry.entries.count == 1)
    let entry = try #require(registry.entry(named: "plant"))
    #expect(entry.descriptor.summary.description == "The other one.")
    #expect(try entry.run(.planted(frames: 2), RunOptions()).populationNames.isEmpty)
  }
}
