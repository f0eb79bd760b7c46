import SimFormats

/// Text of unknown origin made safe for XML and HTML.
enum MarkupText {
  /// The text between tags or within double quotes.
  ///
  /// Characters that XML 1.0 forbids and invisible ones become U+FFFD, since no escape can
  /// represent them. Line breaks and tabs are written as references, so that attributes keep them.
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n": result += "&#10;"
      case "\r": result += "&#13;"
      case "\t": result += "&#9;"
      default: result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFFFE, 0xFFFF: false
    // Characters that change the reading direction could make one name look like another.
    default: !MessageText.isHidden(scalar)
    }
  }
}
