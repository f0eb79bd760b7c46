import Foundation

/// Distributions that statistical tests compare with.
enum Probability {
  /// The probability of a chi-square statistic above the given one.
  static func chiSquare(_ statistic: Double, freedom: Int) -> Double {
    upperGamma(Double(freedom) / 2, statistic / 2)
  }

  /// The p-value of counts that should be equal, by Pearson's test.
  static func even(_ counts: [Int]) -> Double {
    fit(counts, [Double](repeating: 1 / Double(counts.count), count: counts.count))
  }

  /// The p-value of counts that should be in proportion to the given probabilities.
  static func fit(_ counts: [Int], _ probabilities: [Double]) -> Double {
    let total = Double(counts.reduce(0, +))
    var statistic = 0.0
    for (count, probability) in zip(counts, probabilities) {
      let expected = total * probability
      statistic += (Double(count) - expected) * (Double(count) - expected) / expected
    }
    return chiSquare(statistic, freedom: counts.count - 1)
  }

  /// The probability that a standard normal number is above the given one.
  static func normal(_ value: Double) -> Double { 0.5 * erfc(value / 2.0.squareRoot()) }

  /// The probability that a Poisson number is at least `count`.
  static func poissonTail(_ count: Int, mean: Double) -> Double {
    count == 0 ? 1 : 1 - upperGamma(Double(count), mean)
  }

  /// The probability that evenly distributed values deviate as much, by Kolmogorov's limit.
  static func kolmogorovSmirnov(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let count = Double(sorted.count)
    var distance = 0.0
    for (index, value) in sorted.enumerated() {
      distance = max(distance, value - Double(index) / count, Double(index + 1) / count - value)
    }
    // Stephens' correction for finite samples.
    let scaled = (count.squareRoot() + 0.12 + 0.11 / count.squareRoot()) * distance
    guard scaled > 0.3 else { return 1 }
    var sum = 0.0
    for term in 1...40 {
      let k = Double(term)
      sum += (term & 1 == 1 ? 2 : -2) * exp(-2 * k * k * scaled * scaled)
    }
    return min(1, max(0, sum))
  }

  /// The regularized upper incomplete gamma function: a series below, a continued fraction above.
  private static func upperGamma(_ a: Double, _ x: Double) -> Double {
    guard x > 0 else { return 1 }
    guard x < 1e6 else { return 0 }
    let factor = exp(a * log(x) - x - lgamma(a))
    if x < a + 1 {
      var term = 1 / a
      var sum = term
      var n = a
      while term > sum * 1e-15 {
        n += 1
        term *= x / n
        sum += term
      }
      return 1 - sum * factor
    }
    // Lentz's method.
    var b = x + 1 - a
    var c = 1e300
    var d = 1 / b
    var fraction = d
    for step in 1...10_000 {
      let numerator = -Double(step) * (Double(step) - a)
      b += 2
      d = 1 / (numerator * d + b)
      c = b + numerator / c
      fraction *= d * c
      if abs(d * c - 1) < 1e-15 { break }
    }
    return fraction * factor
  }
}
