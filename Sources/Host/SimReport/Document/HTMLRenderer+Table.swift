import SimFormats

extension HTMLRenderer {
  /// A table in a box that can be scrolled, by keys too.
  mutating func write(_ table: Table) {
    var rows = table.rows(in: .page)
    guard !rows.isEmpty else { return }
    let columns = table.indices(in: .page)
    let caption = MarkupText.escaped(table.caption)
    add("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"\(caption)\">")
    add("<table class=\"\(table.shape.rawValue)\"><thead><tr>")
    for index in columns { add(Self.heading(table.columns[index])) }
    add("</tr></thead>\n<tbody>\n")
    let start = page.utf8.count
    if table.isRanked {
      rows = rows.enumerated().sorted { a, b in
        let (first, second) = (a.element.tone ?? .passed, b.element.tone ?? .passed)
        // The offset keeps the order of equals, which `sorted` does not promise.
        return first != second ? first < second : a.offset < b.offset
      }.map(\.element)
    }
    for (position, row) in rows.enumerated() {
      guard page.utf8.count - start < table.maximumByteCount else {
        add("<tr><td colspan=\"\(columns.count)\">and \(rows.count - position) more</td></tr>\n")
        break
      }
      add(row.style.isEmpty ? "<tr>" : "<tr class=\"\(row.style)\">")
      for index in columns {
        add(Self.cell(row.cells[index], table.columns[index], table.shape))
      }
      add("</tr>\n")
    }
    add("</tbody></table></div>\n")
  }

  private static func heading(_ column: Table.Column) -> String {
    let style = column.isNumber ? " class=\"n\"" : ""
    guard column.title.isEmpty else {
      return "<th\(style)>\(MarkupText.escaped(column.title))</th>"
    }
    let words = MarkupText.escaped(column.spokenTitle)
    return "<th\(style)><span class=\"unseen\">\(words)</span></th>"
  }

  private static func cell(
    _ cell: Table.Cell, _ column: Table.Column, _ shape: Table.Shape
  ) -> String {
    var styles = column.isNumber ? ["n"] : []
    if !column.style.isEmpty { styles.append(column.style) }
    if cell.isFailed { styles.append("failed") }
    var attributes = styles.isEmpty ? "" : " class=\"\(styles.joined(separator: " "))\""
    // Values on cards need their headings, which would only make other tables longer.
    if shape == .overview, case .plain = cell.kind {
      attributes += " data-label=\"\(MarkupText.escaped(column.title))\""
    }
    let text = MarkupText.escaped(cell.text)
    let more = cell.more.map { "<small>\(MarkupText.escaped($0))</small>" }.joined()
    switch cell.kind {
    case .plain: return "<td\(attributes)>\(text)\(more)</td>"
    case .path: return "<td\(attributes)>\(breakable(cell.text))\(more)</td>"
    case .code: return "<td\(attributes)><code>\(text)</code>\(more)</td>"
    case .name: return "<th\(attributes)>\(text)\(more)</th>"
    case .link(let id):
      let address = MarkupText.escaped(id)
      return "<td\(attributes)><a href=\"#\(address)\">\(text)</a>\(more)</td>"
    case .mark(let tone): return "<td\(attributes)>\(symbol(tone))</td>"
    }
  }

  /// A path that may go on in the next line after each point.
  static func breakable(_ path: String) -> String {
    MarkupText.escaped(path).replacing(".", with: ".<wbr>")
  }

  /// Names with their facts; a row without a name continues the previous one.
  mutating func write(_ facts: Facts) {
    let rows = facts.rows(in: .page)
    guard !rows.isEmpty else { return }
    add("<table class=\"figures\"><tbody>\n")
    var index = 0
    while index < rows.count {
      let row = rows[index]
      var texts = [Self.fact(row)]
      index += 1
      while index < rows.count, rows[index].name.isEmpty {
        texts.append(Self.fact(rows[index]))
        index += 1
      }
      let cell = texts.count > 1 ? texts.map { "<div>\($0)</div>" }.joined() : texts[0]
      add("<tr><th>\(Self.breakable(row.name))</th><td>\(cell)</td></tr>\n")
    }
    add("</tbody></table>\n")
  }

  private static func fact(_ row: Facts.Row) -> String {
    let limits = row.failed.map { " <b class=\"failed\">✗ \(MarkupText.escaped($0))</b>" }
    return MarkupText.escaped(row.text) + limits.joined()
  }
}
