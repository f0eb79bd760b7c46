/// Lines that fit a terminal.
package enum LineWrap {
  /// A line as lines of at most so many columns, cut between columns of a table first, then between
  /// words, and never within one.
  ///
  /// Columns are separated by two or more spaces. No line starts or ends with a separator. Escape
  /// sequences of colors take no column. A command at the end of a line, after `next` or a colon,
  /// continues after a backslash, so that it can be copied.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - width: columns of the terminal.
  ///   - hang: columns by which all lines but the first are indented.
  package static func lines(_ line: String, width: Int, hang: Int) -> [String] {
    guard columns(of: line) > width else { return [line] }
    if let command = command(in: line) {
      return commandLines(line, from: command, width: width, hang: hang)
    }
    let indentation = String(repeating: " ", count: min(hang, width / 2))
    var (lines, current) = ([String](), "")
    var isFirstOfLine = true
    func finished(_ text: String) -> String {
      var text = text[...]
      while text.last == " " || text.last == "·" { text.removeLast() }
      return String(text)
    }
    func add(_ word: Substring, after gap: Int) {
      let isMark = word == "·"
      // The first word of a line stays even if it is too long: no line is wide enough for it.
      if !isFirstOfLine, columns(of: current) + gap + columns(of: word) > width {
        lines.append(finished(current))
        current = indentation
        isFirstOfLine = true
      }
      guard !(isMark && isFirstOfLine && !lines.isEmpty) else { return }
      if !isFirstOfLine || lines.isEmpty { current += String(repeating: " ", count: gap) }
      current += word
      isFirstOfLine = false
    }
    for chunk in chunks(of: line) {
      let count = columns(of: chunk.text)
      let fits = columns(of: current) + chunk.gap + count <= width
      if fits || count <= width - indentation.count {
        add(chunk.text, after: chunk.gap)
      } else {
        for (place, word) in chunk.text.split(separator: " ").enumerated() {
          add(word, after: place == 0 ? chunk.gap : 1)
        }
      }
    }
    lines.append(finished(current))
    return lines
  }

  /// The start of the command at the end of a line; nil if there is none.
  private static func command(in line: String) -> String.Index? {
    let program = ShellCommand.simbench() + " "
    for mark in ["next  ", "next\u{1B}[0m  ", ": "] {
      if let range = line.firstRange(of: mark + program) {
        return line.index(range.upperBound, offsetBy: -program.count)
      }
    }
    return nil
  }

  /// A line that ends in a command, which is wrapped between words with backslashes.
  private static func commandLines(
    _ line: String, from start: String.Index, width: Int, hang: Int
  ) -> [String] {
    let indentation = String(repeating: " ", count: min(hang, width / 2))
    var lines: [String] = []
    var current = String(line[..<start])
    // Two columns for a backslash, here and below.
    if columns(of: current) + columns(of: ShellCommand.simbench()) + 2 > width {
      // The words before it are wrapped as a sentence.
      while current.last == " " { current.removeLast() }
      lines = self.lines(current, width: width, hang: hang)
      current = indentation
    }
    var isFirst = true
    for word in shellWords(line[start...]) {
      if !isFirst, columns(of: current) + 1 + columns(of: word) + 2 > width {
        lines.append(current + " \\")
        (current, isFirst) = (indentation, true)
      }
      current += (isFirst ? "" : " ") + word
      isFirst = false
    }
    return lines + [current]
  }

  /// Splits at spaces outside of quotation marks, as a shell does.
  private static func shellWords(_ text: Substring) -> [String] {
    var words = [""]
    var (isQuoted, isEscaped) = (false, false)
    for character in text {
      if character == " ", !isQuoted, !isEscaped {
        words.append("")
        continue
      }
      if character == "'", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && !isQuoted && !isEscaped
      words[words.count - 1].append(character)
    }
    return words
  }

  /// Splits at two or more spaces; each part includes the spaces before it.
  private static func chunks(of line: String) -> [(gap: Int, text: Substring)] {
    var chunks: [(gap: Int, text: Substring)] = []
    var rest = line[...]
    while !rest.isEmpty {
      let spaces = rest.prefix { $0 == " " }
      rest = rest[spaces.endIndex...]
      var end = rest.startIndex
      while end < rest.endIndex {
        let next = rest.index(after: end)
        if rest[end] == " ", next < rest.endIndex, rest[next] == " " { break }
        end = next
      }
      let text = rest[..<end]
      if !text.isEmpty { chunks.append((spaces.count, text)) }
      rest = rest[end...]
    }
    return chunks
  }

  /// Columns that a text takes; every character of ours takes one.
  package static func columns(of text: some StringProtocol) -> Int {
    var (count, isInSequence) = (0, false)
    for character in text {
      if character == "\u{1B}" {
        isInSequence = true
      } else if isInSequence {
        isInSequence = character != "m"
      } else {
        count += 1
      }
    }
    return count
  }
}
