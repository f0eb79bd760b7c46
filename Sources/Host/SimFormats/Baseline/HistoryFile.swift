/// A history: a plain file with one JSON object a line, oldest first.
package enum HistoryFile {
  /// Reads every line; empty ones are skipped.
  ///
  /// - Throws: `FormatError` with the line and what is wrong with it.
  package static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    var figureCount = 0
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      // The reader counts lines from the first of its text, so the line goes into the name.
      let root = try JSONDocument.read(Array(line), file: "\(file), line \(index + 1)").root
      let entry = try HistoryEntry.shape.read(root)
      // An entry without figures takes memory too.
      figureCount += max(1, entry.metrics.count)
      guard figureCount <= Limits.historyFigures.count else {
        throw root.failure(
          .notAllowed(
            found: "more figures", allowed: "\(Limits.historyFigures.maximum) in the whole history")
        )
      }
      entries.append(entry)
    }
    return entries
  }

  /// The entries by their dates, oldest first, those of one date as they stand in the file; as they
  /// stand in the file when any has no date that can be compared.
  ///
  /// - Returns: the entries, and whether dates decided.
  package static func inOrder(_ entries: [HistoryEntry]) -> (entries: [HistoryEntry], isDated: Bool)
  {
    guard entries.allSatisfy({ isComparable($0.date) }) else { return (entries, false) }
    // Bytes of one layout in UTC compare as the moments do.
    let sorted = entries.enumerated().sorted { one, other in
      (one.element.date, one.offset) < (other.element.date, other.offset)
    }
    return (sorted.map(\.element), true)
  }

  /// Whether a date is written as `2026-03-01T09:30:00Z`.
  private static func isComparable(_ date: String) -> Bool {
    let layout = "dddd-dd-ddTdd:dd:ddZ"
    return date.utf8.count == layout.utf8.count
      && zip(date.utf8, layout.utf8).allSatisfy { found, wanted in
        wanted == UInt8(ascii: "d")
          ? (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= found : found == wanted
      }
  }
}
