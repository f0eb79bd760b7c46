import SimFormats

/// Times up to a second in constant memory, for percentiles to a tenth of a millisecond.
package struct LatencyHistogram: Sendable {
  private static let binNanoseconds: UInt64 = 100_000
  /// The frame clock rounds down to nanoseconds twice, so that an exact limit may come out less; it
  /// is taken for the limit.
  private static let roundingNanoseconds: UInt64 = 2
  /// What takes as long is over the limit, in nanoseconds.
  package static let limitNanoseconds = UInt64(StrokeLatencySummary.limitMilliseconds * 1e6)

  private(set) var count: UInt64 = 0
  private(set) var maximum: UInt64 = 0
  /// Times of the limit or longer.
  package private(set) var overLimit: UInt64 = 0
  private var counts = [UInt32](repeating: 0, count: 10_001)
  private var largest = [UInt64](repeating: 0, count: 10_001)

  /// Makes an empty one.
  package init() {}

  /// Adds a time.
  package mutating func add(_ time: UInt64) {
    let isLimit =
      time < Self.limitNanoseconds
      && time + Self.roundingNanoseconds >= Self.limitNanoseconds
    let nanoseconds = isLimit ? Self.limitNanoseconds : time
    let bin = Int(min(nanoseconds / Self.binNanoseconds, 10_000))
    counts[bin] &+= 1
    largest[bin] = max(largest[bin], nanoseconds)
    count += 1
    maximum = max(maximum, nanoseconds)
    if nanoseconds >= Self.limitNanoseconds { overLimit += 1 }
  }

  /// The spread, with samples that have no time because they never came.
  package func spread(never: UInt64) -> StrokeLatencySummary.Spread {
    StrokeLatencySummary.Spread(
      p50: quantile(percent: 50), p95: quantile(percent: 95),
      maximum: count > 0 ? Double(maximum) / 1e6 : nil, overLimit: overLimit + never)
  }

  /// The longest time of the bin that holds the nearest rank, in milliseconds.
  private func quantile(percent: UInt64) -> Double? {
    guard count > 0 else { return nil }
    let rank = max(1, (count * percent + 99) / 100)
    var seen: UInt64 = 0
    for bin in counts.indices {
      seen += UInt64(counts[bin])
      if seen >= rank { return Double(largest[bin]) / 1e6 }
    }
    return nil
  }
}
