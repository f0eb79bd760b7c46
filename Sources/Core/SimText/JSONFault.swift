/// Why bytes are no JSON text: what is wrong, where, and which bytes it is about.
///
/// It holds no text, so that bare targets can make it; what people read is made of it elsewhere.
package struct JSONFault: Error, Sendable {
  /// Everything that can be wrong.
  package enum Kind: UInt8, Sendable, CaseIterable {
    /// Nothing but white space.
    case empty
    /// More bytes than `JSONScanner.maximumByteCount`.
    case tooLarge
    /// A byte order mark of UTF-8.
    case markOfUTF8
    /// A byte order mark of UTF-16.
    case markOfUTF16
    /// The byte starts no well-formed UTF-8 sequence.
    case invalidUTF8
    /// The text ends where `expected` must follow; `start` is what is still open, if anything.
    case endOfText
    /// A character that cannot stand where `expected` must.
    case unexpected
    /// A comma before the closing bracket of the range.
    case trailingComma
    /// A key that the object has already, first at `start`.
    case duplicateKey
    /// A comment.
    case comment
    /// A string or key in single quotes.
    case singleQuote
    /// A key without quotes.
    case unquotedKey
    /// `NaN`, `Infinity` or `-Infinity`.
    case notFinite
    /// A word that is none of `true`, `false` and `null`.
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
    /// A backslash followed by something that is no escape.
    case badEscape
    /// More nesting than `JSONScanner.maximumDepth`.
    case tooDeep
    /// Something after the end of the document.
    case trailingData
  }

  /// What is wrong.
  package var kind: Kind
  /// The offset of the byte at which it is.
  package var offset: Int
  /// The bytes that it is about; empty where none are.
  package var range: Range<Int>
  /// What must stand there instead; empty where that goes without saying.
  package var expected: StaticString

  /// Makes a fault.
  package init(
    _ kind: Kind, at offset: Int, about range: Range<Int> = 0..<0, expected: StaticString = ""
  ) {
    self.kind = kind
    self.offset = offset
    self.range = range
    self.expected = expected
  }
}
