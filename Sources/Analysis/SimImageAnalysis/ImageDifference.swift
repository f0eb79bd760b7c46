/// How two pictures differ: value by value, and as people see it.
package struct ImageDifference: Sendable {
  /// Value by value.
  package let exact: ExactDifference
  /// What a viewer who switches between them sees.
  package let flip: FLIP
  /// The distance of each pixel's two colors, in Oklab; black and white are 1 apart.
  package let oklab: ErrorSpread
  /// How much lighter the pixels with another color became, −1 to 1.
  package let lightnessChange: Float
  /// Structural similarity, 1 is the same; nil for pictures smaller than eleven by eleven.
  package let structuralSimilarity: Float?
  /// The viewing distance that ``flip`` is for.
  package let pixelsPerDegree: Float

  /// Compares two pictures.
  ///
  /// - Precondition: `pixelsPerDegree` is in `FLIP.pixelsPerDegreeRange`.
  package init(_ pair: ImagePair, pixelsPerDegree: Float = FLIP.defaultPixelsPerDegree) {
    self.init(pair, exact: ExactDifference(pair), pixelsPerDegree: pixelsPerDegree)
  }

  /// Compares two pictures whose values were compared before, in 16 bits.
  ///
  /// - Parameters:
  ///   - pair: The pictures in 8 bits, which is what is compared as people see it.
  ///   - exact: What differs value by value.
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
