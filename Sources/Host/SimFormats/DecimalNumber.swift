/// Decimal numbers as spreadsheets and programs print them.
enum DecimalNumber {
  /// True for an optional sign, digits with at most one point among them, and an optional exponent.
  ///
  /// `Double(_:)` alone takes `nan`, `inf` and hexadecimal numbers too.
  static func isWellFormed(_ text: ArraySlice<UInt8>) -> Bool {
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
