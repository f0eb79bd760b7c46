import SimStatistics
import Testing

/// Goal: bounds of rates are the exact ones, which quantiles of the chi-square distribution give.
@Suite struct PoissonIntervalTests {
  private static func isNear(_ value: Double, _ expected: Double, within: Double) -> Bool {
    abs(value / expected - 1) < within
  }

  /// A million minutes are 16,666.67 hours.
  private static let hours = 1_000_000.0 / 60

  @Test func upperBoundsOfAMillionMinutes() {
    for (events, rate) in [(UInt64(0), 1.797e-4), (3, 4.652e-4), (17, 1.530e-3)] {
      #expect(Self.isNear(PoissonInterval.upperBound(events, in: Self.hours), rate, within: 3e-4))
    }
    // Without events the bound is known in closed form: −ln 0.05.
    #expect(Self.isNear(PoissonInterval.upperBound(0, in: 1), 2.995732273553991, within: 1e-14))
  }

  @Test func mostEventsForARate() {
    #expect(PoissonInterval.mostEvents(for: 0.001, in: Self.hours) == 9)
    #expect(PoissonInterval.mostEvents(for: 0.01, in: Self.hours) == 145)
    #expect(PoissonInterval.mostEvents(for: 0.0001, in: Self.hours) == nil)
  }

  /// Halves of chi-square quantiles, found by bisection of sums of exp and lgamma.
  @Test func twoSidedBoundsAreQuantiles() {
    for (events, lower, upper) in [
      (UInt64(1), 0.025317808, 5.571643), (5, 1.623486, 11.668332), (10, 4.795389, 18.390356),
      (50, 37.110964, 65.918767), (100, 81.363991, 121.626794),
    ] {
      let bounds = PoissonInterval.bounds(events, in: 1)
      #expect(Self.isNear(bounds.lowerBound, lower, within: 1e-6))
      #expect(Self.isNear(bounds.upperBound, upper, within: 1e-6))
    }
    #expect(PoissonInterval.bounds(0, in: 1).lowerBound == 0)
  }

  /// A bound is where the tail has its probability, for few and for many events.
  @Test func boundsInvertTheTails() {
    for events in [UInt64(0), 1, 7, 200, 100_000] {
      let bounds = PoissonInterval.bounds(events, in: 2)
      let tail = PoissonInterval.atMost(events, mean: 2 * bounds.upperBound)
      #expect(Self.isNear(tail, 0.025, within: 1e-9))
      guard events > 0 else { continue }
      let other = 1 - PoissonInterval.atMost(events - 1, mean: 2 * bounds.lowerBound)
      #expect(Self.isNear(other, 0.025, within: 1e-9))
    }
  }
}
