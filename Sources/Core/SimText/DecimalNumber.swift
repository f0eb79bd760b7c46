/// Decimal numbers as spreadsheets and programs write them.
package enum DecimalNumber {
  /// True for an optional sign, digits with at most one point, and an optional exponent.
  ///
  /// `Double(_:)` alone also accepts `nan`, `inf` and hexadecimal numbers.
  package static func isWellFormed(_ text: ArraySlice<UInt8>) -> Bool {
    var index = text.startIndex
    skipSign(text, &index)
    var digitCount = skipDigits(text, &index)
    if index < text.endIndex, text[index] == UInt8(ascii: ".") {
      index += 1
      digitCount += skipDigits(text, &index)
    }
    guard digitCount > 0 else { return false }
    if index < text.endIndex, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      skipSign(text, &index)
      guard skipDigits(text, &index) > 0 else { return false }
    }
    return index == text.endIndex
  }

  /// The digits of 2¹⁰²⁴ - 2⁹⁷⁰, the midpoint of the largest finite double and the next power of
  /// two: numbers from here on round to infinity (IEEE 754, 4.3.1).
  private static var infiniteFrom: StaticString {
    """
    1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179\
    7758720709633028641669288791094655554785194040263065748867150582068190890200070838367627385\
    4845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342\
    711559699508093042880177904174497792
    """
  }

  /// Whether a well-formed number rounds to a finite double; exact.
  ///
  /// - Complexity: O(n) in the number of bytes.
  package static func isFinite(_ text: ArraySlice<UInt8>) -> Bool {
    var index = text.startIndex
    skipSign(text, &index)
    // The digits are read as 0.ddd × 10^`magnitude`.
    var magnitude = 0
    var order = 0
    var digitCount = 0
    var hasPoint = false
    while index < text.endIndex, text[index] | 0x20 != UInt8(ascii: "e") {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: ".") {
        hasPoint = true
      } else if digitCount == 0, byte == UInt8(ascii: "0") {
        if hasPoint { magnitude -= 1 }
      } else {
        if !hasPoint { magnitude += 1 }
        // The first difference decides; digits beyond those of the limit cannot lower the number.
        if order == 0, digitCount < infiniteFrom.utf8CodeUnitCount {
          order = Int(byte) - Int(limitDigit(digitCount))
        }
        digitCount += 1
      }
    }
    guard digitCount > 0 else { return true }
    let limit = infiniteFrom.utf8CodeUnitCount
    // Missing digits are zeros, and the limit does not end with zeros.
    if order == 0, digitCount < limit { order = -1 }
    magnitude += exponent(text[index...])
    return magnitude == limit ? order < 0 : magnitude < limit
  }

  private static func limitDigit(_ index: Int) -> UInt8 {
    unsafe infiniteFrom.utf8Start[index]
  }

  /// The value of an exponent such as `e-12`; 0 without an exponent.
  ///
  /// Limited to ±100,000,000, more than the number of digits in any text.
  private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
    var index = text.startIndex + 1
    guard index < text.endIndex else { return 0 }
    let isNegative = text[index] == UInt8(ascii: "-")
    skipSign(text, &index)
    var value = 0
    while index < text.endIndex {
      value = min(value * 10 + Int(text[index] - UInt8(ascii: "0")), 100_000_000)
      index += 1
    }
    return isNegative ? -value : value
  }

  private static func skipSign(_ text: ArraySlice<UInt8>, _ index: inout Int) {
    guard index < text.endIndex else { return }
    if text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") { index += 1 }
  }

  private static func skipDigits(_ text: ArraySlice<UInt8>, _ index: inout Int) -> Int {
    let start = index
    while index < text.endIndex, (0x30...0x39).contains(text[index]) { index += 1 }
    return index - start
  }
}
