/// Strings, numbers and words.
extension JSONScanner {
  // MARK: - Strings

  mutating func scanString() throws(JSONFault) {
    let start = index
    var isEscaped = false
    index += 1
    while true {
      while index < bytes.count, Self.isPlainStringByte(bytes[index]) { index += 1 }
      guard index < bytes.count else {
        throw unexpected("a double quote", openedAt: start)
      }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        append(.string, from: start, isEscaped: isEscaped)
        return
      case UInt8(ascii: "\\"):
        isEscaped = true
        try scanEscape()
      default:
        throw JSONFault(.controlCharacter, at: index, about: index..<index + 1)
      }
    }
  }

  private static func isPlainStringByte(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func scanEscape() throws(JSONFault) {
    let start = index
    index += 1
    guard index < bytes.count else { throw unexpected("the rest of an escape") }
    guard bytes[index] == UInt8(ascii: "u") else {
      guard JSONEscapes.simple(bytes[index]) != nil else {
        throw JSONFault(.badEscape, at: start, about: start..<character(at: index).upperBound)
      }
      index += 1
      return
    }
    index += 1
    let unit = try scanHexDigits(escapeStart: start)
    guard (0xD800...0xDFFF).contains(unit) else { return }
    let second = index
    guard unit < 0xDC00 else { throw loneSurrogate(start, second) }
    for byte in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
      guard index < bytes.count else { throw unexpected("the other half of a surrogate pair") }
      guard bytes[index] == byte else { throw loneSurrogate(start, second) }
      index += 1
    }
    let pair = try scanHexDigits(escapeStart: second)
    guard (0xDC00...0xDFFF).contains(pair) else { throw loneSurrogate(start, second) }
  }

  private func loneSurrogate(_ start: Int, _ end: Int) -> JSONFault {
    JSONFault(.loneSurrogate, at: start, about: start..<end)
  }

  private mutating func scanHexDigits(escapeStart: Int) throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard index < bytes.count else { throw unexpected("four hexadecimal digits") }
      guard let digit = JSONEscapes.hexValue(bytes[index]) else {
        throw JSONFault(
          .badEscape, at: escapeStart, about: escapeStart..<character(at: index).upperBound)
      }
      value = value << 4 | digit
      index += 1
    }
    return value
  }

  // MARK: - Numbers

  mutating func scanNumber() throws(JSONFault) {
    let start = index
    if bytes[index] == UInt8(ascii: "+") { throw malformed(start, .plusSign) }
    if bytes[index] == UInt8(ascii: "-") {
      index += 1
      if index < bytes.count, Self.isLetter(bytes[index]) { throw wordFailure(from: start) }
    }
    let digitStart = index
    skipDigits()
    if index == digitStart {
      let hasPoint = index < bytes.count && bytes[index] == UInt8(ascii: ".")
      throw malformed(start, hasPoint ? .noDigitBeforePoint : .noDigitAfterMinus)
    }
    if bytes[digitStart] == UInt8(ascii: "0") && index > digitStart + 1 {
      throw malformed(start, .leadingZero)
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      guard skipDigits() else { throw malformed(start, .noDigitAfterPoint) }
    }
    var mayOverflow = index - digitStart > 300
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      mayOverflow = true
      index += 1
      if index < bytes.count,
        bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      guard skipDigits() else { throw malformed(start, .noDigitInExponent) }
    }
    // Fewer than 300 digits without an exponent stay below 1.8e308; only other numbers need a
    // check.
    if mayOverflow, !DecimalNumber.isFinite(bytes[start..<index]) {
      throw JSONFault(.numberTooLarge, at: start, about: start..<index)
    }
    append(.number, from: start)
  }

  @discardableResult
  private mutating func skipDigits() -> Bool {
    let start = index
    while index < bytes.count,
      bytes[index] >= UInt8(ascii: "0") && bytes[index] <= UInt8(ascii: "9")
    {
      index += 1
    }
    return index > start
  }

  /// An error about a number; its range includes all adjacent bytes that could belong to it.
  private func malformed(_ start: Int, _ fault: JSONFault.Kind) -> JSONFault {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      let isPart =
        Self.isWordByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "+")
      guard isPart else { break }
      end += 1
    }
    return JSONFault(fault, at: start, about: start..<end)
  }

  // MARK: - Words

  mutating func scanWord() throws(JSONFault) {
    let start = index
    let word = word(from: start)
    let kind: JSONToken.Kind
    if isWord(word, "true") {
      kind = .yes
    } else if isWord(word, "false") {
      kind = .no
    } else if isWord(word, "null") {
      kind = .null
    } else {
      throw wordFailure(from: start)
    }
    index = word.upperBound
    append(kind, from: start)
  }

  private func wordFailure(from start: Int) -> JSONFault {
    let word = word(from: start)
    let bare = (bytes[start] == UInt8(ascii: "-") ? start + 1 : start)..<word.upperBound
    for name in ["nan", "infinity", "inf"] as [StaticString] where isWord(bare, name, case: 0x20) {
      return JSONFault(.notFinite, at: start, about: word)
    }
    for literal in ["true", "false", "null"] as [StaticString]
    where word.upperBound == bytes.count && begins(literal, with: word) {
      return JSONFault(.endOfText, at: bytes.count, expected: literal)
    }
    return JSONFault(.unknownWord, at: start, about: word)
  }

  /// The word that starts at an offset: an optional minus sign, then letters, digits, `_` and `$`.
  func word(from start: Int) -> Range<Int> {
    var end = start
    if bytes[end] == UInt8(ascii: "-") { end += 1 }
    while end < bytes.count, Self.isWordByte(bytes[end]) { end += 1 }
    return start..<end
  }

  /// Whether bytes equal a word after setting the bits of `case`; 0x20 ignores letter case.
  private func isWord(_ range: Range<Int>, _ word: StaticString, case bits: UInt8 = 0) -> Bool {
    range.count == word.utf8CodeUnitCount && begins(word, with: range, case: bits)
  }

  private func begins(
    _ word: StaticString, with range: Range<Int>, case bits: UInt8 = 0
  ) -> Bool {
    guard range.count <= word.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count {
      let letter = unsafe word.utf8Start[offset]
      guard bytes[range.lowerBound + offset] | bits == letter else { return false }
    }
    return true
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  // MARK: - Errors

  var isComment: Bool {
    index < bytes.count
      && (bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "#"))
  }

  /// The error for the current byte, or for the end of the text, where `expected` must follow.
  func unexpected(_ expected: StaticString, openedAt start: Int? = nil) -> JSONFault {
    if isComment { return JSONFault(.comment, at: index) }
    guard index < bytes.count else {
      var end = bytes.count
      while end > 0, Self.isWhitespace(bytes[end - 1]) { end -= 1 }
      let opened = start.map { $0..<$0 + 1 } ?? 0..<0
      return JSONFault(.endOfText, at: end, about: opened, expected: expected)
    }
    return JSONFault(.unexpected, at: index, about: character(at: index), expected: expected)
  }

  private static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The bytes of the Unicode scalar that starts at an offset.
  func character(at offset: Int) -> Range<Int> {
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return offset..<end
  }
}
