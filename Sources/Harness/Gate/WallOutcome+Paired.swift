import Formats
import Runtime
import Statistics

/// What decides when a difference of wall time counts.
package enum WallRule {
  /// A change that is smaller never counts, however sure it is.
  package static var leastChange: Double { 0.03 }
  /// A round counts when two processes of one build differ by no more than this in it.
  package static var greatestNoise: Double { 0.05 }
  /// With fewer rounds that count nothing can be told: three may agree by chance.
  package static var leastSteadyRounds: Int { 4 }
  /// Phases shorter than this in the median are not compared by themselves, in nanoseconds: the
  /// clock's own cost would be part of the result.
  package static var leastNanoseconds: Double { 5_000 }

  /// The verdict on a row.
  ///
  /// - Parameters:
  ///   - change: the change measured, with the ends of its interval.
  ///   - control: the change between two halves of the reference.
  ///   - steadyRounds: how many rounds count.
  package static func judge(
    change: Double, lower: Double, upper: Double, control: Double, steadyRounds: Int
  ) -> (verdict: GateVerdict, floor: Double, isMeasurable: Bool) {
    let noise = control.magnitude
    let floor = max(leastChange, 2 * noise)
    let isMeasurable = lower > noise || upper < -noise
    guard noise <= greatestNoise, steadyRounds >= leastSteadyRounds else {
      return (.inconclusive, floor, false)
    }
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
      let comparison = PairedComparison(
        base: base,
        control: FrameTimes.leastTimes(runs.controlRuns, phase: phase, frames: frames),
        measured: FrameTimes.leastTimes(runs.measuredRuns, phase: phase, frames: frames),
        steadiness: WallRule.greatestNoise, seed: 1, resampleCount: resampleCount)
      rows.append(Self.row(name, median: median, comparison, isSameWork: isSameWork))
    }
    let order: [GateVerdict] = [.workChanged, .regressed, .inconclusive, .improved, .equal]
    let verdict = order.first { verdict in rows.contains { $0.verdict == verdict } } ?? .equal
    self.init(
      rows: rows, comparedFrames: frames.count, processes: runs.rounds, verdict: verdict)
  }

  private static func row(
    _ name: String, median: Double, _ comparison: PairedComparison, isSameWork: Bool
  ) -> Row {
    let judged = WallRule.judge(
      change: comparison.change, lower: comparison.lower, upper: comparison.upper,
      control: comparison.control, steadyRounds: comparison.steadyRounds)
    return Row(
      name: name, nanoseconds: median, change: comparison.change, lower: comparison.lower,
      upper: comparison.upper, control: comparison.control, floor: judged.floor,
      steadyRounds: comparison.steadyRounds,
      verdict: isSameWork ? judged.verdict : .workChanged,
      isMeasurable: isSameWork && judged.isMeasurable)
  }
}
