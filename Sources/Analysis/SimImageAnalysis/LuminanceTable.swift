import SimRaster

/// A table from 8-bit sRGB colors to linear light, in units of 1/65,536 of white, and to luminance.
///
/// WCAG 2.2: Y = 0.2126 R + 0.7152 G + 0.0722 B of linear light, linear by IEC 61966-2-1.
package struct LuminanceTable: Sendable {
  /// The luminance of white.
  package static var white: UInt32 { 65_536 }

  /// The light of each value of red, then of green, then of blue, packed as `PackedLight`.
  package let shares: [UInt64]

  /// Makes the table.
  package init() {
    var shares: [UInt64] = []
    shares.reserveCapacity(768)
    for channel in 0..<3 {
      for value in 0..<256 {
        let linear = SRGB.linear(Float(value) / 255)
        shares.append(UInt64(linear * 65_536 + 0.5) << (UInt64(channel) * PackedLight.bits))
      }
    }
    self.shares = shares
  }

  /// The linear light of a packed premultiplied pixel; transparency shows black.
  package func light(of pixel: UInt32) -> PackedLight {
    PackedLight(
      packed: shares[Int(pixel & 0xFF)] &+ shares[256 &+ Int(pixel &>> 8 & 0xFF)]
        &+ shares[512 &+ Int(pixel &>> 16 & 0xFF)])
  }

  /// The luminance of a packed premultiplied pixel; transparency shows black.
  package func luminance(of pixel: UInt32) -> UInt32 { light(of: pixel).luminance }
}

/// Linear red, green and blue of a sample, or the sums of up to 31 samples, packed in one word.
package struct PackedLight: Equatable, Sendable {
  /// Bits per channel: enough for 31 samples of white.
  static var bits: UInt64 { 21 }

  /// Red in the lowest bits, then green, then blue.
  package var packed: UInt64

  /// Makes light from a packed word.
  package init(packed: UInt64) { self.packed = packed }

  /// Red, in units of 1/65,536 of a white sample.
  package var red: UInt32 { UInt32(truncatingIfNeeded: packed & 0x1F_FFFF) }
  /// Green, in units of 1/65,536 of a white sample.
  package var green: UInt32 { UInt32(truncatingIfNeeded: packed &>> 21 & 0x1F_FFFF) }
  /// Blue, in units of 1/65,536 of a white sample.
  package var blue: UInt32 { UInt32(truncatingIfNeeded: packed &>> 42) }

  /// Relative luminance, in units of 1/65,536 of a white sample.
  package var luminance: UInt32 {
    // The weights are those of WCAG in units of 1/65,536; their sum is 65,536.
    let weighted =
      UInt64(red) &* 13_933 &+ UInt64(green) &* 46_871 &+ UInt64(blue) &* 4_732 &+ 32_768
    return UInt32(truncatingIfNeeded: weighted &>> 16)
  }

  /// Whether red is at least 0.8 of the sum of red, green and blue.
  package var isSaturatedRed: Bool {
    red > 0 && UInt64(red) >= 4 &* (UInt64(green) &+ UInt64(blue))
  }
}
