import Foundation
import SimHarness
import SimPlatform
import SimRuntime
import SimCommands
import Testing

/// Goal: whatever is wrong with an input file is said in one line, exit code 2, nothing written.
///
/// Method: plant one fault a case into a scenario that runs; compare the line and the folder.
@Suite struct BadScenarioTests {
  struct Case: CustomTestStringConvertible, Sendable {
    /// What the scenario says instead.
    var find: String
    var replace: String
    /// The line on standard error after the path of the scenario; `FOLDER` is where it lies.
    var message: String
    var testDescription: String { message }

    init(_ find: String, _ replace: String, _ message: String) {
      self.find = find
      self.replace = replace
      self.message = message
    }
  }

  static let devices =
    "iphone-se-2, iphone-se-3, iphone-12, iphone-15-pro, ipad-9, ipad-air-m1, ipad-pro-12-9-m2"

  static let scenes =
    SceneRegistry.catalog.descriptors.map(\.name.description).joined(separator: ", ")

  static let cases = [
    Case("\"frames\": 6,\n", "\"frames\": 6,}", ":6:14: trailing comma before \"}\""),
    Case("20 }", "20, }", ":4:31: trailing comma before \"}\""),
    Case(
      "\"frames\"", "\"frames\": 5, \"frames\"",
      ":6:16: duplicate key \"frames\", first used at 6:3"),
    Case(
      "\"frames\"", "\"framse\"",
      ":6:3: unknown key \"framse\"; did you mean \"frames\"? allowed: background, budgets, "
        + "canvas, canvasSize, device, duration, frameRate, frames, gate, gateEvents, input, load, "
        + "matrix, missedDeadlines, motionAvailable, name, orientation, parameters, reduceMotion, "
        + "scene, seed"),
    Case(
      "6,", "\"six\",",
      ":6:13: frames: found string \"six\", expected a whole number from 1 to 2160000"),
    Case("20", "601", ":4:29: parameters.flakes: found 601, allowed 1 to 600"),
    Case("20", "-1", ":4:29: parameters.flakes: found -1, allowed 1 to 600"),
    Case(
      "20", "1e999",
      ":4:29: number too large: 1e999, allowed "
        + "-1.7976931348623157e+308 to 1.7976931348623157e+308"),
    Case(
      "\"width\": 160, \"height\": 80", "\"width\": 0, \"height\": 0",
      ":5:28: canvasSize.width: found 0, allowed 1 to 4096"),
    Case(
      "\"scene\": \"snowglobe\"", "\"scene\": \"snowglob\"",
      ":3:12: scene: found \"snowglob\"; did you mean \"snowglobe\"? "
        + "allowed: \(scenes)"),
    Case(
      "\"frames\"", "\"device\": \"iphone-21\", \"frames\"",
      ":6:13: device: found \"iphone-21\"; did you mean \"iphone-12\"? allowed: \(devices)"),
    Case(
      "shake", "shakes",
      ":7:39: input.generators[0].kind: found \"shakes\"; did you mean \"shake\"? allowed: tap, "
        + "multi-tap, drag, hold, toddler-mash, shake, slow-tilt, pick-up, stillness, key-press"),
    Case(
      "{ \"generators\"", "{ \"motion\": \"none.csv\", \"generators\"",
      ":7:24: input.motion: FOLDER/none.csv: no such file or directory"),
    Case(
      "{ \"generators\"", "{ \"camera\": { \"front\": [\"me.png\"] }, \"generators\"",
      ":7:24: input.camera: scene snowglobe has no camera"),
    Case(
      "\"scene\": \"snowglobe\",\n  \"parameters\": { \"flakes\": 20 },\n  \"canvasSize\": "
        + "{ \"width\": 160, \"height\": 80 },\n  \"frames\": 6,\n  \"input\": {",
      "\"scene\": \"ring-light\",\n  \"input\": { \"camera\": { \"front\": [\"bad.json\"] },",
      ":4:36: input.camera.front[0]: FOLDER/bad.json: not a PNG file"),
  ]

  @Test(arguments: cases) func plantedFaultIsSaidInOneLine(_ planted: Case) throws {
    let folder = try TemporaryFolder()
    let sound = TinyScenario.text()
    #expect(sound.contains(planted.find))
    let scenario = try folder.write(
      sound.replacing(planted.find, with: planted.replace, maxReplacements: 1), to: "bad.json")
    let message = planted.message.replacing("FOLDER", with: folder.path)
    try expectRefusal(scenario, in: folder, "\(scenario)\(message)")
  }

  /// Files that are no scenario at all, made by what the name says.
  enum Broken: String, CaseIterable {
    case missing, directory, empty, wrongUTF8, truncated, deepArray, deepObject, pipe, lineBreak
    case tooLarge
  }

  @Test(arguments: Broken.allCases) func whatIsNoScenarioIsRefused(_ kind: Broken) throws {
    let folder = try TemporaryFolder()
    let path = folder.at("broken.json")
    var shown = path
    let message: String
    switch kind {
    case .missing:
      message = ": no such file or directory"
    case .directory:
      try FileStore.makeDirectory(path)
      message = ": is a directory, not a file"
    case .empty:
      try folder.write("", to: "broken.json")
      message = ":1:1: empty file, expected a JSON value; restore the file or write it again"
    case .wrongUTF8:
      try FileStore.write(Array("{\n  \"name\": \"a".utf8) + [0xFF], to: path)
      message = ":2:13: invalid UTF-8 at byte 14"
    case .truncated:
      try folder.write("{ \"scene\":", to: "broken.json")
      message = ":1:11: unexpected end of file, expected a value"
    case .deepArray:
      try folder.write(String(repeating: "[", count: 100_000), to: "broken.json")
      message = ":1:65: nested deeper than 64 levels"
    case .deepObject:
      try folder.write(String(repeating: "{\"a\":", count: 100_000), to: "broken.json")
      message = ":1:321: nested deeper than 64 levels"
    case .pipe:
      #expect(try ProcessRunner.run("mkfifo", [path]).exitCode == 0)
      message = ": is a pipe, not a regular file"
    case .lineBreak:
      shown = folder.at("a\\nb")
      try expectRefusal(folder.at("a\nb"), in: folder, "\(shown): no such file or directory")
      return
    case .tooLarge:
      #expect(try ProcessRunner.run("truncate", ["-s", "104857600", path]).exitCode == 0)
      message = ": holds 104857600 bytes, and at most 16777216 are allowed"
    }
    try expectRefusal(path, in: folder, "\(shown)\(message)")
  }

  @Test func deviceFileIsRefused() throws {
    try expectRefusal(
      "/dev/zero", in: TemporaryFolder(), "/dev/zero: is a device, not a regular file")
  }

  @Test(arguments: [false, true]) func badRowOfRecordingIsNamed(isOption: Bool) throws {
    let folder = try TemporaryFolder()
    let names = ["X", "Y", "Z"]
    let header = ["time"] + names.map { "acceleration\($0)" } + names.map { "rotationRate\($0)" }
    let csv = try folder.write(
      header.joined(separator: ",") + "\n0,0,0,0,0,0,0\n0.1,0,zero,0,0,0,0\n", to: "bad.csv")
    let expected = "\(csv):3:7: accelerationY: found \"zero\", expected a number"
    var text = TinyScenario.text()
    if !isOption {
      text = text.replacing("{ \"generators\"", with: "{ \"motion\": \"bad.csv\", \"generators\"")
    }
    let scenario = try folder.write(text, to: "scenario.json")
    try expectRefusal(
      scenario, in: folder, expected, arguments: isOption ? ["--motion", csv] : [])
  }

  private func expectRefusal(
    _ scenario: String, in folder: TemporaryFolder, _ message: String, arguments: [String] = []
  ) throws {
    let before = try folder.listing()
    let outputs = ["--out", folder.at("out"), "--json", folder.at("r.json")] + arguments
    for verb in ["run", "render"] {
      let refused = CommandRun([verb, scenario] + outputs)
      #expect(refused.code == .usage)
      #expect(refused.error == "simbench: \(message)\n")
      #expect(refused.output.isEmpty)
    }
    if arguments.isEmpty {
      let refused = CommandRun(["validate", scenario])
      #expect(refused.code == .usage)
      #expect(refused.error == "simbench: \(message)\n")
      #expect(refused.output.isEmpty)
    }
    #expect(try folder.listing() == before)
  }
}
