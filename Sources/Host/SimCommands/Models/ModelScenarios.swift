import SimFormats
import SimHarness

/// Scenarios of models on a command line.
struct ModelScenarios {
  /// A scenario with its name on the command line.
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

  /// Reads seed and length from the command line.
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

  /// Loads scenarios with every case of their matrices; throws one line per problem.
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
