import SimFormats

/// Results as one HTML page that needs no network: verdict, what failed, charts, tables, pictures.
///
/// Everything is readable without its script, which only shows the numbers under the pointer.
package struct HTMLReport {
  /// A result to lay under another, and what it is called.
  package struct Reference {
    /// The other results; those of the same scenarios are compared.
    package var results: [RunResult]
    /// What the page calls them.
    package var name: String

    /// Makes a reference.
    package init(results: [RunResult], name: String) {
      self.results = results
      self.name = name
    }
  }

  /// The maximum count of bytes of a page, however many runs it has, so that it loads quickly.
  package static var maximumByteCount: Int { 1 << 20 }

  /// The maximum count of bytes of each of a page's pictures, when it has so many; the rest is for
  /// the figures, which take more where many runs have tables and charts of their own.
  package static func pictureByteCount(of count: Int) -> Int {
    let share = hasThumbnails(count) ? maximumByteCount / 3 : maximumByteCount * 3 / 5
    return share / max(count, 1) * 3 / 4
  }

  /// Whether so many runs on a page leave room for thumbnails and plain charts only.
  package static func hasThumbnails(_ count: Int) -> Bool { count > 8 }

  private let results: [RunResult]
  private let pictures: [[UInt8]?]
  private let reference: Reference?
  /// Whether the charts are few enough to be drawn finer than a pixel, each figure one of its own.
  let hasFineCharts: Bool
  var page = ""

  /// The page, ending in a line break.
  ///
  /// - Parameters:
  ///   - results: What the page is about; at least one.
  ///   - pictures: For each result the contact sheet as PNG, or nil when there is none.
  ///   - reference: Results to compare with.
  package static func text(
    _ results: [RunResult], pictures: [[UInt8]?], against reference: Reference? = nil
  ) -> String {
    var report = HTMLReport(results: results, pictures: pictures, reference: reference)
    report.write()
    return report.page
  }

  private init(results: [RunResult], pictures: [[UInt8]?], reference: Reference?) {
    self.results = results
    self.pictures = pictures
    self.reference = reference
    hasFineCharts = !Self.hasThumbnails(results.count)
  }

  private mutating func write() {
    let passed = results.filter { $0.verdict == .passed }.count
    let title =
      results.count == 1
      ? "\(results[0].scenario): \(results[0].verdictWord.lowercased())"
      : "\(passed) of \(results.count) scenarios passed"
    page = Self.head(title)
    if results.count > 1 { writeOverview(title) }
    let environment = results.first?.environment
    let version = environment.map { "simbench \($0.version), behavior \($0.behaviorVersion)" }
    let system = environment.map { "\($0.build) build, \($0.operatingSystem) \($0.architecture)" }
    let words = [version, system].compactMap { $0 }.joined(separator: " · ")
    let end =
      "<footer>\(MarkupText.escaped(words))</footer>\n</main>\n<script>\(Self.script)</script>\n"
      + "</body>\n</html>\n"
    writeArticles(limit: Self.maximumByteCount - end.utf8.count)
    page += end
  }

  /// Writes as much of every result as the page may hold: charts get coarser first, then pictures
  /// go, and of results that do not fit even so only the overview tells.
  private mutating func writeArticles(limit: Int) {
    let head = page
    let maximum = max(90, FrameSeries.maximumCount / results.count)
    for (count, hasPictures) in [(maximum, true), (60, true), (40, true), (60, false), (30, false)]
    {
      page = head
      for index in results.indices where page.utf8.count <= limit {
        writeResult(index, chartCount: min(count, maximum), hasPicture: hasPictures)
      }
      if page.utf8.count <= limit { return }
    }
    page = head
    // What failed comes first: the page is opened for it.
    let failed = results.indices.filter { results[$0].verdict != .passed }
    let order = failed + results.indices.filter { results[$0].verdict == .passed }
    for (position, index) in order.enumerated() {
      let before = page
      writeResult(index, chartCount: 30, hasPicture: false)
      guard page.utf8.count > limit - 200 else { continue }
      page = before
      writeNote("\(order.count - position) further scenarios do not fit; the JSON has them.")
      return
    }
  }

  /// A page's beginning, up to what it says.
  static func head(_ title: String) -> String {
    var text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    text += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    text += "<meta name=\"color-scheme\" content=\"light dark\">\n"
    // Nothing is fetched, whatever a name in a result may say.
    text += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    text += "img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
    text += "<title>\(MarkupText.escaped(title))</title>\n<style>\(style)</style>\n"
    return text + "</head>\n<body>\n<main>\n"
  }

  private mutating func writeOverview(_ title: String) {
    page += "<header><h1>\(MarkupText.escaped(title))</h1></header>\n<table class=\"overview\">"
    page += "<thead><tr><th></th><th>scenario</th><th>failed</th><th class=\"n\">frame p99</th>"
    page += "<th class=\"n\">allocations</th></tr></thead>\n<tbody>\n"
    for (index, result) in results.enumerated() {
      guard page.utf8.count < Self.maximumByteCount / 2 else {
        page += "<tr><td></td><td>and \(results.count - index) more</td></tr>\n"
        break
      }
      let failed = Check.failed(in: result)
      let names = failed.prefix(3).map { $0.id }.joined(separator: ", ")
      let rest = failed.count > 3 ? " and \(failed.count - 3) more" : ""
      let p99 = result.timing.measuredFrames > 0 ? Quantity.time(result.timing.frame.p99) : "–"
      let heap = result.allocations.steadyTotal.map { Quantity.grouped($0) } ?? "–"
      let mark: CheckStatus = result.isHeldUp ? .notMeasured : .passed
      page += "<tr><td>\(Self.mark(failed.isEmpty ? mark : .failed))</td>"
      page += "<td><a href=\"#run-\(index + 1)\">\(MarkupText.escaped(result.scenario))</a></td>"
      page += "<td>\(MarkupText.escaped(names + rest))</td>"
      for (text, groups) in [(p99, [.frame]), (heap, [.allocations])] as [(String, [FigureGroup])] {
        let isFailed = !result.failedBudgets(ofAny: groups).isEmpty
        page += "<td class=\"n\(isFailed ? " failed" : "")\">\(text)</td>"
      }
      page += "</tr>\n"
    }
    page += "</tbody></table>\n"
  }

  private mutating func writeResult(_ index: Int, chartCount: Int, hasPicture: Bool) {
    let result = results[index]
    let picture = hasPicture && pictures.indices.contains(index) ? pictures[index] : nil
    let other = reference?.results.first { $0.scenario == result.scenario }
    let comparison = other.map { Comparison(result, $0, name: reference?.name ?? "") }
    let heading = results.count > 1 ? "h2" : "h1"
    page += "<article id=\"run-\(index + 1)\">\n"
    writeHead(result, heading)
    writeFailures(result)
    if let sentence = result.heldUpSentence { writeNote("Inconclusive: \(sentence)") }
    writeTiles(result)
    if let reference {
      if let comparison {
        writeComparison(comparison)
      } else {
        writeNote("\(reference.name) has no result of this scenario to compare with.")
      }
    }
    writeCharts(result, comparison, count: chartCount)
    if hasPicture {
      writePicture(result, picture)
    } else if result.picture != nil {
      writeNote("No pictures: they would make this page too long.")
    }
    writeChecks(result)
    writeInstructions(result)
    writeAllocationSites(result)
    writeFigures(result)
    page += "</article>\n"
  }

  private mutating func writeHead(_ result: RunResult, _ heading: String) {
    page += "<header><p class=\"verdict \(result.verdict.rawValue)\">\(result.verdictWord)</p>"
    page += "<\(heading)>\(MarkupText.escaped(result.scenario))</\(heading)>"
    let parts = result.conditions.map { "<span>\(MarkupText.escaped($0))</span>" }
    page += "<p class=\"conditions\">\(parts.joined(separator: " "))</p>"
    page += "<p><code>states \(Quantity.hexadecimal(result.digest.chain))"
    if let pixels = result.digest.pixelChain {
      page += " · pixels \(Quantity.hexadecimal(pixels))"
    }
    page += "</code></p></header>\n"
  }

  private mutating func writeFailures(_ result: RunResult) {
    let failed = Check.failed(in: result)
    guard !failed.isEmpty else { return }
    page += "<section class=\"failures\"><h3>What failed</h3><ul>\n"
    for check in failed {
      page += "<li><b>\(MarkupText.escaped(check.id))</b> "
      page += "<span>\(MarkupText.escaped(check.outcome))</span>"
      if let file = result.scenarioFile {
        page += " <code>\(MarkupText.escaped("\(file):\(check.line ?? 1)"))</code>"
      }
      page += "</li>\n"
    }
    page += "</ul></section>\n"
  }

  private mutating func writePicture(_ result: RunResult, _ picture: [UInt8]?) {
    guard let picture else {
      if let path = result.picture {
        writeNote(
          "No pictures: the contact sheet \(path) was gone, or that of another run, when this page "
            + "was made.")
      }
      return
    }
    let size = hasFineCharts ? "sheet" : "sheet small"
    page += "<section><h3>What it looks like</h3><figure class=\"\(size)\">"
    page += "<img alt=\"Frames of the run in order, each with its time\" "
    page += "src=\"data:image/png;base64,"
    page += Base64.text(of: picture)
    page += "\"></figure></section>\n"
  }

  mutating func writeNote(_ sentence: String) { page += Self.note(sentence) }

  static func note(_ sentence: String) -> String {
    "<p class=\"note\">\(MarkupText.escaped(sentence))</p>\n"
  }

  static func mark(_ status: CheckStatus) -> String {
    switch status {
    case .passed: "<span class=\"mark passed\" title=\"passed\">✓</span>"
    case .failed: "<span class=\"mark failed\" title=\"failed\">✗</span>"
    case .notMeasured: "<span class=\"mark unmeasured\" title=\"not measured\">–</span>"
    }
  }
}

/// Bytes as text by RFC 4648.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for offset in 0..<3 {
        let index = start + offset
        bits = bits << 8 | (index < bytes.count ? UInt32(bytes[index]) : 0)
      }
      for offset in 0..<4 {
        let isFilled = offset <= group.count
        let digit = digits[Int(bits >> UInt32(18 - 6 * offset) & 63)]
        text.append(isFilled ? digit : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
