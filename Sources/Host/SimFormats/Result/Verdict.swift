/// How a run ends.
public enum Verdict: String, Sendable, CaseIterable {
  /// Everything that was checked holds.
  case passed
  /// A budget or an invariant failed.
  case failed
  /// A load was claimed but never carried.
  case notExercised = "not-exercised"
  /// Whether a predicted time keeps its budget is too close to say, or the machine was too busy to
  /// say whether a measured one does.
  case inconclusive
  /// The machine failed, so nothing was judged.
  case notJudged = "not-judged"
}

/// What became of one check.
public enum CheckStatus: String, Sendable, CaseIterable {
  /// It holds.
  case passed
  /// It does not hold.
  case failed
  /// It could not be decided; the reason is given separately.
  case notMeasured = "not-measured"
}
