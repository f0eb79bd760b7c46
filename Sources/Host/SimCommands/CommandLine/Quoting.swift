/// Untrusted text, safe to print on one line of a terminal: quoted, escaped and truncated.
///
/// Characters that move the cursor, hide or reorder text become escapes; more
/// than 60 characters between the quotation marks end in "...".
func quoted(_ text: String) -> String {
  var pieces: [String] = []
  var length = 0
  for scalar in text.unicodeScalars {
    let piece = escaped(scalar)
    length += piece.unicodeScalars.count
    pieces.append(piece)
    if length > longestQuotation { break }
  }
  if length > longestQuotation {
    while length > longestQuotation - ellipsis.count, let piece = pieces.popLast() {
      length -= piece.unicodeScalars.count
    }
    pieces.append(ellipsis)
  }
  return "\"\(pieces.joined())\""
}

/// Long enough for most options and file names, short enough for one line.
private let longestQuotation = 60
private let ellipsis = "..."

private func escaped(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": return "\\n"
  case "\r": return "\\r"
  case "\t": return "\\t"
  case "\"": return "\\\""
  case "\\": return "\\\\"
  default: break
  }
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
    return "\\u{\(String(scalar.value, radix: 16))}"
  default:
    return String(Character(scalar))
  }
}
