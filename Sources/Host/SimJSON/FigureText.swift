/// Formats numbers with as many decimal digits as are needed to distinguish them.
///
/// A number is rounded from the shortest decimal that reads back as the same number, half away from
/// zero, so a larger number never reads as a smaller one.
package enum FigureText {
  /// A whole number with commas between groups of three digits.
  package static func grouped(_ value: UInt64) -> String {
    var text = ""
    for (place, digit) in "\(value)".reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  /// The minimum number of significant digits.
  package static var minimumDigits: Int { 3 }
  /// The number of digits that distinguishes any two numbers.
  private static var maximumDigits: Int { 17 }

  /// A number with commas between groups of three digits before the decimal point.
  ///
  /// Only 0 reads as 0. Below 10⁻⁶ and from 10¹⁶ on there is an exponent: `3.8e-07`.
  ///
  /// - Parameters:
  ///   - value: The number; if it is not finite, the text is `inf`, `-inf` or `nan`.
  ///   - digits: The minimum number of significant digits to keep, 1 to 17.
  ///   - decimals: The minimum number of decimals to keep; digits before the point are always kept.
  ///   - shift: A power of ten by which the number is multiplied exactly.
  ///   - isPadded: Whether to append zeros up to the kept digits even if nothing was rounded.
  package static func text(
    _ value: Double, digits: Int = minimumDigits, decimals: Int = 0, shift: Int = 0,
    isPadded: Bool = false
  ) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    guard value != 0 else { return "0" }
    var number = Decimal(value.magnitude, shift: shift)
    let sign = value < 0 ? "-" : ""
    guard number.point > -6, number.point <= 16 else {
      let isRounded = number.round(to: max(digits, 1))
      return sign + number.scientific(digits: isRounded || isPadded ? digits : 1)
    }
    let isRounded = number.round(to: max(digits, number.point + decimals))
    // After rounding, which may carry before the point: 9.996 becomes 10.0, not 10.00.
    let kept = max(digits - number.point, decimals, 0)
    return sign + number.fixed(places: isRounded || isPadded ? kept : 0)
  }

  /// The minimum number of digits, at least three, with which no number other than the limit reads
  /// as the limit.
  ///
  /// - Parameter text: Formats a number with a number of significant digits.
  package static func digits(
    telling values: [Double], from limit: Double, text: (Double, Int) -> String
  ) -> Int {
    let range = minimumDigits...maximumDigits
    return range.first { digits in
      let other = withoutZeros(text(limit, digits))
      return values.allSatisfy { $0 == limit || withoutZeros(text($0, digits)) != other }
    } ?? maximumDigits
  }

  /// A text without trailing zeros of its number, which do not distinguish numbers.
  private static func withoutZeros(_ text: String) -> String {
    let number = text.prefix { $0.isNumber || "-,.".contains($0) }
    guard number.contains(".") else { return text }
    var end = number
    while end.last == "0" { end.removeLast() }
    if end.last == "." { end.removeLast() }
    return String(end) + text[number.endIndex...]
  }

  /// A number rounded to a number of decimals, or to as many significant digits if these are more.
  package static func rounded(_ value: Double, decimals: Int) -> Double {
    guard value.isFinite, value != 0 else { return value }
    var number = Decimal(value.magnitude, shift: 0)
    number.round(to: max(decimals, number.point + decimals))
    // Read back from digits, since scaling by a power of ten would round a second time.
    let magnitude = Double(number.scientific(digits: 1)) ?? value.magnitude
    return value < 0 ? -magnitude : magnitude
  }
}

/// A positive number as the digits of its shortest text: 0.d₁d₂d₃… times a power of ten.
private struct Decimal {
  /// The digits from the first to the last that is not 0.
  private var digits: [UInt8] = []
  /// The number of digits before the point; negative if zeros follow the point.
  private(set) var point = 0

  init(_ value: Double, shift: Int) {
    var fraction = 0
    var isAfterPoint = false
    var bytes = Array(value.description.utf8)[...]
    if let mark = bytes.firstIndex(of: UInt8(ascii: "e")) {
      point = Int(String(decoding: bytes[(mark + 1)...], as: UTF8.self)) ?? 0
      bytes = bytes[..<mark]
    }
    for byte in bytes {
      if byte == UInt8(ascii: ".") {
        isAfterPoint = true
      } else {
        digits.append(byte - UInt8(ascii: "0"))
        if isAfterPoint { fraction += 1 }
      }
    }
    point += digits.count - fraction + shift
    while digits.count > 1, digits.first == 0 {
      digits.removeFirst()
      point -= 1
    }
    trim()
  }

  /// Rounds to a number of digits; returns whether that changed the number.
  @discardableResult mutating func round(to count: Int) -> Bool {
    guard count < digits.count else { return false }
    let isUp = digits[count] >= 5
    digits.removeSubrange(count...)
    if isUp {
      var index = count - 1
      while index >= 0, digits[index] == 9 {
        digits[index] = 0
        index -= 1
      }
      if index >= 0 {
        digits[index] += 1
      } else {
        // All kept digits were 9, as in 9.99.
        digits.insert(1, at: 0)
        point += 1
      }
    }
    trim()
    return true
  }

  private mutating func trim() {
    while digits.count > 1, digits.last == 0 { digits.removeLast() }
  }

  /// With a decimal point, and zeros up to a number of decimals.
  func fixed(places: Int) -> String {
    var whole = ""
    for index in 0..<max(point, 0) {
      if index > 0, (point - index) % 3 == 0 { whole += "," }
      whole += digit(index)
    }
    if whole.isEmpty { whole = "0" }
    let count = max(places, digits.count - point)
    guard count > 0 else { return whole }
    return whole + "." + (0..<count).map { digit(point + $0) }.joined()
  }

  /// With one digit before the point, an exponent, and zeros up to a number of digits.
  func scientific(digits minimum: Int) -> String {
    let rest = (1..<max(digits.count, minimum, 1)).map { digit($0) }.joined()
    let power = point - 1
    let size = power.magnitude < 10 ? "0\(power.magnitude)" : "\(power.magnitude)"
    return digit(0) + (rest.isEmpty ? "" : "." + rest) + (power < 0 ? "e-" : "e+") + size
  }

  private func digit(_ index: Int) -> String {
    digits.indices.contains(index) ? "\(digits[index])" : "0"
  }
}
