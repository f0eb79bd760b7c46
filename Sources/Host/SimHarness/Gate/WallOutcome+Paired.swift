import SimFormats
import SimRuntime
import SimStatistics

extension WallOutcome {
  /// Compares two builds frame by frame; nil when no frame compares.
  ///
  /// - Parameter isSameWork: whether both did the same work; otherwise times are shown, not judged.
  package init?(
    _ runs: PairedRuns, isSameWork: Bool,
    resampleCount: Int = PairedComparison.defaultResampleCount
  ) {
    let frames = runs.comparableFrames
    guard !frames.isEmpty else { return nil }
    let phases: [FramePhase?] = [nil] + FramePhase.allCases
    var rows: [Row] = []
    var differences: [Difference] = []
    // Whether a round was steady is a matter of the whole frame: a phase of a few clock ticks
    // never is.
    var rounds: [Int] = []
    for phase in phases {
      let name = phase?.name.description ?? "frame"
      let base = FrameTimes.minimumTimes(runs.baseRuns, phase: phase, frames: frames)
      let control = FrameTimes.minimumTimes(runs.controlRuns, phase: phase, frames: frames)
      let measured = FrameTimes.minimumTimes(runs.measuredRuns, phase: phase, frames: frames)
      let median = base.medianOfEnvelope
      // Input is what the tool gathers, no phase of the scene's own.
      if phase == nil || median >= WallRule.minimumNanoseconds && phase != .input {
        let comparison = PairedComparison(
          base: base, control: control, measured: measured, steadiness: WallRule.maximumNoise,
          seed: 1, resampleCount: resampleCount)
        if phase == nil { rounds = comparison.rounds }
        rows.append(Row(name, nanoseconds: median, comparison, isSameWork: isSameWork))
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

  /// The row of a phase; nil when the phase was too short to be compared by itself.
  package func row(of phase: FramePhase) -> Row? {
    rows.first { $0.name == phase.name.description }
  }
}

extension WallOutcome.Row {
  /// A row as `WallRule` judges a comparison.
  ///
  /// - Parameters:
  ///   - name: a phase, or `frame`.
  ///   - nanoseconds: the median time in the reference.
  ///   - isSameWork: whether both builds did the same work; otherwise nothing is judged.
  package init(
    _ name: String, nanoseconds: Double, _ comparison: PairedComparison, isSameWork: Bool
  ) {
    let judged = WallRule.judge(
      change: comparison.change, lower: comparison.lower, upper: comparison.upper,
      control: comparison.control, steadyRounds: comparison.steadyRounds)
    self.init(
      name: name, nanoseconds: nanoseconds, change: comparison.change, lower: comparison.lower,
      upper: comparison.upper, control: comparison.control, floor: judged.floor,
      steadyRounds: comparison.steadyRounds,
      verdict: isSameWork ? judged.verdict : .workChanged,
      isMeasurable: isSameWork && judged.isMeasurable)
  }
}
