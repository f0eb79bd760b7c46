/// What a run came to at one moment: a line of a history.
package struct HistoryEntry: Sendable {
  /// When, in UTC as ISO 8601.
  package var date: String
  /// What was run, as a commit or any name; empty when nobody says.
  package var commit: String
  /// The scenario's name.
  package var scenario: String
  /// The machine that timed it.
  package var machine: String
  /// What decides the work; nil in lines that were written before it was kept, and for results that
  /// do not say what their scenario comes to.
  package var key: BaselineKey?
  /// Costs by path, sorted; of each, less is better.
  package var metrics: [(path: String, value: Double)]

  /// Takes the costs out of a result as `JSONReport` writes it; nil when it is no result.
  package init?(result: JSONOutput, date: String, commit: String, machine: String) {
    guard let scenario = result["scenario"]?.text, let timing = result["timing"] else {
      return nil
    }
    self.date = date
    self.commit = commit
    self.scenario = scenario
    self.machine = machine
    key = BaselineKey(result: result)
    var metrics = ExactMetrics.metrics(of: result).filter { $0.isCost }
    for percentile in ["p50", "p99"] {
      let value = timing["frame"]?[percentile] ?? .null
      metrics.append(ExactMetric(path: "timing.frame.\(percentile)", value: value))
    }
    for phase in ["step", "draw", "raster"] {
      let value = timing["phases"]?[phase]?["p50"] ?? .null
      metrics.append(ExactMetric(path: "timing.\(phase).p50", value: value))
    }
    metrics.append(ExactMetric(path: Self.hitches, value: timing["hitchMsPerSecond"] ?? .null))
    let lateness = timing["lateness"]
    if let overrun = lateness?["overrun"]?.double, let played = lateness?["animation"]?.double {
      metrics.append(
        ExactMetric(path: Self.overrun, value: .number(played > 0 ? overrun * 1000 / played : 0)))
    }
    self.metrics = Self.named(
      metrics.compactMap { metric in metric.value.double.map { (metric.path, $0) } })
  }

  private static var hitches: String { "timing.hitchMsPerSecond" }
  /// By how many milliseconds frames exceeded their due time in a second of animation.
  private static var overrun: String { "timing.overrunMsPerSecond" }

  /// The metrics by path; what counted as hitches before whole refreshes did was the overrun.
  private static func named(
    _ metrics: [(path: String, value: Double)]
  ) -> [(path: String, value: Double)] {
    let isEarlier = !metrics.contains { $0.path == overrun }
    return metrics.map { isEarlier && $0.path == hitches ? (overrun, $0.value) : $0 }
      .sorted { $0.path < $1.path }
  }

  init(_ reader: inout ObjectReader) throws(FormatError) {
    date = try reader.required("date").line()
    commit = try reader.required("commit").line()
    scenario = try reader.required("scenario").line()
    machine = try reader.required("machine").line()
    key = try reader.optional("key").map { (node) throws(FormatError) in
      try node.object { (reader) throws(FormatError) in try BaselineKey(&reader) }
    }
    var metrics: [(path: String, value: Double)] = []
    var object = try reader.required("metrics").object()
    for member in object.remainingMembers() {
      let value = try member.value.double(in: -1e300...1e300)
      metrics.append((member.key, value))
    }
    self.metrics = Self.named(metrics)
  }

  /// The entry as one line of JSON without its line end.
  package var line: String {
    var members: [(String, JSONOutput)] = [
      ("date", .string(date)), ("commit", .string(commit)), ("scenario", .string(scenario)),
      ("machine", .string(machine)),
    ]
    if let key { members.append(("key", .object(key.members))) }
    members.append(("metrics", .object(metrics.map { ($0.path, .number($0.value)) })))
    return JSONWriter.text(of: .object(members), style: .compact)
  }
}

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
      let entry = try root.object { (reader) throws(FormatError) in try HistoryEntry(&reader) }
      // An entry without figures takes room too.
      figureCount += max(1, entry.metrics.count)
      guard figureCount <= Limits.historyFigures.count else {
        throw root.failure(
          .notAllowed(
            found: "more figures", allowed: "\(Limits.historyFigures.most) in the whole history"))
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
