import SimMath

/// The difference that a viewer perceives when switching between two images: LDR-FLIP.
///
/// Andersson and others, "FLIP: A Difference Evaluator for Alternating Images", 2020. Single
/// precision throughout; the mean agrees with the authors' evaluator to 0.0001.
///
/// Method: every filter is a product of two one-dimensional filters, or a sum of two such products
/// (`FLIPKernels`), so pixels are filtered once along rows, and along columns from a ring of rows
/// (`FLIPRows`). The color filters have 21 taps at the default distance: 42 products per channel
/// and pixel, instead of 441 in the simple form. Measured on 390 by 422 pixels: 38 ms.
package struct FLIP: Sendable {
  /// The errors of all pixels, row by row from the top: 0 for equal pixels, 1 for the maximum.
  package let map: [Float]
  /// The statistics of the errors.
  package let spread: ErrorSpread

  /// Pixels per degree of the visual field at a distance of 0.7 m from a display that is 0.7 m wide
  /// and has 3,840 pixels.
  package static let defaultPixelsPerDegree: Float = 67.02064
  /// The allowed range; above it, filters are longer than most images.
  package static let pixelsPerDegreeRange: ClosedRange<Float> = 1...400

  /// Compares two images; translucent ones are composited over a checkerboard of two grays.
  ///
  /// - Precondition: `pixelsPerDegree` is in ``pixelsPerDegreeRange``.
  /// - Complexity: O(*n* · *p*) for *n* pixels and *p* pixels per degree.
  package init(_ pair: ImagePair, pixelsPerDegree: Float = defaultPixelsPerDegree) {
    precondition(
      Self.pixelsPerDegreeRange.contains(pixelsPerDegree), "pixels per degree out of range")
    let (width, height) = (Int(pair.width), Int(pair.height))
    let kernels = FLIPKernels(pixelsPerDegree: pixelsPerDegree)
    let color = FLIPColor()
    var rows = (
      FLIPRows(kernels: kernels, color: color, width: width, height: height),
      FLIPRows(kernels: kernels, color: color, width: width, height: height)
    )
    var outputs = (
      [Float](repeating: 0, count: FLIPRows.outputCount * width),
      [Float](repeating: 0, count: FLIPRows.outputCount * width)
    )
    var map = [Float](repeating: 0, count: width * height)
    var meter = ErrorMeter()
    for y in 0..<height {
      rows.0.filter(row: y, of: pair.reference, in: pair, into: &outputs.0)
      rows.1.filter(row: y, of: pair.test, in: pair, into: &outputs.1)
      for x in 0..<width {
        let error = Self.error(outputs.0, outputs.1, x: x, width: width, color)
        map[y * width + x] = error
        meter.add(error)
      }
    }
    self.map = map
    spread = meter.spread()
  }

  @inline(__always)
  private static func error(
    _ first: [Float], _ second: [Float], x: Int, width: Int, _ color: FLIPColor
  ) -> Float {
    @inline(__always) func filtered(_ values: [Float]) -> SIMD4<Float> {
      SIMD4(values[x], values[width + x], values[2 * width + x], 0)
    }
    @inline(__always) func magnitude(_ values: [Float], _ channel: Int) -> Float {
      let (h, v) = (values[channel * width + x], values[(channel + 1) * width + x])
      return (h * h + v * v).squareRoot()
    }
    let difference = FLIPColor.difference(
      color.perceived(filtered(first)), color.perceived(filtered(second)))
    let edges = abs(magnitude(first, 3) - magnitude(second, 3))
    let points = abs(magnitude(first, 5) - magnitude(second, 5))
    let features = (max(edges, points) / Float(2).squareRoot()).squareRoot()
    // Differing features amplify a color difference.
    return Math.pow(color.error(difference), 1 - features)
  }
}
