import SimFormats
import SimReport
import Testing

/// Goal: every output says which checks a run shorter than its scenario does not judge.
@Suite struct ShortenedRunTests {
  private static let length = "120 of the scenario's 3,600 frames"

  /// With a minimum and a load left open.
  private static var result: SceneResult {
    var result = SeriesFixture.result()
    result.scenarioFrames = 3600
    result.budgets.append(
      ResultFixture.budget(
        "BV-LATER", .at("population.flakes.min"), .atLeast, 590, measured: nil,
        note: "not judged: 580 in \(length)"))
    result.budgets[2].budget.line = 33
    result.load[0].status = .notMeasured
    result.load[0].longestRun = 12
    return result
  }

  private static let budget = "population.flakes.min: not judged: 580 in \(length), limit ≥ 590"
  private static let load =
    "load of 600 flakes: not judged: carried for 12 frames in a row in \(length)"
  private static let sentence =
    "2 of 6 checks not judged, since the run has \(length): "
    + "BV-LATER population.flakes.min, LOAD load of 600 flakes."

  @Test func screensNameThem() {
    let text = ScreenReport.text([Self.result])
    let row = "– BV-LATER  population.flakes.min  ≥ 590  not judged: 580 in \(Self.length)\n"
    #expect(text.contains(row), "\(text)")
    #expect(text.contains("– \(Self.load)\n") && text.contains("4 of 6 passed, 2 not judged"))
    let ending = "6 checks, 2 not judged (BV-LATER, LOAD)"
    #expect(text.hasSuffix("PASSED  snowglobe  \(ending)\n"))
    let both = ScreenReport.text([Self.result, ResultFixture.full])
    #expect(both.contains("✓  snowglobe  ·  \(ending)  ·  ") && both.contains("all 2 scenarios"))
    #expect(!ScreenReport.text([ResultFixture.full]).contains("not judged"))
  }

  @Test func filesNameThem() throws {
    let junit = try XMLElements.read(JUnitReport.text([Self.result]))
    let skipped = junit.filter { $0.name == "skipped" }.compactMap { $0.attributes["message"] }
    #expect(skipped == [Self.budget, Self.load])
    let findings = Finding.all(in: [Self.result])
    let text = SARIFReport.text(findings, version: "1")
    let sarif = JSONOutput(try JSONDocument(parsing: Array(text.utf8)).root)
    guard case .array(let logs) = sarif["runs"] ?? .null,
      case .array(let invocations) = logs.first?["invocations"] ?? .null,
      case .array(let notes) = invocations.first?["toolExecutionNotifications"] ?? .null
    else {
      Issue.record("no notifications")
      return
    }
    #expect(logs.first?["results"] == .array([]))
    #expect(
      notes.map { $0["message"]?["text"]?.text }
        == ["snowglobe: \(Self.budget)", "snowglobe: \(Self.load)"])
    let annotations = AnnotationReport.text(findings)
    #expect(annotations.contains("line=33,title=snowglobe%3A BV-LATER::\(Self.budget)"))
    #expect(!annotations.contains("::error"))
    let sentence = Self.sentence.replacing("'", with: "&#39;")
    let markdown = MarkdownReport.text([Self.result])
    #expect(markdown.contains("snowglobe: \(sentence)"), "\(markdown)")
    #expect(MarkdownReport.text([Self.result, Self.result]).contains("| 6, 2 not judged |"))
    let page = HTMLReport.text([Self.result], showing: .init(sheets: [nil]))
    #expect(page.contains(sentence), "\(page)")
  }

  /// What `report` makes of a stored result.
  @Test func resultsAreReadBackWithTheirVerdict() throws {
    for isAlone in [false, true] {
      var result = Self.result
      if isAlone {
        result.budgets.removeFirst(2)
        result.timing.budgets = []
      }
      let bytes = JSONWriter.bytes(of: ResultFile.value([result]))
      let read = try #require(ResultFile.read(bytes, file: "r.json").scenes.first)
      #expect(read.scenarioFrames == 3600 && read.isShortened)
      #expect(read.verdict == (isAlone ? .inconclusive : .passed))
      #expect(read.shortenedSentence == result.shortenedSentence)
      guard isAlone else { continue }
      let ending = "INCONCLUSIVE  snowglobe  2 of 3 checks not judged, since the run has "
      #expect(ScreenReport.text([read]).contains(ending))
    }
  }

  /// A rate of a model is a minimum, too.
  @Test(arguments: [true, false]) func requiredRatesOfModelsAreLeftOpen(isAlone: Bool) throws {
    var result = ModelResult.blank
    (result.scenario, result.scenarioFile, result.model) = ("drops", "drops.json", "drops")
    result.environment = ResultFixture.full.environment
    (result.milliseconds, result.scenarioMilliseconds) = (60_000, 600_000)
    result.shares = [
      ModelResult.Share(
        "caught", requirement: "BV-1", part: 1, whole: 1, lowerBound: 0.27, minimum: 0.95)
    ]
    if !isAlone {
      result.shares.append(
        ModelResult.Share(
          "kept", requirement: "", part: 9, whole: 9, lowerBound: 0.7, minimum: 0.5))
    }
    let words =
      "caught: not judged: 95 % lower confidence bound 27 %, required above 95 % in 60,000 of the "
      + "scenario's 600,000 ms"
    let results = ResultFile.Results([.model(result)])
    #expect(result.verdict == (isAlone ? .inconclusive : .passed))
    let findings = Finding.all(in: results)
    #expect(findings.map { $0.words } == [words] && findings.allSatisfy { !$0.isFailure })
    let junit = try XMLElements.read(JUnitReport.text(results))
    #expect(
      junit.filter { $0.name == "skipped" }.map { $0.attributes["message"] } == [words])
    #expect(!junit.contains { $0.name == "failure" })
    #expect(MarkdownReport.text(results).contains(words.replacing("'", with: "&#39;")))
    let text = ScreenReport.text(results)
    #expect(text.contains("; skipped: the run is shorter than its scenario"), "\(text)")
    #expect(
      text.hasSuffix(
        isAlone
          ? "INCONCLUSIVE  drops  \(words)\n" : "PASSED  drops  2 checks, 1 not judged (caught)\n"))
    let read = try ModelResult.shape.read(ModelResult.shape.codec.write(result), file: "r.json")
    #expect(read.verdict == result.verdict && read.scenarioMilliseconds == 600_000)
    result.scenarioMilliseconds = 60_000
    #expect(result.verdict == .failed && result.isLeftOpen(result.shares[0]) == false)
    let whole = try XMLElements.read(JUnitReport.text(ResultFile.Results([.model(result)])))
    #expect(whole.filter { $0.name == "failure" }.count == 1)
  }
}
