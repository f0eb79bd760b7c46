import SimFormats

/// Results as workflow commands that GitHub shows beside the lines of the scenario file.
///
/// GitHub keeps ten annotations of a kind and step and drops the rest in silence, so the last of
/// ten says how many more there are.
package enum AnnotationReport {
  /// Annotations of a kind that a step may make.
  package static var maximumCount: Int { 10 }

  /// One command a line; empty when everything was measured and held.
  package static func text(_ results: [RunResult]) -> String {
    let errors = results.flatMap { result in
      Check.failed(in: result).map { command("error", $0, result) }
    }
    let warnings = results.flatMap { result in
      Check.all(in: result).filter { $0.status == .notMeasured }.map {
        command("warning", $0, result)
      }
    }
    return limited(errors, "error", "failed") + limited(warnings, "warning", "not measured")
  }

  private static func limited(_ lines: [String], _ kind: String, _ word: String) -> String {
    guard lines.count > maximumCount else { return lines.joined() }
    let rest = lines.count - (maximumCount - 1)
    return lines.prefix(maximumCount - 1).joined()
      + "::\(kind) title=simbench::\(rest) more checks \(word); the report has them all\n"
  }

  private static func command(_ kind: String, _ check: Check, _ result: RunResult) -> String {
    var properties: [String] = []
    if let file = result.scenarioFile {
      properties.append("file=\(property(file))")
      properties.append("line=\(check.line ?? 1)")
    }
    properties.append("title=\(property("\(result.scenario): \(check.id)"))")
    return "::\(kind) \(properties.joined(separator: ","))::\(data(check.outcome))\n"
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
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
