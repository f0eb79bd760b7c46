/// Lays plain text out for a terminal of a given width.
struct TextLayout {
  /// Wider lines are hard to read; narrower ones leave no space next to option names.
  static let allowedWidths = 60...100

  /// Maximum line length, in characters.
  let width: Int

  /// Creates a layout with the nearest allowed width.
  init(width: Int) {
    let allowed = Self.allowedWidths
    self.width = min(max(width, allowed.lowerBound), allowed.upperBound)
  }

  /// Wraps text at spaces; only a word longer than `limit` makes a longer line.
  static func wrap(_ text: String, limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > limit {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// A wrapped paragraph with every line indented.
  func paragraph(_ text: String, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    return Self.wrap(text, limit: width - indent).map { "\(margin)\($0)\n" }.joined()
  }

  /// A line whose continuation lines are aligned with the first word after `head`.
  func hanging(_ head: String, _ text: String) -> String {
    let lines = Self.wrap(text, limit: width - head.count)
    let margin = String(repeating: " ", count: head.count)
    let first = head + (lines.first ?? "") + "\n"
    return first + lines.dropFirst().map { "\(margin)\($0)\n" }.joined()
  }

  /// A command line to copy, wrapped with backslashes if it is too long.
  func shellLine(_ line: String, indent: Int) -> String {
    // Later lines are indented by two more columns, and all but the last end in " \".
    let lines = Self.wrap(line, limit: width - indent - 4)
    let margin = String(repeating: " ", count: indent)
    return margin + lines.joined(separator: " \\\n\(margin)  ") + "\n"
  }

  /// Two columns: labels, and wrapped texts next to them.
  ///
  /// - Parameter labelWidth: Width of the labels; a longer label gets its own line.
  func columns(_ rows: [(label: String, text: String)], labelWidth: Int) -> String {
    let textColumn = labelWidth + 4
    let margin = String(repeating: " ", count: textColumn)
    var result = ""
    for row in rows {
      let lines = Self.wrap(row.text, limit: width - textColumn)
      var rest = lines[...]
      result += "  \(row.label)"
      if row.label.count <= labelWidth, let first = rest.popFirst() {
        result += String(repeating: " ", count: labelWidth - row.label.count + 2) + first
      }
      result += "\n" + rest.map { "\(margin)\($0)\n" }.joined()
    }
    return result
  }

  /// Two columns whose labels decide the width of the first, up to 26 characters.
  func columns(_ rows: [(label: String, text: String)]) -> String {
    let widths = rows.map(\.label.count).filter { $0 <= 26 }
    return columns(rows, labelWidth: widths.max() ?? 26)
  }
}
