/// What a run came to at one moment: a line of a history.
public struct HistoryEntry: Sendable {
  /// When, in UTC as ISO 8601.
  public var date: String
  /// What was run, as a commit or any name; empty when nobody says.
  public var commit: String
  /// The scenario's name.
  public var scenario: String
  /// The machine that timed it.
  public var machine: String
  /// Costs by path, sorted; of each, less is better.
  public var metrics: [(path: String, value: Double)]

  /// Takes the costs out of a result as `JSONReport` writes it; nil when it is no result.
  public init?(result: JSONOutput, date: String, commit: String, machine: String) {
    guard let scenario = result["scenario"]?.text, let timing = result["timing"] else {
      return nil
    }
    self.date = date
    self.commit = commit
    self.scenario = scenario
    self.machine = machine
    var metrics = ExactMetrics.metrics(of: result).filter { $0.isCost }
    for percentile in ["p50", "p99"] {
      let value = timing["frame"]?[percentile] ?? .null
      metrics.append(ExactMetric(path: "timing.frame.\(percentile)", value: value))
    }
    for phase in ["step", "draw", "raster"] {
      let value = timing["phases"]?[phase]?["p50"] ?? .null
      metrics.append(ExactMetric(path: "timing.\(phase).p50", value: value))
    }
    metrics.append(
      ExactMetric(
        path: "timing.hitchMsPerSecond", value: timing["hitchMsPerSecond"] ?? .null))
    self.metrics = metrics.compactMap { metric in
      metric.value.double.map { (metric.path, $0) }
    }.sorted { $0.path < $1.path }
  }

  init(_ reader: inout ObjectReader) throws(FormatError) {
    date = try reader.required("date").string()
    commit = try reader.required("commit").string()
    scenario = try reader.required("scenario").string()
    machine = try reader.required("machine").string()
    var metrics: [(path: String, value: Double)] = []
    var object = try reader.required("metrics").object()
    for member in object.remainingMembers() {
      let value = try member.value.double(in: -1e300...1e300)
      metrics.append((member.key, value))
    }
    self.metrics = metrics.sorted { $0.path < $1.path }
  }

  /// The entry as one line of JSON without its line end.
  public var line: String {
    JSONWriter.text(
      of: .object([
        ("date", .string(date)), ("commit", .string(commit)), ("scenario", .string(scenario)),
        ("machine", .string(machine)),
        ("metrics", .object(metrics.map { ($0.path, .number($0.value)) })),
      ]), style: .compact)
  }
}

/// A history: a plain file with one JSON object a line, oldest first.
public enum HistoryFile {
  /// Reads every line; empty ones are skipped.
  ///
  /// - Throws: `FormatError` with the line and what is wrong with it.
  public static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      // The reader counts lines from the first of its text, so the line goes into the name.
      let root = try JSONDocument.read(Array(line), file: "\(file), line \(index + 1)").root
      entries.append(
        try root.object { (reader) throws(FormatError) in try HistoryEntry(&reader) })
    }
    return entries
  }
}

/// One metric of one scenario over time, with the moments it changed for good.
public struct HistorySeries: Sendable {
  /// A moment with its value.
  public struct Sample: Sendable {
    /// When.
    public var date: String
    /// What was run.
    public var commit: String
    /// The value.
    public var value: Double

    /// Makes a sample.
    public init(date: String, commit: String, value: Double) {
      self.date = date
      self.commit = commit
      self.value = value
    }
  }

  /// A lasting change.
  public struct Change: Sendable {
    /// The first sample of what came after.
    public var index: Int
    /// The median before.
    public var before: Double
    /// The median after.
    public var after: Double
    /// How often chance alone looks like it.
    public var chance: Double

    /// Makes a change.
    public init(index: Int, before: Double, after: Double, chance: Double) {
      self.index = index
      self.before = before
      self.after = after
      self.chance = chance
    }
  }

  /// The scenario.
  public var scenario: String
  /// The metric's path.
  public var metric: String
  /// The machine, for times; empty for metrics that every machine agrees on.
  public var machine: String
  /// The samples, oldest first.
  public var samples: [Sample]
  /// The changes, oldest first.
  public var changes: [Change]

  /// Makes a series.
  public init(
    scenario: String, metric: String, machine: String, samples: [Sample], changes: [Change]
  ) {
    self.scenario = scenario
    self.metric = metric
    self.machine = machine
    self.samples = samples
    self.changes = changes
  }

  /// Whether any two samples differ.
  public var varies: Bool {
    samples.contains { $0.value != samples[0].value }
  }
}
