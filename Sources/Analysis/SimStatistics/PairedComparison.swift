import SimMath

/// How much longer the same frames take in one build than in another.
///
/// Processes are compared within their round only, where they ran one after the other: a machine
/// that changes its clock between rounds changes both sides. Within a round the statistic is the
/// median over the frames of the ratio of their times, and over the rounds again the median. A
/// round in which two processes of the reference differ has seen the machine change, and is left
/// out; what the build under judgement did in it plays no part in that.
///
/// The interval comes from a bootstrap that draws rounds: within one process all frames share its
/// luck, so an interval over frames would be far too narrow.
package struct PairedComparison: Equatable, Sendable {
  /// The change as a share: 0.05 is 5 % longer.
  package var change: Double
  /// The lower end of the 95 % interval; the change itself without redraws.
  package var lower: Double
  /// The upper end of the 95 % interval; the change itself without redraws.
  package var upper: Double
  /// The change between the reference's two processes, which should be none.
  package var control: Double
  /// Rounds in which the reference was steady, which alone count; of none, all are taken.
  package var steadyRounds: Int
  /// The rounds that were taken, from 0.
  package var rounds: [Int]

  /// Redraws that the interval rests on, unless told otherwise.
  package static var defaultResampleCount: Int { 2000 }

  /// Compares times of the same frames; the process of an index ran in the round of that index.
  ///
  /// - Parameters:
  ///   - base: the build that is compared with.
  ///   - control: the same build once more.
  ///   - measured: the build that is judged.
  ///   - steadiness: by what share base and control may differ in a round that counts.
  ///   - seed: of the redraws; the same seed and times give the same interval.
  ///   - resampleCount: redraws; 0 for no interval.
  /// - Precondition: the same frames and rounds on all sides, at least one of each.
  /// - Complexity: O(rounds · (frames + redraws)).
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
  /// For each process the median over the frames of their ratio to those of the other's process
  /// of the same index.
  fileprivate func ratios(to other: FrameTimes) -> [Double] {
    precondition(
      frameCount == other.frameCount && processCount == other.processCount && frameCount > 0,
      "the same frames on both sides")
    return (0..<processCount).map { process in
      Quantiles.median(
        (0..<frameCount).map { frame in
          // A clock too coarse for a frame says 0; such a frame is as long as the clock's step.
          Double(max(time(frame, process: process), 1))
            / Double(max(other.time(frame, process: process), 1))
        })
    }
  }
}
