import SimMath

/// The relative change of frame times between two builds.
///
/// Processes are compared only within a round, in which they ran one after the other, so that a
/// clock change of the machine between rounds affects both sides. The statistic of a round is the
/// median over the frames of the ratio of their times; the result is the median over the rounds.
/// Rounds in which two processes of the reference differ too much are excluded, since the machine
/// changed; the measured build does not affect that decision.
///
/// The interval is a bootstrap over rounds: all frames of a process are affected alike, so an
/// interval over frames would be far too narrow.
package struct PairedComparison: Equatable, Sendable {
  /// The relative change: 0.05 is 5 % longer.
  package var change: Double
  /// The lower end of the 95 % interval; the change itself without resamples.
  package var lower: Double
  /// The upper end of the 95 % interval; the change itself without resamples.
  package var upper: Double
  /// The change between the reference's two processes, ideally 0.
  package var control: Double
  /// The number of rounds in which the reference was steady; if it is 0, all rounds are used.
  package var steadyRounds: Int
  /// The indices of the used rounds.
  package var rounds: [Int]

  /// The default number of bootstrap resamples.
  package static var defaultResampleCount: Int { 2000 }

  /// Compares the times of the same frames; processes with the same index ran in the same round.
  ///
  /// - Parameters:
  ///   - base: The reference build.
  ///   - control: Another process of the reference build.
  ///   - measured: The build to compare with the reference.
  ///   - steadiness: The maximum relative difference of base and control in a used round.
  ///   - seed: The seed of the resamples; the same seed and times give the same interval.
  ///   - resampleCount: The number of resamples; 0 for no interval.
  /// - Precondition: All sides have the same numbers of frames and rounds, at least one each.
  /// - Complexity: O(rounds · (frames + resamples)).
  package init(
    base: FrameTimes, control: FrameTimes, measured: FrameTimes, steadiness: Double, seed: UInt64,
    resampleCount: Int = PairedComparison.defaultResampleCount
  ) {
    let controls = control.ratios(to: base)
    let steady = controls.indices.filter { abs(controls[$0] - 1) <= steadiness }
    let rounds = steady.isEmpty ? Array(controls.indices) : steady
    steadyRounds = steady.count
    self.rounds = rounds
    self.control = Quantiles.median(rounds.map { controls[$0] }) - 1
    let (toBase, toControl) = (measured.ratios(to: base), measured.ratios(to: control))
    let ratios = rounds.map { (toBase[$0] * toControl[$0]).squareRoot() }
    let ratio = Quantiles.median(ratios)
    change = ratio - 1
    (lower, upper) = (change, change)
    guard resampleCount > 0, ratios.count > 1 else { return }
    let ends = RoundResampling.interval(
      of: ratios, seed: seed, name: "paired-comparison", count: resampleCount)
    (lower, upper) = (ends.lower - 1, ends.upper - 1)
  }
}

extension FrameTimes {
  /// For each process, the median over the frames of the ratio to the other's process of the same
  /// index.
  fileprivate func ratios(to other: FrameTimes) -> [Double] {
    precondition(
      frameCount == other.frameCount && processCount == other.processCount && frameCount > 0,
      "the same frames on both sides")
    return (0..<processCount).map { process in
      Quantiles.median(
        (0..<frameCount).map { frame in
          // A clock that is too coarse for a frame returns 0; such a frame counts as 1 ns.
          Double(max(time(frame, process: process), 1))
            / Double(max(other.time(frame, process: process), 1))
        })
    }
  }
}
