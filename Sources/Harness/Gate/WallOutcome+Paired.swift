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
      [("frame", nil)] + FramePhase.allCases.enumerated().map { ($1.name.description, $0) }
    var rows: [Row] = []
    var differences: [Difference] = []
    // Whether a round was steady is a matter of the whole frame: a phase of a few clock ticks
    // never is.
    var rounds: [Int] = []
    for (name, phase) in phases {
      let base = FrameTimes.leastTimes(runs.baseRuns, phase: phase, frames: frames)
      let control = FrameTimes.leastTimes(runs.controlRuns, phase: phase, frames: frames)
      let measured = FrameTimes.leastTimes(runs.measuredRuns, phase: phase, frames: frames)
      let median = base.medianOfEnvelope
      // Input is what the tool gathers, no phase of the scene's own.
      if phase == nil
        || median >= WallRule.leastNanoseconds && name != FramePhase.input.name.description
      {
        let comparison = PairedComparison(
          base: base, control: control, measured: measured, steadiness: WallRule.greatestNoise,
          seed: 1, resampleCount: resampleCount)
        if phase == nil { rounds = comparison.rounds }
        rows.append(Self.row(name, median: median, comparison, isSameWork: isSameWork))
      }
      let difference = PairedDifference(
        base: base, control: control, measured: measured, rounds: rounds, seed: 1,
        resampleCount: resampleCount)
      differences.append(
        Difference(
          name: name, nanoseconds: difference.nanoseconds, lower: difference.lower,
          upper: difference.upper, isReal: difference.isReal))
    }
    let order: [GateVerdict] = [.workChanged, .regressed, .inconclusive, .improved, .equal]
    let verdict = order.first { verdict in rows.contains { $0.verdict == verdict } } ?? .equal
    self.init(
      rows: rows, comparedFrames: frames.count, processes: runs.rounds, verdict: verdict)
    self.differences = differences
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
