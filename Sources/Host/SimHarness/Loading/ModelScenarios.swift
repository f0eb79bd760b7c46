import SimFormats

/// Loads scenarios of models.
package struct ModelScenarios {
  /// A scenario with its file.
  package struct Named {
    /// The file, with the run of its matrix.
    package var document: ScenarioDocument
    /// The scenario.
    package var scenario: ModelScenario
    /// The duration that the file asks for, regardless of options; nil if unknown.
    package var fileMilliseconds: UInt64?

    /// Names a scenario.
    package init(
      document: ScenarioDocument, scenario: ModelScenario, fileMilliseconds: UInt64? = nil
    ) {
      (self.document, self.scenario) = (document, scenario)
      self.fileMilliseconds = fileMilliseconds
    }

    /// Its name on the command line.
    package var path: String { document.path }
  }

  private let scenes: SceneRegistry
  private let seed: UInt64?
  private let milliseconds: UInt64?

  /// Makes a loader with the seed and the length of a command line.
  package init(_ scenes: SceneRegistry, _ overrides: ScenarioOverrides = ScenarioOverrides()) {
    self.scenes = scenes
    seed = overrides.seed
    milliseconds = overrides.milliseconds
  }

  /// Loads scenarios with every case of their matrices; throws one line per problem.
  package func loadAll(_ documents: [ScenarioDocument]) throws -> [Named] {
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
