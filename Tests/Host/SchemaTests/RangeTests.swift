import SimFormats
import Testing

/// Goal: every range of the schemas is the reader's, to the last allowed value.
@Suite struct RangeTests {
  /// A property of the scenario schema and a scenario with a hole for its value.
  static let places = [
    ("/seed", "\"seed\": #"), ("/frameRate", "\"frameRate\": #"), ("/frames", "\"frames\": #"),
    ("size/width", "\"canvasSize\": {\"width\": #, \"height\": 1}"),
    ("size/height", "\"canvasSize\": {\"width\": 1, \"height\": #}"),
    ("size/scale", "\"canvasSize\": {\"width\": 1, \"height\": 1, \"scale\": #}"),
    ("generator/from", "\"input\": {\"generators\": [{\"kind\": \"tap\", \"from\": #}]}"),
    (
      "generator/eventsPerMinute",
      "\"input\": {\"generators\": [{\"kind\": \"tap\", \"eventsPerMinute\": #}]}"
    ),
    ("writer/pace", "\"input\": {\"writer\": {\"skill\": \"tap\", \"pace\": #}}"),
    ("writer/from", "\"input\": {\"writer\": {\"skill\": \"tap\", \"from\": #}}"),
    ("missedDeadlines", "\"missedDeadlines\": [#]"),
    ("generator/strength", "\"input\": {\"generators\": [{\"kind\": \"tap\", \"strength\": #}]}"),
    ("defects/droppedPerMille", "\"input\": {\"defects\": {\"droppedPerMille\": #}}"),
    ("defects/duplicatedPerMille", "\"input\": {\"defects\": {\"duplicatedPerMille\": #}}"),
    ("defects/latePerMille", "\"input\": {\"defects\": {\"latePerMille\": #}}"),
    ("defects/lateFrames", "\"input\": {\"defects\": {\"lateFrames\": #}}"),
    ("defects/coalescedPerMille", "\"input\": {\"defects\": {\"coalescedPerMille\": #}}"),
    ("defects/coalescedSampleCount", "\"input\": {\"defects\": {\"coalescedSampleCount\": #}}"),
    ("canvasChange/frame", "\"canvas\": [{\"frame\": #, \"orientation\": \"portrait\"}]"),
    ("background/from", "\"background\": [{\"from\": #, \"frames\": 1}]"),
    ("background/frames", "\"background\": [{\"from\": 0, \"frames\": #}]"),
  ]

  /// The ends of a rule's range, and the nearest values beyond them.
  private func ends(_ rule: JSONNode) throws -> (inside: [String], outside: [String]) {
    let least = try #require(rule["minimum"])
    let most = try #require(rule["maximum"])
    let type = rule["type"]
    // A seed may also be a text.
    let isWhole = type?.stringValue == "integer" || type?.elements.first?.stringValue == "integer"
    guard isWhole else {
      let (low, high) = (try least.double(in: -1e9...1e9), try most.double(in: -1e9...1e9))
      return ([least.text, most.text], ["\(low.nextDown)", "\(high.nextUp)"])
    }
    let low = Int64(try least.uint64(in: 0...1_000_000_000))
    // One more than the largest seed does not fit in 64 bits.
    let above = try most.uint64() == .max ? "18446744073709551616" : "\(try most.uint64() + 1)"
    return ([least.text, most.text], ["\(low - 1)", above])
  }

  @Test(arguments: places) func scenario(place: String, members: String) throws {
    let schema = try Schema("scenario")
    let parts = place.split(separator: "/").map(String.init)
    let owner = parts.count == 1 ? schema.root : try schema.place(parts[0])
    let named = try #require(owner["properties"]?[parts[parts.count - 1]])
    let property = named["items"] ?? named
    let scene = parts[0] == "writer" ? "trace" : "snowglobe"
    let (inside, outside) = try ends(schema.resolved(property))
    // Nothing begins after the end of the run.
    let length = place == "/frames" ? "" : "\"frames\": 2160000, "
    func read(_ value: String) throws(FormatError) {
      let filled = members.split(separator: "#", omittingEmptySubsequences: false)
        .joined(separator: value)
      _ = try ScenarioFile.read(
        Array("{\"scene\": \"\(scene)\", \(length)\(filled)}".utf8), file: "x.json",
        scenes: InputSchemaTests.scenes)
    }
    for value in inside { #expect(throws: Never.self) { try read(value) } }
    for value in outside {
      #expect(throws: FormatError.self, "\(value)") { try read(value) }
    }
  }

  @Test(arguments: [
    "scale", "pixelsPerInch", "refreshRate", "touchSamplesPerSecond", "pencilSamplesPerSecond",
    "touchContacts", "pipelineDepth", "widthPoints", "heightPoints", "latencyAllowance",
  ])
  func device(key: String) throws {
    let schema = try Schema("device")
    let (inside, outside) = try ends(try #require(schema.root["properties"]?[key]))
    let members = try InputSchemaTests.deviceMembers()
    func read(_ value: String) throws {
      let node = try JSONDocument.read(Array(value.utf8), file: "").root
      let replaced = members.map { ($0.0, $0.0 == key ? JSONOutput(node) : $0.1) }
      _ = try DeviceFile.read(JSONWriter.bytes(of: .object(replaced)), file: "x.json")
    }
    for value in inside { #expect(throws: Never.self) { try read(value) } }
    for value in outside {
      #expect(throws: FormatError.self, "\(value)") { try read(value) }
    }
  }

  @Test func listLengths() throws {
    let schema = try Schema("scenario")
    let generators = schema.root["properties"]?["input"]?["properties"]?["generators"]
    let lists = [
      ("canvas", schema.root["properties"]?["canvas"], "1000"),
      ("background", schema.root["properties"]?["background"], "1000"),
      ("budgets", schema.root["properties"]?["budgets"], "200"),
      ("generators", generators, "16"),
    ]
    for (name, list, count) in lists { #expect(list?["maxItems"]?.text == count, "\(name)") }
  }
}
