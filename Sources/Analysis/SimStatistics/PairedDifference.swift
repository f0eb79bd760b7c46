import SimMath

/// The change of frame times between two builds, in nanoseconds.
///
/// Unlike a ratio, it is meaningful for a phase that takes almost no time in the reference, and
/// differences of phases can be compared with that of the frame. The statistic of a round is the
/// median over the frames of the time above the mean of the reference's two processes; the result
/// is the median over the rounds, with an interval as in `PairedComparison`.
package struct PairedDifference: Equatable, Sendable {
  /// The difference in nanoseconds; positive is longer.
  package var nanoseconds: Double
  /// The lower end of the 95 % interval; the difference itself without resamples.
  package var lower: Double
  /// The upper end of the 95 % interval; the difference itself without resamples.
  package var upper: Double
  /// The difference between the reference's two processes, ideally 0.
  package var control: Double

  /// Compares the times of the same frames; processes with the same index ran in the same round.
  ///
  /// - Parameters:
  ///   - base: The reference build.
  ///   - control: Another process of the reference build.
  ///   - measured: The build to compare with the reference.
  ///   - rounds: The indices of the used rounds; at least one.
  ///   - seed: The seed of the resamples; the same seed and times give the same interval.
  ///   - resampleCount: The number of resamples; 0 for no interval.
  /// - Precondition: All sides have the same numbers of frames and rounds, at least one each.
  /// - Complexity: O(rounds · (frames + resamples)).
  package init(
    base: FrameTimes, control: FrameTimes, measured: FrameTimes, rounds: [Int], seed: UInt64,
    resampleCount: Int = PairedComparison.defaultResampleCount
  ) {
    let frames = 0..<base.frameCount
    var (differences, controls): ([Double], [Double]) = ([], [])
    for round in rounds {
      func times(_ side: FrameTimes, _ frame: Int) -> Double {
        Double(side.time(frame, process: round))
      }
      differences.append(
        Quantiles.median(
          frames.map {
            times(measured, $0) - (times(base, $0) + times(control, $0)) / 2
          }))
      controls.append(Quantiles.median(frames.map { times(control, $0) - times(base, $0) }))
    }
    self.control = Quantiles.median(controls)
    nanoseconds = Quantiles.median(differences)
    (lower, upper) = (nanoseconds, nanoseconds)
    guard resampleCount > 0, differences.count > 1 else { return }
    let ends = RoundResampling.interval(
      of: differences, seed: seed, name: "paired-difference", count: resampleCount)
    (lower, upper) = (ends.lower, ends.upper)
  }

  /// Whether the interval excludes 0 and exceeds the difference within the reference.
  package var isReal: Bool {
    lower > control.magnitude || upper < -control.magnitude
  }
}

/// The interval of a median over rounds, by bootstrap.
enum RoundResampling {
  /// The ends of the 95 % interval.
  ///
  /// - Precondition: There are at least two values.
  static func interval(
    of values: [Double], seed: UInt64, name: StaticString, count: Int
  ) -> (lower: Double, upper: Double) {
    let median = Quantiles.median(values)
    var stream = RandomStream(seed: seed, name: name)
    var drawn = values
    var medians = (0..<count).map { _ in
      for index in drawn.indices { drawn[index] = values[Int(stream.below(UInt32(values.count)))] }
      return Quantiles.median(drawn)
    }
    medians.sort()
    // Resamples of n rounds vary less than n new rounds would, by the square root of (n − 1) / n.
    let widening = (Double(values.count) / Double(values.count - 1)).squareRoot()
    return (
      median + widening * (Quantiles.nearestRank(0.025, ofSorted: medians) - median),
      median + widening * (Quantiles.nearestRank(0.975, ofSorted: medians) - median)
    )
  }
}
