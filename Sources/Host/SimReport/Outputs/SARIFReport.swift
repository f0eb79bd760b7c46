import SimFormats

/// Results as SARIF 2.1.0, for code scanning.
///
/// What failed is a result at the line of the scenario file that set the limit; what could not be
/// measured is a notification of the tool. Rules are named after requirements, and fingerprints
/// leave out what was measured, so that the same failure stays the same alert.
package enum SARIFReport {
  /// The maximum count of results of a run that GitHub takes.
  static var maximumCount: Int { 25_000 }

  /// The log, ending in a line break.
  package static func text(_ results: [RunResult]) -> String {
    JSONWriter.text(of: value(results))
  }

  /// The log as JSON.
  package static func value(_ results: [RunResult]) -> JSONOutput {
    let failures = results.flatMap { result in
      Check.failed(in: result).map { (check: $0, result: result) }
    }.prefix(maximumCount)
    var rules: [Check] = []
    for failure in failures where !rules.contains(where: { $0.id == failure.check.id }) {
      rules.append(failure.check)
    }
    let version = results.first?.environment.version ?? ""
    let driver = JSONOutput.object([
      ("name", .string("simbench")), ("version", .string(version)),
      ("rules", .array(rules.map(rule))),
    ])
    return .object([
      ("version", .string("2.1.0")),
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      (
        "runs",
        .array([
          .object([
            ("tool", .object([("driver", driver)])),
            ("automationDetails", .object([("id", .string("simbench/"))])),
            ("columnKind", .string("unicodeCodePoints")),
            ("invocations", .array([invocation(results)])),
            (
              "results",
              .array(
                failures.map { failure in
                  let index = rules.firstIndex { $0.id == failure.check.id } ?? 0
                  return self.result(failure.check, failure.result, ruleIndex: index)
                })
            ),
          ])
        ])
      ),
    ])
  }

  private static func rule(_ check: Check) -> JSONOutput {
    let sentence =
      switch check.kind {
      case .invariants: "Values stay finite, populations within their caps, in every frame."
      case .budget: "A budget tied to the requirement \(check.id) holds."
      case .load: "A load that a scenario claims is really carried."
      }
    return .object([
      ("id", .string(check.id)), ("name", .string(check.kindName)),
      ("shortDescription", message(sentence)),
      ("defaultConfiguration", .object([("level", .string("error"))])),
    ])
  }

  private static func result(
    _ check: Check, _ result: RunResult, ruleIndex: Int
  ) -> JSONOutput {
    let identity = [result.scenario, check.id, check.name, check.expected]
    return .object([
      ("ruleId", .string(check.id)), ("ruleIndex", .integer(Int64(ruleIndex))),
      ("level", .string("error")),
      ("message", message("\(result.scenario): \(check.outcome)")),
      ("locations", .array(location(check, result).map { [$0] } ?? [])),
      (
        "partialFingerprints",
        .object([("check/v1", .string(identity.joined(separator: " ")))])
      ),
    ])
  }

  private static func location(_ check: Check, _ result: RunResult) -> JSONOutput? {
    guard let file = result.scenarioFile else { return nil }
    return .object([
      (
        "physicalLocation",
        .object([
          ("artifactLocation", .object([("uri", .string(uri(file)))])),
          ("region", .object([("startLine", .unsigned(UInt64(check.line ?? 1)))])),
        ])
      )
    ])
  }

  private static func invocation(_ results: [RunResult]) -> JSONOutput {
    let notes = results.flatMap { result in
      Check.all(in: result).filter { $0.status == .notMeasured }.map { check in
        JSONOutput.object([
          ("level", .string("note")), ("message", message("\(result.scenario): \(check.outcome)")),
          ("locations", .array(location(check, result).map { [$0] } ?? [])),
        ])
      }
    }
    return .object([
      ("executionSuccessful", .bool(true)), ("toolExecutionNotifications", .array(notes)),
    ])
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
