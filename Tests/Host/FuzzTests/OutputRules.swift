import SimFormats
import Foundation
import SimReport

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What every output has to keep, whatever names it shows.
enum OutputRules {
  /// Makes outputs of results and holds each to its format.
  static func check(_ results: [SceneResult], of kinds: [String]) throws(FuzzFinding) {
    let all = ResultFile.Results(results.map { .scene($0) })
    for kind in kinds {
      switch kind {
      case "text":
        for result in results { try TextRules.checkLines(TextReport.text(result), "text report") }
      case "junit": try checkXML(JUnitReport.text(all), "JUnit")
      case "markdown": try TextRules.checkLines(MarkdownReport.text(all), "Markdown")
      case "html":
        try checkPage(
          HTMLReport.text(all, showing: .init()), "HTML report")
      case "sarif": try checkJSON(SARIFReport.text(Finding.all(in: all), version: "1"), "SARIF")
      case "bmf": try checkJSON(BencherReport.text(all), "BMF")
      case "benchmark-json": try checkJSON(BenchmarkActionReport.text(all), "benchmark JSON")
      case "openmetrics": try TextRules.checkLines(OpenMetricsReport.text(all), "OpenMetrics")
      case "annotations": try checkAnnotations(AnnotationReport.text(Finding.all(in: all)))
      default: throw FuzzFinding("no output named \(kind)")
      }
    }
  }

  /// Holds a text to XML, to readable characters and to no markup but its own.
  static func checkXML(_ text: String, _ what: String) throws(FuzzFinding) {
    try TextRules.checkLines(text, what)
    try checkElements(text, what)
  }

  /// Holds a page to what a parser of XML takes, void elements closed and own scripts left out.
  static func checkPage(_ page: String, _ what: String) throws(FuzzFinding) {
    try TextRules.checkLines(page, what)
    guard !page.contains("<script>alert") else { throw FuzzFinding("\(what): foreign script") }
    var text = page.replacing(/<!(?i:doctype html)>/, with: "")
    text = text.replacing(/<(meta|img|link|input|br|wbr|hr)\b([^>]*)>/) { "<\($0.1)\($0.2)/>" }
    text = text.replacing(/<(script|style)[^>]*>(?s:.)*?<\/(script|style)>/, with: "")
    let bare = #/ (open|checked|controls|hidden|defer)(?=[ >\/])/#
    text = text.replacing(bare) { " \($0.1)=\"\"" }
    try checkElements(text, what)
  }

  private static func checkElements(_ text: String, _ what: String) throws(FuzzFinding) {
    let reader = ForeignMarkup()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    // The parser of some systems says true where it stopped at an error.
    guard parser.parse(), parser.parserError == nil, reader.hasEnded else {
      let reason = parser.parserError.map { "\(($0 as NSError).code)" } ?? ""
      throw FuzzFinding(
        "\(what): not well-formed", "line \(parser.lineNumber), error \(reason)")
    }
    guard let foreign = reader.foreign else { return }
    throw FuzzFinding("\(what): foreign markup", foreign)
  }

  /// Holds a text to JSON that our own strict reader takes, with no raw control character; marks
  /// of direction are data there.
  static func checkJSON(_ text: String, _ what: String) throws(FuzzFinding) {
    do {
      _ = try JSONDocument(parsing: Array(text.utf8))
    } catch {
      throw FuzzFinding("\(what): no JSON", "\(error)")
    }
    for scalar in text.unicodeScalars where scalar != "\n" {
      guard scalar.value >= 0x20, !(0x7F..<0xA0).contains(scalar.value) else {
        throw FuzzFinding("\(what): raw control characters", "U+\(scalar.value)")
      }
    }
  }

  /// Holds workflow commands to one line each.
  static func checkAnnotations(_ text: String) throws(FuzzFinding) {
    try TextRules.checkLines(text, "annotations")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      guard line.hasPrefix("::error ") || line.hasPrefix("::warning ") else {
        throw FuzzFinding("annotations: a line that is none", String(line))
      }
    }
  }
}

/// Looks for what nothing of ours has: scripts, handlers of events and addresses that run code.
final class ForeignMarkup: NSObject, XMLParserDelegate {
  private(set) var foreign: String?
  /// Whether the end of the document was reached.
  private(set) var hasEnded = false

  func parserDidEndDocument(_ parser: XMLParser) { hasEnded = true }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    if ["script", "blink"].contains(name) { foreign = name }
    for (key, value) in attributes {
      let isCode = value.hasPrefix("javascript:") && ["href", "src"].contains(key)
      if isCode || key.hasPrefix("onerror") { foreign = "\(name) \(key)=\(value)" }
    }
  }
}
