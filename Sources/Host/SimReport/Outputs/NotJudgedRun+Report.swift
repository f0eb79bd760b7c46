import SimFormats

extension NotJudgedRun: ReportedRun {
  /// The file in one line.
  package var name: String { MessageText.oneLine(file) }
  /// Always not judged.
  package var verdict: Verdict { .notJudged }
  /// Always that of the machine.
  package var tone: Tone { .machine }
  /// No checks.
  package var checkNames: (count: Int, failed: [String], open: [String]) { (0, [], []) }
  /// The failure of the machine.
  package var reasons: String { "not judged: \(reasonWords)" }
  /// The command that runs it alone.
  package var nextCommand: String? { nextWords }
  /// The failure in one line.
  var reasonWords: String { MessageText.oneLine(reason) }
  /// The command in one line.
  var nextWords: String { MessageText.oneLine(next) }

  /// The run on a page and in a summary.
  ///
  /// - Parameter id: Name for links, unique in the document.
  func article(_ id: String) -> Article {
    Article(
      id: id,
      headline: Headline(tone: .machine, verdict: verdictWord, name: name)
    ) { blocks }
  }

  /// The failure and the next step.
  var blocks: [Block] {
    [.facts(Facts([Facts.Row("reason", reasonWords), Facts.Row("next", nextWords)]))]
  }

  /// The run as a suite with one error.
  func suite(named name: String) -> JUnitSuite {
    JUnitSuite(
      name: name, properties: [], cases: [JUnitSuite.Case(name: "run", outcome: junitOutcome)])
  }

  /// The error of a case.
  var junitOutcome: JUnitSuite.Outcome {
    .failed(
      type: Verdict.notJudged.rawValue, message: reasonWords,
      body: "\(reasonWords)\nnext: \(nextWords)", isError: true)
  }

  /// The run as a notification of SARIF and an annotation.
  var finding: Finding {
    Finding(
      rule: Finding.Rule(
        id: "NOT-JUDGED", name: "Not judged", short: "The machine can run it.",
        full: "A disk, memory, a lock or a killed process kept simbench from judging a run.",
        help: "Mend what the message names and run it again."),
      tone: .machine, title: "\(name): not judged", subject: name,
      words: "not judged: \(reasonWords); next: \(nextWords)", file: filePath,
      identity: "\(name) not-judged")
  }

  /// The file without the run of its matrix.
  private var filePath: String {
    guard file.hasSuffix("]"), let end = file.lastIndex(of: "[") else { return file }
    return String(file[..<end])
  }
}
