/// What the gate was shown and what it said, as plain values.
package struct SelfTestResult: Sendable {
  /// One kind of difference, shown a number of times.
  package struct Row: Sendable {
    /// What was shown, in words.
    package var name: String
    /// How often it was shown.
    package var trials: Int
    /// The number of trials with the expected result.
    package var right: Int
    /// How often it has to.
    package var needed: Int
    /// How often it said that it cannot tell.
    package var inconclusive: Int
    /// The minimum and the maximum change measured, as shares; nil where nothing was timed.
    package var changes: ClosedRange<Double>?
    /// What the right answer is, in words.
    package var answer: String
    /// Whether the verdict depends on the row; other rows are for information.
    package var isRequired: Bool

    /// Makes a row of trials not made yet.
    package init(name: String, answer: String, needed: Int, isRequired: Bool = true) {
      self.name = name
      self.answer = answer
      self.needed = needed
      self.isRequired = isRequired
      trials = 0
      right = 0
      inconclusive = 0
    }

    /// Whether the gate was right often enough.
    package var isPassed: Bool { right >= needed }

    /// Whether it would have been right often enough on a quieter machine, for all one knows.
    var mightPass: Bool { right + inconclusive >= needed }

    /// Adds a trial.
    ///
    /// - Parameter change: what was measured, when wall time was compared.
    package mutating func add(isRight: Bool, isInconclusive: Bool = false, change: Double? = nil) {
      trials += 1
      if isRight { right += 1 }
      if isInconclusive { inconclusive += 1 }
      guard let change else { return }
      changes =
        min(
          changes?.lowerBound ?? change, change)...max(
          changes?.upperBound ?? change, change)
    }
  }

  /// The rows in the order they were tried.
  package var rows: [Row] = []

  /// Makes a result without rows.
  package init() {}

  /// Whether every row that decides has passed.
  package var isPassed: Bool { rows.allSatisfy { $0.isPassed || !$0.isRequired } }

  /// Whether rows failed only because the machine was too noisy to tell.
  package var isInconclusive: Bool {
    !isPassed && rows.allSatisfy { $0.isPassed || !$0.isRequired || $0.mightPass }
  }
}
