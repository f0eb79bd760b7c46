/// Reads JSON by RFC 8259 into a flat list of entries.
///
/// Goals in order: the first fault gets its own clear error; no input traps or recurses deeper
/// than the limit; one pass over the bytes after the UTF-8 check.
struct JSONScanner {
  let bytes: [UInt8]
  var index = 0
  private(set) var entries: [JSONDocument.Entry] = []
  private(set) var lineStarts: [UInt32] = [0]
  /// The key entries of the objects that are open, innermost last.
  private var openKeys: [UInt32] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func scanDocument() throws(JSONError) {
    guard bytes.count <= JSONDocument.maximumByteCount else {
      throw JSONError(
        .tooLarge(byteCount: bytes.count), at: TextPosition(line: 1, column: 1))
    }
    try checkEncoding()
    skipWhitespace()
    guard index < bytes.count else { throw failure(.empty, at: 0) }
    try scanValue(depth: 0, expected: "a value")
    skipWhitespace()
    guard index < bytes.count else { return }
    if isComment { throw failure(.comment, at: index) }
    throw failure(.trailingData(found: character(at: index)), at: index)
  }

  private func checkEncoding() throws(JSONError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw failure(.byteOrderMark(encoding: "UTF-8"), at: 0)
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw failure(.byteOrderMark(encoding: "UTF-16"), at: 0)
    }
    if let offset = UTF8Check.firstInvalidOffset(in: bytes) {
      throw failure(.invalidUTF8(byteOffset: offset), at: offset)
    }
  }

  // MARK: - Values

  private mutating func scanValue(depth: Int, expected: String) throws(JSONError) {
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
      throw failure(.singleQuote, at: index)
    case let byte where Self.isWordByte(byte):
      try scanWord()
    default:
      throw unexpected(expected)
    }
  }

  private mutating func scanArray(depth: Int) throws(JSONError) {
    let start = index
    let entry = try open(.array, depth: depth)
    if take(UInt8(ascii: "]")) { return close(entry) }
    var expected = "a value or \"]\""
    while true {
      try scanValue(depth: depth, expected: expected)
      skipWhitespace()
      if take(UInt8(ascii: "]")) { return close(entry) }
      try scanComma(closing: "]", openedAt: start)
      expected = "a value"
    }
  }

  private mutating func scanObject(depth: Int) throws(JSONError) {
    let start = index
    let entry = try open(.object, depth: depth)
    if take(UInt8(ascii: "}")) { return close(entry) }
    let firstKey = openKeys.count
    var knownKeys = JSONKeyTable()
    var expected = "a key in double quotes or \"}\""
    while true {
      try scanKey(expected: expected)
      try checkKey(firstKey: firstKey, knownKeys: &knownKeys)
      skipWhitespace()
      guard take(UInt8(ascii: ":")) else { throw unexpected("\":\"") }
      skipWhitespace()
      try scanValue(depth: depth, expected: "a value")
      skipWhitespace()
      if take(UInt8(ascii: "}")) { break }
      try scanComma(closing: "}", openedAt: start)
      expected = "a key in double quotes"
    }
    openKeys.removeSubrange(firstKey...)
    close(entry)
  }

  /// Takes the comma between two elements and the white space after it.
  private mutating func scanComma(
    closing: Unicode.Scalar, openedAt start: Int
  ) throws(JSONError) {
    let comma = index
    guard take(UInt8(ascii: ",")) else {
      throw unexpected("\",\" or \"\(closing)\"", openedAt: start)
    }
    skipWhitespace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: closing) else { return }
    throw failure(.trailingComma(closing: String(closing)), at: comma)
  }

  private mutating func scanKey(expected: String) throws(JSONError) {
    guard index < bytes.count else { throw unexpected(expected) }
    switch bytes[index] {
    case UInt8(ascii: "\""):
      try scanString()
    case UInt8(ascii: "'"):
      throw failure(.singleQuote, at: index)
    case let byte where Self.isWordByte(byte):
      throw failure(.unquotedKey(word(from: index)), at: index)
    default:
      throw unexpected(expected)
    }
  }

  /// Compares the key scanned last with the object's earlier ones, byte by byte once decoded.
  private mutating func checkKey(
    firstKey: Int, knownKeys: inout JSONKeyTable
  ) throws(JSONError) {
    let key = entries.count - 1
    var first: Int?
    if openKeys.count - firstKey < 16 {
      first = openKeys[firstKey...].first { isSameKey(Int($0), key) }.map { Int($0) }
    } else {
      // Comparing every pair would take hours on a megabyte of keys.
      if knownKeys.count == 0 {
        for earlier in openKeys[firstKey...] { _ = insert(Int(earlier), into: &knownKeys) }
      }
      first = insert(key, into: &knownKeys)
    }
    if let first {
      let position = TextPosition(ofByte: Int(entries[first].start), in: bytes)
      let name = String(decoding: keyBytes(key), as: UTF8.self)
      throw failure(.duplicateKey(name, first: position), at: Int(entries[key].start))
    }
    openKeys.append(UInt32(key))
  }

  private func insert(_ key: Int, into table: inout JSONKeyTable) -> Int? {
    var hasher = Hasher()
    keyBytes(key).withUnsafeBytes { hasher.combine(bytes: $0) }
    let hash = UInt32(truncatingIfNeeded: hasher.finalize())
    return table.insert(key, hash: hash) { isSameKey($0, key) }
  }

  private func isSameKey(_ a: Int, _ b: Int) -> Bool {
    let first = entries[a]
    let second = entries[b]
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
    let entry = entries[key]
    let slice = bytes[Int(entry.start) + 1..<Int(entry.end) - 1]
    return entry.isEscaped ? JSONEscapes.decode(slice)[...] : slice
  }

  // MARK: - Entries

  private mutating func open(
    _ kind: JSONDocument.EntryKind, depth: Int
  ) throws(JSONError) -> Int {
    guard depth <= JSONDocument.maximumDepth else { throw failure(.tooDeep, at: index) }
    append(kind, from: index)
    index += 1
    skipWhitespace()
    return entries.count - 1
  }

  private mutating func close(_ entry: Int) {
    entries[entry].end = UInt32(index)
    entries[entry].next = UInt32(entries.count)
  }

  /// Appends an entry for the token from `start` to the current byte.
  mutating func append(
    _ kind: JSONDocument.EntryKind, from start: Int, isEscaped: Bool = false
  ) {
    entries.append(
      JSONDocument.Entry(
        start: UInt32(start), end: UInt32(index), next: UInt32(entries.count + 1), kind: kind,
        isEscaped: isEscaped))
  }

  // MARK: - Bytes

  /// Takes the byte if it is the next one.
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
        // Strings hold no line ends, so every line of the document starts here.
        if TextPosition.isLineEnd(bytes, index) { lineStarts.append(UInt32(index + 1)) }
      default:
        return
      }
      index += 1
    }
  }
}
