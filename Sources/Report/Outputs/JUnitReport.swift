import Formats

/// Results as JUnit XML, as Jenkins, GitLab and GitHub's test reporters read it.
///
/// One suite a scenario, one case a check. Readers differ in what they show, so the name of a case
/// says what was allowed and the failure's body repeats everything that matters.
public enum JUnitReport {
  /// The XML document, ending in a line break.
  public static func text(_ results: [RunResult]) -> String {
    let suites = results.map { Suite($0) }
    let total = Counts(suites.map { $0.counts })
    let time = results.reduce(UInt64.zero) { $0 &+ $1.timing.wallNanoseconds }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"simbench\" tests=\"\(total.tests)\" failures=\"\(total.failures)\""
    text += " errors=\"\(total.errors)\" time=\"\(seconds(time))\">\n"
    for suite in suites { text += suite.text }
    return text + "</testsuites>\n"
  }

  private static func seconds(_ nanoseconds: UInt64) -> String {
    Quantity.fixed(Double(nanoseconds) / 1e9, 3)
  }

  private struct Counts {
    var (tests, failures, errors, skipped) = (0, 0, 0, 0)

    init(_ parts: [Counts]) {
      tests = parts.reduce(0) { $0 + $1.tests }
      failures = parts.reduce(0) { $0 + $1.failures }
      errors = parts.reduce(0) { $0 + $1.errors }
      skipped = parts.reduce(0) { $0 + $1.skipped }
    }

    init(of checks: [Check]) {
      tests = checks.count
      errors = checks.filter { $0.isError }.count
      failures = checks.filter { $0.status == .failed && !$0.isError }.count
      skipped = checks.filter { $0.status == .notMeasured }.count
    }
  }

  private struct Suite {
    let result: RunResult
    let checks: [Check]
    let counts: Counts

    init(_ result: RunResult) {
      self.result = result
      checks = Check.all(in: result)
      counts = Counts(of: checks)
    }

    var text: String {
      let name = MarkupText.escaped(result.scenario)
      let wall = seconds(result.timing.wallNanoseconds)
      var text = "  <testsuite name=\"\(name)\" tests=\"\(counts.tests)\""
      text += " failures=\"\(counts.failures)\" errors=\"\(counts.errors)\""
      text += " skipped=\"\(counts.skipped)\" time=\"\(wall)\">\n    <properties>\n"
      for (key, value) in properties {
        text += "      <property name=\"\(key)\" value=\"\(MarkupText.escaped(value))\"/>\n"
      }
      text += "    </properties>\n"
      for check in checks { text += testCase(check, name) }
      return text + "  </testsuite>\n"
    }

    private var properties: [(String, String)] {
      [
        ("scene", result.scene), ("seed", "\(result.seed)"), ("device", result.device.name),
        ("frames", "\(result.frames)"), ("digest.chain", Quantity.hexadecimal(result.digest.chain)),
        ("version", result.environment.version), ("build", result.environment.build),
      ]
    }

    private func testCase(_ check: Check, _ suite: String) -> String {
      let title = MarkupText.escaped(check.title)
      let head = "    <testcase classname=\"simbench.\(suite)\" name=\"\(title)\" time=\"0\""
      let message = MarkupText.escaped(check.outcome)
      switch check.status {
      case .passed: return head + "/>\n"
      case .notMeasured:
        return head + ">\n      <skipped message=\"\(message)\"/>\n    </testcase>\n"
      case .failed:
        let element = check.isError ? "error" : "failure"
        let type = check.isError ? result.fault?.kind ?? "fault" : check.kindName
        var text = head + ">\n      <\(element) type=\"\(MarkupText.escaped(type))\""
        text += " message=\"\(message)\">"
        text += MarkupText.escaped(body(check))
        return text + "</\(element)>\n    </testcase>\n"
      }
    }

    private func body(_ check: Check) -> String {
      let place = result.scenarioFile.map { file in
        [check.line.map { "\(file):\($0)" } ?? file]
      }
      let conditions = ([result.scenario] + result.conditions).joined(separator: ", ")
      return (["\(check.id): \(check.outcome)", conditions] + (place ?? [])).joined(separator: "\n")
    }
  }
}

extension Check {
  /// Whether its failure ended the run, so that the rest says little.
  fileprivate var isError: Bool { kind == .invariants && status == .failed }

  /// The kind as a word.
  var kindName: String {
    switch kind {
    case .invariants: "invariants"
    case .budget: "budget"
    case .load: "load"
    }
  }
}
