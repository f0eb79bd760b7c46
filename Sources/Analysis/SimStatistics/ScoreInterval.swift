import SimMath

/// Bounds of a probability from observed frequencies: Wilson's score interval.
///
/// Wilson, "Probable inference, the law of succession, and statistical inference", JASA 1927.
package enum ScoreInterval {
  /// The normal quantile of 95 %.
  private static var quantile: Double { 1.6448536269514722 }

  /// The 95 % lower confidence bound of the probability; nil without samples.
  package static func lowerBound(_ part: UInt64, of whole: UInt64) -> Double? {
    guard whole > 0, part <= whole else { return nil }
    let (n, p) = (Double(whole), Double(part) / Double(whole))
    let square = quantile * quantile
    let center = p + square / (2 * n)
    let spread = quantile * (p * (1 - p) / n + square / (4 * n * n)).squareRoot()
    return max(0, (center - spread) / (1 + square / n))
  }
}
