import SimFormats
import SimHarness
import SimPlatform

/// Scenarios of models on a command line.
struct ModelScenarios {
  /// A scenario and how it is named on a command line.
  struct Named {
    var path: String
    var scenario: ModelScenario
  }

  private let scenes: SceneRegistry
  private let seed: UInt64?
  private let milliseconds: UInt64?

  /// Takes what the command line says of seed and length.
  init(_ scenes: SceneRegistry, _ overrides: ScenarioOverrides = ScenarioOverrides()) {
    self.scenes = scenes
    seed = overrides.seed
    milliseconds = overrides.milliseconds
  }

  /// Fails where an option is of frames: for a command line that names models alone.
  static func refuseFrames(_ parsed: ParsedCommand) throws {
    let options = [
      "frames", "device", "devices", "motion", "reduce-motion", "pixels", "threads", "csv",
      "ndjson", "instructions", "alloc-sites", "series",
    ]
    for option in options where parsed.takes(option) && parsed.isGiven(option) {
      throw CommandError.badInput("--\(option): a model has no frames")
    }
  }

  /// Paths of scenarios of models, and of all others.
  static func split(_ paths: [String]) -> (models: [String], others: [String]) {
    var (models, others): ([String], [String]) = ([], [])
    for path in paths {
      if isOne(path) { models.append(path) } else { others.append(path) }
    }
    return (models, others)
  }

  /// The scenarios that a command of scenes takes: those of models among them are left out, and
  /// that is said; where there are no others, they stay, and are refused one by one.
  static func ofScenes(_ paths: [String]) -> [String] {
    let (models, others) = split(paths)
    guard !others.isEmpty else { return paths }
    for path in models {
      let words = "simbench: \(path): left out, a scenario of a model"
      try? StandardStreams.write(MessageText.oneLine(words) + "\n", to: .error)
    }
    return others
  }

  /// Whether a file is a scenario of a model, as far as its keys say.
  static func isOne(_ path: String) -> Bool {
    let file = ScenarioLoader.parts(path).file
    guard let bytes = try? FileStore.read(file, limitByteCount: ScenarioLoader.limitByteCount)
    else { return false }
    return ModelScenario.isOne(bytes, file: file)
  }

  /// Loads scenarios, every run that a file stands for, every problem one line.
  func loadAll(_ paths: [String]) throws -> [Named] {
    var named: [Named] = []
    for path in paths { named += try load(path) }
    return named
  }

  private func load(_ path: String) throws -> [Named] {
    let (file, caseName) = ScenarioLoader.parts(path)
    let bytes = try FileStore.read(file, limitByteCount: ScenarioLoader.limitByteCount)
    var scenarios: [ModelScenario]
    scenarios = try ModelScenario.readAll(bytes, file: file, models: scenes.modelDescriptors)
    if let caseName {
      let names = scenarios.compactMap { $0.caseName }
      scenarios.removeAll { $0.caseName != caseName }
      guard !scenarios.isEmpty else {
        throw CommandError.badInput(ScenarioMatrix.lacks(caseName, of: names, file: file).message)
      }
    }
    return scenarios.map { scenario in
      var scenario = scenario
      scenario.seed = seed ?? scenario.seed
      scenario.milliseconds = milliseconds ?? scenario.milliseconds
      return Named(path: scenario.caseName.map { "\(file)[\($0)]" } ?? file, scenario: scenario)
    }
  }
}
