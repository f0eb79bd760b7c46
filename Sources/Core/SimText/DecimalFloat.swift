/// Decimal text of `Float` values that preserves every bit.
///
/// A number is an optional minus sign, digits, and optionally a point with more digits, at most 15
/// digits in total. A value that no such text preserves is written as `#` and the eight hexadecimal
/// digits of its bits.
package enum DecimalFloat {
  /// The maximum number of digits; a `Double` holds that many without rounding.
  package static var maximumDigitCount: Int { 15 }

  /// A power of ten, exact in a `Double` up to the 22nd.
  private static func powerOfTen(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// Appends the text with the fewest digits after the point that `parse` converts back to the
  /// value.
  ///
  /// Each candidate is parsed before it is used, so the rounding of the product does not matter.
  package static func append(_ value: Float, to text: inout [UInt8]) {
    let size = Double(abs(value))
    for count in 0...maximumDigitCount {
      let power = powerOfTen(count)
      let scaled = size * power
      guard scaled < 1e15 else { break }
      let digits = UInt64(scaled + 0.5)
      guard digits < 1_000_000_000_000_000 else { break }
      let read = Float(Double(digits) / power)
      guard read.bitPattern == abs(value).bitPattern else { continue }
      if value.sign == .minus { text.append(UInt8(ascii: "-")) }
      append(digits, withDigitsAfterPoint: count, to: &text)
      return
    }
    text.append(UInt8(ascii: "#"))
    for shift in stride(from: UInt32(28), through: 0, by: -4) {
      text.append(TextLine.digit(UInt8(value.bitPattern >> shift & 15)))
    }
  }

  private static func append(
    _ digits: UInt64, withDigitsAfterPoint count: Int, to text: inout [UInt8]
  ) {
    var power: UInt64 = 1
    for _ in 0..<count { power *= 10 }
    var whole = TextLine()
    whole.add(digits / power)
    text.append(contentsOf: whole.bytes)
    guard count > 0 else { return }
    text.append(UInt8(ascii: "."))
    var rest = digits % power
    for _ in 0..<count {
      power /= 10
      text.append(UInt8(ascii: "0") + UInt8(rest / power))
      rest %= power
    }
  }

  /// Parses a number; nil if the bytes are not a number or have more than 15 digits.
  ///
  /// Rounding to the nearest `Double` and then to the nearest `Float` are IEEE 754 operations with
  /// the same result on every target.
  ///
  /// - Complexity: O(bytes)
  package static func parse(_ text: Span<UInt8>, _ range: Range<Int>) -> Float? {
    var index = range.lowerBound
    guard index < range.upperBound else { return nil }
    if text[index] == UInt8(ascii: "#") { return bits(text, index + 1..<range.upperBound) }
    let isNegative = text[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var digits: UInt64 = 0
    var (count, fractionCount) = (0, 0)
    var hasPoint = false
    while index < range.upperBound {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "."), !hasPoint, count > 0 {
        hasPoint = true
        continue
      }
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      // Leading zeros do not count as digits.
      guard digits < 100_000_000_000_000 else { return nil }
      digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
      count += 1
      if hasPoint { fractionCount += 1 }
    }
    guard count > 0, !hasPoint || fractionCount > 0, fractionCount <= 22 else { return nil }
    let size = Float(Double(digits) / powerOfTen(fractionCount))
    return isNegative ? -size : size
  }

  private static func bits(_ text: Span<UInt8>, _ range: Range<Int>) -> Float? {
    guard range.count == 8 else { return nil }
    var bits: UInt32 = 0
    for index in range {
      guard let digit = JSONEscapes.hexValue(text[index]) else { return nil }
      bits = bits << 4 | digit
    }
    return Float(bitPattern: bits)
  }
}
