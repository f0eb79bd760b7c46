/// The state of a golden.
package enum GoldenState: String, CaseIterable, Sendable {
  /// Every frame is accepted, or differs within the tolerance.
  case same
  /// A frame differs, or was rejected.
  case differs
  /// Nothing was accepted yet, or a picture is missing.
  case missing
  /// The machine failed, so it was not compared.
  case notJudged = "not-judged"
}
