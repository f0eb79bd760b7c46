/// How many rounds a comparison of wall time took, what ended them, and what would settle the rest.
package struct RoundsRecord: Equatable, Sendable {
  /// Why there was no further round.
  package enum End: String, CaseIterable, Sendable {
    /// Every row has its verdict.
    case settled
    /// Another round would not have ended within the budget.
    case budget
    /// There are no more rounds than so many times the first.
    case maximumRounds = "max-rounds"
    /// The builds did other work, so that no time compares.
    case otherWork = "work-changed"
    /// A build contradicted itself.
    case notDeterministic = "not-deterministic"
  }

  /// What would settle the rows that are open, as far as one can tell from those rounds.
  package struct Remedy: Equatable, Sendable {
    /// Rounds in all, from 1.
    package var rounds: Int
    /// Whether so many would do if the changes stay what they are, since intervals shrink with the
    /// root of the rounds; otherwise there were too few to tell, and these are all of the plan.
    package var isEstimated: Bool
    /// What they take, in seconds.
    package var seconds: Double
    /// What `--rounds` has to be for so many; nil when it may stay.
    package var firstRounds: Int?
    /// What `--budget` has to be, as `DurationText` reads it.
    package var budget: String

    /// Makes a remedy.
    package init(
      rounds: Int, isEstimated: Bool = true, seconds: Double, firstRounds: Int?, budget: String
    ) {
      self.rounds = rounds
      self.isEstimated = isEstimated
      self.seconds = seconds
      self.firstRounds = firstRounds
      self.budget = budget
    }

    /// The options to pass, such as `--rounds 14 --budget 13m`.
    package var options: String {
      (firstRounds.map { "--rounds \($0) " } ?? "") + "--budget \(budget)"
    }
  }

  /// What ended them.
  package var end: End
  /// Rounds that were made.
  package var rounds: Int
  /// What they took, in seconds.
  package var seconds: Double
  /// What they might have taken, in seconds.
  package var budgetSeconds: Double
  /// How many there might have been.
  package var maximumRounds: Int
  /// What would settle the rows that are open; nil when none is, or when no rounds that can be
  /// asked for would.
  package var remedy: Remedy?

  /// Makes a record.
  package init(end: End, rounds: Int, seconds: Double, budgetSeconds: Double, maximumRounds: Int) {
    self.end = end
    self.rounds = rounds
    self.seconds = seconds
    self.budgetSeconds = budgetSeconds
    self.maximumRounds = maximumRounds
  }
}
