/// What became of one budget.
package struct BudgetSummary: Equatable, Sendable {
  /// The budget.
  package var budget: Budget
  /// Nil when it could not be measured.
  package var measured: Double?
  /// Whether the budget was kept.
  package var status: CheckStatus
  /// Why it could not be measured, or not be judged.
  package var note: String?

  /// How the note of a budget begins that is not judged, though it could be measured.
  package static let notJudged = "not judged: "

  /// Whether a value is known, but not well enough to judge it.
  package var isTooCloseToSay: Bool { status == .notMeasured && measured != nil }

  /// Makes a budget's outcome; without a measured value the note says why.
  package init(budget: Budget, measured: Double?, status: CheckStatus, note: String?) {
    self.budget = budget
    self.measured = measured
    self.status = status
    self.note = note
  }
}
