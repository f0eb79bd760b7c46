import SimFormats

/// Numbers as people read them; no locale, no rounding surprises.
package enum Quantity {
  /// A number with a fixed count of decimals, 0 to 9, rounded to nearest.
  package static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    // The conversion below traps beyond 64 bits.
    guard scaled < 9e18 else { return "\(value)" }
    let whole = UInt64(scaled)
    // What rounds to 0 has no sign.
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard decimals > 0 else { return sign + "\(whole)" }
    let digits = "\(whole)"
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  /// A number with as few decimals as it needs, at most so many.
  package static func trimmed(_ value: Double, _ decimals: Int) -> String {
    var text = fixed(value, decimals)
    guard text.contains("."), !text.contains("e") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// A number with as few decimals as it needs, at most three unless three significant digits
  /// take more, and commas between groups of three.
  ///
  /// - Parameter digits: Significant digits that are kept at least.
  package static func plain(_ value: Double, digits: Int = FigureText.minimumDigits) -> String {
    FigureText.text(value, digits: digits, decimals: 3)
  }

  /// A number with three significant digits, or so many more as stand before the point.
  ///
  /// - Parameters:
  ///   - decimals: Places after the point that are kept at least.
  ///   - digits: Significant digits that are kept at least.
  package static func figure(
    _ value: Double, decimals: Int = 0, digits: Int = FigureText.minimumDigits
  ) -> String {
    FigureText.text(value, digits: digits, decimals: decimals)
  }

  /// Nanoseconds in the unit that gives one to three digits before the point.
  ///
  /// - Parameter digits: Significant digits.
  package static func time(_ nanoseconds: UInt64, digits: Int = FigureText.minimumDigits) -> String
  {
    guard nanoseconds >= 1000 else { return "\(nanoseconds) ns" }
    return time(Double(nanoseconds), digits: digits)
  }

  /// Nanoseconds that come from a file or a prediction, where any number may stand.
  ///
  /// Whatever is beyond 30 years reads as 30 years, and less than nothing as nothing.
  ///
  /// - Parameter digits: Significant digits.
  package static func time(_ nanoseconds: Double, digits: Int = FigureText.minimumDigits) -> String
  {
    guard nanoseconds.isFinite else { return "not finite" }
    let value = min(max(nanoseconds, 0), 1e18)
    // What rounds to 1,000 of a unit is 1 of the next.
    if value < 999.5 { return FigureText.text(value, digits: digits) + " ns" }
    let (shift, unit) =
      value < 999.5e3 ? (-3, " µs") : value < 999.5e6 ? (-6, " ms") : (-9, " s")
    return FigureText.text(value, digits: digits, shift: shift, isPadded: true) + unit
  }

  /// Bytes in the largest of B, KiB and MiB that leaves a whole part.
  package static func bytes(_ count: Int64) -> String {
    let value = Double(count.magnitude)
    let sign = count < 0 ? "-" : ""
    if value < 1024 { return "\(count) B" }
    if value < 1024 * 1024 { return sign + significant(value / 1024) + " KiB" }
    return sign + significant(value / (1024 * 1024)) + " MiB"
  }

  /// A share as a percentage without a sign, with three significant digits.
  package static func percent(_ share: Double, digits: Int = FigureText.minimumDigits) -> String {
    FigureText.text(share, digits: digits, shift: 2) + " %"
  }

  /// The change from one number to another as a signed percentage; empty where there is none to
  /// tell, from nothing to something.
  package static func change(from old: Double, to new: Double) -> String {
    let share = (new - old) / old
    return old == 0 || !share.isFinite ? "" : signedPercent(share)
  }

  /// A share as a percentage with its sign.
  package static func signedPercent(
    _ share: Double, digits: Int = FigureText.minimumDigits
  ) -> String {
    (share > 0 ? "+" : "") + percent(share, digits: digits)
  }

  /// A minimum and a maximum; one number where they are the same.
  package static func span(_ minimum: UInt32, _ maximum: UInt32) -> String {
    let top = FigureText.grouped(UInt64(maximum))
    return minimum == maximum ? top : "\(FigureText.grouped(UInt64(minimum)))–\(top)"
  }

  /// Text filled up with spaces on the right; longer text stays as it is.
  ///
  /// - Parameter gap: Spaces that follow in any case.
  package static func padded(_ text: String, _ width: Int, gap: Int = 0) -> String {
    text + String(repeating: " ", count: max(gap, width - text.count))
  }

  /// Sixteen hexadecimal digits.
  package static func hexadecimal(_ value: UInt64) -> String {
    HexadecimalText.digest(value)
  }

  private static func significant(_ value: Double) -> String {
    // Bounds after rounding: with two decimals, 9.996 would have four digits, 10.00.
    fixed(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0)
  }
}
