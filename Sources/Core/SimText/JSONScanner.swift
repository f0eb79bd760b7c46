/// Scans JSON (RFC 8259) into a flat list of tokens.
///
/// Goals, most important first: a specific error for the first violation; no input traps or
/// recurses deeper than the limit; one pass over the bytes after the UTF-8 check.
package struct JSONScanner {
  /// The maximum size of a text in bytes.
  package static var maximumByteCount: Int { 16 * 1024 * 1024 }
  /// The maximum depth of nested arrays and objects.
  package static var maximumDepth: Int { 64 }

  /// The text.
  package let bytes: [UInt8]
  var index = 0
  /// The tokens scanned so far, in text order.
  package private(set) var tokens: [JSONToken] = []
  /// The offset of each line's first byte.
  package private(set) var lineStarts: [UInt32] = [0]
  /// The key tokens of the open objects, innermost last.
  private var openKeys: [UInt32] = []
  /// The seed of key hashes, derived from the whole text so that colliding keys cannot be chosen in
  /// advance.
  private var keySeed: UInt64 = 0

  /// Creates a scanner of a text.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Scans the whole text; call it once.
  ///
  /// - Throws: the first error; ill-formed UTF-8 anywhere takes precedence over syntax errors.
  /// - Complexity: O(n) in the number of bytes.
  package mutating func scanDocument() throws(JSONFault) {
    guard bytes.count <= Self.maximumByteCount else { throw JSONFault(.tooLarge, at: 0) }
    try checkEncoding()
    skipWhitespace()
    guard index < bytes.count else { throw JSONFault(.empty, at: 0) }
    try scanValue(depth: 0, expected: "a value")
    skipWhitespace()
    guard index < bytes.count else { return }
    if isComment { throw JSONFault(.comment, at: index) }
    throw JSONFault(.trailingData, at: index, about: character(at: index))
  }

  private func checkEncoding() throws(JSONFault) {
    if let offset = UTF8Check.firstInvalidOffset(in: bytes) {
      throw JSONFault(.invalidUTF8, at: offset)
    }
  }

  // MARK: - Values

  private mutating func scanValue(depth: Int, expected: StaticString) throws(JSONFault) {
    guard index < bytes.count else { throw unexpected(expected) }
    switch bytes[index] {
    case UInt8(ascii: "\""):
      try scanString()
    case UInt8(ascii: "{"):
      try scanObject(depth: depth + 1)
    case UInt8(ascii: "["):
      try scanArray(depth: depth + 1)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      try scanNumber()
    case UInt8(ascii: "'"):
      throw JSONFault(.singleQuote, at: index)
    case let byte where Self.isWordByte(byte):
      try scanWord()
    default:
      throw unexpected(expected)
    }
  }

  private mutating func scanArray(depth: Int) throws(JSONFault) {
    let start = index
    let token = try open(.array, depth: depth)
    if take(UInt8(ascii: "]")) { return close(token) }
    var expected: StaticString = "a value or \"]\""
    while true {
      try scanValue(depth: depth, expected: expected)
      skipWhitespace()
      if take(UInt8(ascii: "]")) { return close(token) }
      try scanComma(closing: "]", expected: "\",\" or \"]\"", openedAt: start)
      expected = "a value"
    }
  }

  private mutating func scanObject(depth: Int) throws(JSONFault) {
    let start = index
    let token = try open(.object, depth: depth)
    if take(UInt8(ascii: "}")) { return close(token) }
    let firstKey = openKeys.count
    var knownKeys = JSONKeyTable()
    var expected: StaticString = "a key in double quotes or \"}\""
    while true {
      try scanKey(expected: expected)
      try checkKey(firstKey: firstKey, knownKeys: &knownKeys)
      skipWhitespace()
      guard take(UInt8(ascii: ":")) else { throw unexpected("\":\"") }
      skipWhitespace()
      try scanValue(depth: depth, expected: "a value")
      skipWhitespace()
      if take(UInt8(ascii: "}")) { break }
      try scanComma(closing: "}", expected: "\",\" or \"}\"", openedAt: start)
      expected = "a key in double quotes"
    }
    openKeys.removeSubrange(firstKey...)
    close(token)
  }

  /// Consumes the comma between two elements and the white space after it.
  private mutating func scanComma(
    closing: Unicode.Scalar, expected: StaticString, openedAt start: Int
  ) throws(JSONFault) {
    let comma = index
    guard take(UInt8(ascii: ",")) else {
      throw unexpected(expected, openedAt: start)
    }
    skipWhitespace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: closing) else { return }
    throw JSONFault(.trailingComma, at: comma, about: index..<index + 1)
  }

  private mutating func scanKey(expected: StaticString) throws(JSONFault) {
    guard index < bytes.count else { throw unexpected(expected) }
    switch bytes[index] {
    case UInt8(ascii: "\""):
      try scanString()
    case UInt8(ascii: "'"):
      throw JSONFault(.singleQuote, at: index)
    case let byte where Self.isWordByte(byte):
      throw JSONFault(.unquotedKey, at: index, about: word(from: index))
    default:
      throw unexpected(expected)
    }
  }

  /// Compares the last scanned key with the earlier keys of its object, decoded, byte by byte.
  private mutating func checkKey(
    firstKey: Int, knownKeys: inout JSONKeyTable
  ) throws(JSONFault) {
    let key = tokens.count - 1
    var first: Int?
    if openKeys.count - firstKey < 16 {
      first = openKeys[firstKey...].first { isSameKey(Int($0), key) }.map { Int($0) }
    } else {
      // Comparing every pair would take hours on a megabyte of keys.
      if knownKeys.count == 0 {
        if keySeed == 0 { keySeed = JSONKeyTable.hash(bytes[...], seed: 1) | 1 }
        for earlier in openKeys[firstKey...] { _ = insert(Int(earlier), into: &knownKeys) }
      }
      first = insert(key, into: &knownKeys)
    }
    if let first {
      let start = Int(tokens[first].start)
      throw JSONFault(
        .duplicateKey, at: Int(tokens[key].start), about: start..<Int(tokens[first].end))
    }
    openKeys.append(UInt32(key))
  }

  private func insert(_ key: Int, into table: inout JSONKeyTable) -> Int? {
    let hash = JSONKeyTable.hash(keyBytes(key), seed: keySeed)
    return table.insert(key, hash: UInt32(truncatingIfNeeded: hash &>> 32)) { isSameKey($0, key) }
  }

  private func isSameKey(_ a: Int, _ b: Int) -> Bool {
    let first = tokens[a]
    let second = tokens[b]
    if first.isEscaped || second.isEscaped { return keyBytes(a) == keyBytes(b) }
    guard first.end - first.start == second.end - second.start else { return false }
    var offset = 1
    let length = Int(first.end - first.start)
    while offset < length {
      guard bytes[Int(first.start) + offset] == bytes[Int(second.start) + offset] else {
        return false
      }
      offset += 1
    }
    return true
  }

  private func keyBytes(_ key: Int) -> ArraySlice<UInt8> {
    let token = tokens[key]
    let slice = bytes[Int(token.start) + 1..<Int(token.end) - 1]
    return token.isEscaped ? JSONEscapes.decode(slice)[...] : slice
  }

  // MARK: - Tokens

  private mutating func open(
    _ kind: JSONToken.Kind, depth: Int
  ) throws(JSONFault) -> Int {
    guard depth <= Self.maximumDepth else { throw JSONFault(.tooDeep, at: index) }
    append(kind, from: index)
    index += 1
    skipWhitespace()
    return tokens.count - 1
  }

  private mutating func close(_ token: Int) {
    tokens[token].end = UInt32(index)
    tokens[token].next = UInt32(tokens.count)
  }

  /// Appends a token from `start` to the current byte.
  mutating func append(
    _ kind: JSONToken.Kind, from start: Int, isEscaped: Bool = false
  ) {
    tokens.append(
      JSONToken(
        start: UInt32(start), end: UInt32(index), next: UInt32(tokens.count + 1), kind: kind,
        isEscaped: isEscaped))
  }

  // MARK: - Bytes

  /// Consumes the byte if it is next.
  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipWhitespace() {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        // Strings contain no line ends, so every line start of the document is found here.
        if TextPosition.isLineEnd(bytes, index) { lineStarts.append(UInt32(index + 1)) }
      default:
        return
      }
      index += 1
    }
  }
}
