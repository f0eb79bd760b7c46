import SimFormats
import SimReport
import Testing

/// Goal: code scanning shows each failure at its line, and knows it again in the next run.
///
/// Method: the JSON is read back with the strict reader and held to what SARIF 2.1.0 requires.
@Suite struct SARIFReportTests {
  private func run(_ results: [SceneResult], in tree: SARIFReport.Root? = nil) throws -> JSONNode {
    let text = SARIFReport.text(Finding.all(in: .init(scenes: results)), version: "1", root: tree)
    let root = try JSONDocument(parsing: Array(text.utf8)).root
    #expect(member("version", root)?.stringText == "2.1.0")
    let runs = try #require(member("runs", root)).elements
    #expect(runs.count == 1)
    return try #require(runs.first)
  }

  private func member(_ path: String, _ node: JSONNode) -> JSONNode? {
    path.split(separator: ".").reduce(Optional(node)) { node, key in
      node?.members.first { $0.key == key }?.value
    }
  }

  @Test func failuresAreResultsAtTheirLines() throws {
    let run = try run([SeriesFixture.failing, ResultFixture.full])
    let rules = try #require(member("tool.driver.rules", run)).elements
    let ids = rules.compactMap { member("id", $0)?.stringText }
    #expect(ids == ["BV-SNOW", "BV-FPS", "LOAD"])
    let results = try #require(member("results", run)).elements
    #expect(results.count == 3)
    for (index, line) in [(0, "30"), (1, "41"), (2, "28")] {
      let result = results[index]
      #expect(member("ruleId", result)?.stringText == ids[index])
      #expect(member("ruleIndex", result)?.text == "\(index)")
      #expect(member("level", result)?.stringText == "error")
      let place = try #require(member("locations", result)?.elements.first)
      #expect(
        member("physicalLocation.artifactLocation.uri", place)?.stringText
          == "scenarios/snowglobe.json")
      #expect(member("physicalLocation.region.startLine", place)?.text == line)
    }
    #expect(try self.run([ResultFixture.full]).members.first { $0.key == "results" } != nil)
  }

  @Test func fingerprintsLeaveOutWhatWasMeasured() throws {
    var other = SeriesFixture.failing
    other.budgets[0].measured = 900
    func prints(_ result: SceneResult) throws -> [String] {
      try #require(member("results", run([result]))).elements.compactMap {
        member("partialFingerprints", $0)?.members.first?.value.stringText
      }
    }
    #expect(try prints(other) == prints(SeriesFixture.failing))
    #expect(try Set(prints(other)).count == 3)
  }

  @Test func everyRuleHasItsOwnWords() throws {
    var faulty = SeriesFixture.failing
    faulty.fault = ResultFixture.fault
    let rules = try #require(member("tool.driver.rules", run([faulty, ResultFixture.full])))
    #expect(rules.elements.count == 4)
    func texts(_ path: String) -> Set<String> {
      Set(rules.elements.compactMap { member(path, $0)?.stringText })
    }
    let paths = [
      "id", "name", "shortDescription.text", "fullDescription.text", "help.text",
    ]
    // What helps is the same for all budgets.
    for path in paths { #expect(texts(path).count == (path == "help.text" ? 3 : 4), "\(path)") }
    #expect(texts("name").contains("Budget BV-FPS"))
    #expect(texts("fullDescription.text").contains { $0.contains("timing.frame.p99, ") })
    #expect(texts("fullDescription.text").allSatisfy { $0.hasSuffix(".") && !$0.contains("..") })
    #expect(rules.elements.allSatisfy { member("helpUri", $0) == nil })
  }

  @Test func runsOfOneNameAreToldApart() throws {
    let results = try #require(member("results", run(SeriesFixture.twins))).elements
    let prints = results.compactMap {
      member("partialFingerprints", $0)?.members.first?.value.stringText
    }
    #expect(prints.count == 9 && Set(prints).count == 9, "\(prints)")
    let texts = results.compactMap { member("message.text", $0)?.stringText }
    for label in SeriesFixture.twinLabels {
      #expect(texts.count { $0.hasPrefix("\(label): ") } == 3, "\(label)")
    }
  }

  @Test func whatWasNotMeasuredIsANotification() throws {
    let run = try run([ResultFixture.empty])
    #expect(member("results", run)?.elements.isEmpty == true)
    let notes = try #require(member("invocations", run)?.elements.first)
    #expect(member("toolExecutionNotifications", notes)?.elements.count == 2)
  }

  @Test(
    arguments: [
      ("a/b-1.json", "a/b-1.json"), ("./a b.json", "a%20b.json"),
      ("/x/ä.json", "file:///x/%C3%A4.json"),
      ("a:b#c?d%.json", "a%3Ab%23c%3Fd%25.json"), ("../up.json", "../up.json"),
      ("a\tb.json", "a%09b.json"),
    ])
  func pathsBecomeReferences(path: String, uri: String) throws {
    var result = SeriesFixture.failing
    result.scenarioFile = path
    let run = try run([result])
    let place = try #require(
      member("results", run)?.elements.first.flatMap { member("locations", $0)?.elements.first })
    #expect(member("physicalLocation.artifactLocation.uri", place)?.stringText == uri)
  }

  /// Only what is relative has a base; notifications have it too.
  @Test func pathsOfARepositoryHaveABase() throws {
    var (outside, unmeasured) = (SeriesFixture.failing, ResultFixture.empty)
    outside.scenarioFile = "/else where/x.json"
    unmeasured.scenarioFile = "a/b.json"
    let tree = SARIFReport.Root(top: "/home/me/a b", workingDirectory: "/home/me/a b/c")
    let run = try run([SeriesFixture.failing, outside, unmeasured], in: tree)
    let base = member("originalUriBaseIds", run)?.members ?? []
    #expect(base.map(\.key) == ["%SRCROOT%"])
    #expect(base.first.flatMap { member("uri", $0.value)?.stringText } == "file:///home/me/a%20b/")
    let invocation = try #require(member("invocations", run)?.elements.first)
    #expect(member("workingDirectory.uri", invocation)?.stringText == "file:///home/me/a%20b/c/")
    let findings = [member("results", run), member("toolExecutionNotifications", invocation)]
    let places = findings.flatMap { $0?.elements ?? [] }.flatMap { finding in
      (member("locations", finding)?.elements ?? []).map { place in
        ["uri", "uriBaseId"].map { key in
          member("physicalLocation.artifactLocation.\(key)", place)?.stringText
        }
      }
    }
    #expect(
      Set(places) == [
        ["scenarios/snowglobe.json", "%SRCROOT%"], ["file:///else%20where/x.json", nil],
        ["a/b.json", "%SRCROOT%"],
      ])
    let without = try self.run([SeriesFixture.failing])
    #expect(!without.members.contains { $0.key == "originalUriBaseIds" })
    let whole = SARIFReport.Root(top: "/", workingDirectory: "/")
    let top = try member("originalUriBaseIds", self.run([outside], in: whole))?.members.first
    #expect(top.flatMap { member("uri", $0.value)?.stringText } == "file:///")
  }

  @Test func hostileNamesAreText() throws {
    let run = try run([SeriesFixture.hostileResult])
    for result in try #require(member("results", run)).elements {
      let text = try #require(member("message.text", result)?.stringText)
      #expect(!text.contains("](") && !text.contains("\u{1B}") && !text.contains("\n"), "\(text)")
      let place = try #require(member("locations", result)?.elements.first)
      let uri = try #require(member("physicalLocation.artifactLocation.uri", place)?.stringText)
      #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") }, "\(uri)")
    }
  }
}

extension JSONNode {
  /// The text of a string; nil for anything else.
  var stringText: String? {
    if case .string(let text) = value { text } else { nil }
  }
}
