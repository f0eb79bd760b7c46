/// A JSON value to be written.
///
/// Two outputs are equal when they are written alike: `.integer(3)`, `.unsigned(3)` and
/// `.number(3)` are. Keys keep the order given and must differ; a repeated key is written as
/// given, and the reader refuses it.
package indirect enum JSONOutput: Sendable {
  /// The members in the order they are written.
  case object([(String, JSONOutput)])
  /// The elements.
  case array([JSONOutput])
  /// A text.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// A whole number that may exceed `Int64.max`.
  case unsigned(UInt64)
  /// A number; the shortest text that reads back as the same double, and `null` when not finite.
  case number(Double)
  /// `true` or `false`.
  case bool(Bool)
  /// `null`.
  case null

  /// Converts a value that was read.
  ///
  /// Numbers written as integers stay exact when 64 bits hold them; the rest become doubles.
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

  /// The value of a key of an object; nil for anything else.
  package subscript(key: String) -> JSONOutput? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == key }?.1
  }

  /// True for everything but objects and arrays.
  package var isScalar: Bool {
    switch self {
    case .object, .array: false
    default: true
    }
  }

  /// The text of a number: no fraction when whole and below 2⁵³, never `-0`.
  package static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    if number == number.rounded(.towardZero), number.magnitude < 9_007_199_254_740_992 {
      return String(Int64(number))
    }
    return number.description
  }
}

extension JSONOutput: Equatable {
  /// True when the two are written alike.
  package static func == (a: JSONOutput, b: JSONOutput) -> Bool {
    switch (a, b) {
    case (.object(let a), .object(let b)):
      a.elementsEqual(b) { $0.0.utf8.elementsEqual($1.0.utf8) && $0.1 == $1.1 }
    case (.array(let a), .array(let b)):
      a == b
    case (.string(let a), .string(let b)):
      a.utf8.elementsEqual(b.utf8)
    case (.string, _), (_, .string), (.object, _), (_, .object), (.array, _), (_, .array):
      false
    default:
      a.scalarText == b.scalarText
    }
  }

  /// The text of a number, a boolean or null.
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
  /// A number as a double; nil for anything else.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// A whole number that is not negative; nil for anything else.
  package var uint64: UInt64? {
    switch self {
    case .integer(let value): UInt64(exactly: value)
    case .unsigned(let value): value
    case .number(let value): UInt64(exactly: value)
    default: nil
    }
  }

  /// A text; nil for anything else.
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
