import SimFormats

/// Findings as SARIF 2.1.0, for code scanning.
///
/// A failure is a result at the line of the scenario that sets the limit. A value that could not be
/// measured is a notification of the tool, with the level `error` if the machine failed. Rules are
/// named after requirements. Fingerprints leave out measured values, so that the same failure stays
/// the same alert.
package enum SARIFReport {
  /// The maximum count of results of a run that GitHub takes.
  static var maximumCount: Int { 25_000 }

  /// The folders that paths in a log are counted from, both as paths from the file system's root.
  package struct Root: Sendable {
    /// The top of the repository.
    package var top: String
    /// The current folder of the run.
    package var workingDirectory: String

    /// Pairs the two folders.
    package init(top: String, workingDirectory: String) {
      self.top = top
      self.workingDirectory = workingDirectory
    }

    /// The name by which SARIF's readers know the top of a repository.
    static var baseName: String { "%SRCROOT%" }
  }

  /// The log of findings, ending in a line break.
  ///
  /// - Parameters:
  ///   - version: the version of the tool that found them.
  ///   - root: the folders that relative paths of findings are counted from; nil if unknown.
  package static func text(_ findings: [Finding], version: String, root: Root? = nil) -> String {
    JSONWriter.text(of: value(findings, version, root))
  }

  private static func value(_ findings: [Finding], _ version: String, _ root: Root?) -> JSONOutput {
    let failures = findings.filter { $0.isFailure }.prefix(maximumCount)
    var rules: [Finding.Rule] = []
    for failure in failures where !rules.contains(where: { $0.id == failure.rule.id }) {
      rules.append(failure.rule)
    }
    let driver = JSONOutput.object([
      ("name", .string("simbench")), ("version", .string(version)),
      ("rules", .array(rules.map { rule($0) })),
    ])
    return .object([
      ("version", .string("2.1.0")),
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      (
        "runs",
        .array([
          .object(
            [
              ("tool", .object([("driver", driver)])),
              ("automationDetails", .object([("id", .string("simbench/"))])),
              ("columnKind", .string("unicodeCodePoints")),
            ] + bases(root) + [
              ("invocations", .array([invocation(findings, root)])),
              (
                "results",
                .array(
                  failures.map { failure in
                    let index = rules.firstIndex { $0.id == failure.rule.id } ?? 0
                    return result(failure, ruleIndex: index, root)
                  })
              ),
            ])
        ])
      ),
    ])
  }

  private static func rule(_ rule: Finding.Rule) -> JSONOutput {
    .object([
      ("id", .string(rule.id)), ("name", .string(rule.name)),
      ("shortDescription", message(rule.short)), ("fullDescription", message(rule.full)),
      ("help", message(rule.help)),
      ("defaultConfiguration", .object([("level", .string("error"))])),
    ])
  }

  private static func result(_ finding: Finding, ruleIndex: Int, _ root: Root?) -> JSONOutput {
    .object([
      ("ruleId", .string(finding.rule.id)), ("ruleIndex", .integer(Int64(ruleIndex))),
      ("level", .string("error")), ("message", message("\(finding.subject): \(finding.words)")),
      ("locations", .array(location(finding, root).map { [$0] } ?? [])),
      ("partialFingerprints", .object([("check/v1", .string(finding.identity))])),
    ])
  }

  /// What relative references of the log are relative to, by name.
  private static func bases(_ root: Root?) -> [(String, JSONOutput)] {
    root.map { [("originalUriBaseIds", .object([(Root.baseName, folder($0.top))]))] } ?? []
  }

  /// The location of a folder, whose reference ends in a slash.
  private static func folder(_ path: String) -> JSONOutput {
    .object([("uri", .string(uri(path.hasSuffix("/") ? path : path + "/")))])
  }

  private static func location(_ finding: Finding, _ root: Root?) -> JSONOutput? {
    guard let file = finding.file else { return nil }
    let base: [(String, JSONOutput)] =
      root == nil || file.hasPrefix("/") ? [] : [("uriBaseId", .string(Root.baseName))]
    return .object([
      (
        "physicalLocation",
        .object([
          ("artifactLocation", .object([("uri", .string(uri(file)))] + base)),
          ("region", .object([("startLine", .unsigned(UInt64(finding.line)))])),
        ])
      )
    ])
  }

  private static func invocation(_ findings: [Finding], _ root: Root?) -> JSONOutput {
    let notes = findings.filter { !$0.isFailure }.map { finding in
      JSONOutput.object([
        ("level", .string(finding.tone == .machine ? "error" : "note")),
        ("message", message("\(finding.subject): \(finding.words)")),
        ("locations", .array(location(finding, root).map { [$0] } ?? [])),
      ])
    }
    return .object(
      [("executionSuccessful", .bool(!findings.contains { $0.tone == .machine }))]
        + (root.map { [("workingDirectory", folder($0.workingDirectory))] } ?? [])
        + [("toolExecutionNotifications", .array(notes))])
  }

  private static func message(_ text: String) -> JSONOutput {
    // A bracket followed by a parenthesis would be a link, braces a placeholder.
    let plain = text.replacing("](", with: "] (").replacing("{", with: "{{")
      .replacing("}", with: "}}")
    return .object([("text", .string(plain))])
  }

  /// A path as a reference by RFC 3986; an absolute one gets the scheme of files.
  static func uri(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    while text.hasPrefix("./") { text.removeFirst(2) }
    return path.hasPrefix("/") ? "file://" + text : text
  }
}
