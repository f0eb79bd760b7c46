import SimbenchKit

/// How much a color is one of skin, whatever the skin's tone and the light on it.
///
/// Skin of all tones has about the same hue and, for its brightness, the same chroma: its colors
/// lie in an ellipse of Cb and Cr, as Hsu, Abdel-Mottaleb and Jain, "Face Detection in Color
/// Images", 2002, found it. Theirs bends with brightness; here chroma of dark colors is measured in
/// proportion to their brightness instead, which holds down to the darkest skin, and after the
/// color of the light is taken off: a ring light tints the face. The edge is soft.
package struct SkinMask: Equatable, Sendable {
  /// The middle of the ellipse in Cb and Cr.
  private static var center: SIMD2<Float> { SIMD2(109.38, 152.02) }
  /// The cosine and sine of its turn, 2.53.
  private static var turn: SIMD2<Float> { SIMD2(-0.81873, 0.57417) }
  /// Its middle along its own axes, from there.
  private static var offCenter: SIMD2<Float> { SIMD2(1.6, 2.41) }
  /// Half its axes.
  private static var halfAxes: SIMD2<Float> { SIMD2(25.39, 14.03) }
  /// How far beyond the ellipse, in squares of its radius, colors are less and less of skin.
  private static var softness: Float { 0.25 }
  /// The brightness from which a color can be judged, and over how many levels that begins.
  private static var darkest: SIMD2<Float> { SIMD2(14, 18) }

  /// The offset of sRGB's curve, 0.055, in levels.
  private static var offset: Float { 14.025 }

  private let gains: SIMD4<Float>

  /// Looks for skin in light of a color.
  package init(light: LinearColor) {
    let maximum = max(light.red, max(light.green, light.blue))
    func gain(_ channel: Float) -> Float {
      guard maximum > 0, channel > 0 else { return 1 }
      return min(4, Math.pow(maximum / channel, 1 / 2.4))
    }
    gains = SIMD4(gain(light.red), gain(light.green), gain(light.blue), 0)
  }

  /// 0 for no skin to 1 for skin; the color is 8-bit sRGB in the first three lanes.
  package func share(_ color: SIMD4<Float>) -> Float {
    // sRGB is a power of light but for an offset, which has to be taken out and put back; the
    // darkest levels, where it is a straight line, are too dark to be judged anyway.
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
