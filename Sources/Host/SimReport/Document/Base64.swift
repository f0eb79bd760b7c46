/// Bytes as text by RFC 4648.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for offset in 0..<3 {
        let index = start + offset
        bits = bits << 8 | (index < bytes.count ? UInt32(bytes[index]) : 0)
      }
      for offset in 0..<4 {
        let isFilled = offset <= group.count
        let digit = digits[Int(bits >> UInt32(18 - 6 * offset) & 63)]
        text.append(isFilled ? digit : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
