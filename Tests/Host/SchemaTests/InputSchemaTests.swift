import SimCommands
import SimFormats
import SimHarness
import SimRuntime
import SimScenes
import SimInput
import SimWorld
import Testing

/// Goal: the schemas of scenarios and device classes say what the readers do.
///
/// Method: the keys allowed are taken from the error of an unknown key, and every range of the
/// schema is tried on both sides of its ends.
@Suite struct InputSchemaTests {
  static var scenes: [SceneDescriptor] { SceneRegistry.catalog.descriptors }
  static var models: [ModelDescriptor] { SceneRegistry.catalog.modelDescriptors }

  /// Scenarios of the repository: those of models, or those of scenes.
  static func scenarios(ofModels: Bool) throws -> [String] {
    try Schema.files(in: "scenarios").filter {
      ModelScenario.isOne(try JSONDocument.read(Schema.bytes($0), file: $0)) == ofModels
    }
  }

  @Test func everyScenarioOfAModelIsRead() throws {
    let schema = try Schema("model-scenario")
    let files = try Self.scenarios(ofModels: true)
    var used: Set<String> = []
    for path in files {
      let document = try JSONDocument.read(Schema.bytes(path), file: path)
      for scenario in try ModelScenario.readAll(document, models: Self.models) {
        #expect("scenarios/\(scenario.name).json" == path)
        used.insert(scenario.model.name.description)
      }
      #expect(try SchemaCheck(schema: schema).faults(document.root, schema.root) == [])
    }
    let unused = Set(Self.models.map(\.name.description)).subtracting(used)
    #expect(unused == [], "models without a scenario")
  }

  private func scenarioError(_ text: String) -> FormatError? {
    do {
      _ = try ScenarioFile.read(Array(text.utf8), file: "x.json", scenes: Self.scenes)
      return nil
    } catch { return error }
  }

  @Test func everyScenarioOfTheRepositoryIsRead() throws {
    let schema = try Schema("scenario")
    let files = try Self.scenarios(ofModels: false)
    #expect(!files.isEmpty)
    for path in files {
      let document = try JSONDocument.read(Schema.bytes(path), file: path)
      for file in try ScenarioFile.readAll(document, scenes: Self.scenes) {
        #expect("scenarios/\(file.name).json" == path)
        let device = try #require(BuiltInDevices.device(named: file.deviceName))
        if file.motion == nil { _ = try file.scenario(device: device, motion: nil) }
      }
      #expect(try SchemaCheck(schema: schema).faults(document.root, schema.root) == [])
    }
  }

  @Test func deviceFilesAreTheBuiltInDevices() throws {
    let schema = try Schema("device")
    let files = try Schema.files(in: "scenarios/devices")
    var devices: [Device] = []
    for path in files {
      let bytes = try Schema.bytes(path)
      let device = try DeviceFile.read(bytes, file: path)
      devices.append(device)
      #expect(path == "scenarios/devices/\(device.name).json")
      let root = try JSONDocument.read(bytes, file: path).root
      #expect(try SchemaCheck(schema: schema).faults(root, schema.root) == [])
    }
    #expect(devices == BuiltInDevices.all.sorted { $0.name < $1.name })
  }

  /// A place of the schema and a scenario whose object there has an unknown key.
  static let objects = [
    ("", "{\"scene\": \"snowglobe\", \"?\": 1}"),
    ("input", "{\"scene\": \"snowglobe\", \"input\": {\"?\": 1}}"),
    (
      "generator",
      "{\"scene\": \"snowglobe\", \"input\": {\"generators\": [{\"kind\": \"tap\", \"?\": 1}]}}"
    ),
    (
      "writer", "{\"scene\": \"trace\", \"input\": {\"writer\": {\"skill\": \"tap\", \"?\": 1}}}"
    ),
    ("defects", "{\"scene\": \"snowglobe\", \"input\": {\"defects\": {\"?\": 1}}}"),
    (
      "size", "{\"scene\": \"snowglobe\", \"canvasSize\": {\"width\": 1, \"height\": 1, \"?\": 1}}"
    ),
    (
      "canvasChange",
      "{\"scene\": \"snowglobe\", \"canvas\": [{\"frame\": 1, \"orientation\": \"portrait\", "
        + "\"?\": 1}]}"
    ),
    (
      "background",
      "{\"scene\": \"snowglobe\", \"background\": [{\"from\": 1, \"frames\": 1, \"?\": 1}]}"
    ),
    (
      "budget",
      "{\"scene\": \"snowglobe\", \"budgets\": [{\"id\": \"A\", \"metric\": "
        + "\"timing.frame.p99\", \"atMost\": 1, \"?\": 1}]}"
    ),
  ]

  @Test(arguments: objects) func keysAgree(place: String, text: String) throws {
    let schema = try Schema("scenario")
    let rule =
      switch place {
      case "": schema.root
      default: try schema.place(place)
      }
    let error = try #require(scenarioError(text))
    guard case .unknown(.key, "?", _, let allowed) = error.problem else {
      Issue.record("\(error.message)")
      return
    }
    let keys = try #require(rule["properties"]?.keys).filter { $0 != "$schema" }
    #expect(keys.sorted() == allowed)
    #expect(rule["additionalProperties"]?.text == "false")
  }

  @Test func deviceKeysAgree() throws {
    let schema = try Schema("device")
    var members = try Self.deviceMembers()
    members.append(("?", .null))
    let error = #expect(throws: FormatError.self) {
      try DeviceFile.read(JSONWriter.bytes(of: .object(members)), file: "x.json")
    }
    let keys = try #require(schema.root["properties"]?.keys).filter { $0 != "$schema" }
    #expect(error?.allowed == keys.sorted().joined(separator: ", "))
    let required = schema.root["required"]?.elements.compactMap { $0.stringValue }
    // Where figures come from may be left out of a file of one's own, but not in part; some
    // figures may be left out with their source.
    let optional = [
      "touchContacts", "latencyAllowance", "hardwareIdentifiers", "sources", "costs", "renderers",
    ]
    #expect(required == keys.filter { !optional.contains($0) })
    let sources = schema.root["properties"]?["sources"]
    let figures = keys.dropFirst(2).prefix { $0 != "sources" }
    #expect(
      sources?["required"]?.elements.compactMap { $0.stringValue }
        == figures.filter { !optional.contains($0) })
    #expect(sources?["properties"]?.keys == Array(figures))
    let defaultCount = schema.root["properties"]?["touchContacts"]?["default"]?.text
    #expect(defaultCount == "\(InputSynthesizer.defaultTouchContacts)")
  }

  static func deviceMembers() throws -> [(String, JSONOutput)] {
    let path = "scenarios/devices/iphone-12.json"
    let root = try JSONDocument.read(Schema.bytes(path), file: path).root
    return root.members.map { ($0.key, JSONOutput($0.value)) }
  }

  @Test func namesAgree() throws {
    let schema = try Schema("scenario")
    let kinds = try schema.place("generator")["properties"]?["kind"]?["enum"]
    #expect(
      kinds?.elements.compactMap { $0.stringValue }
        == InputGenerator.Kind.allCases.map { $0.name.description })
    let skills = try schema.place("writer")["properties"]?["skill"]?["enum"]
    #expect(
      skills?.elements.compactMap { $0.stringValue }
        == Writer.Skill.allCases.map { $0.name.description })
    let orientations = schema.root["properties"]?["orientation"]?["enum"]?.elements ?? []
    #expect(orientations.count == 4)
    for name in orientations {
      #expect(scenarioError("{\"scene\": \"snowglobe\", \"orientation\": \(name.text)}") == nil)
    }
    let measure = try #require(schema.place("budget")["properties"]?["metric"])
    for path in Self.scenes.flatMap({ Measure.all(for: $0) }).map({ $0.path }) {
      let node = try JSONDocument.read(Array("\"\(path)\"".utf8), file: "").root
      #expect(try SchemaCheck(schema: schema).faults(node, measure) == [])
    }
    let devices = schema.root["properties"]?["device"]?["examples"]?.elements
    #expect(devices?.compactMap { $0.stringValue } == BuiltInDevices.all.map { $0.name })
    #expect(
      schema.root["properties"]?["device"]?["default"]?.stringValue == ScenarioFile.defaultDevice)
    let frames = schema.root["properties"]?["frames"]?["default"]?.text
    #expect(frames == "\(ScenarioFile.defaultFrameCount)")
  }

  @Test(arguments: scenes) func scenesAgree(scene: SceneDescriptor) throws {
    let schema = try Schema("scenario")
    let part = try #require(
      schema.root["allOf"]?.elements.first {
        $0["if"]?["properties"]?["scene"]?["const"]?.stringValue == scene.name.description
      }, "the schema does not know \(scene.name)")
    let parts = try #require(part["then"]?["properties"])
    let parameters = try #require(parts["parameters"]?["properties"])
    #expect(parameters.keys == scene.parameters.map { $0.name.description })
    for (node, parameter) in zip(parameters.members, scene.parameters) {
      #expect(node.value["description"]?.stringValue == parameter.summary.description)
      guard parameter.choices.isEmpty else {
        let names = node.value["enum"]?.elements.compactMap { $0.stringValue }
        #expect(names == parameter.choices.map { $0.description })
        #expect(node.value["default"]?.stringValue == names?.first)
        continue
      }
      #expect(node.value["type"]?.stringValue == (parameter.isWhole ? "integer" : "number"))
      let numbers = ["minimum", "maximum", "default"].map { node.value[$0]?.numberValue }
      #expect(
        numbers.map { $0.map { Float($0) } }
          == [parameter.minimum, parameter.maximum, parameter.defaultValue])
    }
    let measures = parts["budgets"]?["items"]?["properties"]?["metric"]?["enum"]?.elements
    #expect(measures?.map { $0.stringValue } == Measure.all(for: scene.gated).map { $0.path })
    let load = try #require(parts["load"]?["properties"])
    // The schema allows what a gate in front of the scene counts.
    let populations = scene.gated.populations
    #expect(load.keys == populations.map { $0.name.description })
    for (node, population) in zip(load.members, populations) {
      #expect(node.value["description"]?.stringValue == population.summary.description)
      let cap = population.cap > 0 ? Double(population.cap) : 1_000_000
      #expect(node.value["maximum"]?.numberValue == cap)
    }
  }

  /// What a matrix may vary are values that a scenario has.
  @Test func matrixKeysLeadSomewhere() throws {
    let schema = try Schema("scenario")
    let matrix = try #require(schema.root["properties"]?["matrix"])
    let rules =
      (matrix["properties"]?.members ?? []) + (matrix["patternProperties"]?.members ?? [])
    #expect(rules.count == 8)
    for member in rules { #expect(member.value["items"]?["type"] != nil, "\(member.key)") }
  }
}
