import SimFormats

/// A document as Markdown for a step summary or a comment.
package struct MarkdownRenderer {
  /// A part that is shown as a whole or omitted.
  private struct Piece {
    var text: String
    /// If not everything fits, pieces of a lower rank are included first.
    var rank: Int
    /// The table that it is a row of; nil for anything else.
    var table: Int?
    /// Whether it is an article.
    var isArticle = false
    var isFailed = false
  }

  private var pieces: [Piece] = []
  /// The headings of tables whose rows are pieces.
  private var heads: [String] = []

  /// The document's text, ending in a line break.
  ///
  /// If not everything fits, titles and sentences are included first, then failures, parts without
  /// a verdict, and passed parts, rows of tables before articles. A last sentence counts the rest.
  ///
  /// - Parameter limit: the maximum count of bytes.
  package static func text(_ document: Document, limit: Int = .max) -> String {
    var renderer = MarkdownRenderer()
    renderer.write(document)
    return renderer.text(limit: limit)
  }

  private func text(limit: Int) -> String {
    let whole = text(of: Array(pieces.indices))
    guard whole.utf8.count > limit else { return whole }
    var room = limit - Self.closingByteCount
    var kept: Set<Int> = []
    var opened: Set<Int> = []
    for index in pieces.indices.sorted(by: { (pieces[$0].rank, $0) < (pieces[$1].rank, $1) }) {
      var byteCount = pieces[index].text.utf8.count
      let table = pieces[index].table
      // The heading counts with the first row, and one byte for the empty line after a table.
      if let table, !opened.contains(table) { byteCount += heads[table].utf8.count + 1 }
      // A later piece may be short enough, so the search goes on.
      guard byteCount <= room else { continue }
      room -= byteCount
      kept.insert(index)
      if let table { opened.insert(table) }
    }
    return text(of: kept.sorted()) + closing(kept, limit)
  }

  /// Pieces in their order, rows below the heading of their table.
  private func text(of kept: [Int]) -> String {
    var text = ""
    var table: Int?
    for index in kept {
      let piece = pieces[index]
      if piece.table != table {
        if table != nil { text += "\n" }
        if let table = piece.table { text += heads[table] }
        table = piece.table
      }
      text += piece.text
    }
    return table == nil ? text : text + "\n"
  }

  /// Space reserved for the text of `closing`.
  private static let closingByteCount = 200

  /// The sentence that counts omitted parts.
  private func closing(_ kept: Set<Int>, _ limit: Int) -> String {
    func words(_ unit: String, isArticle: Bool) -> String? {
      let all = pieces.indices.filter { pieces[$0].isArticle == isArticle }
      let missing = all.filter { !kept.contains($0) }
      guard !missing.isEmpty else { return nil }
      let failed = missing.count { pieces[$0].isFailed }
      return "\(FigureText.grouped(UInt64(missing.count))) of "
        + CountWords.counted(all.count, unit)
        + (failed > 0 ? " (\(FigureText.grouped(UInt64(failed))) of failures)" : "")
    }
    let missing = [words("line", isArticle: false), words("section", isArticle: true)]
    return "\nOmitted to stay within \(FigureText.grouped(UInt64(limit))) bytes: "
      + missing.compactMap { $0 }.joined(separator: " and ") + "; --json has everything.\n"
  }

  private mutating func write(_ document: Document) {
    if let title = document.summaryTitle {
      add("## \(document.tone.mark) \(Self.escaped(title))\n\n")
    } else {
      for article in document.articles { add(heading(article.headline)) }
    }
    for block in document.lead { writeParts(block) }
    for article in document.articles {
      let text = text(article)
      guard !text.isEmpty else { continue }
      pieces.append(
        Piece(
          text: text, rank: 2 * article.tone.rawValue + 2, isArticle: true,
          isFailed: article.tone == .failed))
    }
    for block in document.tail { writeParts(block) }
  }

  private mutating func add(_ text: String) { pieces.append(Piece(text: text, rank: 0)) }

  private func heading(_ headline: Headline) -> String {
    let mark = headline.tone == .unsure ? Tone.failed.mark : headline.tone.mark
    let verdict = Self.escaped(headline.verdict.lowercased())
    return "## \(mark) \(Self.escaped(headline.name)): \(verdict)\n\n"
      + "\(headline.conditions.map(Self.escaped).joined(separator: " · "))\n\n"
  }

  /// A block before or after the articles; each row of a table can be omitted separately.
  private mutating func writeParts(_ block: Block) {
    switch block {
    case .table(let table):
      // Rows without a tone are those of failures.
      pieces += table.rows(in: .markdown).map { row in
        let tone = row.tone ?? .failed
        return Piece(
          text: line(row, of: table), rank: 2 * tone.rawValue + 1, table: heads.count,
          isFailed: tone == .failed)
      }
      heads.append(head(of: table))
    case .only(let formats, let blocks):
      if formats.contains(.markdown) { for block in blocks { writeParts(block) } }
    default:
      let text = text(block)
      if !text.isEmpty { add(text + "\n") }
    }
  }

  private func text(_ article: Article) -> String {
    let blocks = text(article.blocks())
    guard let fold = article.fold else { return blocks.isEmpty ? "" : blocks + "\n" }
    guard !blocks.isEmpty else { return "" }
    let open = article.opensWhereFailed && article.tone != .passed ? " open" : ""
    return "<details\(open)><summary>\(Self.escaped(fold))</summary>\n\n\(blocks)"
      + "\n</details>\n\n"
  }

  // MARK: - Blocks

  /// Blocks with an empty line between them, ending in a line break; empty for nothing.
  private func text(_ blocks: [Block]) -> String {
    blocks.map(text).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func text(_ block: Block) -> String {
    switch block {
    case .section(let title, let blocks), .details(let title, let blocks):
      let rest = text(blocks)
      return rest.isEmpty ? "" : "**\(Self.escaped(title))**\n\n\(rest)"
    case .text(let words):
      return words.parts.map { part in
        part.isCode ? "`\(Self.code(part.text))`" : Self.escaped(part.text)
      }.joined() + "\n"
    case .note(let sentence): return Self.escaped(sentence) + "\n"
    case .command(let purpose, let command):
      return "\(Self.escaped(purpose)): \(Self.escaped(command))\n"
    case .list(let items): return items.map { "- \(Self.escaped($0))\n" }.joined()
    case .failures(let title, let failures):
      let items = failures.map { failure in
        let place = failure.place.map { ", \($0)" } ?? ""
        return "- \(Self.escaped("\(failure.name) \(failure.outcome)\(place)"))\n"
      }
      return items.isEmpty ? "" : "**\(Self.escaped(title))**\n\n\(items.joined())"
    case .tiles(let tiles):
      return tiles.map { tile in
        "- \(tile.isFailed ? "✗ " : "")"
          + Self.escaped("\(tile.label): \(tile.value), \(tile.note)") + "\n"
      }.joined()
    case .table(let table):
      let lines = table.rows(in: .markdown).map { line($0, of: table) }
      return lines.isEmpty ? "" : head(of: table) + lines.joined()
    case .facts(let facts):
      return facts.rows(in: .markdown).map { row in
        let limits = row.failed.map { ", ✗ \($0)" }.joined()
        let name = row.name.isEmpty ? "" : "\(row.name): "
        return "- \(Self.escaped(name + row.text + limits))\n"
      }.joined()
    case .charts(let group):
      return group.charts.map { "- \(Self.escaped("\($0.title): \($0.words)"))\n" }.joined()
    case .picture(let picture): return Self.escaped(picture.words) + "\n"
    case .plots, .verdict: return ""
    case .comparison(let pictures): return Self.escaped(pictures.name) + "\n"
    case .sequence(let sequence): return text([.lines(sequence.lines)])
    case .lines(let lines):
      return "```\n\(lines.map { Self.code($0) + "\n" }.joined())```\n"
    case .only(let formats, let blocks): return formats.contains(.markdown) ? text(blocks) : ""
    }
  }

  /// The headings of a table with the rule below them.
  private func head(of table: Table) -> String {
    let columns = table.indices(in: .markdown).map { table.columns[$0] }
    let titles = columns.map { $0.title.isEmpty ? " " : " \(Self.escaped($0.title)) " }
    let rule = columns.map { $0.isNumber ? "--:" : "---" }
    return "|\(titles.joined(separator: "|"))|\n|\(rule.joined(separator: "|"))|\n"
  }

  private func line(_ row: Table.Row, of table: Table) -> String {
    let cells = table.indices(in: .markdown).map { index in
      Self.escaped(([row.cells[index].text] + row.cells[index].more).joined(separator: " "))
    }
    return "| \(cells.joined(separator: " | ")) |\n"
  }

  // MARK: - Escapes

  /// Literal text in a table cell: characters with a meaning in Markdown or HTML become references,
  /// and it stays on one line.
  static func escaped(_ text: String) -> String {
    MessageText.oneLine(text).unicodeScalars.map { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", ":", ";", "-", "/", "%", "(", ")", "+",
        "=", "?":
        String(scalar)
      default: scalar.isASCII ? "&#\(scalar.value);" : String(scalar)
      }
    }.joined()
  }

  /// Text in a span of code, which a backtick would end.
  private static func code(_ text: String) -> String {
    MessageText.oneLine(text).replacing("`", with: "'")
  }
}
