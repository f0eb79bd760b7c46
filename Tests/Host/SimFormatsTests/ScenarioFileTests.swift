import SimFormats
import SimRuntime
import SimInput
import Testing

/// Goal: every key a scenario may have arrives in the plan.
@Suite struct ScenarioFileTests {
  @Test func leastScenarioHasTheNormalValues() throws {
    let file = try ScenarioFixture.read("")
    #expect(file.name == "quiet")
    #expect(file.scene.name.description == "snowglobe")
    #expect(file.deviceName == "iphone-12")
    #expect(file.device == nil)
    #expect(file.motion == nil)
    let plan = try ScenarioFixture.scenario("").plan
    #expect(plan.seed == 1)
    #expect(plan.frameCount == 3600)
    #expect(plan.clock.framesPerSecond == 60)
    #expect(plan.parameters.values == [600, 0.5])
    #expect(plan.canvas == SceneCanvas(widthPoints: 400, heightPoints: 800, scale: 3))
    #expect(!plan.isMotionReduced)
    #expect(plan.hasMotion)
    #expect(plan.generators.isEmpty)
    #expect(plan.defects == InputDefects())
    #expect(plan.touchSamplesPerSecond == 240)
  }

  @Test func plainValues() throws {
    let members = """
      "$schema": "s", "name": "other-1", "device": "ipad-9", "seed": 18446744073709551615,
      "frameRate": 120, "frames": 2160000, "reduceMotion": true, "motionAvailable": false,
      "parameters": {"gain": 0.1, "flakes": 0}, "input": {"motion": "walk.csv"}
      """
    let file = try ScenarioFixture.read(members)
    #expect(file.name == "other-1")
    #expect(file.deviceName == "ipad-9")
    #expect(file.device?.node.path == "device")
    #expect(file.motion?.value == "walk.csv")
    #expect(file.motion?.node.path == "input.motion")
    let scenario = try ScenarioFixture.scenario(members)
    #expect(scenario.name == "other-1")
    #expect(scenario.plan.seed == .max)
    #expect(scenario.plan.frameCount == 2_160_000)
    #expect(scenario.plan.clock.framesPerSecond == 120)
    #expect(scenario.plan.parameters.values == [0, 0.1])
    #expect(scenario.plan.isMotionReduced)
    #expect(!scenario.plan.hasMotion)
  }

  @Test func whatRecordedMotionMeansIsSaid() throws {
    func conventions(_ more: String) throws -> MotionConventions {
      try ScenarioFixture.read("\"input\": {\"motion\": \"walk.csv\"\(more)}").motionConventions
    }
    #expect(try conventions("") == MotionConventions())
    var all = MotionConventions()
    (all.units, all.gravity) = (.metersPerSecondSquared, .included)
    (all.rotationUnits, all.gaps) = (.degreesPerSecond, .refuse)
    let text =
      #", "motionUnits": "m/s2", "motionGravity": "included", "motionRotationUnits": "deg/s""#
      + #", "motionGaps": "refuse""#
    #expect(try conventions(text) == all)
    #expect(MotionConventions.keys.allSatisfy { text.contains("\"\($0)\"") })
    for key in MotionConventions.keys {
      let error = #expect(throws: FormatError.self) {
        try ScenarioFixture.read("\"input\": {\"\(key)\": \"x\"}")
      }
      #expect(error?.path == "input.\(key)")
    }
    let alone = #expect(throws: FormatError.self) {
      try ScenarioFixture.read(#""input": {"motionUnits": "g"}"#)
    }
    #expect(alone?.message.hasSuffix("needs motion, the file that it describes") == true)
  }

  @Test(arguments: [
    ("10m", 36_000), ("1.5s", 90), ("1ms", 1), ("17ms", 2), ("10h", 2_160_000),
  ])
  func durations(text: String, frames: UInt32) throws {
    #expect(try ScenarioFixture.scenario("\"duration\": \"\(text)\"").plan.frameCount == frames)
  }

  @Test func durationCountsFramesOfTheScenariosRate() throws {
    let plan = try ScenarioFixture.scenario("\"duration\": \"1s\", \"frameRate\": 90").plan
    #expect(plan.frameCount == 90)
  }

  @Test(arguments: InputGenerator.Kind.allCases)
  func generatorOfEveryKind(kind: InputGenerator.Kind) throws {
    let members = """
      "input": {"generators": [{"kind": "\(kind.name)"}, {"kind": "\(kind.name)", "from": 5,
      "to": 6, "eventsPerMinute": 6000, "strength": 4, "pencil": true,
      "region": [0.25, 0, 0.75, 1]}]}
      """
    let generators = try ScenarioFixture.scenario(members).plan.generators
    #expect(generators.first == .standard(kind))
    #expect(
      generators.last
        == InputGenerator(
          kind: kind, startFrame: 5, endFrame: 6, eventsPerMinute: 6000, strength: 4,
          region: NormalizedRegion(x: 0.25, y: 0, width: 0.75, height: 1), isPencil: true))
    #expect(generators.allSatisfy { $0.isValid })
  }

  @Test func defects() throws {
    let members = """
      "input": {"defects": {"droppedPerMille": 1, "duplicatedPerMille": 2, "latePerMille": 3,
      "lateFrames": 4, "coalescedPerMille": 1000, "coalescedSampleCount": 6}}
      """
    #expect(
      try ScenarioFixture.scenario(members).plan.defects
        == InputDefects(
          droppedPerMille: 1, duplicatedPerMille: 2, latePerMille: 3, lateFrames: 4,
          coalescedPerMille: 1000, coalescedSampleCount: 6))
  }

  @Test func backgroundAndLoad() throws {
    let members = """
      "background": [{"from": 0, "frames": 2}, {"from": 2, "frames": 3}],
      "load": {"sparks": 1000000, "flakes": 600}
      """
    let scenario = try ScenarioFixture.scenario(members)
    #expect(
      scenario.plan.backgroundSpans == [
        FrameSpan(start: 0, end: 2), FrameSpan(start: 2, end: 5),
      ])
    var flakes = LoadClaim(population: "flakes", index: 0, count: 600)
    var sparks = LoadClaim(population: "sparks", index: 1, count: 1_000_000)
    (flakes.line, sparks.line) = (3, 3)
    #expect(scenario.load == [flakes, sparks])
    #expect(scenario.load[0].threshold == 570)
  }

  @Test func everyMeasureCanBeLimited() throws {
    let measures = Measure.all(for: ScenarioFixture.snow)
    #expect(measures.count == 38)
    let budgets = measures.map {
      "{\"id\": \"A-1\", \"metric\": \"\($0.path)\", \"atLeast\": 2.5}"
    }
    let scenario = try ScenarioFixture.scenario(
      "\"budgets\": [\(budgets.joined(separator: ","))]")
    let expected = measures.map { measure in
      var budget = Budget(id: "A-1", measure: measure, bound: .atLeast, limit: 2.5)
      budget.line = 2
      return budget
    }
    #expect(scenario.budgets == expected)
  }

  @Test(arguments: [
    ("x/Quiet Snow_2.json", "quiet-snow-2"), ("-.json", "scenario"), ("été.json", "t"),
    (String(repeating: "a", count: 63) + "-b.json", String(repeating: "a", count: 63)),
  ])
  func nameFromThePath(path: String, name: String) throws {
    let file = try ScenarioFixture.read("", file: path)
    #expect(file.name == name)
    #expect(KebabName.isOne(file.name))
  }

  @Test func names() {
    for name in ["a", "a-b", "ipad-pro-12-9-m2", String(repeating: "a", count: 64)] {
      #expect(KebabName.isOne(name), "\(name)")
    }
    let long = String(repeating: "a", count: 65)
    for name in ["", "-", "a-", "-a", "a--b", "A", "a b", "a/b", "é", "..", long] {
      #expect(!KebabName.isOne(name), "\(name)")
    }
  }
}
