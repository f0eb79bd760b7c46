/// The JSON Schema (draft 7) of a value.
package indirect enum SchemaRule: Sendable {
  /// The keywords of a value that is neither an object nor an array.
  case plain([(String, JSONOutput)])
  /// One of several strings.
  case names([String])
  /// An object with known members.
  case object(ObjectRule)
  /// An array with an allowed range of element counts.
  case list(SchemaRule, ClosedRange<Int>)
  /// An array of distinct elements, with an allowed range of element counts.
  case set(SchemaRule, ClosedRange<Int>)
  /// An object whose keys come from the file, with a regular expression for them.
  case map(SchemaRule, keys: String?)
  /// An object with at least one of several keys, or keys that match a regular expression.
  case keyed([(key: String, isPattern: Bool, rule: SchemaRule)])
  /// One of several rules.
  case either([SchemaRule])
  /// A rule or null.
  case orNull(SchemaRule)

  /// The pattern of sixteen hexadecimal digits.
  package static let digestPattern = "^[0-9a-f]{16}$"
  /// The description of a seed in schemas.
  package static let seedWords =
    "The seed: a number, or a string of its digits; written as a string above 9007199254740991, "
    + "the largest that every JSON reader keeps."
  /// The default bound of numbers: some readers treat larger ones as infinite.
  package static let largest = 1e300

  /// A string that matches a regular expression.
  package static func pattern(_ pattern: String) -> SchemaRule {
    .plain([("type", .string("string")), ("pattern", .string(pattern))])
  }

  /// An integer in a range.
  package static func whole<Value: FixedWidthInteger>(_ range: ClosedRange<Value>) -> SchemaRule {
    func bound(_ value: Value) -> JSONOutput {
      Value.isSigned ? .integer(Int64(value)) : .unsigned(UInt64(value))
    }
    // The limits of the type are also bounds, since readers reject larger values.
    return .plain([
      ("type", .string("integer")), ("minimum", bound(range.lowerBound)),
      ("maximum", bound(range.upperBound)),
    ])
  }

  /// A number in a range.
  package static func number(_ range: ClosedRange<Double>) -> SchemaRule {
    .plain([
      ("type", .string("number")), ("minimum", .number(range.lowerBound)),
      ("maximum", .number(range.upperBound)),
    ])
  }

  /// An array with one number per range.
  package static func numbers(_ ranges: [ClosedRange<Double>]) -> SchemaRule {
    let elements = ranges.map { range in
      JSONOutput.object([
        ("type", .string("number")), ("minimum", .number(range.lowerBound)),
        ("maximum", .number(range.upperBound)),
      ])
    }
    let count = JSONOutput.integer(Int64(ranges.count))
    return .plain([
      ("type", .string("array")), ("minItems", count), ("maxItems", count),
      ("items", .array(elements)),
    ])
  }

  /// A regular expression, without anchors, for the integers from 0 to a maximum in decimal digits;
  /// leading zeros are allowed.
  package static func digits(upTo largest: UInt64) -> String {
    let text = Array("\(largest)".utf8).map { Int($0) - 0x30 }
    var forms = ["\(largest)"]
    if text.count > 1 { forms.append("[0-9]{1,\(text.count - 1)}") }
    for (place, digit) in text.enumerated() where digit > 0 {
      let head = text[..<place].map { "\($0)" }.joined()
      let rest = text.count - place - 1
      forms.append("\(head)[0-\(digit - 1)]" + (rest > 0 ? "[0-9]{\(rest)}" : ""))
    }
    return "0*(\(forms.joined(separator: "|")))"
  }
}

/// The JSON Schema of an object with known members.
package struct ObjectRule: Sendable {
  /// A member.
  package struct Member: Sendable {
    /// The key.
    package var key: String
    /// A sentence about the member.
    package var words: String
    /// The rule of its value.
    package var rule: SchemaRule
    /// Whether every written file has it.
    package var isRequired: Bool
    /// The default value if the file omits it; nil if there is none.
    package var defaultValue: JSONOutput?
    /// The meaning of a change; nil for that of the containing object.
    package var role: FigureRole?
    /// The unit of its value, such as `ns`; nil for that of the containing object.
    package var unit: String?

    /// Makes a member without a default and a role.
    package init(key: String, words: String, rule: SchemaRule, isRequired: Bool) {
      self.key = key
      self.words = words
      self.rule = rule
      self.isRequired = isRequired
    }
  }

  /// The object's name among the definitions; nil if it is used only once.
  package var name: String?
  /// A sentence about the object.
  package var words: String
  /// The members in order; the schema allows no others.
  package var members: [Member]
  /// The allowed combinations of some members; nil for any.
  package var choice: KeyChoice?
  /// Additional JSON Schema keywords.
  package var keywords: [(String, JSONOutput)] = []

  /// Makes a rule.
  package init(
    name: String? = nil, words: String, members: [Member], choice: KeyChoice? = nil,
    keywords: [(String, JSONOutput)] = []
  ) {
    self.name = name
    self.words = words
    self.members = members
    self.choice = choice
    self.keywords = keywords
  }
}

/// The allowed combinations of some members of an object.
package enum KeyChoice: Sendable {
  /// Exactly one.
  case exactlyOne([String])
  /// At least one.
  case oneOrMore([String])
  /// At most one.
  case oneAtMost(String, String)

  /// The members.
  package var keys: [String] {
    switch self {
    case .exactlyOne(let keys), .oneOrMore(let keys): keys
    case .oneAtMost(let first, let second): [first, second]
    }
  }

  /// The JSON Schema keyword.
  package var keyword: (String, JSONOutput) {
    func requires(_ keys: [String]) -> JSONOutput {
      .object([("required", .array(keys.map { .string($0) }))])
    }
    return switch self {
    case .exactlyOne(let keys): ("oneOf", .array(keys.map { requires([$0]) }))
    case .oneOrMore(let keys): ("anyOf", .array(keys.map { requires([$0]) }))
    case .oneAtMost: ("not", requires(keys))
    }
  }
}

/// The meaning of a change of a value in a result.
package enum FigureRole: Sendable {
  /// Lower is better.
  case cost
  /// Equal in every run; a change means that the work changed.
  case exact
  /// Dependent on time, derived, or only for readers; a change has no meaning.
  case detail
}

extension ObjectRule {
  /// The meaning of a change of the value at a path.
  ///
  /// Unknown keys, from later versions, have the role of their containing object.
  package func role(at path: String) -> FigureRole {
    var role = FigureRole.detail
    var rule = SchemaRule.object(self)
    var rest = path[...]
    while !rest.isEmpty {
      let key = rest.prefix { $0 != "." && $0 != "[" }
      guard let member = rule.member(String(key)) else { return role }
      role = member.role ?? role
      rule = member.rule
      rest = rest.dropFirst(key.count + 1)
    }
    return role
  }
}

extension SchemaRule {
  /// The rule without null.
  private var bare: SchemaRule {
    if case .orNull(let rule) = self { rule.bare } else { self }
  }

  /// A string with examples.
  package static func examples(_ names: [String]) -> SchemaRule {
    .plain([("type", .string("string")), ("examples", .array(names.map { .string($0) }))])
  }

  /// A value that no file may have.
  package static let never = SchemaRule.plain([("not", .object([]))])

  /// The member of an object with this key, or the element of a map; nil otherwise.
  package func member(_ key: String) -> ObjectRule.Member? {
    switch bare {
    case .object(let object): object.members.first { $0.key == key }
    case .map(let rule, _): ObjectRule.Member(key: key, words: "", rule: rule, isRequired: false)
    default: nil
    }
  }

  /// Whether the keys come from the file.
  package var isMap: Bool {
    if case .map = bare { true } else { false }
  }

  /// The rule of an array's elements; nil for other rules.
  package var element: SchemaRule? {
    if case .list(let element, _) = bare { element } else { nil }
  }
}
