/// A syntax error in JSON: its kind, its position and the bytes concerned.
///
/// It contains no message, so that embedded targets can create it; the host formats the message.
package struct JSONFault: Error, Sendable {
  /// The kinds of errors.
  package enum Kind: UInt8, Sendable, CaseIterable {
    /// The text is empty or white space.
    case empty
    /// More bytes than `JSONScanner.maximumByteCount`.
    case tooLarge
    /// The byte does not start a well-formed UTF-8 sequence.
    case invalidUTF8
    /// The text ends before `expected`; `range` is the bracket or quote that is still open, if any.
    case endOfText
    /// A character in place of `expected`.
    case unexpected
    /// A comma before the closing bracket at `range`.
    case trailingComma
    /// A key that the object already contains, first at `range`.
    case duplicateKey
    /// A comment.
    case comment
    /// A string or key in single quotes.
    case singleQuote
    /// A key without quotes.
    case unquotedKey
    /// `NaN`, `Infinity` or `-Infinity`.
    case notFinite
    /// A word other than `true`, `false` and `null`.
    case unknownWord
    /// A number such as `007`.
    case leadingZero
    /// A number such as `+1`.
    case plusSign
    /// A number such as `.5`.
    case noDigitBeforePoint
    /// A number such as `1.`.
    case noDigitAfterPoint
    /// A number such as `1e`.
    case noDigitInExponent
    /// A number such as `-`.
    case noDigitAfterMinus
    /// A number beyond the largest finite double.
    case numberTooLarge
    /// Half of a surrogate pair.
    case loneSurrogate
    /// An unescaped control character in a string.
    case controlCharacter
    /// A backslash that does not start a valid escape.
    case badEscape
    /// Deeper nesting than `JSONScanner.maximumDepth`.
    case tooDeep
    /// Bytes after the end of the document.
    case trailingData
  }

  /// The kind of error.
  package var kind: Kind
  /// The offset of the byte where the error is.
  package var offset: Int
  /// The bytes concerned; empty if there are none.
  package var range: Range<Int>
  /// The text that must be there instead; empty if the kind implies it.
  package var expected: StaticString

  /// Creates an error from its members.
  package init(
    _ kind: Kind, at offset: Int, about range: Range<Int> = 0..<0, expected: StaticString = ""
  ) {
    self.kind = kind
    self.offset = offset
    self.range = range
    self.expected = expected
  }
}
