/// A JSON value for writing.
///
/// Two values are equal if their texts are: `.integer(3)`, `.unsigned(3)` and `.number(3)` are
/// equal. Keys keep their order and must be distinct; the writer does not check this, but the
/// reader rejects repeated keys.
package indirect enum JSONOutput: Sendable {
  /// The members in writing order.
  case object([(String, JSONOutput)])
  /// The elements.
  case array([JSONOutput])
  /// A string.
  case string(String)
  /// An integer.
  case integer(Int64)
  /// An integer that may exceed `Int64.max`.
  case unsigned(UInt64)
  /// A number: the shortest text that reads back as the same double, or `null` if it is not finite.
  case number(Double)
  /// `true` or `false`.
  case bool(Bool)
  /// `null`.
  case null

  /// Converts a value that was read.
  ///
  /// Numbers written as integers stay exact if 64 bits hold them; others become doubles.
  package init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map { JSONOutput($0) })
    case .object(let members): self = .object(members.map { ($0.key, JSONOutput($0.value)) })
    case .number(let number):
      if let value = number.int64 {
        self = .integer(value)
      } else if let value = number.uint64 {
        self = .unsigned(value)
      } else {
        self = .number(number.double)
      }
    }
  }

  /// The value of an object's key; nil if there is none.
  package subscript(key: String) -> JSONOutput? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == key }?.1
  }

  /// Whether the value is neither an object nor an array.
  package var isScalar: Bool {
    switch self {
    case .object, .array: false
    default: true
    }
  }

  /// The text of a number: without a fraction if it is an integer below 2⁵³, never `-0`.
  package static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    // From 2⁵³ on a double stands for several integers, so it keeps its shortest text.
    if number == number.rounded(.towardZero), number.magnitude < 9_007_199_254_740_992 {
      // The conversion drops the sign of -0, since equal values have to give equal bytes.
      return String(Int64(number))
    }
    return number.description
  }
}

extension JSONOutput: Equatable {
  /// Whether both values have the same text.
  package static func == (a: JSONOutput, b: JSONOutput) -> Bool {
    switch (a, b) {
    case (.object(let a), .object(let b)):
      a.elementsEqual(b) { $0.0.utf8.elementsEqual($1.0.utf8) && $0.1 == $1.1 }
    case (.array(let a), .array(let b)):
      a == b
    case (.string(let a), .string(let b)):
      a.utf8.elementsEqual(b.utf8)
    // Their `scalarText` is "null", which must not make them equal to null.
    case (.string, _), (_, .string), (.object, _), (_, .object), (.array, _), (_, .array):
      false
    default:
      a.scalarText == b.scalarText
    }
  }

  /// The text of a number, a Boolean or null.
  var scalarText: String {
    switch self {
    case .integer(let value): String(value)
    case .unsigned(let value): String(value)
    case .number(let value): Self.text(of: value)
    case .bool(let value): value ? "true" : "false"
    default: "null"
    }
  }
}

extension JSONOutput {
  /// A number as a double; nil for other values.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// A nonnegative integer; nil for other values.
  package var uint64: UInt64? {
    switch self {
    case .integer(let value): UInt64(exactly: value)
    case .unsigned(let value): value
    case .number(let value): UInt64(exactly: value)
    default: nil
    }
  }

  /// A seed as a number or a string of decimal digits; nil for other values.
  package var seed: UInt64? { uint64 ?? text.flatMap { UInt64(seed: $0) } }

  /// A string; nil for other values.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// Whether it is `null`.
  package var isNull: Bool {
    if case .null = self { return true }
    return false
  }
}

extension UInt64 {
  /// The seed that a text of decimal digits stands for; nil for any other text.
  init?(seed text: String) {
    // Swift's initializer would accept a sign.
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(text)
  }
}
