/// The noise around a cut and its autocorrelation time.
///
/// Autocorrelated samples carry less information: the mean of n of them varies like that of n / τ
/// independent ones, where τ = 1 + 2 (ρ₁ + ρ₂ + …) is the integrated autocorrelation time. Without
/// a change, the distance between two stretches also grows by that factor.
package struct LastingNoise {
  /// The maximum number of samples before and after a cut that are used for the autocorrelation:
  /// variation that lasts longer than half of them is a change, not noise.
  static var reach: Int { 60 }
  /// The maximum length: longer noise cannot be distinguished from changes in so few samples.
  static var maximum: Double { 8 }
  /// The number of standard errors by which an autocorrelation must exceed 0; white noise does so
  /// at one lag in 20.
  static var certainty: Double { 1.64 }

  /// The integrated autocorrelation time in samples; 1 for uncorrelated noise.
  package private(set) var length = 1.0
  /// The samples without the change: minus the medians of the parts before the cut, up to the end
  /// of the second side, and from there on.
  package let samples: [Double]

  /// Measures the noise of a series around its best cut.
  ///
  /// Outliers are limited to three standard deviations. Autocorrelations are added up to the first
  /// that may be 0 by chance; the result is at most 1/8 of the number of samples, and at most
  /// `maximum`.
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
      // Each subtracted median biases it downward: M. G. Kendall, "Note on bias in the estimation
      // of autocorrelation", Biometrika 41 (1954).
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
