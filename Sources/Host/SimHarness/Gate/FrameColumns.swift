import SimFormats
import SimRuntime

/// What a comparison needs of each frame of one run, read back from the rows `run --csv` writes.
package struct FrameColumns: Equatable, Sendable {
  /// Nanoseconds per frame and phase.
  package var phases: [PerPhase<UInt32>] = []
  /// Allocations per frame; empty when they were not counted.
  package var allocations: [UInt64] = []
  /// The state digest of each frame.
  package var digests: [UInt64] = []
  /// Whether each frame was spent in the background.
  package var isInBackground: [Bool] = []

  /// Makes columns without frames.
  package init() {}

  /// How many frames there are.
  package var count: Int { digests.count }

  /// Reads every run of a table; frame 0 begins another.
  ///
  /// - Returns: nil when a column is missing or a row is not what `run --csv` writes.
  package static func runs(inCSV text: String) -> [FrameColumns]? {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"))[...]
    guard let header = lines.popFirst() else { return nil }
    let names = header.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      String($0) ?? ""
    }
    let wanted =
      ["frame", "allocations", "background", "stateDigest"]
      + FramePhase.allCases.map { "\($0.name)Nanoseconds" }
    let indices = wanted.compactMap { names.firstIndex(of: $0) }
    guard indices.count == wanted.count else { return nil }
    var runs: [FrameColumns] = []
    for line in lines {
      let fields = fields(of: line)
      guard fields.count == names.count else { return nil }
      let cells = indices.map { fields[$0] }
      guard let frame = number(cells[0]), let digest = digest(cells[3]) else { return nil }
      // Repetitions follow each other in one file, and each starts at frame 0.
      if frame == 0 { runs.append(FrameColumns()) }
      guard let last = runs.indices.last, runs[last].count == Int(clamping: frame) else {
        return nil
      }
      var times = PerPhase<UInt32>(repeating: 0)
      for (phase, cell) in zip(FramePhase.allCases, cells.dropFirst(4)) {
        guard let time = number(cell) else { return nil }
        times[phase] = UInt32(clamping: time)
      }
      runs[last].phases.append(times)
      if let count = number(cells[1]) { runs[last].allocations.append(count) }
      runs[last].isInBackground.append(number(cells[2]) == 1)
      runs[last].digests.append(digest)
    }
    return runs
  }

  /// The fields of a line, of which only the first, the run's name, may be quoted.
  private static func fields(of line: Substring.UTF8View) -> [Substring.UTF8View] {
    guard line.first == UInt8(ascii: "\""),
      let end = line.dropFirst().lastIndex(of: UInt8(ascii: "\""))
    else { return line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) }
    let rest = line[line.index(after: end)...].dropFirst()
    return [line[...end]]
      + rest.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
  }

  private static func digest(_ field: Substring.UTF8View) -> UInt64? {
    String(field).flatMap { HexadecimalText.value($0) }
  }

  private static func number(_ field: Substring.UTF8View) -> UInt64? {
    guard !field.isEmpty else { return nil }
    var value: UInt64 = 0
    for byte in field {
      // Stops before the product can overflow, although this also refuses the largest numbers.
      guard (0x30...0x39).contains(byte), value < UInt64.max / 10 - 9 else { return nil }
      value = value * 10 + UInt64(byte - 0x30)
    }
    return value
  }
}
