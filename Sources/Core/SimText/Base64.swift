/// Base64 encoding of RFC 4648, section 4: the standard alphabet, padded.
package enum Base64 {
  private static func digit(_ value: UInt32) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + UInt8(value)
    case 26..<52: UInt8(ascii: "a") + UInt8(value - 26)
    case 52..<62: UInt8(ascii: "0") + UInt8(value - 52)
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  private static func value(_ digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// Appends the encoded bytes to a text.
  ///
  /// - Complexity: O(n)
  package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
    var start = 0
    while start < bytes.count {
      let count = min(3, bytes.count - start)
      var bits: UInt32 = 0
      for offset in 0..<3 {
        bits = bits << 8 | (offset < count ? UInt32(bytes[start + offset]) : 0)
      }
      for offset in 0..<4 {
        text.append(
          offset <= count ? digit(bits >> UInt32(18 - 6 * offset) & 63) : UInt8(ascii: "="))
      }
      start += 3
    }
  }

  /// Decodes a text; nil if it is not valid Base64.
  ///
  /// Decoding is strict: groups of four digits, padding only at the end, and zeros in the unused
  /// bits of the last digit.
  ///
  /// - Complexity: O(n)
  package static func bytes(of text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var start = text.startIndex
    while start < text.endIndex {
      var bits: UInt32 = 0
      var padding: UInt32 = 0
      for index in start..<start + 4 {
        if text[index] == UInt8(ascii: "=") {
          guard index >= start + 2, start + 4 == text.endIndex else { return nil }
          padding += 1
          bits <<= 6
        } else {
          guard padding == 0, let value = value(text[index]) else { return nil }
          bits = bits << 6 | value
        }
      }
      guard bits & (1 << (8 * padding) - 1) == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
      if padding < 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> 8)) }
      if padding < 1 { bytes.append(UInt8(truncatingIfNeeded: bits)) }
      start += 4
    }
    return bytes
  }
}
