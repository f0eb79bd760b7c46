import DeterministicMath

/// How much a color is one of skin, whatever the skin's tone and the light on it.
///
/// Skin of all tones has about the same hue. Chroma is therefore measured as in the usual box of
/// Cb 77 to 127 and Cr 133 to 173, but of dark colors in proportion to their brightness, and after
/// the color of the light is taken off: a ring light tints the face. Edges of the box are soft.
package struct SkinMask: Equatable, Sendable {
  /// Levels over which the box's edges are soft.
  private static var softLevels: Float { 8 }

  /// The offset of sRGB's curve, 0.055, in levels.
  private static var offset: Float { 14.025 }

  private let gains: SIMD4<Float>

  /// Looks for skin in light of a color.
  package init(light: LinearColor) {
    let most = max(light.red, max(light.green, light.blue))
    func gain(_ channel: Float) -> Float {
      guard most > 0, channel > 0 else { return 1 }
      return min(4, Math.pow(most / channel, 1 / 2.4))
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
    guard luma > 12 else { return 0 }
    let scale = luma < 128 ? 128 / luma : 1
    let blue = 128 + 0.564 * (white[2] - luma) * scale
    let red = 128 + 0.713 * (white[0] - luma) * scale
    return Self.within(blue, 77, 127) * Self.within(red, 133, 173)
      * Self.step((luma - 14) / 18)
  }

  private static func within(_ value: Float, _ low: Float, _ high: Float) -> Float {
    let half = softLevels * 0.5
    return step((value - low + half) / softLevels) * step((high + half - value) / softLevels)
  }

  private static func step(_ value: Float) -> Float {
    let share = max(0, min(value, 1))
    return share * share * (3 - 2 * share)
  }
}
