import SimFormats

/// Results as JUnit XML, as Jenkins, GitLab and GitHub's test reporters read it.
///
/// One suite a run, one case a check. Runs of one name have their files in those of their suites.
/// The name of a case is what is measured, without its limit, so that a case keeps its history when
/// a limit changes; the failure's message and body have what was allowed. Instructions are
/// properties of the suite; the functions that allocated are its output.
package enum JUnitReport {
  /// The XML document, ending in a line break.
  package static func text(_ results: ResultFile.Results) -> String {
    JUnitSuite.document(suites(results.runs) + ModelReport.suites(results.models))
  }

  /// A suite a run.
  static func suites(_ results: [RunResult]) -> [JUnitSuite] {
    zip(results, RunLabels.labels(results)).map { suite($0, label: $1) }
  }

  private static func suite(_ result: RunResult, label: String) -> JUnitSuite {
    let checks = Check.all(in: result)
    let names = checks.map { $0.caseName }
    return JUnitSuite(
      name: label, properties: properties(result),
      cases: checks.enumerated().map { place, check in
        // Two limits on one figure are two cases.
        let number = names[...place].count { $0 == names[place] }
        return JUnitSuite.Case(
          name: names[place] + (number > 1 ? " #\(number)" : ""), outcome: outcome(check, result))
      },
      output: sites(result), nanoseconds: result.timing.wallNanoseconds)
  }

  private static func properties(_ result: RunResult) -> [(name: String, value: String)] {
    var properties: [(name: String, value: String)] = [
      ("scene", result.scene), ("seed", "\(result.seed)"), ("device", result.device.name),
      ("frames", "\(result.frames)"), ("digest.chain", Quantity.hexadecimal(result.digest.chain)),
      ("version", result.environment.version), ("build", result.environment.build),
    ]
    let summary = result.timing.instructions
    guard summary.isAskedFor else { return properties }
    properties.append(("instructions.method", summary.source.rawValue))
    if let note = summary.note {
      properties.append(("instructions.note", MessageText.oneLine(note)))
    }
    guard summary.source != .none else { return properties }
    properties.append(("instructions.frames", "\(summary.frames)"))
    properties += summary.counts.map { count in
      (
        "instructions.perFrame.\(count.name)", Quantity.trimmed(summary.perFrame(count), 1)
      )
    }
    return properties
  }

  private static func sites(_ result: RunResult) -> [String] {
    guard let sites = result.allocations.sites else { return [] }
    guard !sites.top.isEmpty else { return ["allocation sites: nothing allocated after warm-up"] }
    let lines = sites.top.map { site in
      let names = ([site.function] + site.callers).map { CountWords.shortened($0) }
      return (site.facts + [names.joined(separator: " ← ")]).joined(separator: ", ")
    }
    return ["allocation sites after warm-up:"] + lines + sites.restWords
  }

  private static func outcome(_ check: Check, _ result: RunResult) -> JUnitSuite.Outcome {
    switch check.status {
    case .passed: return .passed
    case .notMeasured: return .skipped(message: check.outcome)
    case .failed:
      let isError = check.kind == .invariants
      return .failed(
        type: isError ? result.fault?.kind ?? "fault" : check.kindName, message: check.outcome,
        body: body(check, result), isError: isError)
    }
  }

  private static func body(_ check: Check, _ result: RunResult) -> String {
    let line = result.scenarioFile.map { file in
      [check.line.map { "\(file):\($0)" } ?? file]
    }
    let conditions = ([result.scenario] + result.conditions).joined(separator: ", ")
    return (["\(check.id): \(check.outcome)", conditions] + (line ?? [])).joined(separator: "\n")
  }
}

extension Check {
  /// The kind as a word.
  var kindName: String {
    switch kind {
    case .invariants: "invariants"
    case .budget: "budget"
    case .load: "load"
    }
  }
}
