import SimText

/// One value of a JSON document together with where it stands.
///
/// A node is a small view; copying it is free. Strings, numbers and lists are decoded each time
/// they are asked for.
package struct JSONNode: Sendable {
  /// The document that the value belongs to.
  package let document: JSONDocument
  /// Its place among the document's entries.
  package let index: Int

  init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  private var entry: JSONToken { document.entries[index] }

  /// Where the value's first character stands.
  ///
  /// - Complexity: O(log lines) and the length of the line.
  package var position: TextPosition { document.position(ofByte: Int(entry.start)) }

  /// The path from the root, such as `input[2].kind`; empty for the root.
  ///
  /// - Complexity: O(n) in the values before it; meant for messages.
  package var path: String { document.path(to: index) }

  /// The value as it is written in the file.
  package var text: String { document.text(at: index) }

  /// True when the value is the document itself.
  package var isRoot: Bool { index == 0 }

  /// True when the value is `null`.
  package var isNull: Bool { entry.kind == .null }

  /// Whether it is an object.
  package var isObject: Bool { entry.kind == .object }

  /// The value, decoded one level deep.
  ///
  /// - Complexity: O(n) in the members or elements and everything in them.
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

  /// The elements of an array in order; empty for anything else.
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

  /// The members of an object in the order of the file; empty for anything else.
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
  /// The key's place among the document's entries.
  package let keyIndex: Int
  /// The value.
  package let value: JSONNode

  /// The key with its escapes resolved.
  package var key: String { value.document.string(at: keyIndex) }

  /// Where the key's opening quote stands.
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
  /// The members in the order of the file.
  case object([JSONMember])
}

/// A number as it is written in a JSON text.
package struct JSONNumber: Equatable, Sendable {
  /// The exact text, such as `1e3`.
  package let text: String

  /// The double nearest to the number, ties to even; always finite.
  package var double: Double { Double(text) ?? 0 }

  /// True when the text has neither a fraction nor an exponent.
  package var isIntegral: Bool {
    text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
  }

  /// The exact value, or nil when it is negative, too large or not written as an integer.
  package var uint64: UInt64? { integer() }

  /// The exact value, or nil when it is out of range or not written as an integer.
  package var int64: Int64? { integer() }

  /// The exact value, or nil when it is out of range or not written as an integer.
  package func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer?
  {
    isIntegral ? Integer(text) : nil
  }
}
