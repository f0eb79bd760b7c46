/// A limit on something measured, tied to a requirement.
package struct Budget: Equatable, Sendable {
  /// The requirement, such as `BV-ALLOC`.
  package var id: String
  /// What is measured.
  package var measure: Measure
  /// Whether the limit is a ceiling or a floor.
  package var bound: Bound
  /// The limit in the measure's unit.
  package var limit: Double
  /// The line of the scenario file that sets it, from 1; nil when there is none.
  package var line: UInt32?

  /// The side of the limit that passes.
  package enum Bound: String, Sendable, CaseIterable {
    /// The measured value may be at most the limit.
    case atMost
    /// The measured value must be less than the limit.
    case below
    /// The measured value must be at least the limit.
    case atLeast

    /// What the limit is, in a sentence.
    package var meaning: String {
      switch self {
      case .atMost: "The greatest value that passes."
      case .below: "The least value that fails."
      case .atLeast: "The least value that passes."
      }
    }
  }

  /// Makes a budget.
  package init(id: String, measure: Measure, bound: Bound, limit: Double) {
    self.id = id
    self.measure = measure
    self.bound = bound
    self.limit = limit
  }

  /// Whether a measured value keeps the budget.
  package func isKept(by value: Double) -> Bool {
    switch bound {
    case .atMost: value <= limit
    case .below: value < limit
    case .atLeast: value >= limit
    }
  }
}
