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

  /// A number with as few decimals as it needs, at most three, and commas between groups of three.
  package static func plain(_ value: Double) -> String {
    var text = fixed(value, 3)
    while text.hasSuffix("0"), text.contains(".") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
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

  /// Bytes in the largest of B, KiB and MiB that leaves a whole part.
  package static func bytes(_ count: Int64) -> String {
    let value = Double(count.magnitude)
    let sign = count < 0 ? "-" : ""
    if value < 1024 { return "\(count) B" }
    if value < 1024 * 1024 { return sign + significant(value / 1024) + " KiB" }
    return sign + significant(value / (1024 * 1024)) + " MiB"
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
