/// A command to copy into a shell.
package enum ShellCommand {
  /// The program that runs, as it was started: a name to be found in `PATH`, or a path.
  ///
  /// An app's own executable has another name than `simbench`. `Simbench.main` sets it while there
  /// is one thread.
  package nonisolated(unsafe) static var program = "simbench"

  /// The command line of the program that runs, followed by some words.
  package static func simbench(_ words: [String] = []) -> String {
    ([program] + words).map(word).joined(separator: " ")
  }

  /// A word that a shell reads as it stands.
  package static func word(_ text: String) -> String {
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
