/// The reason why a text is not a duration.
package enum DurationError: Error, Equatable, Sendable {
  /// An empty text.
  case empty
  /// No decimal number at the start, as in `m` or `-3s`.
  case malformedNumber(String)
  /// A number without a unit.
  case missingUnit(String)
  /// A unit other than `ms`, `s`, `m` and `h`.
  case unknownUnit(String, unit: String)
  /// A precision below a millisecond.
  case tooFine(String)
  /// Below a millisecond or above `DurationText.maximumMilliseconds`.
  case outOfRange(String)

  /// A one-line message with the found and the expected text.
  package var message: String {
    let example = "such as 10m, 90s, 1.5s, 500ms or 2h"
    switch self {
    case .empty:
      return "empty duration, expected a number and a unit \(example)"
    case .malformedNumber(let text):
      return "found \(MessageText.quoted(text)), expected a number and a unit \(example)"
    case .missingUnit(let text):
      return "found \(MessageText.quoted(text)) without a unit, expected one of ms, s, m, h"
    case .unknownUnit(let text, let unit):
      let shown = "\(MessageText.quoted(unit)) in \(MessageText.quoted(text))"
      return "unknown unit \(shown), expected one of ms, s, m, h"
    case .tooFine(let text):
      return "found \(MessageText.quoted(text)), expected whole milliseconds"
    case .outOfRange(let text):
      return "found \(MessageText.quoted(text)), allowed 1ms to 1000h"
    }
  }
}

/// Durations as a decimal number and a unit, such as `1.5s`.
package enum DurationText {
  /// The maximum duration: 1,000 hours, so that its frames at 1,000 Hz fit 32 bits.
  package static var maximumMilliseconds: UInt64 { 3_600_000_000 }

  /// A regular expression that matches exactly the valid durations.
  package static var pattern: String {
    // Decimals that give whole milliseconds, and zeros.
    let units = [
      ("ms", ""), ("s", "[0-9]{1,3}"), ("m", "[0-9]{1,4}|[0-9]{4}5"),
      ("h", "[0-9]{1,5}|[0-9]{5}(5|25|75)"),
    ]
    let forms = units.map { unit, decimals in
      let most = maximumMilliseconds / (milliseconds(ofUnit: unit) ?? 1)
      let fraction = decimals.isEmpty ? "\\.0+" : "\\.(\(decimals))?0*"
      return "(\(SchemaRule.digits(upTo: most - 1))(\(fraction))?|0*\(most)(\\.0+)?)\(unit)"
    }
    // The forms alone would also match zero, as in 0s, and a point without decimals, as in 1.s.
    return "^(?=.*[1-9])(?!.*\\.[a-z])(\(forms.joined(separator: "|")))$"
  }

  /// The milliseconds of a duration with one of the units `ms`, `s`, `m` and `h`.
  ///
  /// Decimal and exact: `0.1s` is 100.
  ///
  /// - Throws: `DurationError`; the result is 1 to `maximumMilliseconds`.
  package static func milliseconds(of text: String) throws(DurationError) -> UInt64 {
    guard !text.isEmpty else { throw .empty }
    let bytes = Array(text.utf8)
    let whole = digitRun(bytes, from: 0)
    guard !whole.isEmpty else { throw .malformedNumber(text) }
    var fraction = whole.endIndex..<whole.endIndex
    if whole.endIndex < bytes.count, bytes[whole.endIndex] == UInt8(ascii: ".") {
      fraction = digitRun(bytes, from: whole.endIndex + 1)
      guard !fraction.isEmpty else { throw .malformedNumber(text) }
    }
    let unit = String(decoding: bytes[fraction.endIndex...], as: UTF8.self)
    guard !unit.isEmpty else { throw .missingUnit(text) }
    guard let scale = milliseconds(ofUnit: unit) else { throw .unknownUnit(text, unit: unit) }
    var total: UInt64 = 0
    for index in whole {
      total = total * 10 + UInt64(bytes[index] - UInt8(ascii: "0"))
      // Checked at each digit, since a long row of them would overflow.
      guard total <= maximumMilliseconds else { throw .outOfRange(text) }
    }
    // At most 3.6e9 times 3.6e6, far below overflow.
    total *= scale
    total += try milliseconds(ofFraction: bytes[fraction], scale: scale, text: text)
    guard (1...maximumMilliseconds).contains(total) else { throw .outOfRange(text) }
    return total
  }

  private static func milliseconds(ofUnit unit: String) -> UInt64? {
    switch unit {
    case "ms": 1
    case "s": 1000
    case "m": 60_000
    case "h": 3_600_000
    default: nil
    }
  }

  private static func milliseconds(
    ofFraction digits: ArraySlice<UInt8>, scale: UInt64, text: String
  ) throws(DurationError) -> UInt64 {
    guard let lastDigit = digits.lastIndex(where: { $0 != UInt8(ascii: "0") }) else { return 0 }
    var numerator: UInt64 = 0
    var denominator: UInt64 = 1
    // An hour has 3.6e6 milliseconds, so a whole number of them needs at most seven decimals.
    guard lastDigit - digits.startIndex < 8 else { throw .tooFine(text) }
    for digit in digits[digits.startIndex...lastDigit] {
      numerator = numerator * 10 + UInt64(digit - UInt8(ascii: "0"))
      denominator *= 10
    }
    let (result, rest) = (scale * numerator).quotientAndRemainder(dividingBy: denominator)
    guard rest == 0 else { throw .tooFine(text) }
    return result
  }

  private static func digitRun(_ bytes: [UInt8], from start: Int) -> Range<Int> {
    var end = start
    while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
    return start..<end
  }
}
