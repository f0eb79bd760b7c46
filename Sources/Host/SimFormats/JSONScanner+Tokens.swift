/// Strings, numbers and words.
extension JSONScanner {
  // MARK: - Strings

  mutating func scanString() throws(JSONError) {
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
        throw failure(.controlCharacter(bytes[index]), at: index)
      }
    }
  }

  private static func isPlainStringByte(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func scanEscape() throws(JSONError) {
    let start = index
    index += 1
    guard index < bytes.count else { throw unexpected("the rest of an escape") }
    guard bytes[index] == UInt8(ascii: "u") else {
      guard JSONEscapes.simple(bytes[index]) != nil else {
        throw failure(.badEscape("\\" + character(at: index)), at: start)
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

  private func loneSurrogate(_ start: Int, _ end: Int) -> JSONError {
    failure(.loneSurrogate(String(decoding: bytes[start..<end], as: UTF8.self)), at: start)
  }

  private mutating func scanHexDigits(escapeStart: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard index < bytes.count else { throw unexpected("four hexadecimal digits") }
      guard let digit = JSONEscapes.hexValue(bytes[index]) else {
        let shown = text(from: escapeStart)
        throw failure(.badEscape(shown + character(at: index)), at: escapeStart)
      }
      value = value << 4 | digit
      index += 1
    }
    return value
  }

  // MARK: - Numbers

  mutating func scanNumber() throws(JSONError) {
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
    // Fewer than 300 digits without an exponent stay below 1.8e308; the rest is worth a look.
    if mayOverflow, Double(text(from: start))?.isFinite != true {
      throw failure(.numberTooLarge(text(from: start)), at: start)
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

  /// An error about a number, shown with everything that looks like a part of it.
  private func malformed(_ start: Int, _ fault: JSONError.NumberFault) -> JSONError {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      let isPart =
        Self.isWordByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "+")
      guard isPart else { break }
      end += 1
    }
    let shown = String(decoding: bytes[start..<end], as: UTF8.self)
    return failure(.malformedNumber(shown, fault), at: start)
  }

  // MARK: - Words

  mutating func scanWord() throws(JSONError) {
    let start = index
    let kind: JSONDocument.EntryKind
    switch word(from: start) {
    case "true": kind = .yes
    case "false": kind = .no
    case "null": kind = .null
    default: throw wordFailure(from: start)
    }
    index += kind == .no ? 5 : 4
    append(kind, from: start)
  }

  private func wordFailure(from start: Int) -> JSONError {
    let word = word(from: start)
    let bare = word.drop { $0 == "-" }.lowercased()
    if bare == "nan" || bare == "infinity" || bare == "inf" {
      return failure(.notFinite(word), at: start)
    }
    let literals = ["true", "false", "null"]
    if start + word.utf8.count == bytes.count {
      for literal in literals where literal.hasPrefix(word) {
        return failure(.endOfFile(expected: literal, opened: nil), at: bytes.count)
      }
    }
    let suggestion = nearestSpelling(of: word, in: literals)
    return failure(.unknownWord(word, suggestion: suggestion), at: start)
  }

  /// The letters, digits and the like from an offset on, after at most one minus sign.
  func word(from start: Int) -> String {
    var end = start
    if bytes[end] == UInt8(ascii: "-") { end += 1 }
    while end < bytes.count, Self.isWordByte(bytes[end]) { end += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
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

  /// The error for the current byte, or for the end of the text, when something else must follow.
  func unexpected(_ expected: String, openedAt start: Int? = nil) -> JSONError {
    if isComment { return failure(.comment, at: index) }
    guard index < bytes.count else {
      let opened = start.map { TextPosition(ofByte: $0, in: bytes) }
      var end = bytes.count
      while end > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
      return failure(.endOfFile(expected: expected, opened: opened), at: end)
    }
    return failure(.unexpected(found: character(at: index), expected: expected), at: index)
  }

  func failure(_ kind: JSONError.Kind, at offset: Int) -> JSONError {
    JSONError(kind, at: TextPosition(ofByte: offset, in: bytes))
  }

  /// The Unicode scalar that starts at an offset.
  func character(at offset: Int) -> String {
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return String(decoding: bytes[offset..<end], as: UTF8.self)
  }

  private func text(from start: Int) -> String {
    String(decoding: bytes[start..<index], as: UTF8.self)
  }
}
