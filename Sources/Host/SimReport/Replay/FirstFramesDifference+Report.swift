import SimFormats

extension FirstFramesDifference {
  /// Describes a run of which only the first frames were compared with another process.
  package init(_ report: VerifyReport) {
    let variant = report.variants.first { !$0.outcome.isFine }
    self.init(
      file: report.file, verdict: report.verdict,
      compared: report.variants.map(\.compared).max() ?? 0,
      words: variant?.words ?? report.reason, next: report.next)
    cause = report.cause
    guard let divergence = variant?.divergence else { return }
    frame = divergence.frame
    phase = divergence.phase
    fields = divergence.fields.prefix(64).map { Field($0.name, $0.words) }
  }

  /// The file in one line.
  var name: String { MessageText.oneLine(file) }

  /// The rows of the report.
  private var rows: [Facts.Row] {
    var rows = [Facts.Row("process", MessageText.oneLine(words), isFailed: verdict == .failed)]
    if let frame, let phase { rows.append(Facts.Row("first", "frame \(frame), phase \(phase)")) }
    rows += fields.map {
      Facts.Row("", "\(MessageText.oneLine($0.name))  \(MessageText.oneLine($0.words))")
    }
    if let cause { rows.append(Facts.Row("cause", MessageText.oneLine(cause))) }
    return rows + [Facts.Row("next", MessageText.oneLine(next))]
  }

  /// The difference on a page and in a summary.
  ///
  /// - Parameter id: Name for links, unique in the document.
  func article(_ id: String) -> Article {
    Article(
      id: id,
      headline: Headline(
        tone: verdict.tone, verdict: verdict == .notJudged ? "NOT JUDGED" : "DIFFERENT",
        name: "\(name): first frames in another process")
    ) { [.facts(Facts(rows))] }
  }

  /// The difference as a suite with one case.
  var suite: JUnitSuite {
    let body = rows.map { "\($0.name)  \($0.text)" }.joined(separator: "\n")
    return JUnitSuite(
      name: "verify", properties: [],
      cases: [
        JUnitSuite.Case(
          name: name,
          outcome: .failed(
            type: verdict == .notJudged ? "not-judged" : "determinism-broken",
            message: "the first frames differ in another process", body: body,
            isError: verdict != .failed))
      ])
  }

  /// The difference as a finding.
  var finding: Finding {
    let words =
      switch verdict.tone {
      case .machine: "not judged, since the machine failed"
      case .unsure: "a digest differs, but no field does"
      case .failed, .passed: "not identical"
      }
    return Finding(
      rule: VerifyReport.rule, tone: verdict.tone, title: "\(file): repeated", subject: file,
      words: "\(words): process", file: file, identity: "\(file) verify")
  }
}
