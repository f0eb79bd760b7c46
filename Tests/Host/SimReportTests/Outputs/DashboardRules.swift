import SimFormats

/// The published forms of outputs for dashboards.
enum DashboardRules {
  /// A fault in an output.
  struct Broken: Error {
    var words: String
    init(_ words: String) { self.words = words }
  }

  /// An entry for github-action-benchmark.
  struct Entry {
    var name: String
    var unit: String
    var value: JSONOutput
    var range: String?
  }

  private static func members(_ value: JSONOutput) throws(Broken) -> [(String, JSONOutput)] {
    guard case .object(let members) = value else { throw Broken("not an object") }
    guard !members.contains(where: { $0.0.isEmpty }) else { throw Broken("an empty key") }
    return members
  }

  /// The benchmarks of a document in Bencher Metric Format.
  ///
  /// Names of benchmarks have at most 1,024 characters and names of measures at most 64. A metric
  /// has a `value`, and may have bounds around it.
  static func bencher(
    _ value: JSONOutput
  ) throws(Broken) -> [(name: String, measures: [(String, JSONOutput)])] {
    var benchmarks: [(name: String, measures: [(String, JSONOutput)])] = []
    for (name, inner) in try members(value) {
      let measures = try members(inner)
      guard name.count <= 1024, measures.allSatisfy({ $0.0.count <= 64 }) else {
        throw Broken("a name that is too long")
      }
      for (_, metric) in measures { try check(metric) }
      benchmarks.append((name, measures))
    }
    return benchmarks
  }

  private static func check(_ metric: JSONOutput) throws(Broken) {
    let keys = ["value", "lower_value", "upper_value"]
    for (key, value) in try members(metric) {
      guard keys.contains(key), value.double != nil else { throw Broken("\(key)") }
    }
    guard let value = metric["value"]?.double else { throw Broken("no value") }
    guard metric["lower_value"]?.double ?? value <= value,
      metric["upper_value"]?.double ?? value >= value
    else { throw Broken("bounds without the value") }
  }

  /// The entries of a document for github-action-benchmark, each with a different name.
  static func entries(_ value: JSONOutput) throws(Broken) -> [Entry] {
    guard case .array(let elements) = value else { throw Broken("not an array") }
    var entries: [Entry] = []
    for element in elements {
      for (key, value) in try members(element) {
        let isValid = key == "value" ? value.double != nil : value.text?.isEmpty == false
        guard ["name", "unit", "value", "range", "extra"].contains(key), isValid else {
          throw Broken("\(key)")
        }
      }
      guard let name = element["name"]?.text, let unit = element["unit"]?.text,
        let number = element["value"]
      else { throw Broken("a missing key") }
      entries.append(
        Entry(name: name, unit: unit, value: number, range: element["range"]?.text))
    }
    guard Set(entries.map { $0.name }).count == entries.count else { throw Broken("a name twice") }
    return entries
  }
}

/// A strict reader of the gauges and counters of OpenMetrics 1.0 text.
enum OpenMetricsText {
  typealias Broken = DashboardRules.Broken

  /// A sample without its name.
  struct Sample {
    var labels: [String: String]
    var value: Double
  }

  /// A metric family.
  struct Family {
    var name: String
    var type = ""
    var unit = ""
    var help = ""
    var samples: [Sample] = []
  }

  /// The families of a text.
  static func read(_ text: String) throws(Broken) -> [Family] {
    guard text.hasSuffix("# EOF\n") else { throw Broken("no # EOF at the end") }
    var families: [Family] = []
    let lines = text.dropLast("# EOF\n".count).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.last == "" else { throw Broken("a line without an end") }
    for line in lines.dropLast() {
      if line.hasPrefix("# ") {
        try readMetadata(line, &families)
      } else {
        try readSample(line, &families)
      }
    }
    return families
  }

  /// `# TYPE`, `# UNIT` or `# HELP`, each once and before the samples.
  private static func readMetadata(_ line: Substring, _ families: inout [Family]) throws(Broken) {
    let words = line.split(separator: " ", maxSplits: 3)
    guard words.count == 4, isName(words[2], colons: true) else { throw Broken(String(line)) }
    let (name, text) = (String(words[2]), String(words[3]))
    if families.last?.name != name {
      guard words[1] == "TYPE", !families.contains(where: { $0.name == name }) else {
        throw Broken("not the start of a family: \(line)")
      }
      families.append(Family(name: name))
    }
    var family = families.removeLast()
    guard family.samples.isEmpty else { throw Broken("after the samples: \(line)") }
    switch words[1] {
    case "TYPE" where family.type.isEmpty && ["gauge", "counter"].contains(text):
      family.type = text
    case "UNIT" where family.unit.isEmpty && name.hasSuffix("_\(text)"): family.unit = text
    case "HELP" where family.help.isEmpty:
      var rest = text[...]
      family.help = try unescaped(&rest, until: nil)
    default: throw Broken(String(line))
    }
    families.append(family)
  }

  private static func readSample(_ line: Substring, _ families: inout [Family]) throws(Broken) {
    guard var family = families.popLast() else { throw Broken("a sample without a type") }
    let name = line.prefix { $0 != "{" && $0 != " " }
    let isCounter = family.type == "counter"
    guard name == family.name + (isCounter ? "_total" : "") else {
      throw Broken("not of \(family.name): \(line)")
    }
    var rest = line.dropFirst(name.count)
    let labels = try readLabels(&rest)
    guard rest.first == " ", let value = Double(rest.dropFirst()), value.isFinite,
      !isCounter || value >= 0
    else { throw Broken("no value: \(line)") }
    guard !family.samples.contains(where: { $0.labels == labels }) else {
      throw Broken("a sample twice: \(line)")
    }
    family.samples.append(Sample(labels: labels, value: value))
    families.append(family)
  }

  private static func readLabels(_ rest: inout Substring) throws(Broken) -> [String: String] {
    var labels: [String: String] = [:]
    guard rest.first == "{" else { return labels }
    repeat {
      rest.removeFirst()
      let name = rest.prefix { $0 != "=" }
      rest = rest.dropFirst(name.count)
      guard isName(name, colons: false), rest.hasPrefix("=\"") else { throw Broken("\(name)") }
      rest = rest.dropFirst(2)
      let value = try unescaped(&rest, until: "\"")
      guard labels.updateValue(value, forKey: String(name)) == nil else {
        throw Broken("\(name) twice")
      }
    } while rest.first == ","
    guard rest.first == "}" else { throw Broken("labels without an end") }
    rest.removeFirst()
    return labels
  }

  /// The text up to a quote, which is removed, or all of it.
  private static func unescaped(
    _ rest: inout Substring, until end: Character?
  ) throws(Broken) -> String {
    var text = ""
    while let character = rest.popFirst() {
      if character == end { return text }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": text.append("\n")
      case "\\": text.append("\\")
      case "\"": text.append("\"")
      default: throw Broken("an unknown escape")
      }
    }
    guard end == nil else { throw Broken("text without an end") }
    return text
  }

  private static func isName(_ text: Substring, colons: Bool) -> Bool {
    guard let first = text.first, !first.isNumber else { return false }
    return text.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || (colons && $0 == ":"))
    }
  }
}
