/// The median, the 95th percentile and the maximum of many numbers, in the numbers' unit.
package struct QuantileSpread: Equatable, Sendable {
  /// The median.
  package var p50: Float
  /// The 95th percentile.
  package var p95: Float
  /// The maximum.
  package var maximum: Float

  /// Makes the statistics of numbers in any unit.
  package init(p50: Float, p95: Float, maximum: Float) {
    self.p50 = p50
    self.p95 = p95
    self.maximum = maximum
  }
}

/// Quantiles of many positive numbers in constant memory.
///
/// A number's bin is given by its exponent and the upper nine bits of its significand, so a
/// quantile has a precision of 0.2 % between 2⁻¹⁰ and 2³⁰, and is 0 below; the maximum is exact.
package struct QuantileHistogram: Sendable {
  private static var shift: UInt32 { 14 }
  private static var first: UInt32 { Float(0x1p-10).bitPattern &>> shift }
  private static var last: UInt32 { Float(0x1p30).bitPattern &>> shift }

  /// The number of added numbers.
  package private(set) var count: UInt64 = 0
  /// The largest number added, or 0.
  package private(set) var maximum: Float = 0
  private var bins: [UInt32]

  /// Makes an empty histogram.
  package init() {
    bins = [UInt32](repeating: 0, count: Int(Self.last - Self.first) + 1)
  }

  /// Adds a finite nonnegative number.
  package mutating func add(_ value: Float) {
    precondition(value >= 0 && value.isFinite, "a finite number of at least 0")
    let bin = min(max(value.bitPattern &>> Self.shift, Self.first), Self.last) &- Self.first
    bins[Int(bin)] &+= 1
    count &+= 1
    maximum = max(maximum, value)
  }

  /// The smallest number that is not exceeded by at least `percent` percent of all; nil without
  /// numbers.
  ///
  /// - Complexity: O(bins).
  package func quantile(percent: UInt64) -> Float? {
    guard count > 0 else { return nil }
    let rank = max(1, (count &* percent &+ 99) / 100)
    var seen: UInt64 = 0
    for index in bins.indices {
      seen &+= UInt64(bins[index])
      if seen >= rank {
        guard index > 0 else { return 0 }
        let bin = UInt32(truncatingIfNeeded: index) &+ Self.first
        let middle = Float(bitPattern: bin &<< Self.shift | 1 &<< (Self.shift &- 1))
        return min(middle, maximum)
      }
    }
    return maximum
  }

  /// Median, 95th percentile and maximum; nil without numbers.
  package var spread: QuantileSpread? {
    guard let p50 = quantile(percent: 50), let p95 = quantile(percent: 95) else { return nil }
    return QuantileSpread(p50: p50, p95: p95, maximum: maximum)
  }
}
