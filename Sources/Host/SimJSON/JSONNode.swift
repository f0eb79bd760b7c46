import SimText

/// A value of a JSON document with its location.
///
/// A node is a small view that is cheap to copy. Strings, numbers and lists are decoded on each
/// access.
package struct JSONNode: Sendable {
  /// The document that contains the value.
  package let document: JSONDocument
  /// The value's index in the document's entries.
  package let index: Int

  init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  private var entry: JSONToken { document.entries[index] }

  /// The position of the value's first character.
  ///
  /// - Complexity: O(log lines + length of the line).
  package var position: TextPosition { document.position(ofByte: Int(entry.start)) }

  /// The path from the root, such as `input[2].kind`; empty for the root.
  ///
  /// - Complexity: O(n) in the preceding values; meant for messages.
  package var path: String { document.path(to: index) }

  /// The source text of the value.
  package var text: String { document.text(at: index) }

  /// Whether the value is the root of the document.
  package var isRoot: Bool { index == 0 }

  /// Whether the value is `null`.
  package var isNull: Bool { entry.kind == .null }

  /// Whether the value is an object.
  package var isObject: Bool { entry.kind == .object }

  /// The value, decoded one level deep.
  ///
  /// - Complexity: O(n) in the members or elements and their content.
  package var value: JSONValue {
    switch entry.kind {
    case .null: .null
    case .yes: .bool(true)
    case .no: .bool(false)
    case .number: .number(JSONNumber(text: text))
    case .string: .string(document.string(at: index))
    case .array: .array(elements)
    case .object: .object(members)
    }
  }

  /// The elements of an array in order; empty for other values.
  package var elements: [JSONNode] {
    guard entry.kind == .array else { return [] }
    var result: [JSONNode] = []
    var child = index + 1
    while child < Int(entry.next) {
      result.append(JSONNode(document: document, index: child))
      child = Int(document.entries[child].next)
    }
    return result
  }

  /// The members of an object in file order; empty for other values.
  package var members: [JSONMember] {
    guard entry.kind == .object else { return [] }
    var result: [JSONMember] = []
    var key = index + 1
    while key < Int(entry.next) {
      result.append(
        JSONMember(keyIndex: key, value: JSONNode(document: document, index: key + 1)))
      key = Int(document.entries[key + 1].next)
    }
    return result
  }

  var kind: JSONToken.Kind { entry.kind }
}

/// A key of an object and its value.
package struct JSONMember: Sendable {
  /// The key's index in the document's entries.
  package let keyIndex: Int
  /// The value.
  package let value: JSONNode

  /// The key with its escapes resolved.
  package var key: String { value.document.string(at: keyIndex) }

  /// The position of the key's opening quote.
  package var keyPosition: TextPosition {
    value.document.position(ofByte: Int(value.document.entries[keyIndex].start))
  }
}

/// A JSON value, decoded one level deep.
package enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number with its exact text.
  case number(JSONNumber)
  /// A string with its escapes resolved.
  case string(String)
  /// The elements in order.
  case array([JSONNode])
  /// The members in file order.
  case object([JSONMember])
}

/// A number with its source text.
package struct JSONNumber: Equatable, Sendable {
  /// The exact text, such as `1e3`.
  package let text: String

  /// The double nearest to the number, ties to even; always finite.
  package var double: Double { Double(text) ?? 0 }

  /// Whether the text has neither a fraction nor an exponent.
  package var isIntegral: Bool {
    text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
  }

  /// The exact value, or nil if it is negative, too large or not written as an integer.
  package var uint64: UInt64? { integer() }

  /// The exact value, or nil if it is out of range or not written as an integer.
  package var int64: Int64? { integer() }

  /// The exact value, or nil if it is out of range or not written as an integer.
  package func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer?
  {
    isIntegral ? Integer(text) : nil
  }
}
