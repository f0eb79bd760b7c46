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
      Member(derived: "name", .text, "Its name.") { $0.name },
      Member(derived: "outcome", Codec<Outcome>.cases, "What became of it.") { $0.outcome },
      Member(derived: "path", .text, "Its manifest.") { $0.path },
    ])
}
