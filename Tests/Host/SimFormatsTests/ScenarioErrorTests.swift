import SimFormats
import Testing

/// Goal: every mistake in a scenario gives one line that says where, what and what instead.
@Suite struct ScenarioErrorTests {
  /// Expects a message after `a/quiet.json:2:COLUMN: `, the mistake being in the second line.
  private func expect(_ members: String, _ column: Int, _ message: String) {
    #expect(ScenarioFixture.message(members) == "a/quiet.json:2:\(column): \(message)")
  }

  @Test func scene() throws {
    func message(_ text: String) -> String? {
      #expect(throws: FormatError.self) {
        try ScenarioFile.read(
          Array(text.utf8), file: "x.json", scenes: [ScenarioFixture.calm, ScenarioFixture.snow])
      }?.message
    }
    #expect(
      message("{\"scene\": \"snowglob\"}")
        == "x.json:1:11: scene: found \"snowglob\"; did you mean \"snowglobe\"? "
        + "allowed: calm-static, snowglobe")
    #expect(
      message("{\"scene\": 5}")
        == "x.json:1:11: scene: found 5, expected one of the strings calm-static, snowglobe")
    #expect(message("{}") == "x.json:1:1: missing key \"scene\"")
    #expect(
      message("{\"scen\": 1}")
        == "x.json:1:2: missing key \"scene\"; is \"scen\" a misspelling of it?")
    #expect(message("[]") == "x.json:1:1: found an array, expected an object")
    #expect(
      message("")
        == "x.json:1:1: empty file, expected a JSON value; restore the file or write it again")
  }

  @Test(arguments: [
    ("601", "found 601, allowed 0 to 600"), ("-1", "found -1, allowed 0 to 600"),
    ("1.5", "found 1.5, expected a whole number from 0 to 600"),
    ("6e2", "found 6e2, expected a whole number from 0 to 600, written with digits only"),
    ("\"ten\"", "found string \"ten\", expected a whole number from 0 to 600"),
    ("null", "found null, expected a whole number from 0 to 600"),
  ])
  func wholeParameter(value: String, message: String) {
    expect("\"parameters\": {\"flakes\": \(value)}", 26, "parameters.flakes: \(message)")
  }

  @Test func otherParameters() {
    expect(
      "\"parameters\": {\"gain\": 0.09}", 24, "parameters.gain: found 0.09, allowed 0.1 to 0.7")
    expect(
      "\"parameters\": {\"gain\": true}", 24,
      "parameters.gain: found true, expected a number from 0.1 to 0.7")
    expect(
      "\"parameters\": {\"flake\": 1}", 16,
      "parameters: unknown key \"flake\"; did you mean \"flakes\"? allowed: flakes, gain")
    expect("\"parameters\": 1", 15, "parameters: found 1, expected an object")
    expect(
      "\"parameters\": {\"gain\": 1e999}", 24,
      "number too large: 1e999, allowed "
        + "-1.7976931348623157e+308 to 1.7976931348623157e+308")
  }

  @Test func keys() {
    expect(
      "\"sed\": 1", 1,
      "unknown key \"sed\"; did you mean \"seed\"? allowed: background, budgets, canvas, "
        + "canvasSize, device, duration, frameRate, frames, gate, gateEvents, input, load, matrix, "
        + "missedDeadlines, motionAvailable, name, orientation, parameters, reduceMotion, scene, "
        + "seed")
    expect("\"scene\": 1", 1, "duplicate key \"scene\", first used at 1:2")
  }

  @Test(arguments: [
    ("seed", "-1", "found -1, allowed 0 or more"),
    (
      "seed", "18446744073709551616",
      "found 18446744073709551616, allowed 0 to 18446744073709551615"
    ),
    (
      "seed", "\"one\"",
      "found string \"one\", expected a string of decimal digits, at most 18446744073709551615"
    ),
    ("frames", "0", "found 0, allowed 1 to 2160000"),
    ("frames", "2160001", "found 2160001, allowed 1 to 2160000"),
    ("frames", "true", "found true, expected a whole number from 1 to 2160000"),
    ("frameRate", "23", "found 23, allowed 24 to 240"),
    ("frameRate", "241", "found 241, allowed 24 to 240"),
    ("reduceMotion", "1", "found 1, expected true or false"),
    ("motionAvailable", "\"no\"", "found string \"no\", expected true or false"),
    ("device", "12", "found 12, expected a string"),
    (
      "orientation", "\"landscape\"",
      "found \"landscape\"; allowed: "
        + "portrait, landscape-left, portrait-upside-down, landscape-right"
    ),
    (
      "orientation", "90",
      "found 90, expected one of the strings "
        + "portrait, landscape-left, portrait-upside-down, landscape-right"
    ),
    (
      "duration", "\"10\"",
      "found \"10\" without a unit, expected one of ms, s, m, h"
    ),
    (
      "duration", "\"10d\"",
      "unknown unit \"d\" in \"10d\", expected one of ms, s, m, h"
    ),
    (
      "duration", "\"-3s\"",
      "found \"-3s\", expected a number and a unit such as 10m, 90s, 1.5s, 500ms or 2h"
    ),
    (
      "duration", "\"\"",
      "empty duration, expected a number and a unit such as 10m, 90s, 1.5s, 500ms or 2h"
    ),
    ("duration", "\"1.0001s\"", "found \"1.0001s\", expected whole milliseconds"),
    ("duration", "\"0s\"", "found \"0s\", allowed 1ms to 1000h"),
    ("duration", "\"11h\"", "found string \"11h\", allowed 1 to 2160000 frames"),
    ("duration", "60", "found 60, expected a string"),
    ("input", "[]", "found an array, expected an object"),
    ("canvas", "{}", "found an object, expected an array"),
    ("canvasSize", "5", "found 5, expected an object"),
    ("background", "{}", "found an object, expected an array"),
    ("load", "[]", "found an array, expected an object"),
    ("budgets", "{}", "found an object, expected an array"),
  ])
  func values(key: String, value: String, message: String) {
    expect("\"\(key)\": \(value)", key.count + 5, "\(key): \(message)")
  }

  @Test(arguments: ["\"\"", "\"Quiet\"", "\"a b\"", "\"a--b\"", "\"../a\"", "7"])
  func names(value: String) {
    let isNumber = value == "7"
    let expected =
      isNumber
      ? "a string" : "1 to 64 lower-case letters, digits and single hyphens, such as quiet-snow"
    expect(
      "\"name\": \(value)", 9,
      "name: found \(isNumber ? "" : "string ")\(value), expected \(expected)")
  }

  @Test func framesAndDuration() {
    expect(
      "\"duration\": \"1s\", \"frames\": 3", 29,
      "frames: duration and frames exclude each other")
  }

  @Test func load() {
    expect("\"load\": {\"flakes\": 601}", 20, "load.flakes: found 601, allowed 1 to 600")
    expect("\"load\": {\"flakes\": 0}", 20, "load.flakes: found 0, allowed 1 to 600")
    expect(
      "\"load\": {\"sparks\": 1000001}", 20, "load.sparks: found 1000001, allowed 1 to 1000000")
    expect(
      "\"load\": {\"flake\": 1}", 10,
      "load: unknown key \"flake\"; did you mean \"flakes\"? allowed: flakes, sparks")
  }

  @Test func background() {
    expect(
      "\"background\": [{\"from\": 5, \"frames\": 5}, {\"from\": 9, \"frames\": 1}]", 42,
      "background[1]: found from 9, allowed 10 or more")
    expect(
      "\"background\": [{\"from\": 5, \"frames\": 0}]", 38,
      "background[0].frames: found 0, allowed 1 to 2160000")
    expect(
      "\"background\": [{\"from\": 5}]", 16, "background[0]: missing key \"frames\"")
  }
}
