import SimMath

extension StateDifference {
  /// The field from the outside in with its element, such as `flakes.x[37]` or `fireflies[3].x`.
  package var field: String {
    place.element > 0 || place.names.count > 1 ? place.indexedText : place.text
  }

  /// The number of representable or whole numbers from one value to the other; nil if one of them
  /// is missing or NaN.
  package var distance: UInt64? {
    guard let first, let second else { return nil }
    guard kind == .float else { return first > second ? first - second : second - first }
    let (a, b) = (Self.float(first), Self.float(second))
    guard !a.isNaN, !b.isNaN else { return nil }
    let (low, high) = (Self.rank(a), Self.rank(b))
    return UInt64(low > high ? low - high : high - low)
  }

  /// The bits of a value in hexadecimal, as many digits as the field has; `-` where it is missing.
  package static func bits(_ value: UInt64?, _ kind: StateScalar) -> String {
    guard let value else { return "-" }
    let digits = String(value, radix: 16, uppercase: true)
    let count = Int(kind.byteCount) * 2
    return "0x" + String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// The bits of both values, and how far they lie apart.
  package var words: String {
    let bits = "\(Self.bits(first, kind)) and \(Self.bits(second, kind))"
    guard let distance else { return bits }
    guard kind == .float, let first, let second else { return "\(bits), \(distance) apart" }
    return "\(bits), \(distance) ulp apart (\(Self.float(first)) and \(Self.float(second)))"
  }

  private static func float(_ bits: UInt64) -> Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: bits))
  }

  private static func rank(_ value: Float) -> Int64 {
    let bits = Int64(value.bitPattern)
    // Bits of negative numbers grow as they fall, so they are mirrored; -0 and 0 coincide.
    return bits < 0x8000_0000 ? bits : 0x8000_0000 - bits
  }
}
