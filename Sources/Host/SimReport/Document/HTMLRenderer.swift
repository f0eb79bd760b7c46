import SimFormats
import SimText

/// A document as one page that needs no network.
///
/// Everything is readable without its script, which shows values under the pointer and compares
/// images.
package struct HTMLRenderer {
  private(set) var page = ""
  /// The level of the next heading, 1 to 6: one below that of its container.
  private var level = 1
  /// Number of image comparisons so far, for their ids in the markup.
  var comparisonCount = 0

  /// Inline parts of a page, and their replacements for a page with separate files.
  static let parts = [
    ("<style>\(PageStyle.text)</style>", "<link rel=\"stylesheet\" href=\"style.css\">"),
    ("<script>\(PageScript.text)</script>", "<script src=\"script.js\"></script>"),
    (
      "img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
      // For a page opened from a disk, some browsers do not treat neighboring files as 'self'.
      "img-src 'self' file:; style-src 'self' file:; script-src 'self' file:"
    ),
  ].map { (inline: $0.0, linked: $0.1) }

  /// The prefix of an image's address.
  static let picturePrefix = "data:image/png;base64,"

  /// The page of a document, ending in a line break, with as many articles as it may hold.
  ///
  /// Failures come first. Articles that do not fit are counted.
  ///
  /// - Parameters:
  ///   - limit: Maximum size in bytes.
  ///   - levels: Levels of detail; the first that fits is used, and the last one is truncated if
  ///     necessary.
  ///   - document: The document at a level.
  package static func text(
    limit: Int = .max, levels: Int = 1, _ document: (Int) -> Document
  ) -> String {
    var text = ""
    for level in 0..<max(levels, 1) {
      var renderer = HTMLRenderer()
      let isWhole = renderer.write(document(level), limit: limit)
      text = renderer.page
      if isWhole { break }
    }
    return text
  }

  /// Writes everything; returns whether all articles had room.
  private mutating func write(_ document: Document, limit: Int) -> Bool {
    let end = "</main>\n\(Self.parts[1].inline)\n</body>\n</html>\n"
    writeHead(document.title)
    if document.hasHeading {
      let heading = MarkupText.escaped(document.title)
      add("<header class=\"top\"><h1>\(heading)</h1></header>\n")
      level = 2
    }
    for block in document.lead { write(block) }
    // Before the articles, since its length decides how much room they have.
    var tail = self
    tail.page = ""
    for block in document.tail { tail.write(block) }
    // Reserves space for the sentence about omitted articles.
    let room = limit - end.utf8.count - tail.page.utf8.count - 200
    let order = document.articles.indices.sorted { a, b in
      let (first, second) = (document.articles[a].tone, document.articles[b].tone)
      return first != second ? first < second : a < b
    }
    var isWhole = true
    for (rank, index) in order.enumerated() {
      let length = page.utf8.count
      write(document.articles[index])
      guard page.utf8.count > room else { continue }
      page.removeSubrange(page.utf8.index(page.startIndex, offsetBy: length)...)
      let count = order.count - rank
      write(.note("\(count) \(document.unfitWords) do not fit; the JSON has them."))
      isWhole = false
      break
    }
    add(tail.page + end)
    return isWhole
  }

  private mutating func writeHead(_ title: String) {
    add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    add("<meta name=\"color-scheme\" content=\"light dark\">\n")
    // Nothing is fetched, regardless of names in a result.
    add("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    add("\(Self.parts[2].inline)\">\n")
    add("<title>\(MarkupText.escaped(title))</title>\n\(Self.parts[0].inline)\n")
    add("</head>\n<body>\n<main>\n")
  }

  mutating func add(_ markup: String) { page += markup }

  // MARK: - Articles

  private mutating func write(_ article: Article) {
    let outer = level
    let style = article.isFolded ? " class=\"folded\"" : ""
    add("<article id=\"\(MarkupText.escaped(article.id))\"\(style)>\n")
    if article.isFolded {
      add("<details><summary>")
      var headline = article.headline
      headline.codes = []
      write(headline, in: "span")
      if let picture = article.thumbnail {
        add("<span class=\"thumbnail\">\(Self.image(picture.png, picture.words))</span>")
      }
      add("</summary>\n")
      writeCodes(article.headline, in: "p")
    } else {
      add("<header>")
      write(article.headline, in: "p")
      add("</header>\n")
    }
    level = outer + 1
    for block in article.blocks() { write(block) }
    if article.isFolded { add("</details>\n") }
    add("</article>\n")
    level = outer
  }

  /// Writes a headline.
  ///
  /// - Parameter element: The element of a line; a summary cannot contain paragraphs.
  private mutating func write(_ headline: Headline, in element: String) {
    let tag = "h\(level)"
    if !headline.verdict.isEmpty {
      add("<\(element) class=\"verdict \(headline.tone.style)\">")
      add("\(MarkupText.escaped(headline.verdict))</\(element)>")
    }
    add("<\(tag)>\(MarkupText.escaped(headline.name))</\(tag)>")
    if !headline.conditions.isEmpty {
      let spans = headline.conditions.map { "<span>\(MarkupText.escaped($0))</span>" }
      add("<\(element) class=\"conditions\">\(spans.joined(separator: " "))</\(element)>")
    }
    writeCodes(headline, in: element)
  }

  private mutating func writeCodes(_ headline: Headline, in element: String) {
    guard !headline.codes.isEmpty else { return }
    let codes = headline.codes.map(MarkupText.escaped).joined(separator: " · ")
    add("<\(element)><code>\(codes)</code></\(element)>")
  }

  // MARK: - Blocks

  mutating func write(_ block: Block) {
    switch block {
    case .section(let title, let blocks):
      add("<section>")
      write(blocks, under: "<h\(level)>\(MarkupText.escaped(title))</h\(level)>\n")
      add("</section>\n")
    case .details(let title, let blocks):
      add("<details>")
      write(blocks, under: "<summary>\(MarkupText.escaped(title))</summary>\n")
      add("</details>\n")
    case .text(let words): add("<p>\(Self.markup(words))</p>\n")
    case .note(let sentence): add("<p class=\"note\">\(MarkupText.escaped(sentence))</p>\n")
    case .command(let purpose, let command):
      add("<p class=\"note\">\(MarkupText.escaped(purpose)):</p>")
      writeCommand(command)
    case .list(let items):
      let items = items.map { "<li>\(MarkupText.escaped($0))</li>" }
      add("<ul>\(items.joined())</ul>\n")
    case .failures(let title, let failures): write(failures, title)
    case .tiles(let tiles): write(tiles)
    case .table(let table): write(table)
    case .facts(let facts): write(facts)
    case .charts(let group): write(group)
    case .plots(let charts, let width): write(charts, width: width)
    case .sequence(let sequence): write(sequence)
    case .picture(let picture): write(picture)
    case .comparison(let pictures): write(pictures)
    case .lines(let lines):
      let text = lines.map { MarkupText.escaped(MessageText.oneLine($0)) }
      add("<pre tabindex=\"0\">\(text.joined(separator: "\n"))</pre>\n")
    case .verdict: break
    case .only(let formats, let blocks):
      if formats.contains(.page) { for block in blocks { write(block) } }
    }
  }

  private mutating func write(_ blocks: [Block], under heading: String) {
    add(heading)
    level += 1
    for block in blocks { write(block) }
    level -= 1
  }

  private mutating func write(_ failures: [Failure], _ title: String) {
    guard !failures.isEmpty else { return }
    add("<section class=\"failures\"><h\(level)>\(MarkupText.escaped(title))</h\(level)><ul>\n")
    for failure in failures {
      add("<li><b>\(MarkupText.escaped(failure.name))</b> ")
      add("<span>\(MarkupText.escaped(failure.outcome))</span>")
      if let place = failure.place { add(" <code>\(MarkupText.escaped(place))</code>") }
      if let command = failure.command { writeCommand(command) }
      add("</li>\n")
    }
    add("</ul></section>\n")
  }

  /// A command in a box, to which the script adds a copy button.
  private mutating func writeCommand(_ command: String) {
    let text = MarkupText.escaped(MessageText.oneLine(command))
    add("<pre class=\"command\" tabindex=\"0\">\(text)</pre>\n")
  }

  private mutating func write(_ tiles: [Tile]) {
    add("<section class=\"tiles\">\n")
    for tile in tiles {
      add(tile.isFailed ? "<div class=\"failed\">" : "<div>")
      add("<p class=\"label\">\(tile.isFailed ? Self.symbol(.failed) + " " : "")")
      add("\(MarkupText.escaped(tile.label))</p>")
      add("<p class=\"value\">\(MarkupText.escaped(tile.value))</p>")
      add("<p class=\"under\">\(MarkupText.escaped(tile.note))</p></div>\n")
    }
    add("</section>\n")
  }

  /// Charts side by side where there is room, each in a box that can be scrolled where it is wider.
  private mutating func write(_ charts: [Chart], width: Double) {
    guard !charts.isEmpty else { return }
    add("<div class=\"plots\">\n")
    for chart in charts {
      let words = MarkupText.escaped(MessageText.oneLine(chart.title))
      add("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"\(words)\">")
      add(SVGRenderer.panel(chart, width: width) + "</div>\n")
    }
    add("</div>\n")
  }

  /// An image; a large one keeps its size on a narrow page, where it can be scrolled.
  private mutating func write(_ picture: Picture) {
    let image = Self.image(picture.png, picture.words)
    guard !picture.isSmall else {
      add("<figure class=\"sheet small\">\(image)</figure>\n")
      return
    }
    let words = MarkupText.escaped(picture.words)
    add("<figure class=\"sheet\"><div class=\"scroll\" tabindex=\"0\" role=\"group\" ")
    add("aria-label=\"\(words)\">\(image)</div></figure>\n")
  }

  private static func markup(_ words: Words) -> String {
    words.parts.map { part in
      let text = MarkupText.escaped(part.text)
      return part.isCode ? "<code>\(text)</code>" : text
    }.joined()
  }

  static func image(_ png: [UInt8], _ words: String) -> String {
    var text: [UInt8] = []
    Base64.append(png, to: &text)
    return "<img alt=\"\(MarkupText.escaped(words))\" src=\"\(picturePrefix)"
      + "\(String(decoding: text, as: UTF8.self))\">"
  }

  static func symbol(_ tone: Tone) -> String {
    "<span class=\"symbol \(tone.style)\" role=\"img\" aria-label=\"\(tone.words)\">"
      + "\(tone.mark)</span>"
  }
}

extension Article {
  /// How it went.
  var tone: Tone { headline.tone }
}

extension Tone: Comparable {
  /// The worse is less.
  package static func < (a: Tone, b: Tone) -> Bool { a.rawValue < b.rawValue }

  /// The class in a page's style.
  var style: String {
    switch self {
    case .failed: "failed"
    case .machine: "machine"
    case .unsure: "unsure"
    case .passed: "passed"
    }
  }

  /// The meaning of a symbol.
  var words: String {
    switch self {
    case .failed: "failed"
    case .machine: "not judged"
    case .unsure: "not measured"
    case .passed: "passed"
    }
  }
}
