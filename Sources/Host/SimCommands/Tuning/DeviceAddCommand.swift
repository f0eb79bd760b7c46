import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// `simbench device add`: writes a device class, by options or by questions.
struct DeviceAddCommand: Command {
  private let parsed: ParsedCommand
  private let loader: ScenarioLoader
  private let name: String
  private let folder: String
  private let output: FindingOutput
  private let console: Console

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    self.parsed = parsed
    name = parsed.requiredPositional("NAME")
    folder = parsed.string("devices") ?? "scenarios/devices"
    var loader = ScenarioLoader(scenes: scenes.descriptors)
    loader.deviceName = parsed.string("like") ?? "iphone-12"
    // It need not be there yet.
    loader.deviceFolder = parsed.string("devices").flatMap { FileStore.isDirectory($0) ? $0 : nil }
    self.loader = loader
    output = FindingOutput(parsed, console)
    self.console = console
  }

  /// Asks for what no option says where a person can answer, and writes the class.
  func run() throws -> ExitCode {
    guard KebabName.isOne(name) else {
      throw CommandError.badInput(
        "device add: \(MessageText.quoted(name)) is no name: expected 1 to 64 lower-case letters, "
          + "digits and single hyphens, such as iphone-16")
    }
    let target = "\(folder)/\(name).json"
    guard !FileStore.exists(target) else {
      throw CommandError.badInput("\(target): is already there; nothing is overwritten")
    }
    try output.checkNames([target])
    let device = try loader.chosenDevice()
    let made = try describe(device)
    let text = JSONWriter.text(of: Device.shape.object(made))
    do {
      _ = try DeviceFile.read(Array(text.utf8), file: target)
    } catch {
      throw CommandError.badInput("device add: \(error.message)")
    }
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try transaction.stage(text, at: target, existing: .kept)
    let next = ShellCommand.simbench(
      ["list", "devices"] + (parsed.string("devices").map { ["--devices", $0] } ?? []))
    let added = Added(name: name, like: device.name, path: target)
    try output.write(
      Self.output.object([added]),
      "added  \(target)  ·  costs estimated as those of \(device.title)\nnext  \(next)\n",
      with: transaction)
    return .pass
  }

  /// The class with what options or answers say; all else is as that of another class.
  private func describe(_ like: Device) throws -> Device {
    var device = like
    (device.name, device.title, device.hardwareIdentifiers) = (name, name, [])
    let isLikeGiven = parsed.isGiven("like")
    var answered: Set<String> = []
    if console.ask != nil { console.error("What is not answered is as \(like.title) has it.\n") }
    for figure in DeviceFigure.all {
      if let text = parsed.string(figure.option) {
        guard figure.set(&device, text) else {
          throw CommandError.usage(
            parsed.badValue(figure.option, expected: figure.expected, found: text))
        }
        answered.insert(figure.option)
      } else if let ask = console.ask {
        while true {
          let text = ask("\(figure.question) [\(figure.get(device))]: ") ?? ""
          if text.allSatisfy({ $0 == " " }) { break }
          if figure.set(&device, text) {
            answered.insert(figure.option)
            break
          }
          console.error("expected \(figure.expected)\n")
        }
      } else if figure.isNeeded, !isLikeGiven {
        throw CommandError.badInput(
          "device add: --\(figure.option) is missing: \(figure.expected); or --like NAME for a "
            + "class that has the same")
      }
    }
    device.sources = DeviceFigure.sources(
      like, answered, parsed.string("source") ?? "as given when the class was added")
    return device.withCostsEstimated(as: like)
  }

  /// What became of it.
  struct Added: Sendable {
    var name: String
    var like: String
    var path: String
  }

  /// What `device add` writes as JSON.
  static let output = VerbOutput.shape(
    "Device classes that were added.", "devices",
    Shape<Added>(
      written: nil, "A device class that was added.",
      [
        Member(derived: "name", \.name, "Its name."),
        Member(derived: "like", \.like, "The class that it is taken from."),
        Member(derived: "path", \.path, "Its file."),
      ]
    ).codec, "A row a class.")
}

extension Device {
  /// The class with what another one's work is estimated to cost, none of it measured here.
  fileprivate func withCostsEstimated(as like: Device) -> Device {
    var device = self
    let source = "estimate: as \(like.name), which the class is taken to equal"
    device.costs?.source = source
    for index in device.renderers.indices {
      // What was measured on another class is no measurement of this one.
      device.renderers[index].isMeasured = false
      device.renderers[index].source = source
      device.renderers[index].measuredCaps = []
    }
    return device
  }
}
