import SimFormats

/// What decides when a difference of wall time counts.
package enum WallRule {
  /// A change that is smaller never counts, however sure it is.
  package static var minimumChange: Double { 0.03 }
  /// A round counts when two processes of one build differ by no more than this in it.
  package static var maximumNoise: Double { 0.05 }
  /// With fewer rounds that count nothing can be told: three may agree by chance.
  package static var minimumSteadyRounds: Int { 4 }
  /// With fewer rounds that count only a great change does: where processes differ by 5 %, five
  /// rounds lie beyond 3 % by chance in one gate of 200 without a change, and 14 in one of 3,000.
  package static var sureRounds: Int { 14 }
  /// The change that counts with fewer than `sureRounds`.
  package static var greatChange: Double { 0.1 }
  /// Phases shorter than this in the median are not compared by themselves, in nanoseconds: the
  /// clock's own cost would be part of the result.
  package static var minimumNanoseconds: Double { 5_000 }

  /// The verdict on a row: `regressed` or `improved` where the whole interval lies beyond the
  /// floor, and with fewer than `sureRounds` beyond `greatChange`; `equal` where the whole interval
  /// lies within the floor; otherwise `inconclusive`.
  ///
  /// - Parameters:
  ///   - change: the change measured, with the ends of its interval.
  ///   - control: the change between two halves of the reference.
  ///   - steadyRounds: how many rounds count.
  package static func judge(
    change: Double, lower: Double, upper: Double, control: Double, steadyRounds: Int
  ) -> (verdict: GateVerdict, floor: Double, isMeasurable: Bool) {
    let noise = control.magnitude
    let floor = max(minimumChange, 2 * noise)
    let isMeasurable = lower > noise || upper < -noise
    guard noise <= maximumNoise, steadyRounds >= minimumSteadyRounds else {
      return (.inconclusive, floor, false)
    }
    let counting = steadyRounds >= sureRounds ? floor : max(floor, greatChange)
    if lower > counting { return (.regressed, floor, true) }
    if upper < -counting { return (.improved, floor, true) }
    // An interval that reaches beyond the floor holds a change that counts as well as none. Noise
    // may lift the floor over a change that would count on a quieter machine: that is not equality
    // either, and more rounds bring the floor down.
    let isEqual = lower >= -floor && upper <= floor && change.magnitude <= minimumChange
    return (isEqual ? .equal : .inconclusive, floor, isMeasurable)
  }
}
