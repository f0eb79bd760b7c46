import SimFormats

/// A document as Markdown for a step summary or a comment.
package struct MarkdownRenderer {
  /// Parts that stay whole where not everything fits.
  private var pieces: [String] = []
  private var level = 2

  /// The document's text, ending in a line break.
  ///
  /// - Parameter limit: The most bytes; parts that do not fit are counted.
  package static func text(_ document: Document, limit: Int = .max) -> String {
    var renderer = MarkdownRenderer()
    renderer.write(document)
    return joined(renderer.pieces, limit: limit)
  }

  /// As many parts as fit, and how many do not.
  static func joined(_ pieces: [String], limit: Int) -> String {
    var text = ""
    // Room for the sentence that says how much is missing.
    for (index, piece) in pieces.enumerated() {
      guard text.utf8.count + piece.utf8.count <= limit - 100 else {
        return text + "\n\(pieces.count - index) further parts do not fit; the JSON has them.\n"
      }
      text += piece
    }
    return text
  }

  private mutating func write(_ document: Document) {
    if let title = document.summaryTitle {
      pieces.append("## \(document.tone.mark) \(Self.escaped(title))\n\n")
    } else {
      for article in document.articles { pieces.append(heading(article.headline)) }
    }
    for block in document.lead { writeParts(block) }
    pieces += document.articles.map(text)
    for block in document.tail { writeParts(block) }
  }

  private func heading(_ headline: Headline) -> String {
    let mark = headline.tone == .passed ? Tone.passed.mark : Tone.failed.mark
    let verdict = Self.escaped(headline.verdict.lowercased())
    return "## \(mark) \(Self.escaped(headline.name)): \(verdict)\n\n"
      + "\(headline.conditions.map(Self.escaped).joined(separator: " · "))\n\n"
  }

  /// A block before or after the articles; each row of a table may be left out by itself.
  private mutating func writeParts(_ block: Block) {
    switch block {
    case .table(let table):
      let rows = rows(table)
      guard rows.count > 1 else { return }
      pieces += rows
      pieces.append("\n")
    case .only(let formats, let blocks):
      if formats.contains(.markdown) { for block in blocks { writeParts(block) } }
    default:
      let text = text(block)
      if !text.isEmpty { pieces.append(text + "\n") }
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
      let rows = rows(table)
      return rows.count > 1 ? rows.joined() : ""
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

  /// The heading of a table with its rule, then its rows.
  private func rows(_ table: Table) -> [String] {
    let columns = table.indices(in: .markdown)
    let titles = columns.map { index -> String in
      let title = table.columns[index].title
      return title.isEmpty ? " " : " \(Self.escaped(title)) "
    }
    let rule = columns.map { table.columns[$0].isNumber ? "--:" : "---" }
    let head = "|\(titles.joined(separator: "|"))|\n|\(rule.joined(separator: "|"))|\n"
    return [head]
      + table.rows(in: .markdown).map { row in
        let cells = columns.map { index in
          Self.escaped(([row.cells[index].text] + row.cells[index].more).joined(separator: " "))
        }
        return "| \(cells.joined(separator: " | ")) |\n"
      }
  }

  // MARK: - Escapes

  /// Text that means itself in a cell of a table: everything with a meaning in Markdown or HTML is
  /// a reference, and it stays on its line.
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
