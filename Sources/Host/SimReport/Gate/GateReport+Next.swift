import SimFormats

extension GateOutcome {
  /// The commands that show or accept changes; empty if everything passed.
  package var next: [String] {
    if let notJudged { return [notJudged.nextWords] }
    guard !isPassed, !scenarioFile.isEmpty, missing == nil else { return [] }
    // First, since other work may explain every other difference.
    if verdicts.contains(.workChanged) {
      let frame = differingFrame.map { ["--at", "\($0)"] } ?? []
      return [
        unit == "step"
          ? ShellCommand.simbench(["run", scenarioFile, "--verbose"])
          : ShellCommand.simbench(["render", scenarioFile] + frame),
        ShellCommand.simbench(["baseline", "update", scenarioFile]),
      ]
    }
    if verdicts.contains(.regressed), firstAllocation != nil {
      return [ShellCommand.simbench(["run", scenarioFile, "--alloc-sites"])]
    }
    if runVerdict != Verdict.passed.rawValue {
      return [ShellCommand.simbench(["run", scenarioFile])]
    }
    return verdicts.contains(.regressed)
      ? [ShellCommand.simbench(["gate", scenarioFile, "--instructions", "auto"])] : []
  }

  /// The outcome in one line.
  var reason: String {
    let words = (GateReport.words(self) + failedNames).joined(separator: ", ")
    return [words, notJudged?.reasonWords, divergence.map { "states diverge \($0)" }]
      .compactMap { $0 }.joined(separator: ": ")
  }
}

extension GateReport {
  /// The end of terminal output: the failed scenarios again, the next commands, and the verdict.
  static func closing(_ outcomes: [GateOutcome]) -> [Block] {
    let failed = outcomes.filter { !$0.isPassed }
    var blocks: [Block] = []
    if outcomes.count > 1, !failed.isEmpty { blocks.append(.lines([""])) }
    for outcome in failed {
      if outcomes.count > 1 {
        let name = MessageText.oneLine(outcome.scenario)
        blocks.append(.lines(["\(outcome.tone.mark) \(name)  \(outcome.reason)"]))
      }
      blocks.append(.lines(outcome.next.map { "  next  \($0)" }))
    }
    let tone = failed.map { $0.tone }.min() ?? .unsure
    let word = tone == .failed ? "FAILED" : tone.verdict.word
    let names = failed.prefix(5).map { MessageText.oneLine($0.scenario) }
    let rest = failed.count > 5 ? " and \(failed.count - 5) more" : ""
    return blocks + [
      failed.isEmpty
        ? .verdict(.passed, "PASSED", CountWords.counted(outcomes.count, "scenario"))
        : .verdict(
          tone, word,
          "\(failed.count) of \(CountWords.counted(outcomes.count, "scenario")): "
            + names.joined(separator: ", ") + rest)
    ]
  }
}
