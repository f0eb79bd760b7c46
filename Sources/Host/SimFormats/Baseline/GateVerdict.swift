/// The outcome of a comparison.
package enum GateVerdict: String, Sendable, CaseIterable {
  /// Nothing changed.
  case equal
  /// Something costs less and nothing costs more.
  case improved
  /// Something costs more.
  case regressed
  /// The scene did other work, so costs do not compare.
  case workChanged = "work-changed"
  /// The measurements are too noisy to tell.
  case inconclusive
  /// There is nothing to compare with.
  case referenceMissing = "reference-missing"
  /// The machine failed, so nothing was compared.
  case notJudged = "not-judged"
}
