import Formats
import Foundation
import Report
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Goal: every reader of JUnit XML takes the file, counts rightly and shows what matters.
///
/// Method: an XML parser reads it back; elements and attributes are held to those of the schemas of
/// Jenkins and Surefire; hostile names come back as text.
@Suite struct JUnitReportTests {
  /// Attributes that each element may have, and those that it must.
  static let allowed: [String: (required: Set<String>, optional: Set<String>)] = [
    "testsuites": ([], ["name", "tests", "failures", "errors", "time"]),
    "testsuite": (["name", "tests", "failures", "errors", "skipped", "time"], []),
    "properties": ([], []), "property": (["name", "value"], []),
    "testcase": (["name", "classname", "time"], []),
    "failure": (["type", "message"], []), "error": (["type", "message"], []),
    "skipped": (["message"], []),
  ]
  static let parents: [String: String] = [
    "testsuite": "testsuites", "properties": "testsuite", "property": "properties",
    "testcase": "testsuite", "failure": "testcase", "error": "testcase", "skipped": "testcase",
  ]

  private func elements(_ results: [RunResult]) throws -> [XMLElements.Element] {
    let reader = XMLElements()
    let parser = XMLParser(data: Data(JUnitReport.text(results).utf8))
    parser.delegate = reader
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return reader.all
  }

  @Test func structureIsThatOfTheSchemas() throws {
    let results = [
      ResultFixture.full, ResultFixture.empty, SeriesFixture.failing, SeriesFixture.hostileResult,
    ]
    let elements = try elements(results)
    for element in elements {
      let rule = try #require(Self.allowed[element.name], "\(element.name)")
      let found = Set(element.attributes.keys)
      #expect(rule.required.isSubset(of: found), "\(element.name)")
      #expect(found.isSubset(of: rule.required.union(rule.optional)), "\(element.name)")
      #expect(element.parent == Self.parents[element.name], "\(element.name)")
      if let time = element.attributes["time"] {
        #expect(time.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) != nil, "\(time)")
      }
    }
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
    #expect(names.contains("BV-FPS timing.frame.p99 ≤ 16.667 ms"))
    #expect(Set(names).count == names.count)
  }

  @Test func whatWasNotMeasuredIsSkipped() throws {
    let skipped = try elements([ResultFixture.empty]).filter { $0.name == "skipped" }
    #expect(skipped.count == 2)
    #expect(skipped[0].attributes["message"]?.contains("not measured: debug build") == true)
  }
}

/// Every element of a document in order.
private final class XMLElements: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var parent: String?
    var text = ""
  }

  private(set) var all: [Element] = []
  private var open: [Int] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    let parent = open.last.map { all[$0].name }
    open.append(all.count)
    all.append(Element(name: name, attributes: attributes, parent: parent))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.last { all[last].text += text }
  }
}
