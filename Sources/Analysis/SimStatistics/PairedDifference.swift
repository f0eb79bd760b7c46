import SimMath

/// How much longer the same frames take in one build than in another, in nanoseconds.
///
/// Unlike a ratio it says something of a phase that takes next to nothing in the reference, and
/// differences of phases can be held against that of the frame. Within a round it is the median
/// over the frames of what a frame takes more than in the mean of the reference's two processes;
/// over the rounds again the median, with an interval as that of `PairedComparison`.
package struct PairedDifference: Equatable, Sendable {
  /// The difference in nanoseconds; above 0 is longer.
  package var nanoseconds: Double
  /// The lower end of the 95 % interval; the difference itself without redraws.
  package var lower: Double
  /// The upper end of the 95 % interval; the difference itself without redraws.
  package var upper: Double
  /// The difference between the reference's two processes, which should be none.
  package var control: Double

  /// Compares times of the same frames; the process of an index ran in the round of that index.
  ///
  /// - Parameters:
  ///   - base: the build that is compared with.
  ///   - control: the same build once more.
  ///   - measured: the build that is judged.
  ///   - rounds: the rounds that count, from 0; at least one.
  ///   - seed: of the redraws; the same seed and times give the same interval.
  ///   - resampleCount: redraws; 0 for no interval.
  /// - Precondition: the same frames and rounds on all sides, at least one of each.
  /// - Complexity: O(rounds · (frames + redraws)).
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

  /// Whether there is a difference for sure, and more than the reference makes up by itself.
  package var isReal: Bool {
    lower > control.magnitude || upper < -control.magnitude
  }
}

/// The interval of a median over rounds, by drawing rounds anew.
enum RoundResampling {
  /// The ends of the 95 % interval.
  ///
  /// - Precondition: at least two values.
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
    // Redraws of n rounds vary less than n new ones would, by the root of (n − 1) / n.
    let widening = (Double(values.count) / Double(values.count - 1)).squareRoot()
    return (
      median + widening * (Quantiles.nearestRank(0.025, ofSorted: medians) - median),
      median + widening * (Quantiles.nearestRank(0.975, ofSorted: medians) - median)
    )
  }
}
