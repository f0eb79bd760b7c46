import SimFormats

/// Unique names of runs.
enum RunLabels {
  /// The scenario's name, with its file if another run has the same name, and with a number if that
  /// file has several.
  ///
  /// - Complexity: O(runs²).
  static func labels(_ runs: [(scenario: String, file: String?)]) -> [String] {
    let names = runs.map { run in
      let twins = runs.filter { $0.scenario == run.scenario }
      guard twins.count > 1, let file = run.file else { return run.scenario }
      return "\(run.scenario) (\(MessageText.oneLine(file)))"
    }
    return names.indices.map { index in
      let place = names[...index].count { $0 == names[index] }
      return names.count { $0 == names[index] } == 1 ? names[index] : "\(names[index]) #\(place)"
    }
  }

  /// The labels of results.
  static func labels(_ results: [RunResult]) -> [String] {
    labels(results.map { ($0.scenario, $0.scenarioFile) })
  }
}
