import SimFormats

extension ModelResult {
  /// The tone of the verdict.
  var tone: Tone { verdict == .passed ? .passed : .failed }

  /// The verdict as a word at the top of a report.
  var verdictWord: String { verdict == .passed ? "PASSED" : "FAILED" }

  /// Number of checks: properties without coverage goals, and required rates.
  var checkCount: Int {
    properties.count { !$0.isMark } + shares.count { $0.minimum != nil }
  }

  /// One finding per failed property and missed rate.
  var findings: [Finding] {
    let property = failure.map { failure in
      finding(
        id: failure.requirement.isEmpty ? failure.property : failure.requirement,
        name: failure.property, says: failure.summary,
        words: "\(failure.property) fails in step \(FigureText.grouped(UInt64(failure.frame)))"
          + (failure.value.map { ", found \($0)" } ?? "") + ": \(failure.summary)")
    }
    return [property].compactMap { $0 }
      + shares.filter { $0.isKept == false }.map { share in
        finding(
          id: share.requirement.isEmpty ? share.name : share.requirement, name: share.name,
          says: "The 95 % lower confidence bound of the rate exceeds the required minimum.",
          words: "\(share.name): "
            + (share.lowerBound.map { "95 % lower confidence bound \(Self.percent($0)) %" }
              ?? "no samples")
            + ", required above \(Self.percent(share.minimum ?? 0)) %")
      }
  }

  private static func percent(_ share: Double) -> String {
    FigureText.text(share * 100, decimals: 2)
  }

  private func finding(id: String, name: String, says: String, words: String) -> Finding {
    Finding(
      rule: Finding.Rule(
        id: MessageText.oneLine(id), name: "Property \(MessageText.oneLine(name))",
        short: MessageText.oneLine(says), full: MessageText.oneLine(says),
        help: ShellCommand.simbench(["explore", "FILE"])
          + " shrinks a failing run to a minimal recording, and "
          + ShellCommand.simbench(["replay"]) + " prints its events."),
      isFailure: true, title: "\(scenario): \(MessageText.oneLine(name))", subject: scenario,
      words: MessageText.oneLine(words), file: scenarioFile, identity: "\(scenario) \(name)")
  }
}

extension Finding {
  /// Failed and unmeasured checks of scenes and models.
  package static func all(in results: ResultFile.Results) -> [Finding] {
    all(in: results.runs) + results.models.flatMap { $0.findings }
  }
}
