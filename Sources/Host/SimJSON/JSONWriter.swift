/// Writes JSON so that equal values give equal bytes.
///
/// Keys keep their order, numbers use their shortest exact form, and strings escape only what is
/// necessary: quotes, backslashes and invisible characters, such as controls and bidirectional
/// marks.
package struct JSONWriter {
  /// The layout of the text.
  package enum Style: Sendable {
    /// Two spaces per level, with a final line end.
    ///
    /// An array of scalars is written on one line if the line has at most 100 characters.
    case indented
    /// One line without spaces and without a line end.
    case compact
  }

  private var bytes: [UInt8] = []
  private let style: Style
  private var lineStart = 0

  private init(_ style: Style) {
    self.style = style
  }

  /// The maximum length of a line with an array.
  private static var maximumLineByteCount: Int { 100 }

  /// The value as UTF-8.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func bytes(of value: JSONOutput, style: Style = .indented) -> [UInt8] {
    var writer = JSONWriter(style)
    writer.write(value, level: 0)
    if style == .indented { writer.bytes.append(UInt8(ascii: "\n")) }
    return writer.bytes
  }

  /// The value as a string.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func text(of value: JSONOutput, style: Style = .indented) -> String {
    String(decoding: bytes(of: value, style: style), as: UTF8.self)
  }

  private mutating func write(_ value: JSONOutput, level: Int) {
    switch value {
    case .object(let members):
      write(members.count, brackets: ("{", "}"), level: level) { writer, index in
        writer.write(members[index].0)
        writer.write(ascii: writer.style == .indented ? ": " : ":")
        writer.write(members[index].1, level: level + 1)
      }
    case .array(let elements):
      if style == .indented, writeOnOneLine(elements) { return }
      write(elements.count, brackets: ("[", "]"), level: level) { writer, index in
        writer.write(elements[index], level: level + 1)
      }
    case .string(let text):
      write(text)
    default:
      write(ascii: value.scalarText)
    }
  }

  private mutating func write(
    _ count: Int, brackets: (String, String), level: Int,
    element: (inout JSONWriter, Int) -> Void
  ) {
    write(ascii: brackets.0)
    for index in 0..<count {
      if index > 0 { write(ascii: ",") }
      startLine(level: level + 1)
      element(&self, index)
    }
    if count > 0 { startLine(level: level) }
    write(ascii: brackets.1)
  }

  /// Writes an array of scalars on the current line, and reverts that if it does not fit.
  private mutating func writeOnOneLine(_ elements: [JSONOutput]) -> Bool {
    guard !elements.isEmpty else { return false }
    let start = bytes.count
    write(ascii: "[")
    for (index, element) in elements.enumerated() {
      // Gives up at the limit, so that a long list is not written twice in full.
      guard element.isScalar, bytes.count - lineStart < Self.maximumLineByteCount else {
        bytes.removeSubrange(start...)
        return false
      }
      if index > 0 { write(ascii: ", ") }
      write(element, level: 0)
    }
    write(ascii: "]")
    guard bytes.count - lineStart <= Self.maximumLineByteCount else {
      bytes.removeSubrange(start...)
      return false
    }
    return true
  }

  private mutating func startLine(level: Int) {
    guard style == .indented else { return }
    bytes.append(UInt8(ascii: "\n"))
    lineStart = bytes.count
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
  }

  private mutating func write(ascii text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": write(ascii: "\\\"")
      case "\\": write(ascii: "\\\\")
      case "\u{20}"..."\u{7E}": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case "\u{0}"..<"\u{20}":
        write(ascii: JSONError.Kind.escape(of: UInt8(truncatingIfNeeded: scalar.value)))
      case _ where MessageText.isHidden(scalar): writeEscape(of: scalar)
      default: bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a character as one or two UTF-16 escapes.
  private mutating func writeEscape(of scalar: Unicode.Scalar) {
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      write(ascii: "\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
  }
}
