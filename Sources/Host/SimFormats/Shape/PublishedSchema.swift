import SimRuntime

/// A file format whose JSON Schema is published: `scenarios/schema/NAME.schema.json`.
package enum PublishedSchema: String, CaseIterable, Sendable {
  /// Scenarios.
  case scenario
  /// Results of runs.
  case result
  /// Baselines of scenarios.
  case baseline
  /// Device classes.
  case device
  /// A line of a history.
  case history

  /// The schema.
  ///
  /// - Parameter scenes: The scenes that scenarios may run.
  package func value(_ scenes: [SceneDescriptor]) -> JSONOutput {
    switch self {
    case .scenario: ScenarioFile.schema(scenes)
    case .result: ResultFile.schema
    case .baseline: SchemaWriter.schema(title: "simbench baseline", BaselineFile.shape.rule)
    case .history: SchemaWriter.schema(title: "simbench history line", HistoryEntry.shape.rule)
    case .device: SchemaWriter.schema(title: "simbench device class", Device.shape.rule)
    }
  }

  /// The schema's text, as it is published.
  package func text(_ scenes: [SceneDescriptor]) -> String { JSONWriter.text(of: value(scenes)) }
}
