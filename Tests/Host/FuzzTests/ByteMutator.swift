/// Damage to bytes, whatever they mean.
enum ByteMutator {
  /// Bytes that mean something to the formats, to make damage more interesting.
  private static let spice =
    Array("{}[]\",:\\/'#+-.eE0123456789u \n\r\ttfn\u{0}\u{1B}".utf8) + [0xC3, 0xFF, 0xE2, 0x80]

  /// Pieces of text that readers have to get right.
  private static let words: [[UInt8]] = [
    "1e999", "-0", "NaN", "1e-400", "18446744073709551616", "9223372036854775807", "0.1e1",
    "\\ud800",
    "\\u0000", "\u{202E}", "\u{FEFF}", "\u{2028}", "null", "true", "\n\n", "\r\n", "START\n",
    "BREAK\n",
    "4294967295", "-1", "1e15", "0x10", ",,", "\"\"", "{}", "[]",
  ].map { Array($0.utf8) }

  /// The bytes with one to four damages.
  static func damaged(_ bytes: [UInt8], _ numbers: inout FuzzNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0...numbers.below(4) { damage(&bytes, &numbers) }
    return bytes
  }

  private static func damage(_ bytes: inout [UInt8], _ numbers: inout FuzzNumbers) {
    guard !bytes.isEmpty else {
      bytes = numbers.bytes(numbers.below(20))
      return
    }
    let place = numbers.below(bytes.count)
    let end = min(place + 1 + numbers.below(40), bytes.count)
    switch numbers.below(10) {
    case 0: bytes[place] ^= 1 << UInt8(numbers.below(8))
    case 1: bytes.insert(numbers.pick(spice), at: place)
    case 2: bytes[place] = numbers.pick(spice)
    case 3: bytes.remove(at: place)
    case 4: bytes.removeSubrange(place...)
    case 5: bytes.removeSubrange(place..<end)
    case 6: bytes.insert(contentsOf: numbers.pick(words), at: place)
    case 7: bytes.replaceSubrange(place..<end, with: numbers.pick(words))
    case 8: bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
    default: bytes.insert(contentsOf: Array(bytes[place..<end]), at: numbers.below(bytes.count))
    }
  }

  /// The text with one of its numbers replaced.
  static func withOtherNumber(_ bytes: [UInt8], _ numbers: inout FuzzNumbers) -> [UInt8] {
    let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
    var runs: [Range<Int>] = []
    var start: Int?
    for index in 0...bytes.count {
      let digit = index < bytes.count && isDigit(bytes[index])
      if digit, start == nil { start = index }
      if !digit, let begin = start {
        runs.append(begin..<index)
        start = nil
      }
    }
    guard !runs.isEmpty else { return bytes }
    var bytes = bytes
    let texts = [
      "0", "-1", "1", "2", "4096", "65535", "4294967295", "4294967296", "9223372036854775808",
      "18446744073709551615", "1e308", "-1e308", "1e-308", "0.1", "1e15", "3.5",
    ]
    bytes.replaceSubrange(numbers.pick(runs), with: numbers.pick(texts).utf8)
    return bytes
  }
}
