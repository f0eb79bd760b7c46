import SimFormats
import SimReport
import Testing

/// Goal: every reader of JUnit XML takes the file, counts rightly and shows what matters.
///
/// Method: an XML parser reads it back; elements and attributes are held to those of the schemas of
/// Jenkins and Surefire; hostile names come back as text.
@Suite struct JUnitReportTests {
  private func elements(_ results: [SceneResult]) throws -> [XMLElements.Element] {
    try XMLElements.read(JUnitReport.text(.init(scenes: results)))
  }

  @Test func structureIsThatOfTheSchemas() throws {
    let results = [
      ResultFixture.full, ResultFixture.empty, SeriesFixture.failing, SeriesFixture.hostileResult,
      CountFixture.result,
    ]
    let elements = try elements(results)
    try JUnitRules.check(elements)
    #expect(elements.filter { $0.name == "testsuite" }.count == results.count)
  }

  @Test func countsAreThoseOfTheElements() throws {
    let elements = try elements([SeriesFixture.failing, SeriesFixture.hostileResult])
    func sum(_ attribute: String, of name: String) -> Int {
      elements.filter { $0.name == name }.compactMap { Int($0.attributes[attribute] ?? "") }
        .reduce(0, +)
    }
    for (attribute, name) in [
      ("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"),
    ] {
      let count = elements.filter { $0.name == name }.count
      #expect(count > 0 && sum(attribute, of: "testsuite") == count, "\(name)")
      if attribute != "skipped" { #expect(sum(attribute, of: "testsuites") == count, "\(name)") }
    }
  }

  @Test func failuresSayEverything() throws {
    let elements = try elements([SeriesFixture.failing])
    let bodies = elements.filter { $0.name == "failure" }.map { $0.text }
    #expect(bodies.count == 3)
    let sentences = [
      "population.flakes.max is 601, limit ≤ 600",
      "timing.frame.p99 is 17.25 ms, limit ≤ 16.667 ms",
      "load of 600 flakes: carried for 12 frames in a row at most, 60 would prove it",
    ]
    for (body, sentence) in zip(bodies, sentences) {
      #expect(body.contains(sentence), "\(body)")
      #expect(body.contains("iPhone 12") && body.contains("seed 18446744073709551615"))
    }
    #expect(bodies[0].hasSuffix("scenarios/snowglobe.json:30"))
    #expect(bodies[2].hasSuffix("scenarios/snowglobe.json:28"))
    let names = elements.filter { $0.name == "testcase" }.compactMap { $0.attributes["name"] }
    #expect(names.contains("BV-FPS timing.frame.p99"), "no name holds a limit")
    #expect(Set(names).count == names.count)
  }

  @Test func runsOfOneNameAreToldApart() throws {
    let elements = try elements(SeriesFixture.twins)
    let suites = elements.filter { $0.name == "testsuite" }.compactMap { $0.attributes["name"] }
    #expect(suites == SeriesFixture.twinLabels)
    let cases = elements.filter { $0.name == "testcase" }.map { element in
      "\(element.attributes["classname"] ?? "") \(element.attributes["name"] ?? "")"
    }
    #expect(Set(cases).count == cases.count && cases.count > 9)
    // Alone, a run has its name alone.
    let alone = try self.elements([SeriesFixture.failing])
    #expect(alone.first { $0.name == "testsuite" }?.attributes["name"] == "snowglobe")
  }

  @Test func whatWasNotMeasuredIsSkipped() throws {
    let skipped = try elements([ResultFixture.empty]).filter { $0.name == "skipped" }
    #expect(skipped.count == 2)
    #expect(skipped[0].attributes["message"]?.contains("not measured: debug build") == true)
  }

  @Test func countsAreProperties() throws {
    func values(_ result: SceneResult) throws -> [String: String] {
      let pairs = try elements([result]).filter { $0.name == "property" }.map {
        ($0.attributes["name"] ?? "", $0.attributes["value"] ?? "")
      }
      return Dictionary(uniqueKeysWithValues: pairs)
    }
    let counted = try values(CountFixture.result)
    #expect(counted["instructions.method"] == "valgrind")
    #expect(counted["instructions.perFrame.step"] == "1234.5")
    #expect(counted["instructions.perFrame.draw"] == "20")
    #expect(counted["instructions.frames"] == "600")
    #expect(counted["instructions.note"] == "no hardware counter: \(SeriesFixture.seenHostile)")
    let none = try values(CountFixture.uncounted)
    #expect(none["instructions.method"] == "none" && none["instructions.frames"] == nil)
    #expect(none["instructions.note"] == "no valgrind")
    #expect(try values(ResultFixture.full)["instructions.method"] == nil)
  }

  @Test func callSitesAreTheOutput() throws {
    let output = try #require(
      try elements([CountFixture.result]).first { $0.name == "system-out" })
    let lines = output.text.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[1] == "1,200 in step, 96.0 KiB, first in frame 130, grow() ← Flakes.step()")
    #expect(lines[2].hasPrefix("1 in draw, 64 B, first in frame 700, a\"'<b>&amp;</script>"))
    #expect(lines[3] == "and 19 more")
    #expect(try !elements([ResultFixture.full]).contains { $0.name == "system-out" })
  }

  @Test func busyMachineSkipsItsBudget() {
    let text = JUnitReport.text([ResultFixture.heldUp])
    #expect(text.contains("failures=\"0\" errors=\"0\" skipped=\"1\""))
    #expect(text.contains("<skipped message=\"timing.frame.p99: 277.5 ms, but frames waited for"))
  }
}
