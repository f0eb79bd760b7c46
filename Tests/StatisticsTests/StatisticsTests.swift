import DeterministicMath
import Statistics
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
  }
}

/// Goal: a slower build is seen, an equal one is not, and the interval holds the truth.
///
/// Method: times made of work, a process's luck and accidents, with a planted change.
@Suite struct PairedComparisonTests {
  #if DEBUG
    static let trials = 20
    static let resamples = 60
    static let frames = 40
  #else
    static let trials = 100
    static let resamples = 1000
    static let frames = 200
  #endif

  /// Times of frames whose work varies, in processes that are up to 1 % slower than the best and
  /// meet an accident every tenth frame.
  private func times(
    _ stream: inout RandomStream, factor: Double, processes: Int = 5, frames: Int = Self.frames
  ) -> FrameTimes {
    var times = FrameTimes(frameCount: frames)
    for _ in 0..<processes {
      let luck = 1 + 0.01 * stream.uniformDouble()
      times.append(
        (0..<frames).map { frame in
          let work = 20_000 + 5_000 * Double(frame % 7)
          let accident = stream.chance(1, in: 10) ? 10 * stream.uniformDouble() : 0
          let jitter = 1 + 0.005 * stream.uniformDouble()
          return Float(work * factor * luck * jitter * (1 + accident))
        })
    }
    return times
  }

  @Test func intervalHoldsThePlantedChange() {
    for planted in [0, 0.02, 0.05, -0.1] {
      var held = 0
      for trial in 0..<Self.trials {
        var stream = RandomStream(seed: UInt64(trial), name: "times")
        let reference = times(&stream, factor: 1)
        let measured = times(&stream, factor: 1 + planted)
        let found = PairedComparison(
          reference: reference, measured: measured, seed: 1, resampleCount: Self.resamples)
        #expect(abs(found.change - planted) < 0.01)
        #expect(found.lower <= found.change && found.change <= found.upper)
        if found.lower <= planted, planted <= found.upper { held += 1 }
      }
      #expect(held * 20 >= Self.trials * 17, "\(planted): \(held) of \(Self.trials)")
    }
  }

  @Test func sameSeedGivesTheSameInterval() {
    var stream = RandomStream(seed: 9, name: "times")
    let (a, b) = (times(&stream, factor: 1), times(&stream, factor: 1))
    let first = PairedComparison(reference: a, measured: b, seed: 3, resampleCount: 50)
    #expect(first == PairedComparison(reference: a, measured: b, seed: 3, resampleCount: 50))
    #expect(first != PairedComparison(reference: a, measured: b, seed: 4, resampleCount: 50))
  }

  /// One process that is slow throughout is no change of the build, and it widens the interval.
  @Test func oneSlowProcessChangesNothing() {
    var stream = RandomStream(seed: 2, name: "times")
    let reference = times(&stream, factor: 1)
    var measured = times(&stream, factor: 1, processes: 4)
    measured.append((0..<Self.frames).map { Float(40_000 + 10_000 * ($0 % 7)) })
    let found = PairedComparison(
      reference: reference, measured: measured, seed: 1, resampleCount: Self.resamples)
    #expect(abs(found.change) < 0.01 && found.lower < 0.01)
  }

  @Test func clockTooCoarseIsNoDivisionByZero() {
    var (a, b) = (FrameTimes(frameCount: 3), FrameTimes(frameCount: 3))
    a.append([0, 0, 0])
    b.append([0, 0, 0])
    let found = PairedComparison(reference: a, measured: b, seed: 1, resampleCount: 10)
    #expect(found == PairedComparison(reference: a, measured: a, seed: 1, resampleCount: 10))
    #expect(found.change == 0)
  }
}

/// Goal: a lasting change is found where it is, and noise is left alone.
///
/// Method: steady, stepped and spiked series with seeded noise.
@Suite struct ChangePointTests {
  private func series(_ levels: [(Double, Int)], noise: Double, seed: UInt64) -> [Double] {
    var stream = RandomStream(seed: seed, name: "series")
    return levels.flatMap { level, count in
      (0..<count).map { _ in level * (1 + noise * (stream.uniformDouble() - 0.5)) }
    }
  }

  @Test func stepsAreFoundWhereTheyAre() {
    let values = series([(100, 12), (106, 10), (90, 14)], noise: 0.02, seed: 5)
    let points = ChangePoints.find(in: values)
    #expect(points.map(\.index) == [12, 22])
    #expect(points.allSatisfy { $0.chance <= 0.01 })
    for (point, (before, after)) in zip(points, [(100.0, 106.0), (106, 90)]) {
      #expect(abs(point.before / before - 1) < 0.02 && abs(point.after / after - 1) < 0.02)
    }
  }

  @Test func noiseHasNoChanges() {
    #if DEBUG
      let trials = 6
    #else
      let trials = 200
    #endif
    var found = 0
    for seed in 0..<trials {
      let values = series([(100, 24)], noise: 0.1, seed: UInt64(seed))
      if !ChangePoints.find(in: values).isEmpty { found += 1 }
    }
    // Chance passes the test once in a hundred.
    #expect(found * 100 <= trials * 4, "\(found) of \(trials)")
  }

  @Test func shortConstantAndSpikedSeriesHaveNone() {
    #expect(ChangePoints.find(in: []).isEmpty)
    #expect(ChangePoints.find(in: [1, 2, 3]).isEmpty)
    #expect(ChangePoints.find(in: [Double](repeating: 4, count: 40)).isEmpty)
    var spiked = series([(100, 30)], noise: 0.02, seed: 3)
    spiked[14] = 500
    #expect(ChangePoints.find(in: spiked).isEmpty)
  }
}
