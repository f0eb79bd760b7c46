import SimFormats

extension GateReport {
  /// The outcomes as JUnit XML: one suite per scenario, with a case for the run, one for its exact
  /// metrics, and one per phase whose instructions or times were compared.
  package static func junit(_ outcomes: [GateOutcome]) -> String {
    JUnitSuite.document(suites(outcomes))
  }

  /// One suite per scenario.
  ///
  /// - Parameter prefix: text before its name.
  static func suites(_ outcomes: [GateOutcome], prefix: String = "") -> [JUnitSuite] {
    let runs = outcomes.map { outcome in
      (outcome.scenario, outcome.scenarioFile.isEmpty ? nil : outcome.scenarioFile)
    }
    return zip(outcomes, RunLabels.labels(runs)).map { suite($0, label: prefix + $1) }
  }

  private static func suite(_ outcome: GateOutcome, label: String) -> JUnitSuite {
    if let run = outcome.notJudged { return run.suite(named: label) }
    let rows = outcome.instructionRows + outcome.timeRows
    return JUnitSuite(
      name: label,
      properties: [
        ("seed", "\(outcome.seed)"), ("frames", "\(outcome.frames)"),
        ("reference", outcome.reference),
        ("verdicts", outcome.verdicts.map { $0.rawValue }.joined(separator: " ")),
        ("instructions.method", outcome.instructions?.source.rawValue ?? "none"),
      ],
      cases: [run(outcome), exact(outcome)] + rows.map { one($0) }, output: outcome.facts)
  }

  private static func run(_ outcome: GateOutcome) -> JUnitSuite.Case {
    let word = outcome.runVerdict.replacing("-", with: " ")
    let found: JUnitSuite.Outcome =
      switch outcome.runVerdict {
      case Verdict.passed.rawValue: .passed
      case Verdict.inconclusive.rawValue: .skipped(message: "the run itself is \(word)")
      default:
        .failed(
          type: outcome.runVerdict,
          message: (["the run itself: \(word)"] + outcome.failedNames).joined(separator: ", "),
          body: (["the run itself: \(word)"] + outcome.runLines).joined(separator: "\n"),
          isError: false)
      }
    return JUnitSuite.Case(name: "budgets, loads and invariants of the run", outcome: found)
  }

  private static func exact(_ outcome: GateOutcome) -> JUnitSuite.Case {
    let name = "exact metrics"
    guard let exact = outcome.exact else {
      let message = "nothing to compare with in \(outcome.reference)"
      let body = ([message] + outcome.notes).joined(separator: "\n")
      return JUnitSuite.Case(
        name: name,
        outcome: .failed(
          type: GateVerdict.referenceMissing.rawValue, message: message, body: body,
          isError: false))
    }
    let failed = outcome.exactRows.filter { $0.status == .failed }
    guard !failed.isEmpty else { return JUnitSuite.Case(name: name, outcome: .passed) }
    let shown = failed.prefix(shownRows).map { $0.sentence }
    let rest = failed.count > shownRows ? ["and \(failed.count - shownRows) more"] : []
    return JUnitSuite.Case(
      name: name,
      outcome: .failed(
        type: exact.verdicts.first?.rawValue ?? "", message: shown.first ?? "",
        body: (shown + rest + outcome.facts).joined(separator: "\n"), isError: false))
  }

  private static func one(_ row: GateRow) -> JUnitSuite.Case {
    let found: JUnitSuite.Outcome =
      switch row.status {
      case .passed: .passed
      case .notMeasured: .skipped(message: row.sentence)
      case .failed:
        .failed(
          type: row.verdict.replacing(" ", with: "-"), message: row.sentence, body: row.sentence,
          isError: false)
      }
    return JUnitSuite.Case(name: row.metric, outcome: found)
  }
}
