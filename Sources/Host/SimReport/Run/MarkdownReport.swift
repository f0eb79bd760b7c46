import SimFormats

/// Results as Markdown for a step summary or a comment: the verdict, what failed, the rest folded.
package enum MarkdownReport {
  /// The maximum count of bytes of a report; GitHub refuses a summary of more than a mebibyte.
  package static var maximumByteCount: Int { 900_000 }

  /// The text, ending in a line break.
  ///
  /// Scenarios that do not fit are counted, never dropped in silence.
  package static func text(_ results: ResultFile.Results) -> String {
    MarkdownRenderer.text(
      RunDocument(results: results.runs, models: results.models).document,
      limit: maximumByteCount)
  }
}
