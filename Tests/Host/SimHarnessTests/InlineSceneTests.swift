import SimFormats
import SimHarness
import SimInput
import SimMath
import SimRaster
import SimRuntime
import TestTier
import Testing

/// Goal: a scene whose descriptor says all inline runs like one with enumerations of keys, and a
/// name that the descriptor does not list is said at once.
///
/// Method: each name is written and looked for among all values; other names in separate
/// processes; two states that differ in one member, compared.
struct InlineSceneTests {
  private static let parameters: [ParameterDescriptor] = [
    .number("drive", "Speed of all lights.", 0...2, default: 1),
    .whole("lights", "Lights on the canvas.", 1...400, default: 200),
    .choice("mood", "How they move.", ["calm", "lively"]),
  ]
  private static let descriptor = SceneDescriptor(
    name: "inline", summary: "Says all inline.", parameters: parameters,
    populations: [
      .members("lights", "Lights on the canvas.", cap: 400), .gauge("moving", "Lights that move."),
    ],
    properties: [
      .always("inside", "All lights are on the canvas."), .sometimes("held", "One is held."),
      .leadsTo("returns", "A held one returns.", within: .seconds(2)),
    ])

  @Test func namesMeanTheirOwnValues() {
    let names: [StaticString] = ["drive", "lights", "mood"]
    for (index, name) in names.enumerated() {
      var values = Self.descriptor.defaultParameters
      #expect(values[name] == Self.parameters[index].defaultValue)
      values[name] = -1
      #expect(values.values.indices.filter { values.values[$0] == -1 } == [index])
    }
    var counts = PopulationCounts(Self.descriptor)
    counts["lights"] = 7
    counts["moving"] = 3
    #expect(counts.values == [7, 3] && counts["lights"] == 7 && counts["moving"] == 3)
    #expect(Self.descriptor.populations.map { $0.cap } == [400, 0])
    #expect(Self.parameters.map { $0.isWhole } == [false, true, true])
  }

  @Test func checkedByNameAsByKey() {
    var checker = PropertyChecker(Self.descriptor)
    checker.sometimes("held", true)
    checker.always("inside", true)
    checker.leadsTo("returns", from: true, to: false)
    #expect(checker.tallies.map { $0.checked } == [1, 1, 1])
    #expect(checker.tallies.map { $0.held } == [1, 1, 0] && checker.violation == nil)
    checker.step = 5
    checker.always("inside", false)
    checker.step = 6
    checker.always("inside", false)
    #expect(checker.violation == InvariantViolation("inside", value: 5))
  }

  @Test func parameterThatIsNotListedIsRefused() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Drift.descriptor.defaultParameters["lihgts"]
    }
    let said = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(said.contains("the descriptor lists no parameter \"lihgts\", but \"lights\""))
  }

  @Test func populationThatIsNotListedIsRefused() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var counts = PopulationCounts(Drift.descriptor)
      counts["lights"] = 1
    }
    let said = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(said.contains("the descriptor lists no population \"lights\", but none"))
  }

  @Test func propertyThatIsNotListedIsRefused() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var checker = PropertyChecker(Drift.descriptor)
      checker.always("inside", true)
    }
    let said = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(said.contains("the descriptor lists no property \"inside\", but none"))
  }

  @Test func listOfScenesIsARegistry() throws {
    let registry: SceneRegistry = [Drift.self, PlantScene.self]
    #expect(registry.descriptors.map { $0.name.description } == ["drift", "plant"])
    let more = SceneRegistry().adding(PlantScene.self).adding(Drift.self)
    #expect(more.descriptors.map { $0.name.description } == ["plant", "drift"])
    var plan = RunPlan(
      seed: 1, frameCount: 8, clock: FrameClock(framesPerSecond: 60),
      canvas: SceneCanvas(widthPoints: 100, heightPoints: 200, scale: 1),
      parameters: Drift.descriptor.defaultParameters)
    plan.parameters["lights"] = 5
    let session = try #require(registry.entry(named: "drift")).open(plan, true, ThreadCrew())
    while session.frame < 8 { session.advance() }
    #expect(session.picture != nil)
  }

  // MARK: - Arrays of structures

  private struct Meadow: StateFields {
    struct Firefly: StateFields {
      var place = Vector2.zero
      var phase: Float = 0
      var trail: [Float] = [0, 0]

      mutating func visitState(_ visitor: inout some StateVisitor) {
        visitor.field(&place, "place")
        visitor.field(&phase, "phase")
        visitor.field(&trail, "trail")
      }
    }

    var fireflies = [Firefly](repeating: Firefly(), count: 5)
    var heights: [Float] = [0, 0, 0]

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field(&fireflies, "fireflies")
      visitor.field(&heights, "heights")
    }
  }

  @Test func differencesNameTheMemberOfAnArray() {
    var (before, after) = (Meadow(), Meadow())
    after.fireflies[3].place.x = 1
    after.fireflies[4].phase = 1
    after.fireflies[4].trail[1] = 1
    after.heights[2] = 1
    let differences = StateDifference.between(&before, &after, limit: 9)
    #expect(
      differences.map { $0.field } == [
        "fireflies[3].place.x", "fireflies[4].phase", "fireflies.trail[1]", "heights[2]",
      ])
    after.fireflies[2].phase = .nan
    #expect(StatePlace.ofNonFinite(in: &after)?.indexedText == "fireflies[2].phase")
  }
}
