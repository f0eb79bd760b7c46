/// What a check found: a kind, by which findings are told apart, and what was seen.
struct FuzzFinding: Error, Equatable, CustomStringConvertible {
  var kind: String
  var detail: String

  init(_ kind: String, _ detail: String = "") {
    self.kind = kind
    self.detail = detail
  }

  var description: String { "\(kind): \(TextRules.shown(detail))" }
}

/// What every text for people has to keep.
enum TextRules {
  /// The longest message of a file or a command line, in characters.
  static let longestMessage = 2000

  /// A text as a log can show it.
  static func shown(_ text: String) -> String {
    String(
      text.unicodeScalars.prefix(400).map {
        isAllowed($0) ? String($0) : "\\u{\(String($0.value, radix: 16))}"
      }
      .joined())
  }

  /// Characters that move a cursor, end a line or turn the reading direction are none.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
      false
    default: true
    }
  }

  /// Holds an error's message to one readable line.
  static func checkMessage(_ message: String, _ what: String) throws(FuzzFinding) {
    guard message.unicodeScalars.allSatisfy(isAllowed) else {
      throw FuzzFinding("\(what): control characters in a message", message)
    }
    guard message.unicodeScalars.count <= longestMessage else {
      throw FuzzFinding(
        "\(what): endless message", "\(message.unicodeScalars.count) characters: \(message)")
    }
    guard !message.isEmpty else { throw FuzzFinding("\(what): empty message") }
  }

  /// Holds a text of several lines to readable characters.
  static func checkLines(_ text: String, _ what: String) throws(FuzzFinding) {
    guard let place = text.unicodeScalars.firstIndex(where: { $0 != "\n" && !isAllowed($0) })
    else { return }
    let scalars = text.unicodeScalars
    let near = String(scalars[..<place].suffix(60)) + String(scalars[place...].prefix(20))
    throw FuzzFinding(
      "\(what): raw control characters", "U+\(String(scalars[place].value, radix: 16)) in \(near)")
  }
}
