import SimFormats

extension ModelResult {
  /// How it went.
  var tone: Tone { verdict == .passed ? .passed : .failed }

  /// The verdict as a word at the top of a report.
  var verdictWord: String { verdict == .passed ? "PASSED" : "FAILED" }

  /// What was looked at: properties that have to hold, and shares that are demanded.
  var checkCount: Int {
    properties.count { !$0.isMark } + shares.count { $0.minimum != nil }
  }

  /// What does not hold.
  var findings: [Finding] {
    let property = failure.map { failure in
      finding(
        id: failure.requirement.isEmpty ? failure.property : failure.requirement,
        name: failure.property, says: failure.summary,
        words: "\(failure.property): \(failure.summary) It does not hold in step "
          + "\(Quantity.grouped(UInt64(failure.frame)))."
          + (failure.value.map { " Found \($0)." } ?? ""))
    }
    return [property].compactMap { $0 }
      + shares.filter { $0.isKept == false }.map { share in
        finding(
          id: share.requirement.isEmpty ? share.name : share.requirement, name: share.name,
          says: "The share is above what the scenario demands, with 95 % confidence.",
          words: "\(share.name): "
            + (share.lowerBound.map { "above \(Self.percent($0)) % with 95 % confidence" }
              ?? "nothing was counted")
            + ", demanded \(Self.percent(share.minimum ?? 0)) %")
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
        help: "simbench explore looks for a short history that shows it, simbench replay --story "
          + "tells it."),
      isFailure: true, title: "\(scenario): \(MessageText.oneLine(name))", subject: scenario,
      words: MessageText.oneLine(words), file: scenarioFile, identity: "\(scenario) \(name)")
  }
}

extension Finding {
  /// What does not hold in runs and histories, or could not be judged.
  package static func all(in results: ResultFile.Results) -> [Finding] {
    all(in: results.runs) + results.models.flatMap { $0.findings }
  }
}
