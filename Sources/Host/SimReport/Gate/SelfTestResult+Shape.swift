import SimFormats

extension SelfTestReport {
  /// What `selftest` writes as JSON.
  package static let output = VerbOutput.shape(
    "What gate and run were shown, and what they said.",
    [
      Member(derived: "verdict", Codec<Verdict>.cases, "Whether they said what they have to.") {
        (result: SelfTestResult) in
        result.isPassed ? .passed : result.isInconclusive ? .inconclusive : .failed
      },
      Member(derived: "checks", \.rows, row.codec.list(), "A row for what they were shown."),
    ])

  private static let row = Shape<SelfTestResult.Row>(
    written: nil, "What was shown, and what was said to it.",
    [
      Member(derived: "shown", \.name, "What was shown."),
      Member(derived: "answer", \.answer, "What had to be said."),
      Member(derived: "trials", .whole(), "How often it was shown.") { UInt64($0.trials) },
      Member(derived: "right", .whole(), "How often that was said.") { UInt64($0.right) },
      Member(derived: "needed", .whole(), "How often it has to be said.") { UInt64($0.needed) },
      Member(derived: "inconclusive", .whole(), "How often nothing could be said.") {
        UInt64($0.inconclusive)
      },
      Member(derived: "required", \.isRequired, "Whether the verdict rests on it."),
      Member(derived: "passed", \.isPassed, "Whether it was said often enough."),
      Member(
        derivedOrNull: "least", .anyNumber, "The least change measured; null when none was."
      ) { $0.changes?.lowerBound },
      Member(
        derivedOrNull: "greatest", .anyNumber, "The greatest change measured; null when none was."
      ) { $0.changes?.upperBound },
    ])
}
