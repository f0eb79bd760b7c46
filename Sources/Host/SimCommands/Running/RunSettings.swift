import SimFormats
import SimHarness
import SimPlatform

/// What `run` and `render` share: which scenarios, and what differs from them.
struct RunSettings {
  var loader: ScenarioLoader
  let isQuiet: Bool
  let outputFolder: String
  /// Whether what is assumed of files of input is said on standard error; results of runs have it.
  private let saysAssumptions: Bool

  init(_ parsed: ParsedCommand, _ scenes: SceneRegistry) throws {
    self.init(
      loader: try Self.loader(parsed, scenes), isQuiet: parsed.flag("quiet"),
      outputFolder: parsed.string("out") ?? ".simbench", saysAssumptions: parsed.name != "run")
  }

  private init(
    loader: ScenarioLoader, isQuiet: Bool, outputFolder: String, saysAssumptions: Bool = true
  ) {
    self.loader = loader
    self.isQuiet = isQuiet
    self.outputFolder = outputFolder
    self.saysAssumptions = saysAssumptions
  }

  /// The settings of a command that compares runs; it leaves no pictures.
  init(comparing parsed: ParsedCommand, _ scenes: SceneRegistry) throws {
    self.init(
      loader: try Self.loader(parsed, scenes), isQuiet: parsed.flag("quiet"),
      outputFolder: ".simbench")
  }

  /// The settings of a command that takes scenarios as they are, or names seed and length itself.
  init(plain parsed: ParsedCommand, _ scenes: SceneRegistry) throws {
    var loader = ScenarioLoader(scenes: scenes.descriptors)
    if parsed.takes("device") { loader.deviceName = parsed.string("device") }
    loader.deviceFolder = parsed.string("devices")
    self.init(loader: loader, isQuiet: parsed.flag("quiet"), outputFolder: ".simbench")
  }

  /// The settings of a command that a file tells what to run.
  init(_ scenes: SceneRegistry) {
    self.init(
      loader: ScenarioLoader(scenes: scenes.descriptors), isQuiet: false,
      outputFolder: ".simbench")
  }

  /// The options that decide what runs, to be handed on to a process of its own.
  ///
  /// - Parameter hasLength: whether those of the length are among them.
  static func passedOn(_ parsed: ParsedCommand, hasLength: Bool) -> [String] {
    parsed.given(
      ["seed"] + (hasLength ? ["frames", "duration"] : [])
        + ["device", "devices", "motion", "reduce-motion"] + MotionConventions.options)
  }

  private static func loader(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry
  ) throws -> ScenarioLoader {
    var loader = ScenarioLoader(scenes: scenes.descriptors)
    try parsed.requireAtMostOne(of: ["frames", "duration"])
    loader.overrides.seed = try parsed.unsigned("seed")
    let range = ScenarioFile.frameRange
    loader.overrides.frameCount = try parsed.unsigned(
      "frames", in: UInt64(range.lowerBound)...UInt64(range.upperBound)
    ).map { UInt32($0) }
    loader.overrides.milliseconds = try parsed.duration("duration") {
      try? DurationText.milliseconds(of: $0)
    }
    loader.overrides.isMotionReduced = parsed.flag("reduce-motion")
    loader.deviceName = parsed.string("device")
    loader.deviceFolder = parsed.string("devices")
    loader.motionFile = parsed.string("motion")
    func value<Value: RawRepresentable<String> & CaseIterable>(
      _ option: String, _: Value.Type = Value.self
    ) throws -> Value? {
      try parsed.oneOf(option, Value.allCases.map(\.rawValue)).flatMap { Value(rawValue: $0) }
    }
    loader.motionConventions.units = try value("motion-units")
    loader.motionConventions.gravity = try value("motion-gravity")
    loader.motionConventions.rotationUnits = try value("motion-rotation-units")
    loader.motionConventions.gaps = try value("motion-gaps")
    return loader
  }

  /// A scenario and how it is named on a command line.
  struct Named {
    var document: ScenarioDocument
    var scenario: Scenario

    var path: String { document.path }
  }

  /// Loads scenarios, every run that a file stands for, every problem one line.
  func loadAll(_ documents: [ScenarioDocument]) throws -> [Named] {
    try documents.flatMap { document in
      try loader.loadAll(document).map { scenario in
        if saysAssumptions, !isQuiet { scenario.sayAssumptions() }
        return Named(document: document.run(scenario.caseName), scenario: scenario)
      }
    }
  }

  /// Loads one run; an error lists every problem, one per line.
  func load(_ document: ScenarioDocument) throws -> Scenario {
    let scenario = try loader.load(document)
    if saysAssumptions, !isQuiet { scenario.sayAssumptions() }
    return scenario
  }
}

extension Scenario {
  /// Writes the assumptions about input files to standard error.
  func sayAssumptions() {
    for words in assumed {
      try? StandardStreams.write(MessageText.oneLine("simbench: \(words)") + "\n", to: .error)
    }
  }
}
