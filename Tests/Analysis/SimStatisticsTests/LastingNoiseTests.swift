import SimMath
import SimStatistics
import TestTier
import Testing

/// Goal: noise that lasts from run to run is no change.
///
/// Method: autoregressive noise and clocks that keep their speed for eight runs, with seeds.
@Suite struct LastingNoiseTests {
  static let trials = Tier.isDebug ? 8 : 200

  /// Noise whose every sample keeps a share of the one before it; its variance is one.
  static func noise(_ count: Int, keeping share: Double, seed: Int) -> [Double] {
    var stream = RandomStream(seed: UInt64(seed), name: "noise")
    var value = 0.0
    return (0..<count).map { index in
      // Twelve uniform numbers sum to a variance of one.
      let fresh = (0..<12).reduce(-6.0) { sum, _ in sum + stream.uniformDouble() }
      value = index == 0 ? fresh : share * value + (1 - share * share).squareRoot() * fresh
      return value
    }
  }

  private static func alarms(_ series: (Int) -> [Double]) -> Int {
    (0..<trials).count { !ChangePoints.find(in: series($0)).isEmpty }
  }

  /// Without the noise's length 57 % alarm.
  @Test func autoregressiveNoiseHasNoChanges() {
    let found = Self.alarms { Self.noise(60, keeping: 0.6, seed: $0) }
    #expect(found * 100 <= Self.trials * 15, "\(found) of \(Self.trials)")
  }

  /// Without it 84 % do.
  ///
  /// Of the clocks that change once or go back once, nobody can tell.
  @Test func clockThatIsSlowForEightRunsIsNoChange() {
    let found = Self.alarms { seed in
      var stream = RandomStream(seed: UInt64(seed), name: "clock")
      let slow = (0..<9).map { _ in stream.below(2) == 1 }
      let offset = Int(stream.below(8))
      return Self.noise(60, keeping: 0, seed: seed).enumerated().map { index, value in
        (slow[(index + offset) / 8] ? 104 : 100) * (1 + 0.01 * value)
      }
    }
    #expect(found * 100 <= Self.trials * 40, "\(found) of \(Self.trials)")
  }

  /// 10 % more are found in noise of 1 % that lasts, wherever they come.
  @Test(arguments: Tier.isDebug ? [30] : [5, 30, 55])
  func changeInLastingNoiseIsFound(_ place: Int) {
    let found = (0..<Self.trials).count { seed in
      let noise = Self.noise(60, keeping: 0.6, seed: seed)
      let values = noise.indices.map { ($0 < place ? 100 : 110) * (1 + 0.01 * noise[$0]) }
      return ChangePoints.find(in: values).contains { $0.index == place }
    }
    #expect(found * 100 >= Self.trials * 75, "\(found) of \(Self.trials)")
  }

  @Test func lengthIsThatOfTheNoise() {
    #expect(LastingNoise(in: [3, 3, 3, 3, 5, 5, 5, 5], cut: 4, end: 8).length == 1)
    for (share, range) in [(0.0, 1.0...1.5), (0.6, 2.5...6), (0.95, 8...8)] {
      let noise = Self.noise(240, keeping: share, seed: 3)
      let values = noise.indices.map { $0 < 120 ? noise[$0] : noise[$0] + 8 }
      let length = LastingNoise(in: values, cut: 120, end: 240).length
      #expect(range.contains(length), "\(share): \(length)")
    }
  }

  // MARK: - Limits

  @Test func noiseIsThatOfSixtySamplesOnEachSide() {
    let noise = Self.noise(240, keeping: 0.6, seed: 3)
    let length = LastingNoise(in: noise, cut: 120, end: 240).length
    for (index, isInside) in [(59, false), (60, true), (179, true), (180, false)] {
      var other = noise
      other[index] += 1
      #expect((LastingNoise(in: other, cut: 120, end: 240).length != length) == isInside)
    }
  }

  /// As many ones as their negatives, which change places so often, as evenly as they can.
  private static func signs(_ count: Int, changes: Int, first: Double) -> [Double] {
    (0...changes).flatMap { run in
      // Every other run has the other sign.
      let runs = (changes + 2 - run % 2) / 2
      let (start, end) = (count / 2 * (run / 2) / runs, count / 2 * (run / 2 + 1) / runs)
      return [Double](repeating: run % 2 == 0 ? first : -first, count: end - start)
    }
  }

  /// Each part's median and mean are 0, so that the products of neighbors are all there is to know:
  /// those of samples that lie further apart fall below 0.
  private static func neighbors(_ values: [Double]) -> Double {
    zip(values, values.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / Double(values.count - 1)
  }

  /// One test at 5 % on one side asks for 1.64 standard errors, which are one by the root of n.
  @Test func noiseLastsFromChanceInTwentyOn() {
    // 18 of 47 neighbors differ, 1.621 standard errors; then 25 of 63, 1.651.
    for (count, changes, second, lasts) in [(24, 9, -1.0, false), (32, 12, -1, true)] {
      let values =
        Self.signs(count, changes: changes, first: 1)
        + Self.signs(count, changes: changes, first: second)
      let errors = Self.neighbors(values) * Double(values.count).squareRoot()
      #expect(lasts ? (1.64..<1.66).contains(errors) : (1.62..<1.64).contains(errors))
      let length = LastingNoise(in: values, cut: count, end: values.count).length
      #expect((length > 1) == lasts, "\(length)")
    }
  }

  /// By Kendall's bias for each part whose median was taken away.
  @Test(arguments: [2, 3])
  func lengthMakesUpForEachMedian(parts: Int) {
    let values = (0..<parts).flatMap { part in
      Self.signs(28, changes: 8, first: part % 2 == 0 ? 1 : -1)
    }
    let (share, count) = (Self.neighbors(values), Double(values.count))
    let expected = 1 + 2 * (share + Double(parts) * (1 + 3 * share) / count)
    let length = LastingNoise(in: values, cut: 28, end: 56).length
    #expect(abs(length - expected) < 1e-12 && share > 0.2, "\(length), \(expected)")
  }
}
