import SimText

/// A valid JSON text.
///
/// The document stores the bytes and a flat list of tokens; nodes are views that decode strings and
/// numbers on demand. Nothing is nested, so freeing a document cannot recurse.
package final class JSONDocument: Sendable {
  /// The file's name for messages.
  package let file: String
  let bytes: [UInt8]
  /// All values of the text in order, including keys.
  package let entries: [JSONToken]
  private let lineStarts: [UInt32]

  /// Reads a JSON text, strictly by RFC 8259.
  ///
  /// Numbers keep their text; a number that rounds to infinity is an error, one that rounds to zero
  /// is zero. Byte order marks, repeated keys, comments and trailing commas are errors.
  ///
  /// - Throws: The `JSONError` for the first error; invalid UTF-8 anywhere has precedence.
  /// - Complexity: O(n) in the number of bytes.
  package init(parsing bytes: [UInt8], file: String = "") throws(JSONError) {
    var scanner = JSONScanner(bytes)
    do { try scanner.scanDocument() } catch { throw JSONError(error, in: bytes) }
    self.file = file
    self.bytes = bytes
    entries = scanner.tokens
    lineStarts = scanner.lineStarts
  }

  /// The same bytes with other tokens that refer to them.
  package init(_ other: JSONDocument, tokens: [JSONToken]) {
    (file, bytes, lineStarts, entries) = (other.file, other.bytes, other.lineStarts, tokens)
  }

  /// Reads the bytes of a file; errors name the file.
  ///
  /// - Throws: A `FormatError` with the recognized content, or with the kind and position of the
  ///   `JSONError`.
  package static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> JSONDocument {
    do {
      return try JSONDocument(parsing: bytes, file: file)
    } catch {
      // Only after a failure, so that a valid file costs no second pass.
      try FormatError.check(bytes, file: file, expected: "a JSON value")
      throw FormatError(file: file, position: error.position, problem: .malformed(error.kind))
    }
  }

  /// The value of the document.
  package var root: JSONNode { JSONNode(document: self, index: 0) }

  /// The line and column of a byte.
  ///
  /// - Complexity: O(log lines + length of the line).
  package func position(ofByte offset: Int) -> TextPosition {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
    }
    let column = TextPosition.column(
      ofByte: offset, lineStart: Int(lineStarts[low]), in: bytes)
    return TextPosition(line: low + 1, column: column)
  }

  /// The text of a string or key with its escapes resolved.
  package func string(at index: Int) -> String {
    let entry = entries[index]
    let range = Int(entry.start) + 1..<Int(entry.end) - 1
    guard entry.isEscaped else { return String(decoding: bytes[range], as: UTF8.self) }
    return String(decoding: JSONEscapes.decode(bytes[range]), as: UTF8.self)
  }

  /// The source text of a token.
  package func text(at index: Int) -> String {
    let entry = entries[index]
    return String(decoding: bytes[Int(entry.start)..<Int(entry.end)], as: UTF8.self)
  }

  /// The path from the root to an entry, such as `input[2].kind`; empty for the root.
  ///
  /// - Complexity: O(n) in the number of entries before it.
  package func path(to target: Int) -> String {
    var path = ""
    var container = 0
    while container < target {
      let isObject = entries[container].kind == .object
      var child = container + 1
      var element = 0
      var key = child
      while child < entries.count {
        key = child
        if isObject { child += 1 }
        let next = Int(entries[child].next)
        if target < next { break }
        child = next
        element += 1
      }
      // A key has the path of its object.
      if isObject && target == key { return path }
      path += isObject ? Self.pathStep(string(at: key), isFirst: path.isEmpty) : "[\(element)]"
      container = child
    }
    return path
  }

  private static func pathStep(_ key: String, isFirst: Bool) -> String {
    let isPlain = key.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "$"):
        true
      default: false
      }
    }
    guard isPlain, !key.isEmpty else { return "[\(MessageText.quoted(key))]" }
    return (isFirst ? "" : ".") + MessageText.short(key)
  }
}
