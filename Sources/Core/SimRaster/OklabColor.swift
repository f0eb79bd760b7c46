import SimMath

/// An opaque color in the Oklab color space, where equal distances look about equally different.
///
/// Björn Ottosson, "A perceptual color space for image processing", 2020. Used for blending, since
/// the midpoint of two colors of equal lightness keeps that lightness and lies between their hues,
/// as with paint. A midpoint in sRGB is darker; one in linear light is biased toward the lighter
/// color.
package struct OklabColor: Equatable, Sendable {
  /// Perceived lightness, 0 (black) to 1 (white).
  package var lightness: Float
  /// From green (negative) to red (positive).
  package var a: Float
  /// From blue (negative) to yellow (positive).
  package var b: Float

  /// Makes a color from its coordinates.
  package init(lightness: Float, a: Float, b: Float) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// Makes a color from lightness, chroma and hue in turns: 0 is red, 1/4 is yellow.
  package init(lightness: Float, chroma: Float, hueTurns: Float) {
    let (sine, cosine) = Math.sinCos(6.2831855 * hueTurns)
    self.init(lightness: lightness, a: chroma * cosine, b: chroma * sine)
  }

  /// The chroma: the distance from gray.
  package var chroma: Float { (a * a + b * b).squareRoot() }

  /// The perceived difference from another color.
  package func distance(to other: OklabColor) -> Float {
    let (dl, da, db) = (other.lightness - lightness, other.a - a, other.b - b)
    return (dl * dl + da * da + db * db).squareRoot()
  }

  /// The color at a fraction of the way to another one.
  package func toward(_ other: OklabColor, share: Float) -> OklabColor {
    OklabColor(
      lightness: lightness + (other.lightness - lightness) * share,
      a: a + (other.a - a) * share, b: b + (other.b - b) * share)
  }

  /// The color halfway between two.
  ///
  /// It restores part of the chroma that is lost on the chord between two hues, so that mixtures do
  /// not turn gray.
  package static func mixture(_ first: OklabColor, _ second: OklabColor) -> OklabColor {
    var middle = OklabColor(
      lightness: (first.lightness + second.lightness) * 0.5, a: (first.a + second.a) * 0.5,
      b: (first.b + second.b) * 0.5)
    let full = (first.chroma + second.chroma) * 0.5
    // The lower limit keeps the factor, and thus the result, continuous at gray.
    let factor = full / max(middle.chroma, full * 0.55, 1e-6)
    middle.a *= factor
    middle.b *= factor
    return middle
  }

  /// The nearest 8-bit sRGB color with the given alpha; channels out of gamut are clipped.
  package func straight(alpha: UInt8 = 255) -> StraightColor {
    let l = lightness + 0.3963377774 * a + 0.2158037573 * b
    let m = lightness - 0.1055613458 * a - 0.0638541728 * b
    let s = lightness - 0.0894841775 * a - 1.2914855480 * b
    let (long, medium, short) = (l * l * l, m * m * m, s * s * s)
    return StraightColor(
      red: Self.encoded(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
      green: Self.encoded(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
      blue: Self.encoded(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short),
      alpha: alpha)
  }

  /// Linear light, encoded as an sRGB byte.
  private static func encoded(_ linear: Float) -> UInt8 {
    let value = SRGB.encoded(min(max(linear, 0), 1))
    return UInt8(min(max(value * 255 + 0.5, 0), 255))
  }
}
