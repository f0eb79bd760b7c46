import SimFormats

extension SelfTestReport {
  /// The JSON output of `selftest`.
  package static let output = VerbOutput.shape(
    "Detection of planted regressions by gate and run.",
    [
      Member(derived: "verdict", Codec<Verdict>.cases, "Whether both detected what is required.") {
        (result: SelfTestResult) in
        result.isPassed ? .passed : result.isInconclusive ? .inconclusive : .failed
      },
      Member(derived: "checks", \.rows, row.codec.list(), "One row per case."),
    ])

  private static let row = Shape<SelfTestResult.Row>(
    written: nil, "A case and its results.",
    [
      Member(derived: "input", \.name, "The case."),
      Member(derived: "expected", \.answer, "The expected result."),
      Member(derived: "trials", .whole(), "Number of trials.") { UInt64($0.trials) },
      Member(derived: "correct", .whole(), "Number of trials with the expected result.") {
        UInt64($0.right)
      },
      Member(derived: "required", .whole(), "Required number of trials with the expected result.") {
        UInt64($0.needed)
      },
      Member(derived: "inconclusive", .whole(), "Number of trials without a verdict.") {
        UInt64($0.inconclusive)
      },
      Member(derived: "decisive", \.isRequired, "Whether the verdict depends on it."),
      Member(derived: "passed", \.isPassed, "Whether the required number was reached."),
      Member(
        derivedOrNull: "minChange", .anyNumber,
        "The minimum measured change; null if none was measured."
      ) { $0.changes?.lowerBound },
      Member(
        derivedOrNull: "maxChange", .anyNumber,
        "The maximum measured change; null if none was measured."
      ) { $0.changes?.upperBound },
    ])
}
