import SimFormats
import Testing

/// Goal: mistakes inside input, canvas and budgets are shown as well as those outside.
@Suite struct ScenarioSectionErrorTests {
  private func expect(_ members: String, _ column: Int, _ message: String) {
    #expect(ScenarioFixture.message(members) == "a/quiet.json:2:\(column): \(message)")
  }

  @Test(arguments: [
    (
      "\"kind\": \"shak\"", 36, ".kind",
      "found \"shak\"; did you mean \"shake\"? allowed: tap, multi-tap, drag, hold, "
        + "toddler-mash, shake, slow-tilt, pick-up, stillness, key-press"
    ),
    ("\"from\": 0", 27, "", "missing key \"kind\""),
    (
      "\"kind\": \"tap\", \"form\": 0", 43, "",
      "unknown key \"form\"; did you mean \"from\"? allowed: eventsPerMinute, from, kind, "
        + "pencil, region, strength, to"
    ),
    (
      "\"kind\": \"tap\", \"from\": 9, \"to\": 9", 60, ".to",
      "found 9, allowed more than from (9)"
    ),
    ("\"kind\": \"tap\", \"to\": 0", 49, ".to", "found 0, allowed more than from (0)"),
    ("\"kind\": \"tap\", \"from\": -1", 51, ".from", "found -1, allowed 0 to 2159999"),
    (
      "\"kind\": \"tap\", \"eventsPerMinute\": 6001", 62, ".eventsPerMinute",
      "found 6001, allowed 0 to 6000"
    ),
    ("\"kind\": \"tap\", \"strength\": 4.1", 55, ".strength", "found 4.1, allowed 0 to 4"),
    (
      "\"kind\": \"tap\", \"strength\": \"4\"", 55, ".strength",
      "found string \"4\", expected a number from 0 to 4"
    ),
    ("\"kind\": \"tap\", \"pencil\": 1", 53, ".pencil", "found 1, expected true or false"),
    (
      "\"kind\": \"tap\", \"region\": [0, 0, 1]", 53, ".region",
      "found 3 elements, allowed only 4"
    ),
    (
      "\"kind\": \"tap\", \"region\": [0.5, 0, 0.6, 1]", 53, ".region",
      "found a region outside the canvas, allowed x, y, width, height within 0 to 1"
    ),
    (
      "\"kind\": \"tap\", \"region\": [0, 0, 1, 0]", 53, ".region",
      "found a region outside the canvas, allowed x, y, width, height within 0 to 1"
    ),
    (
      "\"kind\": \"tap\", \"region\": [0, 0, 1, 1.5]", 63, ".region[3]",
      "found 1.5, allowed 0 to 1"
    ),
  ])
  func generators(members: String, column: Int, path: String, message: String) {
    expect(
      "\"input\": {\"generators\": [ {\(members)}]}", column,
      "input.generators[0]\(path): \(message)")
  }

  @Test func inputAsAWhole() {
    let many = [String](repeating: "{\"kind\": \"tap\"}", count: 17).joined(separator: ",")
    expect(
      "\"input\": {\"generators\": [\(many)]}", 25,
      "input.generators: found 17 elements, allowed 0 to 16")
    expect(
      "\"input\": {\"generator\": []}", 11,
      "input: unknown key \"generator\"; did you mean \"generators\"? "
        + "allowed: camera, defects, fit, generators, motion, motionGaps, motionGravity, "
        + "motionRotationUnits, motionUnits, recording, touches, writer")
    expect("\"input\": {\"motion\": 1}", 21, "input.motion: found 1, expected a string")
  }

  @Test(arguments: [
    ("droppedPerMille", "1001", "0 to 1000"), ("duplicatedPerMille", "-1", "0 to 1000"),
    ("latePerMille", "70000", "0 to 1000"), ("coalescedPerMille", "1001", "0 to 1000"),
    ("lateFrames", "0", "1 to 30"), ("lateFrames", "31", "1 to 30"),
    ("coalescedSampleCount", "1", "2 to 16"), ("coalescedSampleCount", "17", "2 to 16"),
  ])
  func defects(key: String, value: String, allowed: String) {
    expect(
      "\"input\": {\"defects\": {\"\(key)\": \(value)}}", 27 + key.count,
      "input.defects.\(key): found \(value), allowed \(allowed)")
  }

  @Test func canvasSize() {
    expect(
      "\"canvasSize\": {\"width\": 0, \"height\": 0}", 25,
      "canvasSize.width: found 0, allowed 1 to 4096")
    expect(
      "\"canvasSize\": {\"width\": 1, \"height\": 4096.5}", 38,
      "canvasSize.height: found 4096.5, allowed 1 to 4096")
    expect(
      "\"canvasSize\": {\"width\": 1, \"height\": 1, \"scale\": 0.5}", 50,
      "canvasSize.scale: found 0.5, allowed 1 to 4")
    expect("\"canvasSize\": {\"width\": 1}", 15, "canvasSize: missing key \"height\"")
    expect(
      "\"canvasSize\": {\"width\": 4096, \"height\": 2049, \"scale\": 2}", 15,
      "canvasSize: found 8192 × 4098 pixels, allowed 33554432 pixels in all")
    #expect(
      ScenarioFixture.message("\"canvasSize\": {\"width\": 4096, \"height\": 2048, \"scale\": 2}")
        == nil)
  }

  @Test func canvasChanges() {
    expect(
      "\"canvas\": [{\"frame\": 5, \"orientation\": \"portrait\"}, "
        + "{\"frame\": 5, \"orientation\": \"portrait\"}]", 63,
      "canvas[1].frame: found 5, allowed more than 5, the frame of the change before")
    expect(
      "\"canvas\": [{\"frame\": 2160001, \"orientation\": \"portrait\"}]", 22,
      "canvas[0].frame: found 2160001, allowed 0 to 2159999")
    expect(
      "\"canvas\": [{\"frame\": 5}]", 12, "canvas[0]: missing key \"orientation\" or \"size\"")
    expect(
      "\"canvas\": [{\"frame\": 5, \"orientaton\": \"portrait\"}]", 25,
      "canvas[0]: unknown key \"orientaton\"; did you mean \"orientation\"? "
        + "allowed: frame, orientation, size")
  }

  @Test(arguments: [
    ("\"metric\": \"timing.frame.p99\", \"atMost\": 1", 13, "", "missing key \"id\""),
    (
      "\"id\": \"\", \"metric\": \"timing.frame.p99\", \"atMost\": 1", 20, ".id",
      "found string \"\", expected 1 to 64 letters, digits, hyphens and points, such as BV-SNOW"
    ),
    (
      "\"id\": \"A\", \"metric\": \"timing.frame.p98\", \"atMost\": 1", 35, ".metric",
      "found \"timing.frame.p98\"; did you mean \"timing.frame.p90\"? allowed: "
        + Measure.all(for: ScenarioFixture.snow).prefix(24).map { $0.path }
        .joined(separator: ", ") + ", … (38 in all)"
    ),
    (
      "\"id\": \"A\", \"metric\": \"timing.frame.p99\"", 13, "",
      "missing key \"atMost\", \"below\" or \"atLeast\""
    ),
    (
      "\"id\": \"A\", \"metric\": \"timing.frame.p99\", \"atmost\": 1", 55, "",
      "unknown key \"atmost\"; did you mean \"atMost\"? "
        + "allowed: atLeast, atMost, below, id, metric"
    ),
    (
      "\"id\": \"A\", \"metric\": \"timing.frame.p99\", \"atMost\": 1, \"atLeast\": 1", 79,
      ".atLeast", "atMost and atLeast exclude each other"
    ),
    (
      "\"id\": \"A\", \"metric\": \"timing.frame.p99\", \"below\": 1, \"atMost\": 1", 64,
      ".below", "atMost and below exclude each other"
    ),
    (
      "\"id\": \"A\", \"metric\": \"timing.frame.p99\", \"atMost\": \"frame\"", 65, ".atMost",
      "found \"frame\"; allowed: frame-interval"
    ),
    (
      "\"id\": \"A\", \"metric\": \"timing.hitchMsPerSecond\", \"atMost\": \"frame-interval\"", 72,
      ".atMost",
      "found string \"frame-interval\", expected a number from 0 to 1000000000000000"
    ),
    (
      "\"id\": \"A\", \"metric\": \"timing.frame.p99\", \"atMost\": -1", 65, ".atMost",
      "found -1, allowed 0 to 1000000000000000"
    ),
    (
      "\"id\": \"A\", \"metric\": \"timing.frame.p99\", \"atMost\": null", 65, ".atMost",
      "found null, expected a number from 0 to 1000000000000000"
    ),
  ])
  func budgets(members: String, column: Int, path: String, message: String) {
    expect("\"budgets\": [{\(members)}]", column, "budgets[0]\(path): \(message)")
  }
}
