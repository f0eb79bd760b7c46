/// The noise around a cut, and how long it lasts.
///
/// Samples that resemble their neighbors say less than as many that do not: a mean of n of them
/// varies like one of n / τ, where τ = 1 + 2 (ρ₁ + ρ₂ + …) is the integrated autocorrelation time.
/// The distance between two stretches grows by that much, too, without a change.
package struct LastingNoise {
  /// The maximum of samples before and after a cut whose autocorrelation counts: what lasts longer
  /// than half of them is a change, and no noise.
  static var reach: Int { 60 }
  /// The maximum length: what would last longer cannot be told from changes in so few samples.
  static var maximum: Double { 8 }
  /// The standard errors by which an autocorrelation has to lie above 0: white noise does at one
  /// lag in 20.
  static var certainty: Double { 1.64 }

  /// The integrated autocorrelation time, in samples; 1 where noise does not last.
  package private(set) var length = 1.0
  /// The samples without the change: less the medians before the cut, up to the end of what comes
  /// after it, and from there on.
  package let samples: [Double]

  /// Measures the noise of a series around its best cut.
  ///
  /// What is far away counts as three deviations. Autocorrelations are added up to the first that
  /// may be 0 by chance; the sum is at most an eighth of the samples, and `maximum`.
  ///
  /// - Complexity: O(n log n + `reach`²).
  package init(in series: [Double], cut: Int, end: Int) {
    samples = Self.withoutMedians(series, [0, cut, end, series.count])
    let (first, last) = (max(0, cut - Self.reach), min(series.count, cut + Self.reach))
    let edges = [first, cut, min(end, last), last]
    let pieces = end < last ? 3.0 : 2
    var noise = Self.withoutMedians(series, edges)
    let count = Double(noise.count)
    let far = 3 * 1.4826 * Quantiles.median(noise.map { abs($0) })
    noise = noise.map { max(-far, min(far, $0)) }
    let mean = noise.reduce(0, +) / count
    noise = noise.map { $0 - mean }
    let square = noise.reduce(0) { $0 + $1 * $1 }
    guard square > 0 else { return }
    for lag in stride(from: 1, through: min(noise.count / 4, Self.reach / 2), by: 1) {
      let products = zip(noise, noise.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 }
      let correlation = products / square * count / Double(noise.count - lag)
      guard correlation >= Self.certainty / count.squareRoot() else { break }
      // Each median that was taken out makes it smaller: M. G. Kendall, "Note on bias in the
      // estimation of autocorrelation", Biometrika 41 (1954).
      let bias = (1 + 3 * correlation) / count
      length += 2 * min(correlation + pieces * bias, 1)
    }
    length = min(length, max(1, count / 8), Self.maximum)
  }

  private static func withoutMedians(_ series: [Double], _ edges: [Int]) -> [Double] {
    zip(edges, edges.dropFirst()).flatMap { start, end in
      let piece = Array(series[start..<end])
      let median = Quantiles.median(piece)
      return piece.map { $0 - median }
    }
  }
}
