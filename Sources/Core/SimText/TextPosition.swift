/// A line and column in a text file, as editors show them.
package struct TextPosition: Equatable, Hashable, Comparable, Sendable {
  /// The line, from 1; a line ends with LF, CR LF or a lone CR.
  package var line: Int
  /// The column in Unicode scalars, from 1.
  package var column: Int

  /// Creates a position from a line and a column, both from 1.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Finds the position of a byte.
  ///
  /// `offset` is from 0 to the number of bytes; larger values denote the end of the text.
  ///
  /// - Complexity: O(`offset`).
  package init(ofByte offset: Int, in bytes: [UInt8]) {
    let end = min(offset, bytes.count)
    var line = 1
    var lineStart = 0
    for index in 0..<max(end, 0) where Self.isLineEnd(bytes, index) {
      line += 1
      lineStart = index + 1
    }
    self.init(line: line, column: Self.column(ofByte: end, lineStart: lineStart, in: bytes))
  }

  /// Orders positions as they occur in the text.
  package static func < (a: TextPosition, b: TextPosition) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }

  /// True if the byte at `index` is the last of its line.
  package static func isLineEnd(_ bytes: [UInt8], _ index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "\n"):
      return true
    case UInt8(ascii: "\r"):
      return index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n")
    default:
      return false
    }
  }

  /// The column of a byte, counted in Unicode scalars from the start of its line.
  package static func column(ofByte offset: Int, lineStart: Int, in bytes: [UInt8]) -> Int {
    var column = 1
    var index = lineStart
    while index < offset {
      // Continuation bytes 10xxxxxx belong to a scalar that is already counted.
      if bytes[index] & 0xC0 != 0x80 { column += 1 }
      index += 1
    }
    return column
  }
}
