import SimMath

/// The one-dimensional filters of LDR-FLIP for one viewing distance.
///
/// Andersson and others, "FLIP: A Difference Evaluator for Alternating Images", 2020. Every
/// two-dimensional filter of the publication is a product of two of these filters, or a sum of two
/// such products.
package struct FLIPKernels {
  /// The eye's spatial resolution for lightness.
  package let achromatic: [Float]
  /// The eye's spatial resolution from green to red.
  package let redGreen: [Float]
  /// The eye's spatial resolution from blue to yellow, as a narrow and a wide part.
  package let blueYellow: (narrow: [Float], wide: [Float])
  /// Blue to yellow in the second direction, each part with its weight.
  package let mixedBlueYellow: (narrow: [Float], wide: [Float])
  /// Smooths across a feature.
  package let smooth: [Float]
  /// Detects edges.
  package let edge: [Float]
  /// Detects points and lines.
  package let point: [Float]

  /// The radius of the color filters in pixels.
  package var colorRadius: Int { achromatic.count / 2 }
  /// The radius of the feature filters in pixels.
  package var featureRadius: Int { smooth.count / 2 }

  /// Makes the filters.
  ///
  /// - Parameter pixelsPerDegree: The number of pixels per degree of the visual field.
  package init(pixelsPerDegree: Float) {
    let pi = Float.pi
    // Three standard deviations of the widest Gaussian, so that all filters have the same radius.
    let colorRadius = (3 * (0.04 / (2 * pi * pi)).squareRoot() * pixelsPerDegree).rounded(.up)
    func gaussian(_ b: Float) -> [Float] {
      Self.sampled(colorRadius) { x in
        let degrees = x / pixelsPerDegree
        return Math.exp(-pi * pi * degrees * degrees / b)
      }
    }
    achromatic = Self.normalized(gaussian(0.0047))
    redGreen = Self.normalized(gaussian(0.0053))
    let narrow = gaussian(0.025)
    let wide = gaussian(0.04)
    let narrowSum = 13.5 * (pi / 0.025).squareRoot() * Self.square(Self.sum(narrow))
    let wideSum = 34.1 * (pi / 0.04).squareRoot() * Self.square(Self.sum(wide))
    let total = narrowSum + wideSum
    blueYellow = (Self.normalized(narrow), Self.normalized(wide))
    mixedBlueYellow = (
      Self.normalized(narrow).map { $0 * narrowSum / total },
      Self.normalized(wide).map { $0 * wideSum / total }
    )

    // The width in degrees of the sharpest edges that the eye perceives is 0.082.
    let deviation = 0.5 * 0.082 * pixelsPerDegree
    let featureRadius = (3 * deviation).rounded(.up)
    func bell(_ x: Float) -> Float { Math.exp(-x * x / (2 * deviation * deviation)) }
    smooth = Self.normalized(Self.sampled(featureRadius, bell))
    edge = Self.balanced(Self.sampled(featureRadius) { x in -x * bell(x) })
    point = Self.balanced(
      Self.sampled(featureRadius) { x in (x * x / (deviation * deviation) - 1) * bell(x) })
  }

  private static func sampled(_ radius: Float, _ value: (Float) -> Float) -> [Float] {
    let count = Int(radius)
    return (-count...count).map { value(Float($0)) }
  }

  private static func sum(_ values: [Float]) -> Float { values.reduce(0, +) }

  private static func square(_ value: Float) -> Float { value * value }

  private static func normalized(_ values: [Float]) -> [Float] {
    let total = sum(values)
    return values.map { $0 / total }
  }

  /// Scales positive values to a sum of 1 and negative values to a sum of −1.
  private static func balanced(_ values: [Float]) -> [Float] {
    let above = sum(values.map { max($0, 0) })
    let below = sum(values.map { max(-$0, 0) })
    return values.map { $0 > 0 ? $0 / above : below > 0 ? $0 / below : 0 }
  }
}
