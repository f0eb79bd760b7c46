import SimText

/// What makes one scenario file many runs: some of its values, and a list for each.
///
///     "matrix": { "parameters.letter": ["a", "A"], "seed": [1, 2] }
///
/// stands for four runs, the last key varying fastest.
package struct ScenarioMatrix {
  /// A run of the file: what it is called, and the document that says it.
  struct Case {
    /// The values, separated by commas, such as `a,1`; nil for a file without a matrix.
    var name: String?
    /// The file with those values.
    var document: JSONDocument
  }

  /// Runs that one file may stand for.
  static var maximumCount: Int { 1000 }

  /// What may vary; `*` stands for a name or a number.
  static let keys = [
    "device", "gate", "seed", "frameRate", "reduceMotion", "parameters.*",
    "input.generators[*].eventsPerMinute", "input.writer.skill",
  ]

  /// What a schema says of the member `matrix`: for each key a list of what may stand there.
  ///
  /// - Parameter members: What the file's other members may be.
  static func rule(varying members: [ObjectRule.Member]) -> SchemaRule {
    let file = SchemaRule.object(ObjectRule(words: "", members: members))
    var rows: [(key: String, isPattern: Bool, rule: SchemaRule)] = []
    for key in keys {
      var place: SchemaRule? = file
      var steps = key.split(separator: ".")
      let isOpen = steps.last == "*"
      if isOpen { steps.removeLast() }
      for step in steps {
        place = place?.member(String(step.prefix { $0 != "[" }))?.rule
        if step.hasSuffix("[*]") { place = place?.element }
      }
      switch place ?? .never {
      case .object(let object) where isOpen:
        rows += object.members.map {
          (key.replacing("*", with: $0.key), false, .set(named($0.rule), 1...maximumCount))
        }
      case .map(let value, _) where isOpen:
        let pattern = key.replacing(".", with: "\\.").replacing("*", with: "[a-z0-9-]+")
        rows.append(("^\(pattern)$", true, .set(named(value), 1...maximumCount)))
      default:
        let isPattern = key.contains("*")
        let pattern = key.replacing(".", with: "\\.").replacing("[*]", with: "\\[[0-9]+\\]")
        let rule = place.map { SchemaRule.set(named($0), 1...maximumCount) } ?? .never
        rows.append((isPattern ? "^\(pattern)$" : key, isPattern, rule))
      }
    }
    return .keyed(rows)
  }

  /// The same rule for values that also name a run.
  private static func named(_ rule: SchemaRule) -> SchemaRule {
    guard case .plain(let keywords) = rule, !keywords.contains(where: { $0.0 == "pattern" }),
      keywords.contains(where: { $0.0 == "type" && $0.1 == .string("string") })
    else { return rule }
    return .plain(keywords + [("pattern", .string(namePattern))])
  }

  /// A regular expression of texts that name a run.
  private static let namePattern = "^[A-Za-z0-9.-]{1,64}$"

  /// The member `matrix` of a file, which is kept as it stands.
  ///
  /// - Parameter members: What the file's other members may be.
  static func member<Root>(
    varying members: [ObjectRule.Member],
    _ path: any WritableKeyPath<Root, JSONNode?> & Sendable
  ) -> Member<Root> {
    Member(
      "matrix", Codec<String>.text.described(by: rule(varying: members)),
      "Values that vary, by their paths, each with a list: the file contains every "
        + "combination, at most \(maximumCount) runs, the last key varying fastest.",
      isRequired: false, write: { _ in nil },
      read: { (root, reader) in root[keyPath: path] = reader.optional("matrix") })
  }

  /// Says that a file has no run of that name.
  ///
  /// - Parameter names: The names that it has; none without a matrix.
  package static func lacks(_ name: String, of names: [String], file: String) -> FormatError {
    FormatError(
      file: file, path: "matrix",
      problem: names.isEmpty
        ? .other("the file has no matrix, so it is one run")
        : .unknownName(
          found: name, suggestion: nearestSpelling(of: name, in: names), allowed: names))
  }

  private struct Axis {
    var node: JSONNode
    var steps: [JSONVariation.Step]
    var values: [(name: String, node: JSONNode)]
  }

  private let axes: [Axis]
  private let document: JSONDocument
  private let node: JSONNode

  /// Reads the member `matrix` of a file.
  init(_ node: JSONNode) throws(FormatError) {
    self.node = node
    document = node.document
    var reader = try node.object()
    var axes: [Axis] = []
    var count = 1
    for member in reader.remainingMembers() {
      let axis = try Self.axis(member)
      axes.append(axis)
      let (product, isTooLarge) = count.multipliedReportingOverflow(by: axis.values.count)
      count = product
      guard !isTooLarge, count <= Self.maximumCount else {
        throw node.failure(
          .notAllowed(
            found: "more than \(Self.maximumCount) runs", allowed: "1 to \(Self.maximumCount)"))
      }
    }
    guard !axes.isEmpty else { throw node.failure(.other("the matrix varies nothing")) }
    self.axes = axes
  }

  /// What the runs of a file are called; nil alone for a file without a matrix.
  ///
  /// - Throws: `FormatError` if the file is not an object, or its matrix is wrong.
  package static func caseNames(of document: JSONDocument) throws(FormatError) -> [String?] {
    var reader = try document.root.object()
    guard let node = reader.optional("matrix") else { return [nil] }
    var names: [String?] = []
    for one in try ScenarioMatrix(node).cases() { names.append(one.name) }
    return names
  }

  /// Every run, the last key varying fastest.
  func cases() throws(FormatError) -> [Case] {
    var cases: [Case] = []
    var places = [Int](repeating: 0, count: axes.count)
    repeat {
      let chosen = zip(axes, places).map { $0.values[$1] }
      let variations = zip(axes, chosen).map { axis, value in
        JSONVariation(steps: axis.steps, value: value.node)
      }
      guard let varied = document.varied(variations) else {
        // Each for itself, to tell which one it is.
        let lost = zip(axes, variations).first { document.varied([$1]) == nil }
        throw (lost?.0.node ?? node).failure(.other("there is nothing in the file to vary"))
      }
      cases.append(Case(name: chosen.map { $0.name }.joined(separator: ","), document: varied))
    } while Self.advance(&places, axes)
    return cases
  }

  /// The next places, the last one fastest; false after the last of all.
  private static func advance(_ places: inout [Int], _ axes: [Axis]) -> Bool {
    for index in places.indices.reversed() {
      places[index] += 1
      if places[index] < axes[index].values.count { return true }
      places[index] = 0
    }
    return false
  }

  private static func axis(_ member: JSONMember) throws(FormatError) -> Axis {
    let key = member.key
    let isKnown = keys.contains { pattern in
      let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
      guard parts.count == 2 else { return key == pattern }
      return key.hasPrefix(parts[0]) && key.hasSuffix(parts[1])
        && key.count > parts[0].count + parts[1].count
    }
    guard isKnown, let steps = steps(member) else {
      throw FormatError(
        file: member.value.document.file, position: member.keyPosition, path: "matrix",
        problem: .unknown(
          .key, name: key, suggestion: nearestSpelling(of: key, in: keys), allowed: keys))
    }
    var values: [(name: String, node: JSONNode)] = []
    for element in try member.value.array(count: 1...maximumCount) {
      let name = try name(element)
      // By value too: 1 and 1.0 have two names, but would be one run twice.
      guard !values.contains(where: { $0.name == name || $0.node.isSameNumber(as: element) }) else {
        throw element.failure(.other("\(name) appears twice"))
      }
      values.append((name, element))
    }
    return Axis(node: member.value, steps: steps, values: values)
  }

  /// What a case is called by one of its values.
  private static func name(_ node: JSONNode) throws(FormatError) -> String {
    let text: String? =
      switch node.value {
      case .string(let text): text
      case .number(let number): number.text
      case .bool(let value): "\(value)"
      default: nil
      }
    // A case's name joins values by commas, so none may contain one.
    let isPlain = text?.utf8.allSatisfy { isAlphanumeric($0) || "-.".utf8.contains($0) }
    guard let text, isPlain == true, (1...64).contains(text.utf8.count) else {
      throw node.failure(
        .unexpected(
          found: node.foundText,
          expected: "a number, true, false, or a text of letters, digits, hyphens and points"))
    }
    return text
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// The way to the value that a key names; nil when it names none.
  private static func steps(_ member: JSONMember) -> [JSONVariation.Step]? {
    let token = member.value.document.entries[member.keyIndex]
    // Steps refer to bytes of the key, which escapes would shift.
    guard !token.isEscaped else { return nil }
    var steps: [JSONVariation.Step] = []
    var start = Int(token.start) + 1
    for part in member.key.split(separator: ".", omittingEmptySubsequences: false) {
      let name = part.prefix { $0 != "[" }
      guard !name.isEmpty else { return nil }
      steps.append(.member(String(name), bytes: start..<start + name.utf8.count))
      if name.count < part.count {
        guard part.hasSuffix("]"), let place = Int(part.dropFirst(name.count + 1).dropLast()),
          place >= 0
        else { return nil }
        steps.append(.element(place))
      }
      start += part.utf8.count + 1
    }
    return steps
  }
}

extension JSONNode {
  /// Whether both are the same number, however it is written.
  fileprivate func isSameNumber(as other: JSONNode) -> Bool {
    guard case .number(let first) = value, case .number(let second) = other.value else {
      return false
    }
    // Doubles do not tell large seeds apart.
    if let first = first.uint64, let second = second.uint64 { return first == second }
    return first.double == second.double
  }
}
