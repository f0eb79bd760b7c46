/// A file format whose JSON Schema is published: `scenarios/schema/NAME.schema.json`.
package enum PublishedSchema: String, CaseIterable, Sendable {
  /// Results of runs.
  case result
  /// Baselines of scenarios.
  case baseline
  /// Device classes.
  case device
  /// A line of a history.
  case history

  /// The schema.
  package var value: JSONOutput {
    switch self {
    case .result: ResultFile.schema
    case .baseline: SchemaWriter.schema(title: "simbench baseline", BaselineFile.shape.rule)
    case .history: SchemaWriter.schema(title: "simbench history line", HistoryEntry.shape.rule)
    case .device: SchemaWriter.schema(title: "simbench device class", Device.shape.rule)
    }
  }

  /// The schema's text, as it is published.
  package var text: String { JSONWriter.text(of: value) }
}
