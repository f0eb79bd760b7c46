/// Numbers of type `Float` as decimal text that gives every bit back.
///
/// A number is an optional minus, digits, and an optional point with more digits, 15 digits at
/// most; what no such text gives back is `#` and the eight hexadecimal digits of its bits.
package enum DecimalFloat {
  /// Digits of a number at most: so many fit into a `Double` without rounding.
  package static var maximumDigitCount: Int { 15 }

  /// A power of ten up to the 22nd, which a `Double` holds exactly.
  private static func powerOfTen(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// Adds the shortest text, by digits after the point, that `parse` turns back into the number.
  ///
  /// Every candidate is read back before it is taken, so that nothing depends on how a product is
  /// rounded.
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

  /// Reads a number; nil when the bytes are none, or have too many digits.
  ///
  /// Both steps, to the nearest `Double` and from there to the nearest `Float`, are exact
  /// operations of IEEE 754 and the same on every target.
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
      // Zeros in front are no digits of the number.
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
