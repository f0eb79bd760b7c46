import SimFormats
import SimReport
import Testing

/// Goal: every output names a run that the machine kept from being judged, why, and the next step.
///
/// Method: a run that was not judged next to judged ones, in every output of every report.
@Suite struct NotJudgedTests {
  private static let lost = NotJudgedRun(
    "scenarios/lost.json[a]", reason: "tool: killed by signal 9",
    next: "simbench run 'scenarios/lost.json[a]'")
  private static let results = ResultFile.Results([.scene(ResultFixture.full)], notJudged: [lost])

  private func isNamed(in text: String) -> Bool {
    text.contains("lost.json") && text.contains("killed by signal 9")
      && text.contains("simbench run ")
  }

  private func member(_ path: String, _ node: JSONNode?) -> JSONNode? {
    path.split(separator: ".").reduce(node) { node, key in
      node?.members.first { $0.key == key }?.value
    }
  }

  private func notification(_ findings: [Finding]) throws -> JSONNode {
    let text = SARIFReport.text(findings, version: "1")
    let run = member("runs", try JSONDocument(parsing: Array(text.utf8)).root)?.elements.first
    let invocation = try #require(member("invocations", run)?.elements.first)
    #expect(member("executionSuccessful", invocation)?.text == "false")
    return try #require(
      member("toolExecutionNotifications", invocation)?.elements.first {
        member("level", $0)?.stringText == "error"
      })
  }

  @Test func jsonKeepsIt() throws {
    let text = JSONWriter.text(of: ResultFile.value(Self.results))
    let read = try ResultFile.read(Array(text.utf8), file: "r.json")
    #expect(read.notJudged == [Self.lost] && read.runs.count == 1)
    #expect(text.contains("\"verdict\": \"not-judged\""))
    let judged = JSONWriter.text(of: ResultFile.value([ResultFixture.full]))
    #expect(!judged.contains("notJudged"))
    let alone = JSONWriter.text(of: ResultFile.value(ResultFile.Results(notJudged: [Self.lost])))
    #expect(try ResultFile.read(Array(alone.utf8), file: "r.json").notJudged == [Self.lost])
  }

  @Test func junitHasAnError() throws {
    let text = JUnitReport.text(Self.results)
    #expect(text.contains("<error type=\"not-judged\" message=\"tool: killed by signal 9\">"))
    #expect(text.contains(" errors=\"1\"") && isNamed(in: text))
  }

  @Test func sarifHasANotification() throws {
    let note = try notification(Finding.all(in: Self.results))
    #expect(isNamed(in: try #require(member("message.text", note)?.stringText)))
    let place = member("locations", note)?.elements.first
    #expect(
      member("physicalLocation.artifactLocation.uri", place)?.stringText == "scenarios/lost.json")
  }

  @Test func annotationsHaveAnError() throws {
    let text = AnnotationReport.text(Finding.all(in: Self.results))
    let line = try #require(text.split(separator: "\n").first { $0.contains("lost.json") })
    #expect(line.hasPrefix("::error ") && isNamed(in: String(line)))
  }

  @Test func peopleReadIt() {
    let page = HTMLReport.text(Self.results, showing: HTMLReport.Pictures(sheets: [nil]))
    #expect(page.contains("class=\"verdict machine\"") && isNamed(in: page))
    #expect(page.contains("--machine:#"))
    #expect(isNamed(in: MarkdownReport.text(Self.results)))
    let screen = ScreenReport.text(Self.results)
    #expect(isNamed(in: screen))
    #expect(screen.hasSuffix("NOT JUDGED  1 of 2 scenarios: scenarios/lost.json[a]\n"))
    let styled = ScreenReport.text(Self.results, isStyled: true)
    for style in ["\u{1B}[1;35m", "\u{1B}[35m"] {
      #expect(TerminalRenderer.styles.contains(style), "terminals show it")
    }
    #expect(styled.contains("\u{1B}[1;35mNOT JUDGED"))
  }

  /// What failed decides, and the run that was not judged is still named.
  @Test func failuresComeFirst() {
    let results = ResultFile.Results([.scene(SeriesFixture.failing)], notJudged: [Self.lost])
    let screen = ScreenReport.text(results)
    #expect(screen.contains("\nFAILED  2 of 2 scenarios: ") && isNamed(in: screen))
  }

  @Test func theGateNamesIt() throws {
    let outcome = GateOutcome(Self.lost, scenario: "lost[a]", seed: 1, reference: "b.json")
    #expect(outcome.verdicts == [.notJudged])
    let screen = GateReport.text([outcome], isStyled: false)
    #expect(isNamed(in: screen) && screen.contains("NOT JUDGED"))
    #expect(!screen.contains("nothing to compare with"))
    #expect(isNamed(in: GateReport.html([outcome])))
    #expect(isNamed(in: GateReport.markdown([outcome])))
    #expect(GateReport.junit([outcome]).contains("<error type=\"not-judged\""))
    #expect(isNamed(in: JSONWriter.text(of: GateReport.output.object([outcome]))))
    _ = try notification(GateReport.findings([outcome]))
  }

  @Test func goldensNameIt() throws {
    var entry = GoldenReport.Entry(
      name: "lost", state: .notJudged, frameCount: 6, framesPerSecond: 60)
    entry.notJudged = Self.lost
    let report = GoldenReport([entry], orphans: [], folder: "goldens")
    let screen = report.text()
    #expect(screen.contains("killed by signal 9") && screen.contains("1 not judged"))
    #expect(screen.contains("simbench run "))
    #expect(report.markdown().contains("killed by signal 9"))
    #expect(report.junit.contains("<error type=\"not-judged\""))
    #expect(isNamed(in: JSONWriter.text(of: GoldenReport.output.object(report))))
    _ = try notification(report.findings)
  }

  @Test func checkNamesIt() throws {
    var report = CheckReport(
      results: [ResultFixture.full], gate: [], remedy: nil, goldens: nil, verified: [], pairs: [],
      reference: nil)
    report.results.notJudged = [Self.lost]
    let run = report.outcomes.first { $0.stage == .run }
    #expect(run?.tone == .machine && run?.checked == 2 && run?.notJudged == 1)
    #expect(isNamed(in: report.text()) && report.text().contains("\nNOT JUDGED  "))
    #expect(isNamed(in: report.html(showing: CheckReport.Pictures())))
    #expect(isNamed(in: report.markdown()))
    #expect(report.junit.contains("<error type=\"not-judged\""))
    #expect(isNamed(in: JSONWriter.text(of: CheckReport.output.object(report))))
    _ = try notification(report.findings)
  }
}
