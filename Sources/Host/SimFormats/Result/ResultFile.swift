/// Results as JSON.
///
/// Readers ignore keys that they do not know, as the format promises; keys that came later than the
/// file may be missing. Everything else must be as it was written.
package enum ResultFile {
  /// Reads a result, or all that stand under `runs`.
  ///
  /// - Throws: `FormatError` with the position, what was found and what is allowed.
  package static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> [RunResult] {
    let root = try JSONDocument.read(bytes, file: file).root
    var reader = try root.object()
    guard let runs = reader.optional("runs") else { return [try RunResult.shape.read(root)] }
    var results: [RunResult] = []
    for run in try runs.array(count: 1...10_000) { results.append(try RunResult.shape.read(run)) }
    return results
  }

  /// A result as JSON; its shape is published as `scenarios/schema/result.schema.json`.
  package static func value(_ result: RunResult) -> JSONOutput {
    .object(RunResult.shape.write(result))
  }

  /// Several results under one roof.
  package static func value(_ results: [RunResult]) -> JSONOutput {
    .object([("runs", .array(results.map { value($0) }))])
  }
}
