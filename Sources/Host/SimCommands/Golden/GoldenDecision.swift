import SimFormats

/// What became of a golden that was accepted or rejected.
struct GoldenDecision: Sendable {
  var name: String
  var isRejected: Bool
  var path: String

  /// What `golden accept` and `golden reject` write as JSON.
  static let output = VerbOutput.shape(
    "What became of goldens.", "goldens", shape.codec, "A row a golden.")

  private static let shape = Shape<GoldenDecision>(
    written: nil, "What became of a golden.",
    [
      Member(derived: "name", .text, "Its name.") { $0.name },
      Member(derived: "outcome", .oneOf(["accepted", "rejected"]), "What became of it.") {
        $0.isRejected ? "rejected" : "accepted"
      },
      Member(derived: "path", .text, "Its manifest.") { $0.path },
    ])
}
