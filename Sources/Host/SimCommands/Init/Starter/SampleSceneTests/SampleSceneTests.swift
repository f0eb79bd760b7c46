import SampleScene
import SimbenchTesting
import Testing

@Suite(.simbench(scenes: [SampleScene.self])) struct SampleSceneTests {
  /// Every budget of every scenario, and every property, holds.
  @Test(arguments: try Scenario.all(in: "Sources/Host/SimCommands/Init/Starter/scenarios"))
  func holds(_ scenario: Scenario) throws {
    try expectHolds(scenario)
    try expectDeterministic(scenario)
  }

  @Test func holdsWithAnySeed() throws { try explore(SampleScene.self, seeds: 0..<20) }

  /// A field that `visitState` does not list is missing from digests and snapshots.
  @Test func everyFieldIsListed() throws { try expectAllStateListed(SampleScene.self) }
}
