/// What JSON Schema (draft 7) says of a value.
package indirect enum SchemaRule: Sendable {
  /// Keywords of a value that is neither object nor array.
  case plain([(String, JSONOutput)])
  /// One of these texts.
  case names([String])
  /// An object with members of its own.
  case object(ObjectRule)
  /// An array and how many elements it may have.
  case list(SchemaRule, ClosedRange<Int>)
  /// An array of different elements, and how many of them.
  case set(SchemaRule, ClosedRange<Int>)
  /// An object whose keys the file chooses, and a regular expression that they match.
  case map(SchemaRule, keys: String?)
  /// An object with at least one of some keys, or of keys that match a regular expression.
  case keyed([(key: String, isPattern: Bool, rule: SchemaRule)])
  /// One of several.
  case either([SchemaRule])
  /// The same, or null.
  case orNull(SchemaRule)

  /// The pattern of sixteen hexadecimal digits.
  package static let digestPattern = "^[0-9a-f]{16}$"
  /// The bound of numbers without one of their own: what is beyond it reads as infinite somewhere.
  package static let largest = 1e300

  /// A text that matches a regular expression.
  package static func pattern(_ pattern: String) -> SchemaRule {
    .plain([("type", .string("string")), ("pattern", .string(pattern))])
  }

  /// A whole number in a range.
  package static func whole<Value: FixedWidthInteger>(_ range: ClosedRange<Value>) -> SchemaRule {
    func bound(_ value: Value) -> JSONOutput {
      Value.isSigned ? .integer(Int64(value)) : .unsigned(UInt64(value))
    }
    // What the type holds is a bound, too: readers refuse what is beyond.
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

  /// An array of as many numbers as there are ranges, each in its own.
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

  /// A regular expression of the whole numbers from 0 to a largest one in decimal digits, without
  /// anchors; zeros may lead.
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

/// What JSON Schema says of an object whose members are known.
package struct ObjectRule: Sendable {
  /// A member.
  package struct Member: Sendable {
    /// Its key.
    package var key: String
    /// What it is, in a sentence.
    package var words: String
    /// What it may be.
    package var rule: SchemaRule
    /// Whether every file that is written has it.
    package var isRequired: Bool
    /// What a file that leaves it out stands for; nil where it cannot, or for nothing.
    package var defaultValue: JSONOutput?
    /// What a change of it means; nil for what the object that holds it says.
    package var role: FigureRole?

    /// Describes a member without default that says nothing of its changes.
    package init(key: String, words: String, rule: SchemaRule, isRequired: Bool) {
      self.key = key
      self.words = words
      self.rule = rule
      self.isRequired = isRequired
    }
  }

  /// What the object is called among the definitions; nil where it stands in one place.
  package var name: String?
  /// What it is, in a sentence.
  package var words: String
  /// Its members in their order; a schema allows no other.
  package var members: [Member]
  /// Which of some members it may have together; nil for any.
  package var choice: KeyChoice?
  /// What else JSON Schema can say of it.
  package var keywords: [(String, JSONOutput)] = []

  /// Describes an object.
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

/// Which of some members an object may have together.
package enum KeyChoice: Sendable {
  /// One of them.
  case exactlyOne([String])
  /// One of them or more.
  case oneOrMore([String])
  /// None, or one of them.
  case oneAtMost(String, String)

  /// The members.
  package var keys: [String] {
    switch self {
    case .exactlyOne(let keys), .oneOrMore(let keys): keys
    case .oneAtMost(let first, let second): [first, second]
    }
  }

  /// How JSON Schema says it.
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

/// What a change of a value in a result means.
package enum FigureRole: Sendable {
  /// Less of it is better.
  case cost
  /// It is the same in every run; any change means that other work was done.
  case exact
  /// It depends on the clock, is derived, or is there for people, so that nothing is concluded
  /// from a change.
  case detail
}

extension ObjectRule {
  /// What a change of the value at a path means.
  ///
  /// Keys that later versions wrote mean what the object means that holds them.
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

  /// A text with these examples of it.
  package static func examples(_ names: [String]) -> SchemaRule {
    .plain([("type", .string("string")), ("examples", .array(names.map { .string($0) }))])
  }

  /// What no file may have.
  package static let never = SchemaRule.plain([("not", .object([]))])

  /// The member of an object that has this key, or what any key of a map has; nil for anything
  /// else.
  package func member(_ key: String) -> ObjectRule.Member? {
    switch bare {
    case .object(let object): object.members.first { $0.key == key }
    case .map(let rule, _): ObjectRule.Member(key: key, words: "", rule: rule, isRequired: false)
    default: nil
    }
  }

  /// What the elements of an array may be; nil for anything else.
  package var element: SchemaRule? {
    if case .list(let element, _) = bare { element } else { nil }
  }
}
