/// Exact bounds of the rate of rare events, counted over a time: those of Garwood.
///
/// They are quantiles of the chi-square distribution: for k events in a time T, the upper bound is
/// chi2(p, 2k + 2) / 2T. Garwood, "Fiducial limits for the Poisson distribution", Biometrika 1936.
package enum PoissonInterval {
  /// The one-sided upper bound of the rate.
  ///
  /// - Parameters:
  ///   - events: the number of events.
  ///   - exposure: the time, positive, in the unit of the rate.
  ///   - confidence: the probability, between 0 and 1, that the bound is not too small.
  /// - Complexity: O(√events), times the number of bisections: at most about 60.
  package static func upperBound(
    _ events: UInt64, in exposure: Double, confidence: Double = 0.95
  ) -> Double {
    mean(events, probability: 1 - confidence) / exposure
  }

  /// The two-sided bounds of the rate, with the same probability beyond each.
  package static func bounds(
    _ events: UInt64, in exposure: Double, confidence: Double = 0.95
  ) -> ClosedRange<Double> {
    let tail = (1 - confidence) / 2
    let lower = events == 0 ? 0 : mean(events - 1, probability: 1 - tail) / exposure
    return lower...max(lower, mean(events, probability: tail) / exposure)
  }

  /// The largest number of events whose one-sided upper bound is at most a rate; nil if none is.
  package static func mostEvents(
    for rate: Double, in exposure: Double, confidence: Double = 0.95
  ) -> UInt64? {
    // At the mean that the rate allows, more events than that are likelier than the tail.
    let mean = rate * exposure
    guard atMost(0, mean: mean) <= 1 - confidence else { return nil }
    var (low, high): (UInt64, UInt64) = (0, UInt64(mean) + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if atMost(middle, mean: mean) <= 1 - confidence { low = middle } else { high = middle }
    }
    return low
  }

  /// The mean at which so many events or fewer have a probability.
  private static func mean(_ events: UInt64, probability: Double) -> Double {
    var (low, high) = (0.0, Double(events) + 1)
    while atMost(events, mean: high) > probability { (low, high) = (high, 2 * high) }
    while true {
      let middle = (low + high) / 2
      guard low < middle, middle < high, high - low > 1e-15 * high else { return middle }
      if atMost(events, mean: middle) > probability { low = middle } else { high = middle }
    }
  }

  /// The probability of so many events or fewer, of a Poisson distribution.
  ///
  /// Both tails are summed relative to the probability of exactly so many, which needs no
  /// exponential function and neither underflows nor cancels.
  package static func atMost(_ events: UInt64, mean: Double) -> Double {
    guard mean > 0 else { return 1 }
    var (below, above) = (1.0, 0.0)
    var (term, count) = (1.0, Double(events))
    while count > 0 {
      term *= count / mean
      below += term
      count -= 1
      if count < mean, term < 1e-17 * below { break }
      if below > 1e300 { return 1 }
    }
    (term, count) = (1, Double(events) + 1)
    while true {
      term *= mean / count
      above += term
      count += 1
      if count > mean, term <= 1e-17 * (above + below) { break }
      if above > 1e300 * below { return 0 }
    }
    return below / (below + above)
  }
}
