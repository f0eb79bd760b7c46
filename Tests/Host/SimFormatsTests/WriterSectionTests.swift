import SimFormats
import SimRuntime
import SimInput
import Testing
import SimTracing

/// Goal: a scenario names letter and writer in words, and a mistake in them is shown.
///
/// Method: scenarios of the scene with letters, read and completed; each mistake's whole message.
@Suite struct WriterSectionTests {
  private static func scenario(_ members: String) throws(FormatError) -> Scenario {
    let file = try ScenarioFile.read(
      Array("{\"scene\": \"trace\", \(members)}".utf8), file: "x.json",
      scenes: [LetterTracing.descriptor])
    let name = file.deviceName
    guard let device = BuiltInDevices.device(named: name) else { preconditionFailure(name) }
    return try file.scenario(device: device, motion: nil)
  }

  private static func message(_ members: String) -> String? {
    do {
      _ = try scenario(members)
      return nil
    } catch { return error.message }
  }

  @Test func lettersAndWritersAreNamed() throws {
    let scenario = try Self.scenario(
      "\"parameters\": {\"letter\": \"e\", \"tolerance\": \"quarter-inch\"}, "
        + "\"input\": {\"writer\": {\"skill\": \"four-year-old\", \"letter\": \"S\", "
        + "\"from\": 7, \"repeat\": true, \"pace\": 2}}, \"missedDeadlines\": [3, 5]")
    #expect(scenario.plan.parameters.values == [13, 1, 0, 0, 0])
    #expect(
      scenario.plan.writer
        == Writer(skill: .fourYearOld, startFrame: 7, isRepeating: true, pace: 2, letter: 1))
    #expect(scenario.missedFrames == [3, 5])
    #expect(abs(scenario.plan.pointsPerMillimeter - 6.0367) < 1e-3)
    #expect(scenario.plan.touchSamplesPerSecond == 120)
  }

  @Test func choicesFollowTheLetters() {
    let names = LetterTracing.Parameter.letter.descriptor.choices.map { Array($0.description.utf8) }
    #expect(names == Letter.allCases.map { [$0.code] })
  }

  @Test func aPencilIsSampledByItsDevice() throws {
    let writer = "\"input\": {\"writer\": {\"skill\": \"adult\", \"pencil\": true}}"
    let scenario = try Self.scenario(writer + ", \"device\": \"ipad-pro-12-9-m2\"")
    #expect(scenario.plan.touchSamplesPerSecond == 240 && scenario.plan.writer?.isPencil == true)
    #expect(
      Self.message(writer)
        == "x.json:1:40: input.writer: found a pencil, allowed a finger: iphone-12 takes no pencil")
  }

  @Test(arguments: [
    (
      "\"parameters\": {\"letter\": \"Q\"}",
      "x.json:1:45: parameters.letter: found \"Q\"; allowed: A, S, O, B, D, C, E, a, s, o, b, d, "
        + "c, e"
    ),
    (
      "\"parameters\": {\"haptics\": \"onn\"}",
      "x.json:1:46: parameters.haptics: found \"onn\"; did you mean \"on\"? allowed: on, off"
    ),
    (
      "\"input\": {\"writer\": {\"skill\": \"tremour\"}}",
      "x.json:1:50: input.writer.skill: found \"tremour\"; did you mean \"tremor\"? allowed: "
        + "adult, six-year-old, four-year-old, tremor, scribble, tap, palm, restarts"
    ),
    (
      "\"missedDeadlines\": [4, 4]",
      "x.json:1:43: missedDeadlines[1]: found 4, allowed more than 4, the frame before"
    ),
  ])
  func mistakesAreShown(members: String, message: String) {
    #expect(Self.message(members) == message)
  }

  @Test func aSceneWithoutLettersTakesNoWriter() {
    let error = #expect(throws: FormatError.self) {
      try ScenarioFile.read(
        Array("{\"scene\": \"calm\", \"input\": {\"writer\": {\"skill\": \"tap\"}}}".utf8),
        file: "x.json",
        scenes: [
          SceneDescriptor(
            name: "calm", summary: "Calm.", requirements: [], commandCapacity: 1)
        ])
    }
    #expect(error?.message == "x.json:1:39: input.writer: scene calm shows nothing to write")
  }
}
