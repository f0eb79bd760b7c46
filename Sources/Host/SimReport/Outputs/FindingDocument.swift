/// What a verb found, in the formats of people and services.
package struct FindingDocument {
  /// The page, the summary and the text.
  var document: Document
  /// The test cases.
  var suites: [JUnitSuite]
  /// The findings for SARIF and annotations.
  package var findings: [Finding]

  /// The text for a terminal.
  package var text: String { TerminalRenderer.text(document) }

  /// The text of one of the formats `html`, `markdown` and `junit`.
  ///
  /// - Parameter limit: Maximum size of Markdown in bytes.
  package func text(of format: String, markdownLimit limit: Int) -> String {
    switch format {
    case "html": HTMLRenderer.text(limit: HTMLReport.maximumByteCount) { _ in document }
    case "markdown": MarkdownRenderer.text(document, limit: limit)
    default: JUnitSuite.document(suites)
    }
  }
}
