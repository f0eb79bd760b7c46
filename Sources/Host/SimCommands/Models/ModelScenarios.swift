import SimFormats
import SimHarness

/// Scenarios of models on a command line.
struct ModelScenarios {
  /// A scenario and how it is named on a command line.
  struct Named {
    var document: ScenarioDocument
    var scenario: ModelScenario

    var path: String { document.path }
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

  /// Loads scenarios, every run that a file stands for, every problem one line.
  func loadAll(_ documents: [ScenarioDocument]) throws -> [Named] {
    try documents.flatMap { try load($0) }
  }

  private func load(_ document: ScenarioDocument) throws -> [Named] {
    var scenarios = try ModelScenario.readAll(document.json, models: scenes.modelDescriptors)
    if let caseName = document.caseName {
      let names = scenarios.compactMap { $0.caseName }
      scenarios.removeAll { $0.caseName != caseName }
      guard !scenarios.isEmpty else {
        throw ScenarioMatrix.lacks(caseName, of: names, file: document.file)
      }
    }
    return scenarios.map { scenario in
      var scenario = scenario
      scenario.seed = seed ?? scenario.seed
      scenario.milliseconds = milliseconds ?? scenario.milliseconds
      return Named(document: document.run(scenario.caseName), scenario: scenario)
    }
  }
}
