import SimFormats

/// Results as Markdown for a step summary or a comment: the verdict, what failed, the rest folded.
package enum MarkdownReport {
  /// The default of the maximum count of bytes: a comment on GitHub takes 65,536 characters.
  package static var defaultByteCount: Int { 65_000 }
  /// The allowed maximum counts of bytes: a heading has to fit, and GitHub refuses the summary of a
  /// step above 1 MiB.
  package static var byteCounts: ClosedRange<UInt64> { 1000...1_048_576 }

  /// The text, ending in a line break.
  ///
  /// - Parameter limit: the maximum count of bytes; what does not fit is counted.
  package static func text(
    _ results: ResultFile.Results, limit: Int = defaultByteCount
  ) -> String {
    MarkdownRenderer.text(RunDocument(results: results).document, limit: limit)
  }
}
