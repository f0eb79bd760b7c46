/// A command to copy into a shell.
package enum ShellCommand {
  /// The command line of `simbench` with some words behind it.
  package static func simbench(_ words: [String]) -> String {
    (["simbench"] + words.map(word)).joined(separator: " ")
  }

  /// A word that a shell reads as it stands.
  private static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_./=+:,@%".utf8.contains(byte)
      }
    }
    guard !isPlain || text.isEmpty else { return text }
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
