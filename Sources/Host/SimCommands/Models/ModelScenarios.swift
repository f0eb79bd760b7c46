import SimFormats
import SimHarness

/// Scenarios of models on a command line.
struct ModelScenarios {
  /// A scenario and how it is named on a command line.
  struct Named {
    var document: ScenarioDocument
    var scenario: ModelScenario
    /// The duration that the file asks for, regardless of options; nil if unknown.
    var fileMilliseconds: UInt64?

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

  /// Throws if an option concerns frames: for a command line without a scene.
  static func refuseFrames(_ parsed: ParsedCommand) throws {
    guard let option = parsed.givenOptionOfFrames else { return }
    throw CommandError.badInput("\(option.spelling): a model has no frames")
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
      let fileMilliseconds = scenario.milliseconds
      scenario.seed = seed ?? scenario.seed
      scenario.milliseconds = milliseconds ?? scenario.milliseconds
      return Named(
        document: document.run(scenario.caseName), scenario: scenario,
        fileMilliseconds: fileMilliseconds)
    }
  }
}
