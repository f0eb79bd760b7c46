/// Results as JSON.
///
/// Readers ignore keys that they do not know, as the format promises. Everything else must be as it
/// was written.
package enum ResultFile {
  /// Reads all results that stand under `runs`.
  ///
  /// - Throws: `FormatError` with the position, what was found and what is allowed.
  package static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> [RunResult] {
    let root = try JSONDocument.read(bytes, file: file).root
    var reader = try root.object()
    let runs = try reader.required("runs")
    let results = try shape.read(root)
    guard !results.isEmpty else {
      throw runs.failure(.other("no run of a scene; results of models cannot be read"))
    }
    return results
  }

  /// All results that stand under `runs`, unchecked: for those who read a few keys of what another
  /// version may have written.
  package static func runs(in root: JSONOutput) -> [JSONOutput] {
    if case .array(let runs) = root["runs"] { runs } else { [] }
  }

  /// What `run` and `report` write, and readers take.
  package static let shape = Shape<[RunResult]>(
    [], "What runs found.",
    [
      VerbOutput.version(),
      Member(
        "runs", \.self, RunResult.shape.codec.list(0...10_000),
        "The results of scenes, in the order of the command line."),
      Member(
        "models", ModelResult.shape.codec.list(),
        "The results of models, in the order of the command line; absent where there are none.",
        isRequired: false, write: { _ in nil }, read: { _, _ in }),
    ])

  /// A result as JSON; its shape is published as `scenarios/schema/result.schema.json`.
  package static func value(_ result: RunResult) -> JSONOutput { RunResult.shape.object(result) }

  /// The results of runs as JSON; the shape is published as `scenarios/schema/run.schema.json`.
  package static func value(
    _ results: [RunResult], models: [ModelResult] = []
  ) -> JSONOutput {
    guard !models.isEmpty, case .object(let members) = shape.object(results) else {
      return shape.object(results)
    }
    return .object(members + [("models", .array(models.map { ModelResult.shape.object($0) }))])
  }
}
