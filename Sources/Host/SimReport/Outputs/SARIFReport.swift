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
    let runs = zip(results, RunLabels.labels(results)).map { Run(result: $0, label: $1) }
    let failures = runs.flatMap { run in
      Check.failed(in: run.result).map { (check: $0, run: run) }
    }.prefix(maximumCount)
    var rules: [Check] = []
    for failure in failures where !rules.contains(where: { $0.id == failure.check.id }) {
      rules.append(failure.check)
    }
    let version = results.first?.environment.version ?? ""
    let driver = JSONOutput.object([
      ("name", .string("simbench")), ("version", .string(version)),
      ("rules", .array(rules.map { rule($0, results) })),
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
            ("invocations", .array([invocation(runs)])),
            (
              "results",
              .array(
                failures.map { failure in
                  let index = rules.firstIndex { $0.id == failure.check.id } ?? 0
                  return self.result(failure.check, failure.run, ruleIndex: index)
                })
            ),
          ])
        ])
      ),
    ])
  }

  private static func rule(_ check: Check, _ results: [RunResult]) -> JSONOutput {
    let words = words(of: check, results)
    return .object([
      ("id", .string(check.id)), ("name", .string(words.name)),
      ("shortDescription", message(words.short)), ("fullDescription", message(words.full)),
      ("help", message(words.help)),
      ("defaultConfiguration", .object([("level", .string("error"))])),
    ])
  }

  /// What a rule is called, what it says, and what helps against it.
  private static func words(
    of check: Check, _ results: [RunResult]
  ) -> (name: String, short: String, full: String, help: String) {
    switch check.kind {
    case .invariants:
      (
        "Invariants",
        "Values stay finite, populations within their caps, in every frame.",
        "No value of the scene's state is infinite or no number, no population exceeds its cap, "
          + "and all commands of a frame fit. The first frame that breaks it ends the run.",
        "The message names the frame, its phase, the field and the entity. The same scenario and "
          + "seed break in the same frame on every machine; --frames ends a run just behind it."
      )
    case .load:
      (
        "Load", "A load that a scenario claims is really carried.",
        "A population stays at its claimed size for as many frames in a row as prove it. Figures "
          + "of a run that carries less say nothing about the load.",
        "Let the scenario's parameters and input bring the population there, or claim less under "
          + "load in the scenario."
      )
    case .budget:
      (
        "Budget \(check.id)", "A budget tied to the requirement \(check.id) holds.",
        "Scenarios tie these figures to the requirement \(check.id): "
          + figures(of: check.id, results).joined(separator: "; ") + ".",
        "The message has what was measured and what is allowed, the location is where the scenario "
          + "says so. simbench run FILE shows the run again, simbench list measures says what each "
          + "figure is. Bring it within its limit, or change the limit with the requirement."
      )
    }
  }

  /// Every figure that a requirement limits, with what it is.
  private static func figures(of id: String, _ results: [RunResult]) -> [String] {
    var found: [String] = []
    for summary in results.flatMap({ $0.budgets + $0.timing.budgets }) {
      let measure = summary.budget.measure
      let meaning =
        measure.meaning.hasSuffix(".") ? measure.meaning.dropLast() : measure.meaning[...]
      let words = "\(measure.path), \(meaning)"
      let isOther = MessageText.oneLine(summary.budget.id) != id
      if !isOther, !found.contains(words) { found.append(MessageText.oneLine(words)) }
    }
    return found
  }

  /// A run and what it is called among the others.
  private struct Run {
    var result: RunResult
    var label: String
  }

  private static func result(_ check: Check, _ run: Run, ruleIndex: Int) -> JSONOutput {
    let identity = [run.label, check.id, check.name, check.expected]
    return .object([
      ("ruleId", .string(check.id)), ("ruleIndex", .integer(Int64(ruleIndex))),
      ("level", .string("error")),
      ("message", message("\(run.label): \(check.outcome)")),
      ("locations", .array(location(check, run.result).map { [$0] } ?? [])),
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

  private static func invocation(_ runs: [Run]) -> JSONOutput {
    let notes = runs.flatMap { run in
      Check.all(in: run.result).filter { $0.status == .notMeasured }.map { check in
        JSONOutput.object([
          ("level", .string("note")), ("message", message("\(run.label): \(check.outcome)")),
          ("locations", .array(location(check, run.result).map { [$0] } ?? [])),
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
