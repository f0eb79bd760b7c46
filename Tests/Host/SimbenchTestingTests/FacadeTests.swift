import SimHarness
import SimPlatform
import SimbenchKit
import SimbenchTesting
import Testing

/// Goal: the calls of `Simbench` answer in plain values for scenes and models alike, with errors
/// that name the input.
///
/// Method: short runs of the planted scene and of a model of the catalog.
@Suite struct FacadeTests {
  private static let scenes = SceneRegistry.catalog.adding(PlantedScene.self)

  @Test func sceneRunsAndIsVerified() throws {
    let scenario = try ExpectationTests.scenario("facade")
    var options = Simbench.Options()
    options.pictures = [20, 3]
    let report = try Simbench.run(scenario, scenes: Self.scenes, options: options)
    #expect(report.steps == 30 && report.subject == "planted" && !report.isModel)
    #expect(report.populations.map(\.maximum) == [5])
    #expect(report.pictures.map(\.frame) == [3, 20])
    #expect(try Simbench.run(scenario, scenes: Self.scenes).digests.chain == report.digests.chain)
    let verified = try Simbench.verify(scenario, scenes: Self.scenes)
    #expect(verified.verdict == .passed && verified.variants.allSatisfy { $0.compared == 30 })
    #expect(verified.variants.map(\.name).starts(with: ["repeat", "rewind"]))
  }

  @Test func unlistedFieldIsFoundByVerify() throws {
    let scenario = try Scenario(json: #"{ "scene": "leaky", "frames": 30 }"#)
    let verified = try Simbench.verify(
      scenario, scenes: SceneRegistry().adding(LeakyScene.self))
    #expect(verified.verdict == .failed)
    let row = try #require(verified.variants.first { $0.name == "rewind" })
    #expect(row.firstDifference != nil && !row.fields.isEmpty)
    #expect(verified.description.contains("rewind differs in step"))
  }

  @Test func modelRunsIsVerifiedAndExplored() throws {
    let scenario = try Scenario(
      json: #"{ "model": "sketch-magic", "duration": "60s" }"#, name: "sketch")
    let report = try Simbench.run(scenario)
    #expect(report.isModel && report.verdict == .passed && report.steps > 0)
    #expect(!report.properties.isEmpty && !report.goals.isEmpty && !report.sentences.isEmpty)
    #expect(try Simbench.verify(scenario).verdict == .passed)
    let explored = try Simbench.explore(scenario, seeds: 0..<3)
    #expect(explored.verdict == .passed && explored.runs == 3)
  }

  @Test func errorsNameTheInput() throws {
    #expect(throws: SimbenchError.self) { try Scenario(contentsOf: "scenarios/snowglobbe.json") }
    let unknown = try Scenario(json: #"{ "scene": "snowglob" }"#, name: "typo")
    let error = #expect(throws: SimbenchError.self) { try Simbench.run(unknown) }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.contains("typo.json") && words.contains("did you mean"))
    #expect(throws: SimbenchError.self) { try Scenario.all(in: "Sources") }
    #expect(throws: SimbenchError.self) { try Simbench.compare(golden: "scenarios/goldens/none") }
  }

  @Test func scenariosOfAFolderHaveOneCasePerRunOfAMatrix() throws {
    let all = try Scenario.all(in: "scenarios")
    #expect(all.contains { $0.name == "snowglobe" && $0.path?.hasSuffix("snowglobe.json") == true })
    #expect(Set(all.map(\.name)).count == all.count)
    let recordings = try Recording.all(in: "seeds/regressions")
    #expect(try Recording.all(in: "scenarios/devices") == [])
    #expect(throws: SimbenchError.self) { try Recording.all(in: "seeds/none") }
    #expect(throws: SimbenchError.self) { try Recording.all(inFolder: "seeds/none") }
    #expect(recordings.count >= 9 && recordings.allSatisfy { $0.path != nil })
  }
}

/// A scene whose step reads a field that `visitState` does not list.
private struct LeakyScene: SimScene {
  var listed: Float = 0
  var hidden: Float = 0

  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "leaky", summary: "A scene with state outside of its fields.", requirements: [],
      parameters: [], populations: [], properties: [], commandCapacity: 1)
  }

  init(_ context: SceneContext) {}
  mutating func prepare(_ list: inout DisplayList) {}
  mutating func resize(to canvas: SceneCanvas) {}
  mutating func step(_ input: borrowing FrameInput) {
    hidden += 1
    listed += hidden
  }
  func drawRetained(into list: inout DisplayList) {}
  func draw(into list: inout DisplayList) {}
  func count(into populations: inout PopulationCounts) {}
  mutating func visitState(_ visitor: inout some StateVisitor) { visitor.field(&listed, "listed") }
}
