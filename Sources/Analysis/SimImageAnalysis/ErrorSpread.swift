/// The mean, upper quantiles and maximum of an error over all pixels.
package struct ErrorSpread: Equatable, Sendable {
  /// The mean.
  package var mean: Float
  /// The 95th percentile.
  package var p95: Float
  /// The 99th percentile.
  package var p99: Float
  /// The maximum.
  package var maximum: Float
}

/// Collects errors that rarely exceed 1; quantiles have a precision of 1/65,535.
package struct ErrorMeter {
  private static var largest: Float { 2 }
  private var bins = [UInt32](repeating: 0, count: 131_071)
  private var count: UInt64 = 0
  private var sum: Double = 0
  private var maximum: Float = 0

  /// Makes an empty meter.
  package init() {}

  /// Adds a nonnegative error.
  package mutating func add(_ error: Float) {
    bins[Int(min(error, Self.largest) * 65_535 + 0.5)] += 1
    count += 1
    sum += Double(error)
    maximum = max(maximum, error)
  }

  /// Adds many errors of 0.
  mutating func addZeros(_ zeros: UInt64) {
    bins[0] += UInt32(truncatingIfNeeded: zeros)
    count += zeros
  }

  /// The statistics of all errors; all zeros without errors.
  package func spread() -> ErrorSpread {
    guard count > 0 else { return ErrorSpread(mean: 0, p95: 0, p99: 0, maximum: 0) }
    return ErrorSpread(
      mean: Float(sum / Double(count)), p95: quantile(percent: 95), p99: quantile(percent: 99),
      maximum: maximum)
  }

  private func quantile(percent: UInt64) -> Float {
    let rank = (count * percent + 99) / 100
    var seen: UInt64 = 0
    for (index, count) in bins.enumerated() {
      seen += UInt64(count)
      // The center of a bin may be above all errors in it.
      if seen >= rank { return min(Float(index) / 65_535, maximum) }
    }
    return maximum
  }
}
