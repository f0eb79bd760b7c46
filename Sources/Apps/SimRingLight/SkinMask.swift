import SimbenchKit

/// Detects skin by color, for all skin tones and light colors.
///
/// Skin of all tones has about the same hue and, relative to its brightness, the same chroma: its
/// colors lie in an ellipse of Cb and Cr, after Hsu, Abdel-Mottaleb and Jain, "Face Detection in
/// Color Images", 2002. Their ellipse bends with brightness. Here the chroma of dark colors is
/// scaled by their brightness instead, which works for the darkest skin. The color of the light is
/// removed first, since a ring light tints the face. The edge of the ellipse is soft.
package struct SkinMask: Equatable, Sendable {
  /// The center of the ellipse in Cb and Cr.
  private static var center: SIMD2<Float> { SIMD2(109.38, 152.02) }
  /// Cosine and sine of its rotation, 2.53 rad.
  private static var turn: SIMD2<Float> { SIMD2(-0.81873, 0.57417) }
  /// The offset of its center along its own axes.
  private static var offCenter: SIMD2<Float> { SIMD2(1.6, 2.41) }
  /// The lengths of its half axes.
  private static var halfAxes: SIMD2<Float> { SIMD2(25.39, 14.03) }
  /// The width of the soft edge, in squares of the normalized radius.
  private static var softness: Float { 0.25 }
  /// The minimum brightness for a decision, and the width of its soft limit, in levels.
  private static var darkest: SIMD2<Float> { SIMD2(14, 18) }

  /// The offset of sRGB's transfer function, 0.055, in levels.
  private static var offset: Float { 14.025 }

  private let gains: SIMD4<Float>

  /// Makes a mask for light of a color.
  package init(light: LinearColor) {
    let maximum = max(light.red, max(light.green, light.blue))
    func gain(_ channel: Float) -> Float {
      guard maximum > 0, channel > 0 else { return 1 }
      return min(4, Math.pow(maximum / channel, 1 / 2.4))
    }
    gains = SIMD4(gain(light.red), gain(light.green), gain(light.blue), 0)
  }

  /// The likelihood of skin, 0 to 1, for an 8-bit sRGB color in the first three elements.
  package func share(_ color: SIMD4<Float>) -> Float {
    // sRGB is a power law except for an offset, which is removed and restored. Its linear part
    // covers only levels that are too dark for a decision.
    let white = (color + Self.offset) * gains - Self.offset
    let weighted = white * SIMD4(0.299, 0.587, 0.114, 0)
    let luma = weighted[0] + weighted[1] + weighted[2]
    guard luma > Self.darkest[0] else { return 0 }
    let scale = luma < 128 ? 128 / luma : 1
    let blue = 128 + 0.564 * (white[2] - luma) * scale - Self.center[0]
    let red = 128 + 0.713 * (white[0] - luma) * scale - Self.center[1]
    let along = Self.turn[0] * blue + Self.turn[1] * red
    let across = Self.turn[0] * red - Self.turn[1] * blue
    let offset = (SIMD2(along, across) - Self.offCenter) / Self.halfAxes
    let squared = offset[0] * offset[0] + offset[1] * offset[1]
    return Self.step((1 + Self.softness - squared) / Self.softness)
      * Self.step((luma - Self.darkest[0]) / Self.darkest[1])
  }

  private static func step(_ value: Float) -> Float {
    let share = max(0, min(value, 1))
    return share * share * (3 - 2 * share)
  }
}
