import SimFormats

/// The outcome of adding, accepting or rejecting a golden.
struct GoldenDecision: Sendable {
  enum Outcome: String, CaseIterable, Sendable {
    case added
    case accepted
    case rejected
  }

  var name: String
  var outcome: Outcome
  var path: String

  /// What `golden add`, `golden accept` and `golden reject` write as JSON.
  static let output = VerbOutput.shape(
    "Outcomes of goldens.", "goldens", shape.codec, "One row per golden.")

  private static let shape = Shape<GoldenDecision>(
    written: nil, "The outcome of a golden.",
    [
      Member(derived: "name", \.name, "Its name."),
      Member(derived: "outcome", \.outcome, Codec<Outcome>.cases, "The outcome."),
      Member(derived: "path", \.path, "Its manifest."),
    ])
}
