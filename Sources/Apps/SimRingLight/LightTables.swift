import SimbenchKit

/// Conversion tables between 8-bit sRGB and 16-bit linear light (IEC 61966-2-1).
package struct LightTables: Sendable {
  /// Linear light, 0 to 65,535, of each 8-bit sRGB value.
  package let linear: [UInt16]
  /// The nearest 8-bit sRGB value of each linear value, 0 to 65,535.
  package let encoded: [UInt8]
  /// The nearest 8-bit sRGB value for the upper 12 bits of a linear value; small enough to stay
  /// cached.
  package let coarse: [UInt8]

  /// Computes the tables.
  package init() {
    linear = (0..<256).map { UInt16(SRGB.linear(Float($0) / 255) * 65_535 + 0.5) }
    var encoded = [UInt8](repeating: 0, count: 65_536)
    // Fill each value from its rounding boundary up to the next one.
    var start = 0
    for value in 0..<256 {
      let limit = value == 255 ? 1 : SRGB.linear((Float(value) + 0.5) / 255)
      let end = value == 255 ? 65_536 : min(65_536, Int(limit * 65_535) + 1)
      for light in start..<max(start, end) { encoded[light] = UInt8(value) }
      start = max(start, end)
    }
    self.encoded = encoded
    coarse = (0..<4096).map { encoded[$0 * 16 + 8] }
  }
}
