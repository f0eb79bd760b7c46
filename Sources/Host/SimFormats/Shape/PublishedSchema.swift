/// A file format whose JSON Schema is published: `scenarios/schema/NAME.schema.json`.
package enum PublishedSchema: String, CaseIterable, Sendable {
  /// Results of runs.
  case result

  /// The schema.
  package var value: JSONOutput {
    switch self {
    case .result: ResultFile.schema
    }
  }

  /// The schema's text, as it is published.
  package var text: String { JSONWriter.text(of: value) }
}
