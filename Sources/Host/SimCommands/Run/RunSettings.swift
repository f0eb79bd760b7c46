import SimFormats
import SimHarness
import SimPlatform

/// The scenarios of `run` and `render`, with the options that override them.
struct RunSettings {
  var loader: ScenarioLoader
  let isQuiet: Bool
  let outputFolder: String
  /// Whether to print assumptions about input files to standard error; results of `run` contain
  /// them.
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

  /// Creates the settings of a command that compares runs and writes no images.
  init(comparing parsed: ParsedCommand, _ scenes: SceneRegistry) throws {
    self.init(
      loader: try Self.loader(parsed, scenes), isQuiet: parsed.flag("quiet"),
      outputFolder: ".simbench")
  }

  /// Creates the settings of a command without overrides, or with its own seed and length.
  init(plain parsed: ParsedCommand, _ scenes: SceneRegistry) throws {
    var loader = ScenarioLoader(scenes: scenes.descriptors, models: scenes.modelDescriptors)
    if parsed.takes("device") { loader.deviceName = parsed.string("device") }
    loader.deviceFolder = parsed.string("devices")
    self.init(loader: loader, isQuiet: parsed.flag("quiet"), outputFolder: ".simbench")
  }

  /// Creates the settings of a command whose runs are given by a file.
  init(_ scenes: SceneRegistry) {
    self.init(
      loader: ScenarioLoader(scenes: scenes.descriptors, models: scenes.modelDescriptors),
      isQuiet: false, outputFolder: ".simbench")
  }

  /// The options that determine the run, for a separate process.
  ///
  /// - Parameter hasLength: Whether they include those of the length.
  static func passedOn(_ parsed: ParsedCommand, hasLength: Bool) -> [String] {
    parsed.given(
      ["seed"] + (hasLength ? ["frames", "duration"] : [])
        + ["device", "devices", "motion", "reduce-motion"] + MotionConventions.options)
  }

  private static func loader(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry
  ) throws -> ScenarioLoader {
    var loader = ScenarioLoader(scenes: scenes.descriptors, models: scenes.modelDescriptors)
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

  /// A scenario with its name on the command line.
  struct Named {
    var document: ScenarioDocument
    var subject: LoadedScenario

    var path: String { document.path }
  }

  /// Reads scenario files; throws if an option concerns frames and none is of a scene.
  static func documents(_ paths: [String], _ parsed: ParsedCommand) throws -> [ScenarioDocument] {
    let documents = paths.map { ScenarioDocument($0) }
    if documents.allSatisfy({ $0.isModel }) { try refuseFrames(parsed) }
    return documents
  }

  /// Throws if an option concerns frames: for a command line without a scene.
  static func refuseFrames(_ parsed: ParsedCommand) throws {
    guard let option = parsed.givenOptionOfFrames else { return }
    throw CommandError.badInput("\(option.spelling): a model has no frames")
  }

  /// Loads scenarios with all cases of their matrices; throws one line per problem.
  func loadAll(_ documents: [ScenarioDocument]) throws -> [Named] {
    try documents.flatMap { document in
      try loader.loadEvery(document).map { scenario in
        if saysAssumptions, !isQuiet { scenario.scene?.sayAssumptions() }
        return Named(document: document.run(scenario.caseName), subject: scenario)
      }
    }
  }

  /// Loads one run; throws one line per problem.
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
