import SimMath
import SimStatistics
import TestTier
import Testing

/// Goal: a lasting change is found where it is, and noise is left alone.
///
/// Method: steady, stepped and spiked series with seeded noise; a slow search as reference.
@Suite struct ChangePointTests {
  static let trials = Tier.isDebug ? 4 : 200

  /// Levels with noise whose standard deviation is a share of the level.
  private func series(_ levels: [(Double, Int)], noise: Double, seed: UInt64) -> [Double] {
    var stream = RandomStream(seed: seed, name: "series")
    return levels.flatMap { level, count in
      (0..<count).map { _ in
        // Twelve uniform numbers sum to a variance of one.
        let sum = (0..<12).reduce(-6.0) { sum, _ in sum + stream.uniformDouble() }
        return level * (1 + noise * sum)
      }
    }
  }

  @Test func stepsAreFoundWhereTheyAre() {
    let values = series([(100, 12), (106, 10), (90, 14)], noise: 0.01, seed: 5)
    let points = ChangePoints.find(in: values)
    #expect(points.map(\.index) == [12, 22])
    #expect(points.allSatisfy { $0.chance <= 0.01 && $0.kind == .level })
    for (point, (before, after)) in zip(points, [(100.0, 106.0), (106, 90)]) {
      #expect(abs(point.before / before - 1) < 0.02 && abs(point.after / after - 1) < 0.02)
    }
  }

  @Test func noiseHasNoChanges() {
    var found = 0
    for seed in 0..<Self.trials {
      let values = series([(100, 24)], noise: 0.05, seed: UInt64(seed))
      if !ChangePoints.find(in: values).isEmpty { found += 1 }
    }
    // Chance passes the test once in a hundred.
    #expect(found * 100 <= Self.trials * 4, "\(found) of \(Self.trials)")
  }

  @Test func shortConstantAndSpikedSeriesHaveNone() {
    #expect(ChangePoints.find(in: []).isEmpty)
    #expect(ChangePoints.find(in: [1, 2, 3]).isEmpty)
    #expect(ChangePoints.find(in: [Double](repeating: 4, count: 40)).isEmpty)
    var spiked = series([(100, 30)], noise: 0.01, seed: 3)
    spiked[14] = 500
    #expect(ChangePoints.find(in: spiked).isEmpty)
  }

  /// Ten bad runs that were mended, and 5 % more for the last six: the incident is greater, but
  /// what lasts is what somebody has to hear of.
  @Test func mendedIncidentHidesNothing() {
    var found = 0
    for seed in 0..<Self.trials {
      let values = series(
        [(100, 30), (120, 10), (100, 24), (105, 6)], noise: 0.01, seed: UInt64(seed))
      if ChangePoints.find(in: values).contains(where: { $0.index == 64 }) { found += 1 }
    }
    #expect(found * 100 >= Self.trials * 95, "\(found) of \(Self.trials)")
  }

  /// Looked at after every run, the first report names the run that made the change.
  @Test func firstReportBlamesTheRunThatDidIt() {
    var (right, wrong) = (0, 0)
    for seed in 0..<Self.trials {
      let values = series([(100, 40), (105, 8)], noise: 0.01, seed: UInt64(seed))
      for count in 41...48 {
        let points = ChangePoints.find(in: Array(values[..<count]))
        guard let last = points.last, last.index > 30 else { continue }
        if last.index == 40 { right += 1 } else { wrong += 1 }
        break
      }
    }
    #expect(right + wrong >= Self.trials * 9 / 10, "\(right) and \(wrong)")
    #expect(wrong * 20 <= right + wrong, "\(wrong) of \(right + wrong)")
  }

  @Test func widerScatterIsNotCalledALevel() {
    var kinds: [ChangePoints.Kind] = []
    for seed in 0..<Self.trials {
      let values =
        series([(100, 40)], noise: 0.01, seed: UInt64(seed))
        + series([(100, 40)], noise: 0.1, seed: UInt64(seed) + 1_000)
      kinds += ChangePoints.find(in: values).map(\.kind)
    }
    #expect(kinds.count >= Self.trials / 2)
    #expect(kinds.count { $0 == .spread } * 10 >= kinds.count * 9, "\(kinds)")
  }

  /// What the help of `history` says is needed: a doubled time is found with so many runs, and with
  /// more.
  @Test func helpSaysHowManyRunsItTakes() {
    for (before, after) in [(5, 5), (4, 6), (6, 4), (3, 10), (9, 3), (20, 2), (8, 4), (4, 9)] {
      let values = series([(100, before), (200, after)], noise: 0.01, seed: 1)
      #expect(ChangePoints.find(in: values).map(\.index) == [before], "\(before) and \(after)")
    }
    for (before, after) in [(4, 4), (5, 3), (12, 2)] {
      let values = series([(100, before), (200, after)], noise: 0.01, seed: 1)
      #expect(ChangePoints.find(in: values).isEmpty, "\(before) and \(after)")
    }
  }

  @Test func exactStepsAreThereAtOnce() {
    #expect(ChangePoints.steps(in: []).isEmpty)
    #expect(ChangePoints.steps(in: [5, 5, 5]).isEmpty)
    let points = ChangePoints.steps(in: [5, 5, 6, 6, 6, 4])
    #expect(points.map(\.index) == [2, 5])
    #expect(points.map(\.before) == [5, 6] && points.map(\.after) == [6, 4])
    #expect(points.allSatisfy { $0.chance == 0 && $0.kind == .level })
  }

  // MARK: - Limits

  /// Two and two that differ by 1, before the series ends: a distance of 2, by its weight of 0.65.
  @Test func stretchThatEndsBeforeTheSeriesWeighsTwoThirds() {
    var search = CutSearch(capacity: 6)
    let found = search.best(in: [0, 0, 1, 1, 0, 0])
    #expect(found.index == 2 && abs(found.distance - 1.3) < 1e-9)
  }

  /// What no shuffle equals is as sure as the shuffles and the series itself can say.
  @Test func chanceIsCountedInTwoThousandthsOrTwoHundredths() {
    let short = ChangePoints.find(in: series([(100, 12), (150, 12)], noise: 0.01, seed: 1))
    #expect(short.count == 1 && short.allSatisfy { abs($0.chance * 2_000 - 1) < 1e-9 })
    let long = ChangePoints.find(in: series([(100, 51), (150, 50)], noise: 0.01, seed: 1))
    #expect(long.count == 1 && long.allSatisfy { abs($0.chance * 200 - 1) < 1e-9 })
    #expect(ChangePoints.shuffleCount(of: 100) == 1_999)
    #expect(ChangePoints.shuffleCount(of: 101) == 199)
  }

  /// A step that nearly drowns in noise: one of 199 shuffles is as great, which is just rare
  /// enough.
  @Test func onceInAHundredIsRareEnough() {
    let found = ChangePoints.find(in: series([(100, 51), (101.2, 50)], noise: 0.02, seed: 16))
    #expect(found.map(\.chance) == [0.01])
  }

  /// The same middle, half of the samples a unit from it or nearer, then 1.5: further is a spread.
  @Test func spreadIsHalfAsMuchAgain() {
    for (width, kind) in [(1.49, ChangePoints.Kind.level), (1.51, .spread)] {
      let cycles = [[0, 1, -1, 1, -1], [0, width, -width, 40, -40]]
      let found = ChangePoints.find(in: (0..<120).map { 100 + cycles[$0 / 60][$0 % 5] })
      #expect(found.map(\.kind) == [kind], "\(width)")
    }
  }

  /// Sixty samples, half of them within 1 of the middle, and sixty within 2: the standard errors of
  /// medians of normal samples are 1.4826 · 1.2533 ∕ √60 and twice that, together 0.5364.
  @Test func levelIsThreeStandardErrorsAway() {
    for (apart, kind) in [(3 * 0.532, ChangePoints.Kind.spread), (3 * 0.541, .level)] {
      let cycles = [[0, 1, -1, 1, -1], [apart, apart + 2, apart - 2, apart + 6, apart - 6]]
      let found = ChangePoints.find(in: (0..<120).map { 100 + cycles[$0 / 60][$0 % 5] })
      #expect(found.map(\.kind) == [kind] && found.map(\.index) == [60], "\(apart)")
    }
  }

  /// The sums of one pass are those of the definition.
  @Test func bestCutIsThatOfTheDefinition() {
    for seed in 0..<UInt64(20) {
      let values = series([(100, 7), (101, 6), (99, 5)], noise: 0.01, seed: seed)
      var search = CutSearch(capacity: values.count)
      let found = search.best(in: values)
      let wanted = Self.bestByDefinition(values)
      #expect(found.index == wanted.index && found.end == wanted.end)
      #expect(abs(found.distance - wanted.distance) < 1e-9 * wanted.distance)
    }
  }

  private static func bestByDefinition(
    _ values: [Double]
  ) -> (index: Int, end: Int, distance: Double) {
    func mean(_ pairs: [Double]) -> Double { pairs.reduce(0, +) / Double(pairs.count) }
    func within(_ part: ArraySlice<Double>) -> [Double] {
      part.indices.flatMap { one in (one + 1..<part.endIndex).map { abs(part[one] - part[$0]) } }
    }
    var best = (index: 0, end: 0, distance: 0.0)
    for cut in 2...values.count - 2 {
      for end in cut + 2...values.count {
        let (left, right) = (values[..<cut], values[cut..<end])
        let between = left.flatMap { one in right.map { abs(one - $0) } }
        let (m, n) = (Double(left.count), Double(right.count))
        let apart = 2 * mean(between) - mean(within(left)) - mean(within(right))
        let weight = end == values.count ? 1 : ChangePoints.innerWeight
        let distance = apart * m * n / (m + n) * weight
        if distance > best.distance { best = (cut, end, distance) }
      }
    }
    return best
  }
}
