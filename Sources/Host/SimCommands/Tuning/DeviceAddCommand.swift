import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// `simbench device add`: adds a device class, from options or interactively.
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
    // The folder need not exist yet.
    loader.deviceFolder = parsed.string("devices").flatMap { FileStore.isDirectory($0) ? $0 : nil }
    self.loader = loader
    output = FindingOutput(parsed, console)
    self.console = console
  }

  /// Asks for values without an option if a terminal is attached, and writes the class.
  func run() throws -> ExitCode {
    guard KebabName.isOne(name) else {
      throw CommandError.badInput(
        "device add: \(MessageText.quoted(name)) is not a valid name: expected 1 to 64 "
          + "lower-case letters, digits and single hyphens, such as iphone-16")
    }
    let target = "\(folder)/\(name).json"
    guard !FileStore.exists(target) else {
      throw CommandError.badInput("\(target): already exists; nothing was written")
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

  /// The class with the values of options or answers; everything else is copied from another class.
  private func describe(_ like: Device) throws -> Device {
    var device = like
    (device.name, device.title, device.hardwareIdentifiers) = (name, name, [])
    let isLikeGiven = parsed.isGiven("like")
    var answered: Set<String> = []
    if console.ask != nil { console.error("Press Return to keep the value of \(like.title).\n") }
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
          "device add: --\(figure.option) is missing: \(figure.expected); or copy it from a "
            + "class with --like NAME")
      }
    }
    device.sources = DeviceFigure.sources(
      like, answered, parsed.string("source") ?? "given when the class was added")
    return device.withCostsEstimated(as: like)
  }

  /// The outcome.
  struct Added: Sendable {
    var name: String
    var like: String
    var path: String
  }

  /// The JSON output of `device add`.
  static let output = VerbOutput.shape(
    "Added device classes.", "devices",
    Shape<Added>(
      written: nil, "An added device class.",
      [
        Member(derived: "name", \.name, "Its name."),
        Member(derived: "like", \.like, "The class from which other values were copied."),
        Member(derived: "path", \.path, "Its file."),
      ]
    ).codec, "One row per class.")
}

extension Device {
  /// The class with the costs of another one, all marked as estimates.
  fileprivate func withCostsEstimated(as like: Device) -> Device {
    var device = self
    let source = "estimate: assumed equal to \(like.name)"
    device.costs?.source = source
    for index in device.renderers.indices {
      // Measurements of another class are only estimates for this one.
      device.renderers[index].isMeasured = false
      device.renderers[index].source = source
      device.renderers[index].measuredCaps = []
    }
    return device
  }
}
