/// Converts untrusted text to parts of a one-line message.
///
/// Whatever a file contains, a message stays on one line and cannot move a terminal's cursor,
/// reorder the text around it or fill the screen.
package enum MessageText {
  /// The maximum number of characters shown of a quoted text.
  package static var maximumQuotedCount: Int { 40 }

  /// The text in double quotes, escaped and shortened to 40 characters.
  package static func quoted(_ text: String) -> String {
    "\"\(cut(text.unicodeScalars, escapingQuotes: true))\""
  }

  /// A name known to this tool, such as a suggestion, in double quotes and not shortened.
  package static func named(_ name: String) -> String { "\"\(oneLine(name))\"" }

  /// The text without quotes, escaped and shortened to 40 characters.
  package static func short(_ text: String) -> String {
    cut(text.unicodeScalars, escapingQuotes: false)
  }

  /// The text as a one-line message; words of more than 240 characters, such as very long paths,
  /// are shortened in the middle.
  package static func message(_ text: String) -> String { oneLine(shortened(text)) }

  /// The whole text with every control, format and line-separating character escaped.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func oneLine(_ text: String) -> String {
    // Almost all messages are ASCII and need no lookup.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  /// Multiline text for a screen: hidden characters are escaped, except line ends and the given
  /// sequences.
  ///
  /// - Parameter styles: Escape sequences to keep.
  package static func screen(_ text: String, keeping styles: [String] = []) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }) { return text }
    var result = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "\u{1B}",
        let style = styles.first(where: { rest.starts(with: $0.unicodeScalars) })
      {
        result += style
        rest = rest.dropFirst(style.unicodeScalars.count)
        continue
      }
      if scalar == "\n" { result += "\n" } else { append(scalar, to: &result) }
      rest = rest.dropFirst()
    }
    return result
  }

  /// A character as displayed: itself, or an escape if it is hidden.
  package static func visible(_ scalar: Unicode.Scalar) -> String {
    var text = ""
    append(scalar, to: &text)
    return text
  }

  /// A regular expression for texts without hidden characters, limited to those with four
  /// hexadecimal digits: validators differ for larger ones.
  package static let visiblePattern: String = {
    var ranges: [ClosedRange<UInt32>] = []
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value), isHidden(scalar) else { continue }
      if let last = ranges.last, last.upperBound + 1 == value {
        ranges[ranges.count - 1] = last.lowerBound...value
      } else {
        ranges.append(value...value)
      }
    }
    func digits(_ value: UInt32) -> String {
      let text = String(value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - text.count) + text
    }
    let hidden = ranges.map { range in
      digits(range.lowerBound) + (range.count > 1 ? "-" + digits(range.upperBound) : "")
    }
    return "^[^\(hidden.joined())]*$"
  }()

  /// Whether a character moves the cursor, breaks a line, reorders the text around it or is
  /// invisible.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value >= 0x20 && scalar.value < 0x7F { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
    default: return false
    }
  }

  private static func shortened(_ text: String) -> String {
    let (maximum, kept) = (240, 119)
    // Bytes are never fewer than characters, so that most messages need no split.
    guard text.utf8.count > maximum else { return text }
    // Empty words stay, since a file's name may have several spaces in a row.
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let scalars = word.unicodeScalars
      guard scalars.count > maximum else { return String(word) }
      return "\(Substring(scalars.prefix(kept)))…\(Substring(scalars.suffix(kept)))"
    }
    let whole = words.joined(separator: " ")
    let scalars = whole.unicodeScalars
    // Many words, each short enough, would still fill the screen.
    let limit = 8 * maximum
    guard scalars.count > limit else { return whole }
    return "\(Substring(scalars.prefix(limit / 2)))…\(Substring(scalars.suffix(limit / 2)))"
  }

  /// Names separated by commas; after 24 names only the total is shown.
  package static func list(_ names: [String]) -> String {
    let shown = names.prefix(24).map { oneLine($0) }.joined(separator: ", ")
    return names.count > 24 ? "\(shown), … (\(names.count) in all)" : shown
  }

  private static func cut(
    _ scalars: String.UnicodeScalarView, escapingQuotes: Bool
  ) -> String {
    var result = ""
    var count = 0
    for scalar in scalars {
      var piece = ""
      if escapingQuotes && (scalar == "\"" || scalar == "\\") {
        piece = "\\\(scalar)"
      } else {
        append(scalar, to: &piece)
      }
      let pieceCount = piece.unicodeScalars.count
      // An escape is shown whole or not at all: a part of it would read as text.
      guard count + pieceCount <= maximumQuotedCount else { return result + "…" }
      result += piece
      count += pieceCount
    }
    return result
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    default:
      if isPrintable(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value >= 0x20 && scalar.value < 0x7F { return true }
    switch scalar.properties.generalCategory {
    case .unassigned, .privateUse: return false
    default: return !isHidden(scalar)
    }
  }
}
