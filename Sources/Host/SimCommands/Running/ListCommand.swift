import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimRuntime
import SimInput

/// What `simbench list` can list.
enum ListKind: String, CaseIterable {
  case scenes
  case devices
  case scenarios
  case generators
  case measures
  case schemas
}

/// `simbench list`: what there is to run, on what, and what can be said of it.
struct ListCommand: Command {
  private let kind: ListKind
  private let deviceFolder: String?
  private let jsonPath: String?
  private let scenes: SceneRegistry
  private let console: Console

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    guard let kind = ListKind(rawValue: parsed.requiredPositional("KIND")) else {
      preconditionFailure("the kind was checked against the list")
    }
    self.kind = kind
    deviceFolder = parsed.string("devices")
    jsonPath = parsed.string("json")
    self.scenes = scenes
    self.console = console
  }

  func run() throws(CommandError) -> ExitCode {
    try checkOutputs()
    let rows =
      switch kind {
      case .scenes: sceneRows()
      case .devices: try deviceRows()
      case .scenarios: try scenarioRows()
      case .generators: generatorRows()
      case .measures: measureRows()
      case .schemas: schemaRows()
      }
    let json = JSONWriter.text(of: .object([(kind.rawValue, .array(rows.map { $0.json }))]))
    try checkOutputs()
    guard let jsonPath else {
      console.say(Self.table(rows))
      return .pass
    }
    if jsonPath == "-" {
      _ = console.output(json)
    } else {
      try files { () throws(FileError) in try FileStore.write(json, to: jsonPath) }
    }
    return .pass
  }

  private func checkOutputs() throws(CommandError) {
    try OutputNames.check([jsonPath].compactMap { $0 }.filter { $0 != "-" })
  }

  /// One thing listed: its name, a few words, and lines below it.
  private struct Row {
    var name: String
    var summary: String
    var details: [String] = []
    var json: JSONOutput
  }

  private func sceneRows() -> [Row] {
    scenes.descriptors.map { scene in
      let parameters = scene.parameters.map { parameter in
        parameter.choices.isEmpty
          ? "parameter \(parameter.name): \(Self.number(parameter.minimum)) to "
            + "\(Self.number(parameter.maximum)), normally \(Self.number(parameter.defaultValue))"
          : "parameter \(parameter.name): one of "
            + parameter.choices.map { $0.description }.joined(separator: ", ")
            + ", normally \(parameter.choices[0])"
      }
      let caps = scene.populations.filter { $0.cap > 0 }.map { population in
        "population \(population.name): at most \(population.cap) (\(population.requirement))"
      }
      return Row(
        name: scene.name.description, summary: scene.summary.description,
        details: parameters + caps, json: Self.json(scene))
    }
  }

  private static func json(_ scene: SceneDescriptor) -> JSONOutput {
    .object([
      ("name", .string(scene.name.description)),
      ("summary", .string(scene.summary.description)),
      ("behaviorVersion", .unsigned(UInt64(scene.behaviorVersion))),
      ("requirements", .array(scene.requirements.map { .string($0.description) })),
      (
        "parameters",
        .array(
          scene.parameters.map {
            .object([
              ("name", .string($0.name.description)),
              ("minimum", .number(Double($0.minimum))),
              ("maximum", .number(Double($0.maximum))),
              ("normal", .number(Double($0.defaultValue))),
              ("choices", .array($0.choices.map { .string($0.description) })),
            ])
          })
      ),
      (
        "populations",
        .array(
          scene.populations.map {
            .object([
              ("name", .string($0.name.description)),
              ("cap", $0.cap > 0 ? .unsigned(UInt64($0.cap)) : .null),
              ("requirement", .string($0.requirement.description)),
            ])
          })
      ),
    ])
  }

  private func deviceRows() throws(CommandError) -> [Row] {
    let folders = ["scenarios/devices"] + (deviceFolder.map { [$0] } ?? [])
    var loader = ScenarioLoader(scenes: [])
    loader.deviceFolder = deviceFolder
    do {
      return try loader.devices(in: folders).map { device in
        Row(
          name: device.name,
          summary: "\(device.title): \(Self.number(device.widthPoints)) × "
            + "\(Self.number(device.heightPoints)) pt at \(Self.number(device.scale))x, "
            + "\(device.refreshRate) Hz, touch \(device.touchSamplesPerSecond) Hz, up to "
            + "\(device.touchContacts) \(device.touchContacts == 1 ? "finger" : "fingers")",
          json: .object(Device.shape.write(device)))
      }
    } catch {
      throw .badInput(error.message)
    }
  }

  /// Scenario files in the current folder and its `scenarios` folder.
  private func scenarioRows() throws(CommandError) -> [Row] {
    var rows: [Row] = []
    let loader = ScenarioLoader(scenes: scenes.descriptors)
    for folder in [".", "scenarios"] where FileStore.isDirectory(folder) {
      let names = try files { () throws(FileError) in try FileStore.list(directory: folder) }
      for name in names where name.hasSuffix(".json") {
        let path = folder == "." ? name : "\(folder)/\(name)"
        guard FileStore.isFile(path), !isOwnEarlierOutput(path) else { continue }
        let summary: String
        var details: [String] = []
        do {
          let scenarios = try loader.loadAll(path)
          let scenario = scenarios[0]
          summary =
            "\(scenario.scene) on \(scenario.device.name), \(scenario.plan.frameCount) frames, "
            + "\(scenario.budgets.count) budgets"
            + (scenario.caseName == nil ? "" : ", \(scenarios.count) runs")
          details = scenarios.compactMap { $0.caseName }.map { "\(path)[\($0)]" }
        } catch {
          summary = "not valid: \(error.message)"
        }
        rows.append(
          Row(
            name: path, summary: summary, details: details,
            json: .object([
              ("path", .string(path)), ("summary", .string(summary)),
              ("cases", .array(details.map { .string($0) })),
            ])))
      }
    }
    return rows
  }

  /// Whether a file is the list that this command is to write again: no scenario, and no input.
  private func isOwnEarlierOutput(_ path: String) -> Bool {
    guard let jsonPath, jsonPath != "-", FileIdentity(jsonPath) == FileIdentity(path) else {
      return false
    }
    let limit = ScenarioLoader.limitByteCount
    let bytes = try? FileStore.read(path, limitByteCount: limit)
    FileRegister.current?.forget(path)
    guard let bytes, let document = try? JSONDocument.read(bytes, file: path),
      document.root.members.map(\.key) == [kind.rawValue]
    else { return false }
    return true
  }

  /// Everything that a budget may limit; `NAME` stands for a population of the scene's.
  private func measureRows() -> [Row] {
    Measure.all(populations: ["NAME"], drawsInk: true).map { measure in
      let unit = measure.unit.isEmpty ? "" : ", in \(measure.unit)"
      return Row(
        name: measure.path,
        summary: measure.label + unit + (measure.isTimed ? ", timed on this machine" : ""),
        json: .object([
          ("name", .string(measure.path)), ("label", .string(measure.label)),
          ("meaning", .string(measure.meaning)), ("unit", .string(measure.unit)),
          ("timed", .bool(measure.isTimed)), ("cost", .bool(measure.isCost)),
        ]))
    }
  }

  private func schemaRows() -> [Row] {
    PublishedSchema.allCases.map { schema in
      let title = schema.value(scenes.descriptors)["title"]?.text ?? schema.rawValue
      return Row(
        name: schema.rawValue, summary: title,
        json: .object([("name", .string(schema.rawValue)), ("title", .string(title))]))
    }
  }

  private func generatorRows() -> [Row] {
    InputGenerator.Kind.allCases.map { kind in
      let name = kind.name.description
      return Row(
        name: name, summary: kind.summary.description,
        json: .object([("name", .string(name)), ("summary", .string(kind.summary.description))]))
    }
  }

  private static func number(_ value: Float) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }

  private static func table(_ rows: [Row]) -> String {
    guard !rows.isEmpty else { return "none found\n" }
    let width = rows.reduce(0) { max($0, $1.name.count) }
    var text = ""
    for row in rows {
      text += Quantity.padded(row.name, width + 2)
      text += row.summary + "\n"
      for detail in row.details { text += String(repeating: " ", count: width + 2) + detail + "\n" }
    }
    return text
  }
}
