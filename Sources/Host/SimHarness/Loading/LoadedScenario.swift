import SimFormats
import SimRuntime

/// A scenario of a scene or model, loaded with everything that it names.
package enum LoadedScenario: Sendable {
  /// A scenario of a scene.
  case scene(Scenario)
  /// A scenario of a model.
  case model(ModelScenario)

  /// The scenario of a scene; nil for a model.
  package var scene: Scenario? { if case .scene(let scenario) = self { scenario } else { nil } }

  /// The name with the case of the matrix.
  package var name: String {
    switch self {
    case .scene(let scenario): scenario.name
    case .model(let scenario): scenario.fullName
    }
  }

  /// The name without the case of the matrix.
  package var fileName: String {
    switch self {
    case .scene(let scenario): scenario.fileName
    case .model(let scenario): scenario.name
    }
  }

  /// The case of the matrix; nil for a scenario without a matrix.
  package var caseName: String? {
    switch self {
    case .scene(let scenario): scenario.caseName
    case .model(let scenario): scenario.caseName
    }
  }

  /// The seed.
  package var seed: UInt64 {
    switch self {
    case .scene(let scenario): scenario.plan.seed
    case .model(let scenario): scenario.seed
    }
  }

  /// Digest in hexadecimal; empty if unknown.
  package var digest: String {
    switch self {
    case .scene(let scenario): scenario.digest ?? ""
    case .model(let scenario): scenario.digest
    }
  }
}

extension ScenarioLoader {
  /// Loads every run that a file stands for, or the one that is meant, of a scene or model.
  ///
  /// - Throws: `LoadError` with one line that names the file and the position.
  package func loadEvery(_ document: ScenarioDocument) throws(LoadError) -> [LoadedScenario] {
    guard document.isModel else { return try loadAll(document).map { .scene($0) } }
    let json = try document.json
    do throws(FormatError) {
      let all = try ModelScenario.readAll(json, models: models, overrides)
      guard let caseName = document.caseName else { return all.map { .model($0) } }
      guard let one = all.first(where: { $0.caseName == caseName }) else {
        let names = all.compactMap { $0.caseName }
        throw ScenarioMatrix.lacks(caseName, of: names, file: document.file)
      }
      return [.model(one)]
    } catch {
      throw .format(error)
    }
  }
}
