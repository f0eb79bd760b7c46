/// What became of a claimed load.
public struct LoadSummary: Equatable, Sendable {
  /// The population's name.
  public var population: String
  /// The count the scenario claims.
  public var claimed: UInt32
  /// The longest run of frames that carried at least 95 % of it.
  public var longestRun: UInt32
  /// Frames in a row that prove the claim.
  public var requiredRun: UInt32
  /// Whether the load was carried; not measured in a run too short to judge.
  public var status: CheckStatus
  /// The line of the scenario file that claims it, from 1; nil when there is none.
  public var line: UInt32?

  /// Makes a claim's outcome; runs are counted in frames.
  public init(
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
public struct BudgetSummary: Equatable, Sendable {
  /// The budget.
  public var budget: Budget
  /// Nil when it could not be measured.
  public var measured: Double?
  /// Whether the budget was kept.
  public var status: CheckStatus
  /// Why it could not be measured, or not be judged.
  public var note: String?

  /// Whether a value is known, but not well enough to judge it.
  public var isTooCloseToSay: Bool { status == .notMeasured && measured != nil }

  /// Makes a budget's outcome; without a measured value the note says why.
  public init(budget: Budget, measured: Double?, status: CheckStatus, note: String?) {
    self.budget = budget
    self.measured = measured
    self.status = status
    self.note = note
  }
}

/// A broken invariant that ended the run.
public struct FaultSummary: Equatable, Sendable {
  /// The kind: `non-finite`, `cap-exceeded` or `commands-dropped`.
  public var kind: String
  /// The frame that broke the invariant, from 0.
  public var frame: UInt32
  /// The phase that broke it.
  public var phase: String
  /// The field or population.
  public var field: String
  /// The entity within the field; for a population the count, for commands how many were lost.
  public var entity: UInt32
  /// The fault in one line.
  public var message: String

  /// Makes a fault in words.
  public init(
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
