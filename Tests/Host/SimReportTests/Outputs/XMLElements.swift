import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Every element of a document in order.
final class XMLElements: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var parent: String?
    var text = ""
  }

  /// The elements of a document; fails when no parser would take it.
  static func read(_ text: String) throws -> [Element] {
    let reader = XMLElements()
    let parser = XMLParser(data: Data(text.utf8))
    try #require(reader.hasRead(parser), "\(String(describing: parser.parserError))")
    return reader.all
  }

  private(set) var all: [Element] = []
  private var open: [Int] = []
  private var hasEnded = false

  /// Whether a parser comes to the end without an error: that of some systems says true where it
  /// stopped at one.
  func hasRead(_ parser: XMLParser) -> Bool {
    parser.delegate = self
    return parser.parse() && parser.parserError == nil && hasEnded
  }

  func parserDidEndDocument(_ parser: XMLParser) { hasEnded = true }

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

/// What the schemas of Jenkins and Surefire allow.
enum JUnitRules {
  /// Attributes that each element may have, and those that it must.
  static let allowed: [String: (required: Set<String>, optional: Set<String>)] = [
    "testsuites": ([], ["name", "tests", "failures", "errors", "time"]),
    "testsuite": (["name", "tests", "failures", "errors", "skipped", "time"], []),
    "properties": ([], []), "property": (["name", "value"], []),
    "testcase": (["name", "classname", "time"], []),
    "failure": (["type", "message"], []), "error": (["type", "message"], []),
    "skipped": (["message"], []), "system-out": ([], []),
  ]
  static let parents: [String: String] = [
    "testsuite": "testsuites", "properties": "testsuite", "property": "properties",
    "testcase": "testsuite", "failure": "testcase", "error": "testcase", "skipped": "testcase",
    "system-out": "testsuite",
  ]

  /// Holds every element to its attributes and its place.
  static func check(_ elements: [XMLElements.Element]) throws {
    for element in elements {
      let rule = try #require(allowed[element.name], "\(element.name)")
      let found = Set(element.attributes.keys)
      #expect(rule.required.isSubset(of: found), "\(element.name)")
      #expect(found.isSubset(of: rule.required.union(rule.optional)), "\(element.name)")
      #expect(element.parent == parents[element.name], "\(element.name)")
      if let time = element.attributes["time"] {
        #expect(time.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) != nil, "\(time)")
      }
    }
  }
}

/// A page as it is parsed: void elements closed, and bare words in scripts and styles left out.
enum PageMarkup {
  static func isWellFormed(_ page: String) -> Bool {
    var text = page.replacing("<!DOCTYPE html>", with: "").replacing("<wbr>", with: "<wbr/>")
    text = text.replacing(/<(meta|img|input)([^>]*)>/) { "<\($0.1)\($0.2)/>" }
    text = text.replacing(/<(script|style)>(?s:.)*?<\/(script|style)>/, with: "")
    return XMLElements().hasRead(XMLParser(data: Data(text.utf8)))
  }
}
