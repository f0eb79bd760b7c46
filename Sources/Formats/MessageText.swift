/// Turns text of unknown origin into pieces of a one-line message.
///
/// Whatever a file holds, a message stays on one line and cannot move the cursor of a terminal,
/// reorder the text around it or fill the screen.
public enum MessageText {
  /// The most characters of a quoted text that are shown.
  public static var maximumQuotedCount: Int { 60 }

  /// The text in double quotes, escaped and cut to 60 characters.
  public static func quoted(_ text: String) -> String {
    "\"\(cut(text.unicodeScalars, escapingQuotes: true))\""
  }

  /// The text without quotes, escaped and cut to 60 characters.
  public static func short(_ text: String) -> String {
    cut(text.unicodeScalars, escapingQuotes: false)
  }

  /// The whole text with every control, format and line-separating character escaped.
  ///
  /// - Complexity: O(n) in the length of the text.
  public static func oneLine(_ text: String) -> String {
    // Messages are ASCII nearly always, and then there is nothing to look up.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  /// Names separated by commas; beyond 24 the rest is only counted.
  public static func list(_ names: [String]) -> String {
    let shown = names.prefix(24).map { short($0) }.joined(separator: ", ")
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
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      return false
    default:
      return true
    }
  }
}
