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
  /// An object whose keys the file chooses, and a regular expression that they match.
  case map(SchemaRule, keys: String?)
  /// The same, or null.
  case orNull(SchemaRule)

  /// The pattern of sixteen hexadecimal digits.
  static let digestPattern = "^[0-9a-f]{16}$"
  /// A bound that nothing reaches, so that schemas leave it out.
  static let largest = 1e300

  static func pattern(_ pattern: String) -> SchemaRule {
    .plain([("type", .string("string")), ("pattern", .string(pattern))])
  }

  static func whole<Value: FixedWidthInteger>(_ range: ClosedRange<Value>) -> SchemaRule {
    func bound(_ value: Value) -> JSONOutput {
      Value.isSigned ? .integer(Int64(value)) : .unsigned(UInt64(value))
    }
    // What the type holds is a bound, too: readers refuse what is beyond.
    return .plain([
      ("type", .string("integer")), ("minimum", bound(range.lowerBound)),
      ("maximum", bound(range.upperBound)),
    ])
  }

  static func number(_ range: ClosedRange<Double>) -> SchemaRule {
    var keywords: [(String, JSONOutput)] = [("type", .string("number"))]
    if range.lowerBound > -3e38 { keywords.append(("minimum", .number(range.lowerBound))) }
    if range.upperBound < 3e38 { keywords.append(("maximum", .number(range.upperBound))) }
    return .plain(keywords)
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
  }

  /// What the object is called among the definitions; nil where it stands in one place.
  package var name: String?
  /// What it is, in a sentence.
  package var words: String
  /// Its members in their order.
  package var members: [Member]
  /// Whether other keys are refused.
  package var isClosed: Bool
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

  /// The member of an object that has this key; nil for anything else.
  func member(_ key: String) -> ObjectRule.Member? {
    guard case .object(let object) = bare else { return nil }
    return object.members.first { $0.key == key }
  }

  /// What the elements of an array may be; nil for anything else.
  var element: SchemaRule? {
    if case .list(let element, _) = bare { element } else { nil }
  }
}
