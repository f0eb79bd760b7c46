import SimText

extension JSONError {
  /// Converts a fault of the scanner to an error with a message.
  package init(_ fault: JSONFault, in bytes: [UInt8]) {
    let text = String(decoding: bytes[fault.range], as: UTF8.self)
    let end = TextPosition(ofByte: fault.offset, in: bytes)
    func opened() -> TextPosition? {
      fault.range.isEmpty ? nil : TextPosition(ofByte: fault.range.lowerBound, in: bytes)
    }
    let kind: Kind =
      switch fault.kind {
      case .empty: .empty
      case .tooLarge: .tooLarge(byteCount: bytes.count)
      case .invalidUTF8: .invalidUTF8(byteOffset: fault.offset)
      case .endOfText: .endOfFile(expected: fault.expected.description, opened: opened())
      case .unexpected: .unexpected(found: text, expected: fault.expected.description)
      case .trailingComma: .trailingComma(closing: text)
      case .duplicateKey: Self.duplicateKey(fault, in: bytes)
      case .comment: .comment
      case .singleQuote: .singleQuote
      case .unquotedKey: .unquotedKey(text)
      case .notFinite: .notFinite(text)
      case .unknownWord:
        .unknownWord(text, suggestion: nearestSpelling(of: text, in: ["true", "false", "null"]))
      case .leadingZero: .malformedNumber(text, .leadingZero)
      case .plusSign: .malformedNumber(text, .plusSign)
      case .noDigitBeforePoint: .malformedNumber(text, .noDigitBeforePoint)
      case .noDigitAfterPoint: .malformedNumber(text, .noDigitAfterPoint)
      case .noDigitInExponent: .malformedNumber(text, .noDigitInExponent)
      case .noDigitAfterMinus: .malformedNumber(text, .noDigitAfterMinus)
      case .numberTooLarge: .numberTooLarge(text)
      case .loneSurrogate: .loneSurrogate(text)
      case .controlCharacter: .controlCharacter(bytes[fault.offset])
      case .badEscape: .badEscape(text)
      case .tooDeep: .tooDeep
      case .trailingData: .trailingData(found: text)
      }
    self.init(kind, at: end)
  }

  private static func duplicateKey(_ fault: JSONFault, in bytes: [UInt8]) -> Kind {
    let inner = bytes[fault.range].dropFirst().dropLast()
    let key = String(decoding: JSONEscapes.decode(inner), as: UTF8.self)
    return .duplicateKey(key, first: TextPosition(ofByte: fault.range.lowerBound, in: bytes))
  }
}

extension TextPosition {
  /// `12:15`, as in compiler messages.
  package var text: String { "\(line):\(column)" }
}
