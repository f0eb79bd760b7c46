import SimFormats

/// What became of a golden that was added, accepted or rejected.
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
    "What became of goldens.", "goldens", shape.codec, "A row a golden.")

  private static let shape = Shape<GoldenDecision>(
    written: nil, "What became of a golden.",
    [
      Member(derived: "name", \.name, "Its name."),
      Member(derived: "outcome", \.outcome, Codec<Outcome>.cases, "What became of it."),
      Member(derived: "path", \.path, "Its manifest."),
    ])
}
