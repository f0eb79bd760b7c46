import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimRuntime
import SimInput
import SimWorld

/// The kinds of lists of `simbench list`.
enum ListKind: String, CaseIterable {
  case scenes
  case models
  case faults
  case devices
  case scenarios
  case generators
  case metrics
  case schemas
}

/// `simbench list`: lists scenes, models, faults, devices, scenarios, metrics and schemas.
struct ListCommand: Command {
  private let kind: ListKind
  private let deviceFolder: String?
  private let jsonPath: String?
  private let scenes: SceneRegistry
  private let console: Console
  private let isQuiet: Bool

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    guard let kind = ListKind(rawValue: parsed.requiredPositional("KIND")) else {
      preconditionFailure("the kind was checked against the list")
    }
    self.kind = kind
    deviceFolder = parsed.string("devices")
    jsonPath = parsed.string("json")
    self.scenes = scenes
    self.console = console
    isQuiet = parsed.flag("quiet")
  }

  func run() throws -> ExitCode {
    try checkOutputs()
    let (rows, value) = try listing()
    let json = JSONWriter.text(of: value)
    try checkOutputs()
    guard let jsonPath else {
      if !isQuiet { console.say(Self.table(rows)) }
      return .pass
    }
    if jsonPath == "-" {
      _ = console.output(json)
    } else {
      try FileStore.write(json, to: jsonPath)
    }
    return .pass
  }

  private func checkOutputs() throws {
    try OutputNames.check([jsonPath].compactMap { $0 }.filter { $0 != "-" })
  }

  /// A listed item: its name, summary, and lines below it.
  private struct Row {
    var name: String
    var summary: String
    var details: [String] = []
  }

  /// The items as text and as JSON.
  private func listing() throws -> ([Row], JSONOutput) {
    switch kind {
    case .scenes:
      return (scenes.descriptors.map(Self.row), Self.scenes.object(scenes.descriptors))
    case .models:
      let models = scenes.modelDescriptors
      return (models.map(Self.row), Self.models.object(models))
    case .faults:
      let faults = ListedFault.all(of: scenes.modelDescriptors)
      let rows = faults.map { Row(name: $0.name, summary: $0.summary, details: $0.details) }
      return (rows, Self.faults.object(faults))
    case .devices:
      let devices = try devices()
      return (devices.map(Self.row), Self.devices.object(devices))
    case .scenarios:
      let files = try scenarioFiles()
      let rows = files.map { Row(name: $0.path, summary: $0.summary, details: $0.cases) }
      return (rows, Self.scenarios.object(files))
    case .generators:
      let kinds = InputGenerator.Kind.allCases
      let rows = kinds.map { Row(name: $0.name.description, summary: $0.summary.description) }
      return (rows, Self.generators.object(kinds))
    case .metrics:
      // NAME stands for a population of the scene.
      let measures = Measure.all(populations: ["NAME"], drawsInk: true)
      return (measures.map(Self.row), Self.metrics.object(measures))
    case .schemas:
      let schemas = PublishedSchema.all
      return (schemas.map { Row(name: $0.name, summary: $0.title) }, Self.schemas.object(schemas))
    }
  }

  private static func row(_ scene: SceneDescriptor) -> Row {
    let parameters = words(scene.parameters)
    let caps = scene.populations.filter { $0.cap > 0 }.map { population in
      "population \(population.name): at most \(population.cap) (\(population.requirement))"
    }
    return Row(
      name: scene.name.description, summary: scene.summary.description,
      details: parameters + caps)
  }

  private static func words(_ parameters: [ParameterDescriptor]) -> [String] {
    parameters.map { parameter in
      parameter.choices.isEmpty
        ? "parameter \(parameter.name): \(number(parameter.minimum)) to "
          + "\(number(parameter.maximum)), default \(number(parameter.defaultValue))"
        : "parameter \(parameter.name): one of "
          + parameter.choices.map { $0.description }.joined(separator: ", ")
          + ", default \(parameter.choices[0])"
    }
  }

  private static func row(_ model: ModelDescriptor) -> Row {
    let must = model.properties.count { $0.kind != .sometimes }
    let goals = model.properties.count - must
    let shares = model.shares.map { "rate \($0.name): \($0.summary)" }
    return Row(
      name: model.name.description, summary: model.summary.description,
      details: words(model.parameters) + shares + [
        "\(CountWords.counted(must, "property", plural: "properties")) and "
          + CountWords.counted(goals, "coverage goal")
      ])
  }

  private static func row(_ device: Device) -> Row {
    Row(
      name: device.name,
      summary: "\(device.title): \(number(device.widthPoints)) × "
        + "\(number(device.heightPoints)) pt at \(number(device.scale))x, "
        + "\(device.refreshRate) Hz, touch \(device.touchSamplesPerSecond) Hz, up to "
        + "\(device.touchContacts) \(device.touchContacts == 1 ? "finger" : "fingers")")
  }

  private static func row(_ measure: Measure) -> Row {
    let unit = measure.unit.isEmpty ? "" : ", in \(measure.unit)"
    return Row(
      name: measure.path,
      summary: measure.label + unit + (measure.isTimed ? ", timed on this machine" : ""))
  }

  private func devices() throws -> [Device] {
    let folders = ["scenarios/devices"] + (deviceFolder.map { [$0] } ?? [])
    var loader = ScenarioLoader(scenes: [])
    loader.deviceFolder = deviceFolder
    return try loader.devices(in: folders)
  }

  /// Finds scenario files in the current folder and its `scenarios` folder.
  private func scenarioFiles() throws -> [ScenarioListing] {
    var rows: [ScenarioListing] = []
    let loader = ScenarioLoader(scenes: scenes.descriptors, models: scenes.modelDescriptors)
    for folder in [".", "scenarios"] where FileStore.isDirectory(folder) {
      let names = try FileStore.list(directory: folder)
      for name in names where name.hasSuffix(".json") {
        let path = folder == "." ? name : "\(folder)/\(name)"
        guard FileStore.isFile(path) else { continue }
        let document = ScenarioDocument(path)
        guard !isOwnEarlierOutput(document) else { continue }
        let summary: String
        var details: [String] = []
        do {
          let runs = try loader.loadEvery(document)
          summary = Self.words(runs)
          details = runs.compactMap { $0.caseName }.map { "\(path)[\($0)]" }
        } catch {
          summary = "not valid: " + MessageText.message(error.message)
        }
        rows.append(ScenarioListing(path: path, summary: summary, cases: details))
      }
    }
    return rows
  }

  private static func words(_ runs: [LoadedScenario]) -> String {
    switch runs[0] {
    case .scene(let scenario):
      "\(scenario.sceneWords) on \(scenario.device.name), "
        + CountWords.counted(scenario.plan.frameCount, "frame") + ", "
        + CountWords.counted(scenario.budgets.count, "budget")
        + (scenario.caseName == nil ? "" : ", " + CountWords.counted(runs.count, "run"))
    case .model(let scenario): scenario.words(of: runs.count)
    }
  }

  /// Whether a file is an earlier list that this command will replace, and so not an input.
  private func isOwnEarlierOutput(_ document: ScenarioDocument) -> Bool {
    guard let jsonPath, jsonPath != "-", FileIdentity(jsonPath) == FileIdentity(document.file),
      let root = try? document.json.root,
      root.members.map(\.key).filter({ $0 != "schemaVersion" }) == [kind.rawValue]
    else { return false }
    FileRegister.current?.forget(document.file)
    return true
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
