/// An 8-bit sRGB color with straight alpha: the channels are not multiplied by alpha.
public struct StraightColor: Equatable, Sendable {
  /// Red, 0 to 255.
  public var red: UInt8
  /// Green, 0 to 255.
  public var green: UInt8
  /// Blue, 0 to 255.
  public var blue: UInt8
  /// Alpha, 0 (transparent) to 255 (opaque).
  public var alpha: UInt8

  /// Makes a color from its channels.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes an opaque or translucent color from a hexadecimal literal such as `0x2B3A55`.
  public init(hex: UInt32, alpha: UInt8 = 255) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex), alpha: alpha)
  }

  /// The color with another alpha.
  public func withAlpha(_ alpha: UInt8) -> StraightColor {
    StraightColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// The color with its channels multiplied by its alpha, each rounded to nearest.
  public var premultiplied: PremultipliedColor {
    let a = UInt32(alpha)
    return PremultipliedColor(
      uncheckedRed: divideBy255(UInt32(red) * a), green: divideBy255(UInt32(green) * a),
      blue: divideBy255(UInt32(blue) * a), alpha: a)
  }
}

/// An 8-bit sRGB color with premultiplied alpha, the pixel format of surfaces.
///
/// No channel exceeds alpha; every public initializer ensures that.
public struct PremultipliedColor: Equatable, Sendable {
  /// The four channels in one word: red in the low byte, then green, blue and alpha.
  public let packed: UInt32

  /// Transparent black.
  package static var clear: PremultipliedColor { PremultipliedColor(uncheckedPacked: 0) }

  /// Makes a color from packed channels, or nil if a channel exceeds alpha.
  package init?(packed: UInt32) {
    let alpha = packed >> 24
    guard packed & 255 <= alpha, (packed >> 8) & 255 <= alpha, (packed >> 16) & 255 <= alpha
    else { return nil }
    self.packed = packed
  }

  /// Wraps packed channels without a check; the caller ensures that they are premultiplied.
  package init(uncheckedPacked packed: UInt32) {
    self.packed = packed
  }

  /// Packs channels from 0 to 255 without a check; the caller ensures that they are premultiplied.
  package init(uncheckedRed red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32) {
    packed = red | green << 8 | blue << 16 | alpha << 24
  }

  /// Red multiplied by alpha, 0 to 255.
  public var red: UInt8 { UInt8(truncatingIfNeeded: packed) }
  /// Green multiplied by alpha, 0 to 255.
  public var green: UInt8 { UInt8(truncatingIfNeeded: packed >> 8) }
  /// Blue multiplied by alpha, 0 to 255.
  public var blue: UInt8 { UInt8(truncatingIfNeeded: packed >> 16) }
  /// Alpha, 0 (transparent) to 255 (opaque).
  public var alpha: UInt8 { UInt8(truncatingIfNeeded: packed >> 24) }

  /// The color with its channels divided by alpha, rounded to nearest; clear stays clear.
  package var straight: StraightColor {
    let a = UInt32(alpha)
    guard a > 0 else { return StraightColor(red: 0, green: 0, blue: 0, alpha: 0) }
    func channel(_ value: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (UInt32(value) * 255 + a / 2) / a)
    }
    return StraightColor(
      red: channel(red), green: channel(green), blue: channel(blue), alpha: alpha)
  }
}

/// `value / 255` rounded to nearest, exact for every product of two bytes (0 to 65,025).
///
/// Shifts replace the division: Jim Blinn, "Three Wrongs Make a Right", 1995.
@inline(__always)
package func divideBy255(_ value: UInt32) -> UInt32 {
  let biased = value + 128
  return (biased + (biased >> 8)) >> 8
}
