import SimFormats

/// Findings as workflow commands, which GitHub shows next to the lines of the affected files.
///
/// GitHub keeps ten annotations of a kind and step and drops the rest in silence, so the last of
/// ten says how many more there are.
package enum AnnotationReport {
  /// Annotations of a kind that a step may make.
  package static var maximumCount: Int { 10 }

  /// One command per line; empty without findings.
  package static func text(_ findings: [Finding]) -> String {
    let grave = findings.filter { $0.tone <= .machine }
    let errors = grave.map { command("error", $0) }
    let warnings = findings.filter { $0.tone > .machine }.map { command("warning", $0) }
    let word = grave.contains { !$0.isFailure } ? "failed or not judged" : "failed"
    return limited(errors, "error", word) + limited(warnings, "warning", "not measured")
  }

  private static func limited(_ lines: [String], _ kind: String, _ word: String) -> String {
    guard lines.count > maximumCount else { return lines.joined() }
    let rest = lines.count - (maximumCount - 1)
    return lines.prefix(maximumCount - 1).joined()
      + "::\(kind) title=simbench::\(rest) more checks \(word); the report has them all\n"
  }

  private static func command(_ kind: String, _ finding: Finding) -> String {
    var properties: [String] = []
    if let file = finding.file {
      properties.append("file=\(property(file))")
      properties.append("line=\(finding.line)")
    }
    properties.append("title=\(property(finding.title))")
    return "::\(kind) \(properties.joined(separator: ","))::\(data(finding.words))\n"
  }

  /// A message: percent signs and line ends would end it or be taken for escapes, and nothing
  /// hidden may dress up the log around it.
  static func data(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: MessageText.visible(scalar)
      }
    }.joined()
  }

  /// A property's value, where colons and commas have a meaning too.
  static func property(_ text: String) -> String {
    // `data` first, since it would escape the percent signs of these.
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
