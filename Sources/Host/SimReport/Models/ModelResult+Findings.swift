import SimFormats

extension ModelResult: ReportedRun {
  /// The scenario's name in one line.
  package var name: String { MessageText.oneLine(scenario) }
  /// The tone of the verdict.
  package var tone: Tone { verdict.tone }
  /// No command: a failing run names what reproduces it.
  package var nextCommand: String? { nil }

  /// The checks: properties without coverage goals, and required rates.
  package var checkNames: (count: Int, failed: [String], open: [String]) {
    (
      properties.count { !$0.isMark } + shares.count { $0.minimum != nil },
      findings.map { $0.rule.id },
      shares.filter { isLeftOpen($0) }.map { MessageText.oneLine($0.name) }
    )
  }

  /// The rates that are left open, or the names of the failed checks.
  package var reasons: String {
    verdict == .inconclusive
      ? openFindings.map { $0.words }.joined(separator: "; ")
      : checkNames.failed.joined(separator: ", ") + " failed"
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
      + shares.filter { isKept($0) == false }.map { finding($0, "\($0.name): \(Self.words($0))") }
  }

  /// One finding per rate that is not judged because the run is shorter than its scenario.
  var openFindings: [Finding] {
    shares.filter { isLeftOpen($0) }.map { share in
      let (run, all) = (milliseconds, scenarioMilliseconds ?? milliseconds)
      var finding = finding(
        share,
        "\(share.name): not judged: \(Self.words(share)) in \(FigureText.grouped(run)) of the "
          + "scenario's \(FigureText.grouped(all)) ms")
      finding.tone = .unsure
      return finding
    }
  }

  private func finding(_ share: Share, _ words: String) -> Finding {
    finding(
      id: share.requirement.isEmpty ? share.name : share.requirement, name: share.name,
      says: "The 95 % lower confidence bound of the rate exceeds the required minimum.",
      words: words)
  }

  /// The bound of a rate and what is required.
  private static func words(_ share: Share) -> String {
    (share.lowerBound.map { "95 % lower confidence bound \(percent($0)) %" } ?? "no samples")
      + ", required above \(percent(share.minimum ?? 0)) %"
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
      tone: .failed, title: "\(scenario): \(MessageText.oneLine(name))", subject: scenario,
      words: MessageText.oneLine(words), file: scenarioFile, identity: identity(of: name))
  }

  /// What names the finding of a property or rate in every run.
  func identity(of name: String) -> String { "\(scenario) \(name)" }
}

extension Finding {
  /// Failed and unmeasured checks of scenes and models.
  package static func all(in results: ResultFile.Results) -> [Finding] {
    zip(results.runs, RunLabels.labels(results.runs)).flatMap { run, label in
      switch run {
      case .scene(let result): findings(in: result, label: label, among: results.scenes)
      case .model(let result): result.findings + result.openFindings
      }
    } + results.notJudged.map { $0.finding }
      + results.differentFirstFrames.map { $0.finding }
  }
}
