/// What became of a claimed load.
package struct LoadSummary: Equatable, Sendable {
  /// The population's name.
  package var population: String
  /// The count the scenario claims.
  package var claimed: UInt32
  /// The longest run of frames that carried at least 95 % of it.
  package var longestRun: UInt32
  /// Frames in a row that prove the claim.
  package var requiredRun: UInt32
  /// Whether the load was carried; not measured in a run too short to judge.
  package var status: CheckStatus
  /// The line of the scenario file that claims it, from 1; nil when there is none.
  package var line: UInt32?

  /// Makes a claim's outcome; runs are counted in frames.
  package init(
    population: String, claimed: UInt32, longestRun: UInt32, requiredRun: UInt32,
    status: CheckStatus
  ) {
    self.population = population
    self.claimed = claimed
    self.longestRun = longestRun
    self.requiredRun = requiredRun
    self.status = status
  }
}

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

/// A broken invariant that ended the run.
package struct FaultSummary: Equatable, Sendable {
  /// The kind: `non-finite`, `cap-exceeded` or `commands-dropped`.
  package var kind: String
  /// The frame that broke the invariant, from 0.
  package var frame: UInt32
  /// The phase that broke it.
  package var phase: String
  /// The field or population.
  package var field: String
  /// The entity within the field; for a population the count, for commands how many were lost.
  package var entity: UInt32
  /// The fault in one line.
  package var message: String

  /// Makes a fault in words.
  package init(
    kind: String, frame: UInt32, phase: String, field: String, entity: UInt32, message: String
  ) {
    self.kind = kind
    self.frame = frame
    self.phase = phase
    self.field = field
    self.entity = entity
    self.message = message
  }
}
