import DeterministicMath

/// Relative luminance of 8-bit sRGB colors in 65,536ths of white's, by table.
///
/// WCAG 2.2: Y = 0.2126 R + 0.7152 G + 0.0722 B of linear light, linear by IEC 61966-2-1.
package struct LuminanceTable: Sendable {
  /// The luminance of white.
  package static var white: UInt32 { 65_536 }

  /// The share of each value of red, then of green, then of blue.
  package let shares: [UInt32]

  /// Makes the table.
  package init() {
    var shares: [UInt32] = []
    shares.reserveCapacity(768)
    for weight in [Float(0.2126), 0.7152, 0.0722] {
      for value in 0..<256 {
        let encoded = Float(value) / 255
        let linear =
          encoded <= 0.04045 ? encoded / 12.92 : Math.pow((encoded + 0.055) / 1.055, 2.4)
        // The three roundings of white add up to 65,536 when the scale is 65,535.
        shares.append(UInt32(linear * weight * 65_535 + 0.5))
      }
    }
    self.shares = shares
  }

  /// The luminance of a packed premultiplied pixel; what is transparent in it shows black.
  package func luminance(of pixel: UInt32) -> UInt32 {
    shares[Int(pixel & 0xFF)] &+ shares[256 &+ Int(pixel &>> 8 & 0xFF)]
      &+ shares[512 &+ Int(pixel &>> 16 & 0xFF)]
  }
}
