/// Reads lines of words separated by spaces, without `String`, which embedded targets lack.
///
/// Lines end with LF or CR LF. Empty lines and lines that begin with `#` are skipped. A quoted word
/// is a JSON string and may contain spaces.
package struct LineReader: Sendable {
  /// The whole text.
  package let bytes: [UInt8]
  /// The number of the current line, from 1; 0 before the first.
  package private(set) var line: UInt32 = 0
  /// The offset of the current line's first byte.
  package private(set) var lineStart = 0
  private var next: Int
  private let end: Int
  private var cursor = 0
  private var lineEnd = 0

  /// Creates a reader of the bytes before the offset `end`, or of all bytes.
  package init(_ bytes: [UInt8], upTo end: Int? = nil) {
    self.bytes = bytes
    self.end = end ?? bytes.count
    next = 0
  }

  /// Moves to the next line that is neither empty nor a comment.
  ///
  /// - Returns: false at the end of the text.
  package mutating func nextLine() -> Bool {
    while next < end {
      lineStart = next
      cursor = next
      line &+= 1
      var index = next
      while index < end, bytes[index] != 0x0A { index += 1 }
      next = min(index + 1, end)
      lineEnd = index > lineStart && bytes[index - 1] == 0x0D ? index - 1 : index
      skipSpaces()
      if cursor < lineEnd, bytes[cursor] != UInt8(ascii: "#") { return true }
    }
    return false
  }

  private mutating func skipSpaces() {
    while cursor < lineEnd, bytes[cursor] == 0x20 || bytes[cursor] == 0x09 { cursor += 1 }
  }

  /// The range of the next word; nil at the end of the line.
  package mutating func word() -> Range<Int>? {
    skipSpaces()
    guard cursor < lineEnd else { return nil }
    let start = cursor
    if bytes[cursor] == UInt8(ascii: "\"") {
      cursor += 1
      while cursor < lineEnd, bytes[cursor] != UInt8(ascii: "\"") {
        cursor += bytes[cursor] == UInt8(ascii: "\\") ? 2 : 1
      }
      cursor = min(cursor + 1, lineEnd)
    }
    while cursor < lineEnd, bytes[cursor] != 0x20, bytes[cursor] != 0x09 { cursor += 1 }
    return start..<cursor
  }

  /// Whether the bytes of a range equal a word.
  package func isWord(_ range: Range<Int>, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count
    where unsafe bytes[range.lowerBound + offset] != word.utf8Start[offset] {
      return false
    }
    return true
  }

  /// A decimal whole number up to a maximum; nil if the word is not one.
  package func number(_ range: Range<Int>, atMost maximum: UInt64 = .max) -> UInt64? {
    guard !range.isEmpty, range.count <= 20 else { return nil }
    var value: UInt64 = 0
    for index in range {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return value <= maximum ? value : nil
  }

  /// A number of exactly 16 hexadecimal digits; nil for any other word.
  package func hexadecimal(_ range: Range<Int>) -> UInt64? {
    guard range.count == 16 else { return nil }
    var value: UInt64 = 0
    for index in range {
      guard let digit = JSONEscapes.hexValue(bytes[index]) else { return nil }
      value = value << 4 | UInt64(digit)
    }
    return value
  }

  /// Bytes of two hexadecimal digits each; nil for any other word.
  package func hexadecimalBytes(_ range: Range<Int>) -> [UInt8]? {
    guard range.count % 2 == 0 else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(range.count / 2)
    for index in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
      guard let high = JSONEscapes.hexValue(bytes[index]),
        let low = JSONEscapes.hexValue(bytes[index + 1])
      else { return nil }
      result.append(UInt8(truncatingIfNeeded: high << 4 | low))
    }
    return result
  }

  /// A number as `DecimalFloat.parse` reads it; nil for any other word.
  package func float(_ range: Range<Int>) -> Float? { DecimalFloat.parse(bytes.span, range) }

  /// The content of a quoted JSON string, or an unquoted word; nil if it is malformed.
  package func text(_ range: Range<Int>) -> [UInt8]? {
    let word = Array(bytes[range])
    guard word.first == UInt8(ascii: "\"") else {
      let isText =
        !word.contains(UInt8(ascii: "\"")) && UTF8Check.firstInvalidOffset(in: word) == nil
      return isText ? word : nil
    }
    var scanner = JSONScanner(word)
    guard (try? scanner.scanDocument()) != nil, scanner.tokens.first?.kind == .string else {
      return nil
    }
    return JSONEscapes.decode(word[1..<word.count - 1])
  }
}
