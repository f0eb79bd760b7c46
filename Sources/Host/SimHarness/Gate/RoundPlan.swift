import SimFormats

/// How many rounds a comparison of wall time makes, and when it looks whether they are enough.
///
/// It looks after every `batch` of them, so at most `maximumBatches` times: each look is one more
/// chance to see a change where there is none.
package struct RoundPlan: Equatable, Sendable {
  /// Rounds before the first look, and between two; from 1 to `maximumRoundsBeforeLook`.
  package var batch: Int
  /// What the rounds of a comparison may take, in seconds.
  package var budgetSeconds: Double

  /// Looks of a comparison: a machine whose processes differ by 2 % needs about 25 rounds to tell
  /// 3 % from 5 %, and one where they differ by 3 % sees 5 % in seven of ten gates of 40.
  package static var maximumBatches: Int { 8 }
  /// The maximum of `batch`.
  package static var maximumRoundsBeforeLook: Int { 100 }
  /// What the rounds may take by default, in seconds.
  ///
  /// It is enough for 40 rounds of 15 seconds each; those of short scenarios are bounded by their
  /// number alone.
  package static var defaultBudgetSeconds: Double { 600 }

  /// Makes a plan.
  package init(batch: Int, budgetSeconds: Double = RoundPlan.defaultBudgetSeconds) {
    self.batch = batch
    self.budgetSeconds = budgetSeconds
  }

  /// Rounds that a comparison has at most.
  package var maximumRounds: Int { Self.maximumBatches * batch }

  /// Makes rounds until something ends them.
  ///
  /// The first is made in any case; each of the others only when it would end within the budget,
  /// taking as long as the slowest so far.
  ///
  /// - Parameters:
  ///   - round: makes one more, and returns what it took in seconds.
  ///   - look: judges all rounds so far; returns what ends them, or nil when something is open.
  package func run<Failure: Error>(
    round: () throws(Failure) -> Double,
    look: () throws(Failure) -> RoundsRecord.End?
  ) throws(Failure) -> RoundsRecord {
    var (rounds, seconds, slowest) = (0, 0.0, 0.0)
    var end: RoundsRecord.End?
    while end == nil {
      repeat {
        let took = try round()
        rounds += 1
        seconds += took
        slowest = max(slowest, took)
      } while rounds % batch != 0 && seconds + slowest <= budgetSeconds
      end = try look()
      // After the look, since the last possible round may be the one that settles everything.
      if end == nil, rounds >= maximumRounds { end = .maximumRounds }
      if end == nil, seconds + slowest > budgetSeconds { end = .budget }
    }
    return RoundsRecord(
      end: end ?? .settled, rounds: rounds, seconds: seconds,
      budgetSeconds: budgetSeconds, maximumRounds: maximumRounds)
  }

  /// What would settle rows that are open; nil when none is, or when no rounds that can be asked
  /// for would settle all of them.
  ///
  /// Where that cannot be told yet, it is all rounds of the plan.
  package func remedy(for rows: [WallOutcome.Row], after record: RoundsRecord)
    -> RoundsRecord.Remedy?
  {
    let open = rows.filter { $0.isOpen }
    guard !open.isEmpty, record.rounds > 0 else { return nil }
    let all = open.compactMap { $0.roundsToSettle(after: record.rounds) }
    let isEstimated = all.count == open.count
    guard isEstimated || record.rounds < maximumRounds else { return nil }
    let needed = isEstimated ? all.max() ?? 0 : maximumRounds
    let first = (needed + Self.maximumBatches - 1) / Self.maximumBatches
    let seconds = record.seconds / Double(record.rounds) * Double(needed)
    return RoundsRecord.Remedy(
      rounds: needed, isEstimated: isEstimated, seconds: seconds,
      firstRounds: needed > maximumRounds ? first : nil, budget: Self.budgetText(seconds))
  }

  /// A budget for rounds that take so many seconds, with a quarter to spare.
  private static func budgetText(_ seconds: Double) -> String {
    let spared = 1.25 * seconds
    return spared > 90
      ? "\(Int((spared / 60).rounded(.up)))m" : "\(Int((spared / 10).rounded(.up)) * 10)s"
  }
}

extension WallOutcome.Row {
  /// How many rounds in all would settle an open row, if the change and the share of steady rounds
  /// stay what they are and its interval and the reference's own difference shrink with the root
  /// of their number; nil when no number that can be asked for would, or when it cannot be told
  /// from fewer than two steady rounds, which have no interval.
  ///
  /// - Parameter rounds: how many were made.
  package func roundsToSettle(after rounds: Int) -> Int? {
    guard steadyRounds > 1 else { return nil }
    let maximum = RoundPlan.maximumBatches * RoundPlan.maximumRoundsBeforeLook
    guard rounds < maximum else { return nil }
    return (rounds + 1...maximum).first { count in
      let steady = steadyRounds * count / rounds
      let share = (Double(steadyRounds) / Double(steady)).squareRoot()
      return WallRule.judge(
        change: change, lower: change + share * (lower - change),
        upper: change + share * (upper - change), control: share * control, steadyRounds: steady
      ).verdict != .inconclusive
    }
  }
}
