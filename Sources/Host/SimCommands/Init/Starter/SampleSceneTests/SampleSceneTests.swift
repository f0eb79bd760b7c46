import SampleScene
import SimbenchTesting
import Testing

@Suite(.simbench(scenes: [SampleScene.self])) struct SampleSceneTests {
  static let folder = "Sources/Host/SimCommands/Init/Starter/scenarios"

  @Test(arguments: try Scenario.all(in: folder)) func holds(_ scenario: Scenario) throws {
    try expectHolds(scenario)
    try expectDeterministic(scenario)
  }
  @Test func looksRight() throws {
    let scenario = "\(Self.folder)/sample-scene.json"
    try expectFrames(of: scenario, matching: "\(Self.folder)/goldens", at: [120])
  }
  @Test func holdsWithAnySeed() throws { try explore(SampleScene.self, seeds: 0..<20) }
  /// A field that `visitState` does not list is missing from digests and snapshots.
  @Test func everyFieldIsListed() throws { try expectAllStateListed(SampleScene.self) }
}
