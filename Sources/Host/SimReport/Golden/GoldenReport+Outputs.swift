import SimFormats

extension GoldenReport {
  /// The report as a summary in Markdown.
  ///
  /// - Parameter limit: the maximum count of bytes.
  package func markdown(limit: Int = MarkdownReport.defaultByteCount) -> String {
    MarkdownRenderer.text(summary, limit: limit)
  }

  /// The report as JUnit XML: one suite with one case per golden.
  package var junit: String { JUnitSuite.document([suite]) }

  /// A suite with one case per golden.
  var suite: JUnitSuite {
    let cases = entries.map { entry in
      let message = entry.reasonWords
      let outcome: JUnitSuite.Outcome =
        entry.notJudged.map { $0.junitOutcome }
        ?? (entry.state == .same
          ? .passed
          : .failed(
            type: entry.state == .missing ? "reference-missing" : "golden-mismatch",
            message: message,
            body: ([message] + entry.notes).joined(separator: "\n"), isError: false))
      return JUnitSuite.Case(name: MessageText.oneLine(entry.name), outcome: outcome)
    }
    return JUnitSuite(name: "goldens", properties: [("folder", folder)], cases: cases)
  }

  /// One finding per golden that did not pass.
  package var findings: [Finding] {
    entries.filter { $0.state != .same }.map { entry in
      if let run = entry.notJudged { return run.finding }
      return Finding(
        rule: entry.state == .missing ? Self.missing : Self.differs, tone: .failed,
        title: "golden \(entry.name)", subject: entry.name, words: entry.reasonWords,
        file: "\(folder)/\(entry.name).golden", identity: "golden \(entry.name)")
    }
  }

  private static let differs = Finding.Rule(
    id: "GOLDEN-SAME", name: "Same frames", short: "Frames look as they were accepted.",
    full: "The digest of every frame of a golden is one that its manifest accepts, or within the "
      + "tolerance that it states.",
    help: ShellCommand.simbench(["golden", "check", "NAME", "--html", "FILE"])
      + " shows what differs; where it is meant, " + ShellCommand.simbench(["golden", "update"])
      + " and golden accept take it over.")

  private static let missing = Finding.Rule(
    id: "GOLDEN-REFERENCE", name: "Reference", short: "A golden has frames to compare with.",
    full: "The manifest accepts frames, and the pictures that it names are there.",
    help: ShellCommand.simbench(["golden", "update"])
      + " records them and golden accept accepts them; golden add makes a golden of a scenario at "
      + "once.")
}

extension GoldenReport.Entry {
  /// What became of it, in a line.
  var reasonWords: String {
    if let notJudged { return "not judged: \(notJudged.reasonWords)" }
    if let words = frameWords, state == .differs { return words }
    return notes.first.map { MessageText.oneLine($0) } ?? state.rawValue
  }
}
