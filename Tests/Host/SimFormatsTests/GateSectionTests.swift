import SimFormats
import SimRuntime
import SimInput
import Testing

/// Goal: a scenario names the gate in front of its scene and what happens at it; a mistake gives
/// one line with what is allowed.
@Suite struct GateSectionTests {
  private static let events = """
    "gate": "babysafe",
    "gateEvents": [
      {"frame": 540, "event": "success"}, {"frame": 540, "event": "lock"},
      {"frame": 900, "event": "biometry-lockout", "attempt": 2}
    ]
    """

  @Test func gatesAreRead() throws {
    let scenario = try ScenarioFixture.scenario(Self.events)
    #expect(scenario.plan.gate == .babySafe && scenario.scene == "snowglobe")
    #expect(scenario.sceneWords == "snowglobe behind babysafe")
    #expect(
      scenario.plan.gateActions == [
        GateAction(frame: 540, .success), GateAction(frame: 540, .lock),
        GateAction(frame: 900, .biometryLockout, attempt: 2),
      ])
    let plain = try ScenarioFixture.scenario("")
    #expect(plain.plan.gate == nil && plain.sceneWords == "snowglobe")
    // What the run does not reach is not part of it.
    var overrides = ScenarioOverrides()
    overrides.frameCount = 541
    let short = try ScenarioFixture.scenario(Self.events, overrides: overrides)
    #expect(short.plan.gateActions.count == 2)
  }

  @Test func budgetsMayNameTheGate() throws {
    let budget = """
      "budgets": [{"id": "BV-GATE", "metric": "population.gate-prompts.max", "atMost": 0}]
      """
    let scenario = try ScenarioFixture.scenario("\"gate\": \"scribbly\", \(budget)")
    #expect(scenario.budgets.map(\.measure.path) == ["population.gate-prompts.max"])
    #expect(ScenarioFixture.message(budget)?.contains("gate-prompts") == true)
  }

  @Test func aMatrixMayVaryTheGate() throws {
    let text = """
      {"scene": "snowglobe", "matrix": {"gate": ["babysafe", "scribbly"]}}
      """
    let files = try ScenarioFile.readAll(
      JSONDocument.read(Array(text.utf8), file: "x.json"), scenes: [ScenarioFixture.snow])
    let gates = try files.map {
      try $0.scenario(device: ScenarioFixture.phone, motion: nil).plan.gate
    }
    #expect(gates == [.babySafe, .scribbly])
  }

  @Test(arguments: [
    (
      "\"gate\": \"babysave\"", "gate",
      "found \"babysave\"; did you mean \"babysafe\"? allowed: babysafe, scribbly"
    ),
    (
      "\"gateEvents\": [{\"frame\": 1, \"event\": \"lock\"}]", "gateEvents",
      "events of a gate, but no \"gate\" in front of the scene"
    ),
    (
      "\"gate\": \"babysafe\", \"gateEvents\": [{\"frame\": 3600, \"event\": \"lock\"}]",
      "gateEvents[0].frame", "found 3600, allowed less than 3600, the frames of the run"
    ),
    (
      "\"gate\": \"babysafe\", \"gateEvents\": [{\"frame\": 9, \"event\": \"lock\"}, "
        + "{\"frame\": 8, \"event\": \"lock\"}]", "gateEvents[1]",
      "found frame 8, allowed 9 or more"
    ),
    (
      "\"gate\": \"babysafe\", "
        + "\"gateEvents\": [{\"frame\": 9, \"event\": \"lock\", \"attempt\": 2}]",
      "gateEvents[0].attempt", "lock answers no prompt; only an answer has an attempt"
    ),
  ])
  func mistakesAreSaid(members: String, path: String, problem: String) {
    let message = ScenarioFixture.message(members) ?? ""
    #expect(message.hasSuffix(": \(path): \(problem)"), "\(message)")
  }

  @Test func unknownEventsSuggestTheNearest() {
    let message = ScenarioFixture.message(
      "\"gate\": \"babysafe\", \"gateEvents\": [{\"frame\": 1, \"event\": \"sucess\"}]")
    #expect(message?.contains("did you mean \"success\"?") == true)
  }
}
