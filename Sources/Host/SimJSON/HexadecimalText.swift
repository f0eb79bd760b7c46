/// Digests as hexadecimal text.
package enum HexadecimalText {
  /// Sixteen hexadecimal digits.
  package static func digest(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The value of one to sixteen hexadecimal digits; nil for any other text.
  package static func value(_ text: some StringProtocol) -> UInt64? {
    // Swift's initializer would accept a sign.
    guard text.utf8.first != UInt8(ascii: "+"), text.utf8.count <= 16 else { return nil }
    return UInt64(text, radix: 16)
  }
}
