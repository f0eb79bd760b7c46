import Formats
import Runtime
import Statistics

/// What decides when a difference of wall time counts.
package enum WallRule {
  /// A change that is smaller never counts, however sure it is.
  package static var leastChange: Double { 0.03 }
  /// When two halves of one build differ by more than this, nothing can be told.
  package static var greatestNoise: Double { 0.05 }
  /// Phases shorter than this in the median are not compared by themselves, in nanoseconds: the
  /// clock's own cost would be part of the result.
  package static var leastNanoseconds: Double { 5_000 }

  /// The verdict on a row.
  ///
  /// - Parameters:
  ///   - change: the change measured, with the ends of its interval.
  ///   - control: the change between two halves of the reference.
  package static func judge(
    change: Double, lower: Double, upper: Double, control: Double
  ) -> (verdict: GateVerdict, floor: Double, isMeasurable: Bool) {
    let noise = control.magnitude
    let floor = max(leastChange, 2 * noise)
    let isMeasurable = lower > noise || upper < -noise
    guard noise <= greatestNoise else { return (.inconclusive, floor, false) }
    if lower > floor { return (.regressed, floor, true) }
    if upper < -floor { return (.improved, floor, true) }
    // Noise may lift the floor over a change that would count on a quieter machine: that is no
    // equality, and more rounds bring the floor down.
    let isUndecided = change.magnitude > leastChange
    return (isUndecided ? .inconclusive : .equal, floor, isMeasurable)
  }
}

extension WallOutcome {
  /// Compares two builds frame by frame; nil when no frame compares.
  ///
  /// A change counts only when it holds against both halves of the reference.
  ///
  /// - Parameter isSameWork: whether both did the same work; otherwise times are shown, not judged.
  package init?(
    _ runs: PairedRuns, isSameWork: Bool,
    resampleCount: Int = PairedComparison.normalResampleCount
  ) {
    let frames = runs.comparableFrames
    guard !frames.isEmpty else { return nil }
    let phases: [(String, Int?)] =
      [("frame", nil)]
      + [FramePhase.step, .draw, .raster].map { phase in
        (phase.name.description, FramePhase.allCases.firstIndex(of: phase))
      }
    var rows: [Row] = []
    for (name, phase) in phases {
      let base = FrameTimes.leastTimes(runs.baseRuns, phase: phase, frames: frames)
      let median = base.medianOfEnvelope
      guard phase == nil || median >= WallRule.leastNanoseconds else { continue }
      let control = FrameTimes.leastTimes(runs.controlRuns, phase: phase, frames: frames)
      let measured = FrameTimes.leastTimes(runs.measuredRuns, phase: phase, frames: frames)
      let comparisons = [base, control].map {
        PairedComparison(
          reference: $0, measured: measured, seed: 1, resampleCount: resampleCount)
      }
      let noise = PairedComparison(
        reference: base, measured: control, seed: 1, resampleCount: 0
      ).change
      rows.append(
        Self.row(name, median: median, comparisons, control: noise, isSameWork: isSameWork))
    }
    let order: [GateVerdict] = [.workChanged, .regressed, .inconclusive, .improved, .equal]
    let verdict = order.first { verdict in rows.contains { $0.verdict == verdict } } ?? .equal
    self.init(
      rows: rows, comparedFrames: frames.count, processes: runs.rounds, verdict: verdict)
  }

  private static func row(
    _ name: String, median: Double, _ comparisons: [PairedComparison], control: Double,
    isSameWork: Bool
  ) -> Row {
    let change = comparisons.reduce(0) { $0 + $1.change } / Double(comparisons.count)
    let lower = comparisons.reduce(Double.infinity) { min($0, $1.lower) }
    let upper = comparisons.reduce(-Double.infinity) { max($0, $1.upper) }
    let judged = WallRule.judge(change: change, lower: lower, upper: upper, control: control)
    return Row(
      name: name, nanoseconds: median, change: change, lower: lower, upper: upper,
      control: control, floor: judged.floor,
      verdict: isSameWork ? judged.verdict : .workChanged,
      isMeasurable: isSameWork && judged.isMeasurable)
  }
}
