import Formats

/// Numbers as people read them; no locale, no rounding surprises.
package enum Quantity {
  /// A number with a fixed count of decimals, 0 to 9, rounded to nearest.
  package static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    guard scaled < 9e18 else { return "\(value)" }
    let whole = UInt64(scaled)
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

  /// A number with as few decimals as it needs, at most three, and commas between groups of three.
  package static func plain(_ value: Double) -> String {
    let text = trimmed(value, 3)
    let digits = text.drop { $0 == "-" }.prefix { $0.isNumber }
    guard let whole = UInt64(digits), !text.contains("e") else { return text }
    return text.prefix { $0 == "-" } + grouped(whole) + text.drop { $0 != "." }
  }

  /// Nanoseconds in the unit that gives one to three digits before the point.
  package static func time(_ nanoseconds: UInt64) -> String {
    let value = Double(nanoseconds)
    if value < 1e3 { return "\(nanoseconds) ns" }
    // What rounds to 1,000 of a unit is 1 of the next.
    if value < 999.5e3 { return significant(value / 1e3) + " µs" }
    if value < 999.5e6 { return significant(value / 1e6) + " ms" }
    return significant(value / 1e9) + " s"
  }

  /// Nanoseconds that come from a file or a prediction, where any number may stand.
  ///
  /// Whatever is beyond 30 years reads as 30 years, and less than nothing as nothing.
  package static func time(_ nanoseconds: Double) -> String {
    guard nanoseconds.isFinite else { return "not finite" }
    return time(UInt64(min(max(nanoseconds, 0), 1e18)))
  }

  /// Bytes in the largest of B, KiB and MiB that leaves a whole part.
  package static func bytes(_ count: Int64) -> String {
    let value = Double(count.magnitude)
    let sign = count < 0 ? "-" : ""
    if value < 1024 { return "\(count) B" }
    if value < 1024 * 1024 { return sign + significant(value / 1024) + " KiB" }
    return sign + significant(value / (1024 * 1024)) + " MiB"
  }

  /// A share as a percentage without a sign.
  package static func percent(_ share: Double, _ decimals: Int = 1) -> String {
    fixed(share * 100, decimals) + " %"
  }

  /// The least and the most of something; one number where they are the same.
  package static func span(_ least: UInt32, _ most: UInt32) -> String {
    let top = grouped(UInt64(most))
    return least == most ? top : "\(grouped(UInt64(least)))–\(top)"
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

  /// A whole number with commas between groups of three digits.
  package static func grouped(_ value: UInt64) -> String {
    var text = ""
    for (place, digit) in "\(value)".reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  private static func significant(_ value: Double) -> String {
    fixed(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0)
  }
}
