/// A suite of JUnit XML: what the schemas of Jenkins and Surefire share.
struct JUnitSuite {
  /// What became of a case.
  enum Outcome {
    case passed
    /// Not judged, and why.
    case skipped(message: String)
    /// It did not hold; an error is what ended the run, so that the rest says little.
    case failed(type: String, message: String, body: String, isError: Bool)
  }

  /// One thing that was judged.
  struct Case {
    var name: String
    var outcome: Outcome
  }

  var name: String
  var properties: [(name: String, value: String)]
  var cases: [Case]
  /// Further lines for people; nothing when empty.
  var output: [String] = []
  /// How long it took in nanoseconds.
  var nanoseconds: UInt64 = 0

  /// The document, ending in a line break.
  static func document(_ suites: [JUnitSuite]) -> String {
    let counts = suites.map { $0.counts }
    func sum(_ part: (Counts) -> Int) -> Int { counts.reduce(0) { $0 + part($1) } }
    let time = suites.reduce(UInt64.zero) { $0 &+ $1.nanoseconds }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"simbench\" tests=\"\(sum { $0.tests })\""
    text += " failures=\"\(sum { $0.failures })\" errors=\"\(sum { $0.errors })\""
    text += " time=\"\(seconds(time))\">\n"
    for suite in suites { text += suite.text }
    return text + "</testsuites>\n"
  }

  private static func seconds(_ nanoseconds: UInt64) -> String {
    Quantity.trimmed(Double(nanoseconds) / 1e9, 9)
  }

  private struct Counts {
    var (tests, failures, errors, skipped) = (0, 0, 0, 0)
  }

  private var counts: Counts {
    var counts = Counts()
    counts.tests = cases.count
    for one in cases {
      switch one.outcome {
      case .passed: break
      case .skipped: counts.skipped += 1
      case .failed(_, _, _, let isError):
        if isError { counts.errors += 1 } else { counts.failures += 1 }
      }
    }
    return counts
  }

  private var text: String {
    let (name, counts) = (MarkupText.escaped(name), counts)
    var text = "  <testsuite name=\"\(name)\" tests=\"\(counts.tests)\""
    text += " failures=\"\(counts.failures)\" errors=\"\(counts.errors)\""
    text += " skipped=\"\(counts.skipped)\" time=\"\(Self.seconds(nanoseconds))\">\n"
    text += "    <properties>\n"
    for property in properties {
      text += "      <property name=\"\(MarkupText.escaped(property.name))\""
      text += " value=\"\(MarkupText.escaped(property.value))\"/>\n"
    }
    text += "    </properties>\n"
    for one in cases { text += Self.text(one, name) }
    if !output.isEmpty {
      // Each line by itself: an escaped line break would be shown as one by few readers.
      let lines = output.map { MarkupText.escaped($0) }
      text += "    <system-out>\(lines.joined(separator: "\n"))</system-out>\n"
    }
    return text + "  </testsuite>\n"
  }

  /// - Parameter suite: The suite's name as markup.
  private static func text(_ one: Case, _ suite: String) -> String {
    let title = MarkupText.escaped(one.name)
    let head = "    <testcase classname=\"simbench.\(suite)\" name=\"\(title)\" time=\"0\""
    switch one.outcome {
    case .passed: return head + "/>\n"
    case .skipped(let message):
      return head + ">\n      <skipped message=\"\(MarkupText.escaped(message))\"/>\n"
        + "    </testcase>\n"
    case .failed(let type, let message, let body, let isError):
      let element = isError ? "error" : "failure"
      return head + ">\n      <\(element) type=\"\(MarkupText.escaped(type))\""
        + " message=\"\(MarkupText.escaped(message))\">\(MarkupText.escaped(body))</\(element)>\n"
        + "    </testcase>\n"
    }
  }
}
