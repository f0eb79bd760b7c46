import SimFormats
import SimImageAnalysis

/// A difference of two images as text, pages and JSON.
package enum ImageReport {
  /// An image's size in pixels.
  package struct Size: Equatable, Sendable {
    /// Columns.
    package var width: UInt32
    /// Rows.
    package var height: UInt32

    /// Creates a size.
    package init(width: UInt32, height: UInt32) { (self.width, self.height) = (width, height) }

    /// The size as text, without the unit.
    package var words: String { "\(width) by \(height)" }
  }

  /// The compared files, and the heat map's file.
  package struct Files: Sendable {
    /// The reference image.
    package var reference: String
    /// The test image.
    package var test: String
    /// The heat map; nil if not requested.
    package var heatMap: String?
    /// Number of compared columns, which both have.
    package var width: UInt32
    /// Number of compared rows, which both have.
    package var height: UInt32
    /// Color and orientation chunks that are not applied, with their files.
    package var ignored: [String]
    /// The size of the reference image.
    package var referenceSize: Size
    /// The size of the picture compared.
    package var testSize: Size
    /// Differences other than pixels, one sentence each: sizes, frame counts, delays.
    package var mismatches: [String] = []

    /// Names the files.
    package init(
      reference: String, test: String, heatMap: String?, width: UInt32, height: UInt32,
      ignored: [String] = []
    ) {
      self.reference = reference
      self.test = test
      self.heatMap = heatMap
      self.width = width
      self.height = height
      self.ignored = ignored
      (referenceSize, testSize) = (
        Size(width: width, height: height), Size(width: width, height: height)
      )
    }
  }

  // MARK: - People

  /// A difference as a table.
  package static func text(_ finding: Finding) -> String {
    TerminalRenderer.text(document(finding))
  }

  /// A difference as one page with images.
  package static func html(_ finding: Finding, _ blocks: [Block]) -> String {
    HTMLRenderer.text { _ in document(finding, blocks) }
  }

  private static func document(_ finding: Finding, _ more: [Block] = []) -> Document {
    let files = finding.files
    var rows = finding.frames?.rows ?? []
    rows += files.mismatches.map { words in
      let isFailed = !finding.limits.isEmpty
      return Facts.Row("differs", (isFailed ? "FAIL  " : "") + words, isFailed: isFailed)
    }
    rows += self.rows(finding)
    if !files.ignored.isEmpty {
      rows.append(Facts.Row("ignored", files.ignored.joined(separator: ", ")))
    }
    if let heatMap = files.heatMap { rows.append(Facts.Row("heat map", heatMap)) }
    let (size, other) = (files.referenceSize.words, files.testSize.words)
    let sizes = (size == other ? size : "\(size) and \(other)") + " pixels"
    let names = [files.reference, files.test].map(MessageText.oneLine)
    return Document(
      title: "\(names.joined(separator: " and ")), \(sizes)", hasHeading: false,
      articles: [
        Article(
          id: "difference",
          headline: Headline(
            tone: finding.verdict == .passed ? .passed : .failed, verdict: "",
            name: names.joined(separator: " and "), conditions: [sizes],
            line: "\(names.joined(separator: "  ")), \(sizes)")
        ) { [.facts(Facts(rows, width: 10, gap: 0))] + more }
      ])
  }

  /// Every metric with its name.
  static func rows(_ finding: Finding) -> [Facts.Row] {
    let (difference, files) = (finding.difference, finding.files)
    let flip = difference.flip.spread
    let degree = Quantity.plain(difference.pixelsPerDegree.shortestDouble)
    var rows = [Facts.Row("exact", exactText(difference.exact, files))]
    func add(_ name: String, _ text: String) { rows.append(Facts.Row(name, text)) }
    if difference.exact.pixels > 0 { add("where", whereText(difference)) }
    add(
      "flip",
      "mean \(short(flip.mean)), p95 \(short(flip.p95)), p99 \(short(flip.p99)), max "
        + "\(short(flip.maximum))  at \(degree) pixels per degree")
    add(
      "oklab",
      "mean \(short(difference.oklab.mean)), max \(short(difference.oklab.maximum))"
        + "  black and white are 1 apart")
    add(
      "ssim",
      difference.structuralSimilarity.map { short($0) }
        ?? "not measured: the images are smaller than 11 by 11 pixels")
    for judged in finding.judged {
      let (limit, value) = (judged.limit, judged.value.map { judged.limit.words(of: $0) })
      let place = finding.frames == nil ? "" : " in \(Frames.words(of: judged.frame))"
      let words = "\(limit.text), measured \(value ?? "nothing")\(place)"
      rows.append(
        Facts.Row(
          "limit", (judged.holds ? "ok    " : "FAIL  ") + words, isFailed: !judged.holds))
    }
    return rows
  }

  private static func exactText(_ exact: ExactDifference, _ files: Files) -> String {
    guard exact.pixels > 0 else {
      return "equal in every pixel" + (files.referenceSize == files.testSize ? "" : " compared")
        + (exact.bits == 8 ? "" : ", at \(exact.bits) bits")
    }
    let all = UInt64(files.width) * UInt64(files.height)
    let share = Quantity.percent(Double(exact.pixels) / Double(all))
    let depth = exact.bits == 8 ? "" : ", at \(exact.bits) bits"
    return "\(FigureText.grouped(exact.pixels)) of \(FigureText.grouped(all)) pixels differ "
      + "(\(share)), by at most \(FigureText.grouped(UInt64(exact.maximumDelta))) of "
      + "\(FigureText.grouped(UInt64(exact.fullDelta)))\(depth)"
  }

  private static func whereText(_ difference: ImageDifference) -> String {
    let exact = difference.exact
    var parts: [String] = []
    if let bounds = exact.bounds {
      parts.append("in \(bounds.width) by \(bounds.height) pixels at \(bounds.x), \(bounds.y)")
    }
    parts.append("up to \(exact.windowPixels) in 8 by 8")
    let change = Double(difference.lightnessChange)
    if abs(change) >= 0.0005 {
      let size = Quantity.figure(abs(change), decimals: 3)
      parts.append((change > 0 ? "lighter" : "darker") + " by " + size)
    }
    return parts.joined(separator: ", ")
  }

  private static func short(_ value: Float) -> String {
    Quantity.figure(value.shortestDouble, decimals: 4)
  }
}
