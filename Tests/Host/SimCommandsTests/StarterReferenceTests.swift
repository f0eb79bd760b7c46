import SampleModel
import SampleScene
import SimCommands
import SimFormats
import SimHarness
import SimJSON
import SimPlatform
import Testing

/// Goal: the baselines that `init` writes are true of the starters, whatever their names.
///
/// Method: runs of the samples, compared with the baselines of packages with another name. The
/// golden is held to by the sample's own tests, and everything in optimized builds by `.ci/starter`
/// and `.ci/starter-model`, whose `SIMBENCH_STARTER=save` records both again.
@Suite struct StarterReferenceTests {
  /// Digests, populations and input: all that a run without painted frames and without counted
  /// allocations measures.
  private static let kept = ["digest.", "population.", "input.", "frames", "steps", "properties"]

  private static func metrics(_ metrics: [ExactMetric]) -> [String: JSONOutput] {
    Dictionary(
      uniqueKeysWithValues: metrics.filter { metric in
        kept.contains { metric.path.hasPrefix($0) } && !metric.path.hasPrefix("digest.pixel")
          && !metric.value.isNull
      }.map { ($0.path, $0.value) })
  }

  private static func entry(_ kind: String) throws -> BaselineEntry {
    let folder = try TemporaryFolder()
    let made = CommandRun([
      "init", "paper-boats", "--\(kind)", "--package", try InitCommandTests.checkout(), "--out",
      folder.path,
    ])
    #expect(made.code == .pass, "\(made.error)")
    let path = folder.at("paper-boats/scenarios/baselines/paper-boats.json")
    let bytes = try FileStore.read(path, limitByteCount: 1 << 20)
    let baseline = try BaselineFile.read(bytes, file: path)
    #expect(baseline.scenario == "paper-boats")
    return try #require(baseline.entries.first)
  }

  /// The baseline of the sample itself.
  private static func sample(_ kind: String) throws -> BaselineEntry {
    let path =
      try InitCommandTests.checkout()
      + "/Sources/Host/SimCommands/Init/Starter/baselines/sample-\(kind)-baseline.json"
    let bytes = try FileStore.read(path, limitByteCount: 1 << 20)
    return try #require(try BaselineFile.read(bytes, file: path).entries.first)
  }

  @Test func sceneDoesTheWorkOfItsBaseline() throws {
    let entry = try Self.entry("scene")
    let path =
      try InitCommandTests.checkout()
      + "/Sources/Host/SimCommands/Init/Starter/scenarios/sample-scene.json"
    var options = Simbench.Options()
    options.paintsFrames = false
    let report = try Simbench.run(
      Simbench.Scenario(contentsOf: path), scenes: [SampleScene.self], options: options)
    guard case .scene(let result) = report.result else { fatalError("a scene") }
    let found = Self.metrics(ExactMetrics.metrics(of: SceneResult.shape.object(result)))
    let expected = Self.metrics(entry.metrics)
    #expect(expected.count > 8)
    for path in Set(expected.keys).union(found.keys).sorted() {
      #expect(found[path] == expected[path], "\(path)")
    }
    #expect(try Self.sample("scene").key.scenarioDigest == result.scenarioDigest)
    #expect(entry.key.seed == 1 && entry.key.frames == 3600 && entry.key.device == "iphone-12")
  }

  @Test func modelDoesTheWorkOfItsBaseline() throws {
    let entry = try Self.entry("model")
    let scenario = try Simbench.Scenario(
      json: #"{ "model": "sample-model", "seed": 1, "duration": "5m" }"#)
    let report = try Simbench.run(scenario, scenes: SceneRegistry().adding(SampleModel.self))
    guard case .model(let result) = report.result else { fatalError("a model") }
    let found = Self.metrics(ExactMetrics.metrics(of: ModelResult.shape.object(result)))
    let expected = Self.metrics(entry.metrics)
    #expect(expected.count > 8)
    for path in Set(expected.keys).union(found.keys).sorted() {
      #expect(found[path] == expected[path], "\(path)")
    }
    #expect(try Self.sample("model").key.scenarioDigest == result.scenarioDigest)
  }

  /// `gate` looks for the digest of the scenario, which contains the name.
  @Test(arguments: ["scene", "model"]) func scenarioOfAnyNameHasTheBaseline(kind: String) throws {
    let entry = try Self.entry(kind)
    var key = try Self.sample(kind).key
    #expect(key.scenarioDigest != entry.key.scenarioDigest)
    key.scenarioDigest = entry.key.scenarioDigest
    #expect(key == entry.key)
  }
}
