/// A history: a text file with one JSON object per line, oldest first.
package enum HistoryFile {
  /// Reads every line; empty ones are skipped.
  ///
  /// - Throws: `FormatError` with the line and what is wrong with it.
  package static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> [HistoryEntry] {
    try FormatError.check(bytes, file: file, expected: "a history", allowsEmpty: true)
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

  /// The lines of two branches: those that either has added, without those that either has removed,
  /// and each once.
  ///
  /// They are in the order of their dates, then of the common ancestor, then of their commits; if a
  /// date cannot be compared, the current branch's lines come before the other's.
  ///
  /// - Parameter files: the names of the three versions for errors.
  /// - Throws: `FormatError` with the line and what is wrong with it.
  package static func merged(
    _ ancestor: [UInt8], _ current: [UInt8], _ other: [UInt8], files: (String, String, String)
  ) throws(FormatError) -> [UInt8] {
    typealias Line = (key: String, entry: HistoryEntry, bytes: ArraySlice<UInt8>)
    func lines(_ bytes: [UInt8], _ file: String) throws(FormatError) -> [Line] {
      // Both sides skip empty lines, so that entries and bytes pair up.
      zip(try read(bytes, file: file), bytes.split(separator: UInt8(ascii: "\n"))).map {
        ($0.line, $0, $1.last == UInt8(ascii: "\r") ? $1.dropLast() : $1)
      }
    }
    let old = try lines(ancestor, files.0).map(\.key)
    let (mine, theirs) = (try lines(current, files.1), try lines(other, files.2))
    let places = Dictionary(zip(old, old.indices)) { first, _ in first }
    let kept = Set(mine.map(\.key)).intersection(theirs.map(\.key))
    var seen: Set<String> = []
    var all = (mine + theirs).filter { line in
      (places[line.key] == nil || kept.contains(line.key)) && seen.insert(line.key).inserted
    }
    if all.allSatisfy({ isComparable($0.entry.date) }) {
      func order(_ line: Line) -> (String, Int, String, String) {
        // New lines follow the ancestor's of their date, which keep their order.
        (line.entry.date, places[line.key] ?? .max, line.entry.commit, line.key)
      }
      all.sort { order($0) < order($1) }
    }
    return all.flatMap { $0.bytes + [UInt8(ascii: "\n")] }
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
