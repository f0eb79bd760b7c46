import SimFormats
import Testing

@Suite struct DeviceFileTests {
  private static let members = [
    ("name", "\"pad-1\""), ("title", "\"Pad\""), ("widthPoints", "810.5"),
    ("heightPoints", "1080"), ("scale", "2"), ("pixelsPerInch", "264"), ("refreshRate", "120"),
    ("touchSamplesPerSecond", "240"), ("pencilSamplesPerSecond", "0"), ("pipelineDepth", "2"),
  ]

  /// Reads a device class with one member replaced, or left out when the value is empty.
  private func read(_ key: String = "", _ value: String = "") throws(FormatError) -> Device {
    let lines = Self.members.filter { $0.0 != key || !value.isEmpty }
      .map { "\"\($0.0)\": \($0.0 == key ? value : $0.1)" }
    return try DeviceFile.read(
      Array("{\(lines.joined(separator: ",\n"))}".utf8), file: "pad.json")
  }

  @Test func everyKey() throws {
    #expect(
      try read()
        == Device(
          name: "pad-1", title: "Pad", widthPoints: 810.5, heightPoints: 1080, scale: 2,
          pixelsPerInch: 264, refreshRate: 120, touchSamplesPerSecond: 240,
          pencilSamplesPerSecond: 0, pipelineDepth: 2))
  }

  @Test(arguments: members.map { $0.0 }) func everyKeyIsRequired(key: String) {
    let error = #expect(throws: FormatError.self) { try read(key) }
    #expect(error?.message == "pad.json:1:1: missing key \"\(key)\"")
  }

  @Test(arguments: members.map { $0.0 }) func everyKeyHasAKind(key: String) {
    for value in ["null", "[]", "{}", "true"] {
      #expect(throws: FormatError.self) { try read(key, value) }
    }
  }

  @Test(arguments: [
    (
      "name", "\"Pad\"",
      "pad.json:1:10: name: found string \"Pad\", expected 1 to 64 lower-case "
        + "letters, digits and single hyphens, such as quiet-snow"
    ),
    ("scale", "4.5", "pad.json:5:10: scale: found 4.5, allowed 1 to 4"),
    (
      "refreshRate", "59.94",
      "pad.json:7:16: refreshRate: found 59.94, expected a whole number "
        + "from 24 to 240"
    ),
    ("pipelineDepth", "7", "pad.json:10:18: pipelineDepth: found 7, allowed 1 to 6"),
  ])
  func messages(key: String, value: String, message: String) {
    #expect(#expect(throws: FormatError.self) { try read(key, value) }?.message == message)
  }

  @Test func allowanceMayBeLeftOut() throws {
    #expect(try read().latencyAllowance == nil)
    func allowance(_ value: String) throws -> Double? {
      try read("pipelineDepth", "2, \"latencyAllowance\": \(value)").latencyAllowance
    }
    #expect(try allowance("0") == 0 && allowance("12.5") == 12.5 && allowance("500") == 500)
    for value in ["-0.1", "500.1", "null", "\"5\""] {
      #expect(throws: FormatError.self, "\(value)") { try allowance(value) }
    }
    // Half of 1/120 s and half of 1/60 s.
    #expect(BuiltInDevices.device(named: "iphone-12")?.latencyAllowance == 12.5)
    #expect(BuiltInDevices.all.allSatisfy { $0.sources?.latencyAllowance != nil })
  }

  @Test func fingersFollowedMayBeLeftOut() throws {
    #expect(try read().touchContacts == 10)
    func contacts(_ value: String) throws -> UInt32 {
      try read("pipelineDepth", "2, \"touchContacts\": \(value)").touchContacts
    }
    #expect(try contacts("1") == 1 && contacts("11") == 11)
    for value in ["0", "12", "5.5", "null", "\"5\""] {
      #expect(throws: FormatError.self, "\(value)") { try contacts(value) }
    }
    for device in BuiltInDevices.all {
      #expect(device.touchContacts == (device.name.hasPrefix("iphone") ? 5 : 11))
      #expect(device.sources?.touchContacts?.isEmpty == false)
    }
    let text = object(Self.figures + ["touchContacts"])
    #expect(try sources(text)?.touchContacts == "a page about touchContacts")
  }

  @Test func tooManyPixels() {
    let text = Self.members.map { member in
      let isLength = ["widthPoints", "heightPoints", "scale"].contains(member.0)
      return "\"\(member.0)\": \(isLength ? member.0 == "scale" ? "4" : "4096" : member.1)"
    }
    let error = #expect(throws: FormatError.self) {
      try DeviceFile.read(Array("{\(text.joined(separator: ","))}".utf8), file: "pad.json")
    }
    #expect(
      error?.message
        == "pad.json:1:1: found 16384 × 16384 pixels, allowed 33554432 pixels in all")
  }

  private static let figures = members.dropFirst(2).map { $0.0 }

  private func sources(_ text: String) throws(FormatError) -> DeviceSources? {
    let lines = Self.members.map { "\"\($0.0)\": \($0.1)" } + ["\"sources\": \(text)"]
    let bytes = Array("{\(lines.joined(separator: ",\n"))}".utf8)
    return try DeviceFile.read(bytes, file: "pad.json").sources
  }

  private func object(_ figures: [String], source: String = "a page") -> String {
    "{\(figures.map { "\"\($0)\": \"\(source) about \($0)\"" }.joined(separator: ", "))}"
  }

  @Test func everyFigureHasItsSource() throws {
    let sources = try #require(try sources(object(Self.figures)))
    let figures = DeviceSources.shape.write(sources)
    #expect(figures.map { $0.0 } == Self.figures)
    for (key, source) in figures { #expect(source == .string("a page about \(key)")) }
    #expect(try read().sources == nil)
    for device in BuiltInDevices.all {
      let sources = try #require(device.sources)
      for (key, source) in DeviceSources.shape.write(sources) {
        let source = source.text ?? ""
        #expect((10...300).contains(source.utf8.count), "\(device.name) \(key)")
        #expect(source.contains("https://") || source.hasPrefix("estimate: "))
      }
    }
  }

  @Test func missingEmptyAndUnknownSourcesAreRefused() {
    for figure in Self.figures {
      let others = Self.figures.filter { $0 != figure }
      #expect(throws: FormatError.self) { try sources(object(others)) }
    }
    let empty = object(Self.figures).replacing("a page about scale", with: "")
    for text in [object(Self.figures + ["weight"]), empty, "[]", "null", "{}"] {
      #expect(throws: FormatError.self, "\(text)") { try sources(text) }
    }
  }

  @Test func builtInDevicesAreFoundByName() {
    for device in BuiltInDevices.all {
      #expect(BuiltInDevices.device(named: device.name) == device)
      #expect(KebabName.isOne(device.name))
    }
    #expect(BuiltInDevices.device(named: "iphone-1") == nil)
    #expect(BuiltInDevices.device(named: ScenarioFile.defaultDevice) != nil)
  }
}
