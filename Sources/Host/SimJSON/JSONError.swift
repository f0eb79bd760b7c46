import SimText

/// The reason why a text is not a JSON document, with its position.
package struct JSONError: Error, Equatable, Sendable {
  /// The error with the found values.
  package var kind: Kind
  /// The position of the error; the end of the last token if the text ends too early.
  package var position: TextPosition

  /// Makes an error.
  package init(_ kind: Kind, at position: TextPosition) {
    self.kind = kind
    self.position = position
  }

  /// A one-line message that starts with the position.
  package var message: String { "\(position.text): \(kind.message)" }

  /// The violation of the grammar by a number.
  package enum NumberFault: Equatable, Sendable {
    /// `007`.
    case leadingZero
    /// `+1`.
    case plusSign
    /// `.5`.
    case noDigitBeforePoint
    /// `1.`.
    case noDigitAfterPoint
    /// `1e`.
    case noDigitInExponent
    /// `-`.
    case noDigitAfterMinus
  }

  /// All errors of JSON texts.
  package enum Kind: Equatable, Sendable {
    /// Only white space.
    case empty
    /// More bytes than `JSONScanner.maximumByteCount`.
    case tooLarge(byteCount: Int)
    /// Invalid UTF-8 at a byte offset.
    case invalidUTF8(byteOffset: Int)
    /// The text ends too early; `opened` is the start of the unclosed array or object.
    case endOfFile(expected: String, opened: TextPosition?)
    /// A character that is not allowed here.
    case unexpected(found: String, expected: String)
    /// A comma before the closing bracket.
    case trailingComma(closing: String)
    /// A key that the object already has.
    case duplicateKey(String, first: TextPosition)
    /// A comment.
    case comment
    /// A string or key in single quotes.
    case singleQuote
    /// A key without quotes.
    case unquotedKey(String)
    /// `NaN`, `Infinity` or `-Infinity`.
    case notFinite(String)
    /// A word other than `true`, `false` and `null`.
    case unknownWord(String, suggestion: String?)
    /// A number that violates the grammar.
    case malformedNumber(String, NumberFault)
    /// A number beyond the largest finite double.
    case numberTooLarge(String)
    /// Half of a surrogate pair.
    case loneSurrogate(String)
    /// An unescaped control character in a string.
    case controlCharacter(UInt8)
    /// A backslash followed by an undefined escape.
    case badEscape(String)
    /// More nesting than `JSONScanner.maximumDepth`.
    case tooDeep
    /// Data after the end of the document.
    case trailingData(found: String)
  }
}

extension JSONError.Kind {
  /// A one-line message without the position.
  package var message: String {
    switch self {
    case .empty:
      return "empty file, expected a JSON value"
    case .tooLarge(let byteCount):
      return "found \(byteCount) bytes, allowed at most \(JSONScanner.maximumByteCount)"
    case .invalidUTF8(let byteOffset):
      return "invalid UTF-8 at byte \(byteOffset)"
    case .endOfFile(let expected, let opened):
      let place = opened.map { " to close what was opened at \($0.text)" } ?? ""
      return "unexpected end of file, expected \(expected)\(place)"
    case .unexpected(let found, let expected):
      return "unexpected \(MessageText.quoted(found)), expected \(expected)"
    case .trailingComma(let closing):
      return "trailing comma before \(MessageText.quoted(closing))"
    case .duplicateKey(let key, let first):
      return "duplicate key \(MessageText.quoted(key)), first used at \(first.text)"
    case .trailingData(let found):
      return "unexpected \(MessageText.quoted(found)) after the end of the document"
    case .tooDeep:
      return "nested deeper than \(JSONScanner.maximumDepth) levels"
    default:
      return tokenMessage
    }
  }

  /// The messages about single tokens.
  private var tokenMessage: String {
    switch self {
    case .comment:
      return "comments are not allowed in JSON"
    case .singleQuote:
      return "single quotes are not allowed in JSON, use double quotes"
    case .unquotedKey(let word):
      return "key \(MessageText.short(word)) needs double quotes"
    case .notFinite(let word):
      return "\(MessageText.short(word)) is not allowed in JSON, expected a finite number"
    case .unknownWord(let word, let suggestion):
      let hint = suggestion.map { "; did you mean \($0)?" } ?? ", expected a value"
      return "unexpected \(MessageText.quoted(word))\(hint)"
    case .malformedNumber(let text, let fault):
      return "malformed number \(MessageText.short(text)): \(fault.message)"
    case .numberTooLarge(let text):
      let limit = Double.greatestFiniteMagnitude
      return "number too large: \(MessageText.short(text)), allowed \(-limit) to \(limit)"
    case .loneSurrogate(let text):
      return "lone surrogate \(MessageText.short(text)) in a string"
    case .controlCharacter(let byte):
      return "control character in a string, write it as \(Self.escape(of: byte))"
    case .badEscape(let text):
      return "unknown escape \(MessageText.short(text)) in a string"
    default:
      return "malformed JSON"
    }
  }

  /// The escape of a control character in a JSON string.
  package static func escape(of byte: UInt8) -> String {
    switch byte {
    case 0x08: return "\\b"
    case 0x09: return "\\t"
    case 0x0A: return "\\n"
    case 0x0C: return "\\f"
    case 0x0D: return "\\r"
    default:
      let digits = String(byte, radix: 16)
      return "\\u00" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
  }
}

extension JSONError.NumberFault {
  /// The error in the number.
  package var message: String {
    switch self {
    case .leadingZero: "a leading zero is not allowed"
    case .plusSign: "a plus sign is not allowed"
    case .noDigitBeforePoint: "a digit must stand before the point"
    case .noDigitAfterPoint: "a digit must follow the point"
    case .noDigitInExponent: "the exponent needs a digit"
    case .noDigitAfterMinus: "a digit must follow the minus sign"
    }
  }
}
