import SimMath
import SimStatistics
import TestTier
import Testing

/// Goal: quantiles are those of their definitions.
///
/// Method: series short enough to check by hand, and sorting as the reference.
@Suite struct QuantileTests {
  @Test func mediansOfShortSeries() {
    #expect(Quantiles.median([]) == 0)
    #expect(Quantiles.median([3]) == 3)
    #expect(Quantiles.median([5, 1, 3]) == 3)
    #expect(Quantiles.median([5, 1, 3, 4]) == 3.5)
  }

  @Test func nearestRankIsASample() {
    let samples = (1...100).map { Double($0) }
    for percent in 1...100 {
      #expect(Quantiles.nearestRank(Double(percent) / 100, ofSorted: samples) == Double(percent))
    }
    #expect(Quantiles.nearestRank(0, ofSorted: samples) == 1)
    #expect(Quantiles.nearestRank(0.5, ofSorted: [7]) == 7)
    #expect(Quantiles.nearestRank(0.5, ofSorted: []) == 0)
  }

  /// Four frames of 500 hide among 1,196 of 1 in a count of frames, and not in a look at time.
  @Test func longSamplesWeighAsMuchAsTheyLast() {
    let samples = [Double](repeating: 1, count: 1196) + [500, 500, 500, 500]
    #expect(Quantiles.nearestRank(0.99, ofSorted: samples) == 1)
    #expect(Quantiles.weightedBySize(0.3, ofSorted: samples) == 1)
    #expect(Quantiles.weightedBySize(0.5, ofSorted: samples) == 500)
    #expect(Quantiles.weightedBySize(0.5, ofSorted: []) == 0)
    // The quantile is the first sample that reaches the fraction.
    #expect(Quantiles.weightedBySize(0.5, ofSorted: [1, 1, 2]) == 1)
    #expect(Quantiles.weightedBySize(1, ofSorted: [1, 1, 2]) == 2)
  }
}

/// Goal: a slower build is seen, an equal one is not, and the interval holds the truth, also where
/// the machine changes its clock.
///
/// Method: times made of work, a process's luck, a clock and accidents, with a planted change.
@Suite struct PairedComparisonTests {
  static let trials = Tier.isDebug ? 20 : 200
  static let resamples = Tier.isDebug ? 100 : 1000
  static let frames = Tier.isDebug ? 40 : 100

  /// Times of the three sides in rounds of processes.
  private struct Sides {
    var base: FrameTimes
    var control: FrameTimes
    var measured: FrameTimes
    private var stream: RandomStream

    /// Processes are up to 2 % slower than the best, and meet an accident every tenth frame; the
    /// clock is as fast as in the process before in `steadiness` of 10 cases, and 1.4 times slower
    /// or faster in the others.
    init(seed: UInt64, change: Double, rounds: Int, steadiness: UInt32 = 10) {
      stream = RandomStream(seed: seed, name: "times")
      base = FrameTimes(frameCount: PairedComparisonTests.frames)
      control = FrameTimes(frameCount: PairedComparisonTests.frames)
      measured = FrameTimes(frameCount: PairedComparisonTests.frames)
      var clock = 1.0
      for _ in 0..<rounds {
        base.append(process(1, &clock, steadiness))
        measured.append(process(1 + change, &clock, steadiness))
        control.append(process(1, &clock, steadiness))
      }
    }

    private mutating func process(
      _ factor: Double, _ clock: inout Double, _ steadiness: UInt32
    ) -> [Float] {
      if !stream.chance(steadiness, in: 10) { clock = clock == 1 ? 1.4 : 1 }
      let luck = clock * (1 + 0.02 * stream.uniformDouble())
      return (0..<PairedComparisonTests.frames).map { frame in
        let work = 20_000 + 5_000 * Double(frame % 7)
        let accident = stream.chance(1, in: 10) ? 10 * stream.uniformDouble() : 0
        return Float(work * factor * luck * (1 + 0.005 * stream.uniformDouble()) * (1 + accident))
      }
    }

    func comparison(seed: UInt64 = 1, resampleCount: Int) -> PairedComparison {
      PairedComparison(
        base: base, control: control, measured: measured, steadiness: 0.05, seed: seed,
        resampleCount: resampleCount)
    }
  }

  @Test(arguments: [10, 8] as [UInt32])
  func intervalHoldsThePlantedChange(steadiness: UInt32) {
    for planted in [0, 0.02, 0.05, -0.1] {
      var held = 0
      for trial in 0..<Self.trials {
        let sides = Sides(
          seed: UInt64(trial), change: planted, rounds: 25, steadiness: steadiness)
        let found = sides.comparison(resampleCount: Self.resamples)
        #expect(abs(found.change - planted) < 0.01)
        #expect(found.lower <= found.change && found.change <= found.upper)
        #expect(steadiness == 10 ? found.steadyRounds == 25 : found.steadyRounds > 5)
        if found.lower <= planted, planted <= found.upper { held += 1 }
      }
      #expect(held * 20 >= Self.trials * 18, "\(planted): \(held) of \(Self.trials)")
    }
  }

  @Test func sameSeedGivesTheSameInterval() {
    let sides = Sides(seed: 9, change: 0, rounds: 12)
    let first = sides.comparison(seed: 3, resampleCount: 50)
    #expect(first == sides.comparison(seed: 3, resampleCount: 50))
    #expect(first != sides.comparison(seed: 4, resampleCount: 50))
  }

  /// One process that is slow throughout is no change of the build.
  @Test func oneSlowProcessChangesNothing() {
    var sides = Sides(seed: 2, change: 0, rounds: 8)
    let slow = (0..<Self.frames).map { Float(40_000 + 10_000 * ($0 % 7)) }
    let usual = slow.map { $0 / 2 }
    sides.base.append(usual)
    sides.measured.append(slow)
    sides.control.append(usual)
    let found = sides.comparison(resampleCount: Self.resamples)
    #expect(abs(found.change) < 0.01 && found.lower < 0.01 && found.steadyRounds == 9)
  }

  /// Rounds in which the reference disagrees with itself are not used, unless there are no others.
  @Test func unsteadyRoundsAreLeftOut() {
    let (one, two) = ([Float](repeating: 1_000, count: 3), [Float](repeating: 1_100, count: 3))
    func found(_ rounds: [(base: [Float], measured: [Float], control: [Float])]) -> PairedComparison
    {
      var times = [FrameTimes](repeating: FrameTimes(frameCount: 3), count: 3)
      for round in rounds {
        times[0].append(round.base)
        times[1].append(round.control)
        times[2].append(round.measured)
      }
      return PairedComparison(
        base: times[0], control: times[1], measured: times[2], steadiness: 0.05, seed: 1,
        resampleCount: 10)
    }
    let mixed = found([(one, two, one), (one, one, two), (two, one, one)])
    #expect(mixed.steadyRounds == 1 && mixed.control == 0 && abs(mixed.change - 0.1) < 1e-6)
    #expect(mixed.lower == mixed.change && mixed.upper == mixed.change)
    let none = found([(one, one, two)])
    #expect(none.steadyRounds == 0 && abs(none.control - 0.1) < 1e-6)
  }

  private func table(_ times: [Float]) -> FrameTimes {
    var table = FrameTimes(frameCount: 1)
    for time in times { table.append([time]) }
    return table
  }

  /// Both sides of the reference count alike: it makes no difference which of them ran first, and
  /// a build is held against neither alone.
  @Test func bothSidesOfTheReferenceCount() {
    let (one, other) = (table([1_000, 1_000, 1_000]), table([1_040, 1_030, 1_020]))
    let measured = table([1_200, 1_100, 1_060])
    for (base, control, sign) in [(one, other, 1.0), (other, one, -1)] {
      let ratio = PairedComparison(
        base: base, control: control, measured: measured, steadiness: 0.05, seed: 1,
        resampleCount: 0)
      #expect(abs(ratio.change - (1.1 * (1.1 / 1.03)).squareRoot() + 1) < 1e-6)
      #expect(abs(ratio.control - (sign > 0 ? 0.03 : 1 / 1.03 - 1)) < 1e-6)
      let difference = PairedDifference(
        base: base, control: control, measured: measured, rounds: [0, 1, 2], seed: 1,
        resampleCount: 0)
      #expect(difference.nanoseconds == 85 && difference.control == sign * 30)
    }
  }

  /// A difference is real beyond what the two sides of the reference differ by.
  @Test(arguments: [21, 20, -20, -21] as [Float], [20, -20] as [Float])
  func differenceIsRealBeyondTheControl(nanoseconds: Float, control: Float) {
    func constant(_ time: Float) -> FrameTimes { table([time, time, time]) }
    let found = PairedDifference(
      base: constant(1_000), control: constant(1_000 + control),
      measured: constant(1_000 + control / 2 + nanoseconds), rounds: [0, 1, 2], seed: 1,
      resampleCount: 10)
    #expect(found.nanoseconds == Double(nanoseconds) && found.control == Double(control))
    #expect(found.isReal == (nanoseconds.magnitude > control.magnitude))
  }

  /// Of 40 redraws the first and the 39th in order, of 41 the second and the 40th.
  @Test(arguments: [(40, 0, 38), (41, 1, 39)])
  func intervalEndsAtOneFortiethOfTheRedraws(count: Int, lower: Int, upper: Int) {
    let values = (1...20).map { Float($0 * $0) }
    var (base, measured) = (FrameTimes(frameCount: 1), FrameTimes(frameCount: 1))
    for value in values {
      base.append([1_000])
      measured.append([1_000 + value])
    }
    let found = PairedDifference(
      base: base, control: base, measured: measured, rounds: Array(values.indices), seed: 1,
      resampleCount: count)
    var stream = RandomStream(seed: 1, name: "paired-difference")
    let medians = (0..<count).map { _ in
      let drawn = values.map { _ in values[Int(stream.below(UInt32(values.count)))] }.sorted()
      return Double(drawn[9] + drawn[10]) / 2
    }.sorted()
    // Twenty rounds, whose median is 110.5: what was drawn is too near by √(19 / 20).
    func end(_ median: Double) -> Double { 110.5 + (median - 110.5) * (20.0 / 19).squareRoot() }
    #expect(abs(found.lower - end(medians[lower])) < 1e-9)
    #expect(abs(found.upper - end(medians[upper])) < 1e-9)
    // Others beside them.
    #expect(medians[0] < medians[1])
    #expect(count == 41 || (medians[37] < medians[38] && medians[38] < medians[39]))
  }

  /// Were the probability the bound, the share found would lie 1.645 standard deviations above it.
  @Test func scoreIntervalEndsWhereTheShareIsAsUnlikelyAsOneInTwenty() throws {
    for whole: UInt64 in [3, 10, 1_000] {
      for part in 1...whole {
        let bound = try #require(ScoreInterval.lowerBound(part, of: whole))
        let deviation = (bound * (1 - bound) / Double(whole)).squareRoot()
        let share = Double(part) / Double(whole)
        #expect(abs((share - bound) / deviation - 1.644_854) < 1e-5, "\(part) of \(whole)")
      }
      #expect(ScoreInterval.lowerBound(0, of: whole) == 0)
      #expect(ScoreInterval.lowerBound(whole + 1, of: whole) == nil)
    }
    #expect(ScoreInterval.lowerBound(0, of: 0) == nil)
  }

  @Test func clockTooCoarseIsNoDivisionByZero() {
    var times = FrameTimes(frameCount: 3)
    times.append([0, 0, 0])
    let found = PairedComparison(
      base: times, control: times, measured: times, steadiness: 0.05, seed: 1, resampleCount: 10)
    #expect(found.change == 0 && found.control == 0 && found.steadyRounds == 1)
  }
}
