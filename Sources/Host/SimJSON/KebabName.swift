/// The names of scenarios, devices and other things in files and options.
package enum KebabName {
  /// A regular expression for such names, without the limit of their length.
  package static let pattern = "^[a-z0-9]+(-[a-z0-9]+)*$"

  /// Whether a text is a name: 1 to 64 lowercase letters, digits and single hyphens.
  package static func isOne(_ text: String) -> Bool {
    guard (1...64).contains(text.utf8.count) else { return false }
    // As if after a hyphen, so that one at the start is refused like a double one.
    var previous = UInt8(ascii: "-")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "-"): if previous == byte { return false }
      default: return false
      }
      previous = byte
    }
    return previous != UInt8(ascii: "-")
  }
}

extension JSONNode {
  /// A name of lowercase letters, digits and single hyphens.
  ///
  /// - Throws: `FormatError` for other values.
  package func kebabName() throws(FormatError) -> String {
    let name = try string()
    guard KebabName.isOne(name) else {
      throw failure(
        .unexpected(
          found: foundText,
          expected: "1 to 64 lower-case letters, digits and single hyphens, such as quiet-snow"))
    }
    return name
  }
}
