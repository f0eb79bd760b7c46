import SimFormats

/// A document as lines of text, the way a terminal shows it.
package struct TerminalRenderer {
  private let isStyled: Bool
  /// Columns of the terminal; nil leaves lines as long as they are.
  private let width: Int?
  private var lines: [String] = []
  private var indentation = ""

  /// The escape sequences that a text can contain.
  package static var styles: [String] {
    ["0", "1;31", "1;32", "1;33", "1;35", "2", "31", "32", "33", "35"].map { "\u{1B}[\($0)m" }
  }

  /// The document's text, ending in a line break.
  ///
  /// - Parameters:
  ///   - isStyled: Whether to color the text with escape sequences.
  ///   - width: Columns of the terminal, for wrapping; nil for no wrapping.
  package static func text(
    _ document: Document, isStyled: Bool = false, width: Int? = nil
  ) -> String {
    var renderer = TerminalRenderer(isStyled: isStyled, width: width)
    for block in document.lead { renderer.write(block) }
    for article in document.articles { renderer.write(article) }
    for block in document.tail { renderer.write(block) }
    return renderer.lines.joined(separator: "\n") + "\n"
  }

  private init(isStyled: Bool, width: Int?) {
    self.isStyled = isStyled
    self.width = width.map { max($0, 40) }
  }

  private mutating func write(_ article: Article) {
    let headline = article.headline
    guard !(headline.verdict.isEmpty && headline.name.isEmpty && headline.line == nil) else {
      return write(article.blocks(), indentedBy: "  ")
    }
    let word = MessageText.oneLine(headline.verdict)
    let gap = max(headline.verdictWidth - word.count, 0)
    let rest = headline.line ?? TextReport.joined([headline.name] + headline.conditions)
    add(
      (word.isEmpty ? "" : styled("1;\(headline.tone.color)", word))
        + String(repeating: " ", count: word.isEmpty ? 0 : gap + 2) + MessageText.oneLine(rest))
    write(article.blocks(), indentedBy: "  ")
  }

  private mutating func write(_ blocks: [Block], indentedBy spaces: String) {
    let before = indentation
    indentation += spaces
    for block in blocks { write(block) }
    indentation = before
  }

  /// Adds a line; an empty one has no spaces.
  ///
  /// - Parameter hang: Indentation of continuation lines, in columns.
  private mutating func add(_ line: String, hang: Int = 2) {
    let whole = line.isEmpty ? "" : indentation + line
    guard let width else { return lines.append(whole) }
    lines += LineWrap.lines(whole, width: width, hang: indentation.count + hang)
  }

  private mutating func write(_ block: Block) {
    switch block {
    case .section(let title, let blocks), .details(let title, let blocks):
      add(MessageText.oneLine(title))
      write(blocks, indentedBy: "  ")
    case .text(let words): add(MessageText.oneLine(words.parts.map(\.text).joined()))
    case .note(let sentence): add(MessageText.oneLine(sentence))
    case .command(let purpose, let command):
      add(
        MessageText.oneLine("\(purpose.prefix(1).lowercased())\(purpose.dropFirst()): \(command)"))
    case .list(let items), .lines(let items):
      for item in items { add(MessageText.oneLine(item)) }
    case .failures(let title, let failures):
      guard !failures.isEmpty else { return }
      add(MessageText.oneLine(title))
      for failure in failures {
        let place = failure.place.map { "  \($0)" } ?? ""
        let words = MessageText.oneLine("\(failure.name)  \(failure.outcome)\(place)")
        add("  \(mark(.failed)) \(words)")
      }
    case .tiles(let tiles):
      write(Facts(tiles.map { Facts.Row($0.label, "\($0.value), \($0.note)") }))
    case .table(let table): write(table)
    case .facts(let facts): write(facts)
    case .charts(let group):
      write(Facts(group.charts.map { Facts.Row($0.title, $0.words) }))
    case .plots: break
    case .sequence(let sequence): for line in sequence.lines { add(MessageText.oneLine(line)) }
    case .picture(let picture): add(MessageText.oneLine(picture.words))
    case .comparison(let pictures): add(MessageText.oneLine(pictures.name))
    case .verdict(let tone, let word, let words):
      let before = indentation
      indentation = ""
      add(styled("1;\(tone.color)", word) + "  " + MessageText.oneLine(words))
      indentation = before
    case .only(let formats, let blocks):
      if formats.contains(.terminal) { for block in blocks { write(block) } }
    }
  }

  private mutating func write(_ facts: Facts) {
    for row in facts.rows(in: .terminal) {
      let name = MessageText.oneLine(row.name)
      let gap = max(facts.gap, name.count < facts.width ? 0 : 1)
      let limits = row.failed.map { styled("31", "✗ \(MessageText.oneLine($0))") }
      add(
        styled(row.isFailed ? "31" : "2", Quantity.padded(name, facts.width))
          + String(repeating: " ", count: gap)
          + TextReport.joined([MessageText.oneLine(row.text)] + limits),
        hang: facts.width + facts.gap)
    }
  }

  /// Columns two spaces apart, a mark one space before the next; rows with a line of their own do
  /// not widen them.
  private mutating func write(_ table: Table) {
    let columns = table.indices(in: .terminal)
    let rows = table.rows(in: .terminal)
    let titles = columns.map { MessageText.oneLine(table.columns[$0].title) }
    var cells = rows.filter { $0.line == nil }.map { row in
      columns.map { MessageText.oneLine(row.cells[$0].text) }
    }
    if table.hasTerminalHead { cells.insert(titles, at: 0) }
    let widths = columns.indices.map { place in cells.reduce(0) { max($0, $1[place].count) } }
    if table.hasTerminalHead { add(Self.line(titles, widths) { _, text in text }) }
    for row in rows {
      let mark = row.cells.first.flatMap { cell -> Tone? in
        if case .mark(let tone) = cell.kind { tone } else { nil }
      }
      if let line = row.line {
        add((mark.map { self.mark($0) + " " } ?? "") + MessageText.oneLine(line))
        continue
      }
      let texts = columns.map { MessageText.oneLine(row.cells[$0].text) }
      add(
        Self.line(texts, widths) { place, text in
          guard place == 0, let mark else { return text }
          return self.mark(mark) + " "
        }, hang: 4)
    }
  }

  /// A row without spaces at its end.
  private static func line(
    _ texts: [String], _ widths: [Int], _ show: (Int, String) -> String
  ) -> String {
    var line = ""
    for (place, text) in texts.enumerated() {
      let shown = show(place, text)
      line += shown
      // A replacement of the text has its own gap.
      if shown == text { line += Quantity.padded("", widths[place] + 2 - text.count) }
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  private func mark(_ tone: Tone) -> String { styled(tone.color, tone.mark) }

  private func styled(_ code: String, _ text: String) -> String {
    isStyled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
