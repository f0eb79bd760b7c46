/// The difference of two images, exact and perceptual.
package struct ImageDifference: Sendable {
  /// The exact difference.
  package let exact: ExactDifference
  /// The difference that a viewer perceives when switching between them.
  package let flip: FLIP
  /// The distance of the two colors of each pixel in Oklab; black and white are 1 apart.
  package let oklab: ErrorSpread
  /// The mean lightness change of pixels with a different color, −1 to 1.
  package let lightnessChange: Float
  /// Structural similarity: 1 for equal images; nil for images smaller than eleven by eleven.
  package let structuralSimilarity: Float?
  /// The viewing distance of ``flip``.
  package let pixelsPerDegree: Float

  /// Compares two images.
  ///
  /// - Precondition: `pixelsPerDegree` is in `FLIP.pixelsPerDegreeRange`.
  package init(_ pair: ImagePair, pixelsPerDegree: Float = FLIP.defaultPixelsPerDegree) {
    self.init(pair, exact: ExactDifference(pair), pixelsPerDegree: pixelsPerDegree)
  }

  /// Compares two images whose exact difference in 16 bits is already known.
  ///
  /// - Parameters:
  ///   - pair: The images in 8 bits, for the perceptual comparison.
  ///   - exact: The exact difference.
  ///   - pixelsPerDegree: The viewing distance.
  /// - Precondition: `pixelsPerDegree` is in `FLIP.pixelsPerDegreeRange`.
  package init(_ pair: ImagePair, exact: ExactDifference, pixelsPerDegree: Float) {
    self.exact = exact
    flip = FLIP(pair, pixelsPerDegree: pixelsPerDegree)
    let colors = OklabDifference().compare(pair)
    oklab = colors.spread
    lightnessChange = colors.lightnessChange
    structuralSimilarity = StructuralSimilarity.mean(pair)
    self.pixelsPerDegree = pixelsPerDegree
  }
}
