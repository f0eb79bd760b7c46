import SimRuntime

/// The metrics of a run at one moment: a line of a history.
package struct HistoryEntry: Sendable {
  /// When, in UTC as ISO 8601.
  package var date: String
  /// What was run, as a commit or any name; empty when it was not given.
  package var commit: String
  /// The scenario's name.
  package var scenario: String
  /// The machine that timed it.
  package var machine: String
  /// The conditions that determine the work; nil in old lines without them, and for results without
  /// a scenario digest.
  package var key: BaselineKey?
  /// Costs by path, sorted; of each, less is better.
  package var metrics: [(path: String, value: Double)]

  /// Reads the costs of a result written by `ResultFile`; nil if it is not a result.
  package init?(result: JSONOutput, date: String, commit: String, machine: String) {
    guard let scenario = result["scenario"]?.text else { return nil }
    self.date = date
    self.commit = commit
    self.scenario = scenario
    self.machine = machine
    key = BaselineKey(result: result)
    var metrics = ExactMetrics.metrics(of: result).filter { $0.isCost }
    guard let timing = result["timing"] else {
      guard result["model"] != nil else { return nil }
      self.metrics = metrics.compactMap { metric in metric.value.double.map { (metric.path, $0) } }
      return
    }
    for percentile in ["p50", "p99"] {
      let value = timing["frame"]?[percentile] ?? .null
      metrics.append(ExactMetric(path: "timing.frame.\(percentile)", value: value))
    }
    // Input is what the tool gathers.
    for phase in FramePhase.allCases where phase != .input {
      let value = timing["phases"]?[phase.name.description]?["p50"] ?? .null
      metrics.append(ExactMetric(path: "timing.\(phase.name).p50", value: value))
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

  private init() {
    (date, commit, scenario, machine, key, metrics) = ("", "", "", "", nil, [])
  }

  /// A line of a history.
  package static let shape = Shape<HistoryEntry>(
    HistoryEntry(), "The metrics of a run at one moment: a line of a history.", isClosed: true,
    [
      Member("date", \.date, .line, "When, in UTC as ISO 8601."),
      Member(
        "commit", \.commit, .line, "The commit that ran, or any name; may be empty."),
      Member("scenario", \.scenario, .line, "The scenario's name."),
      Member("machine", \.machine, .line, "The machine that timed it."),
      Member(
        optional: "key", \.key, BaselineKey.closedShape.codec,
        "What decides the work; left out in lines from before it was kept."),
      Member(
        "metrics",
        Codec<Double>.anyNumber.byName {
          (metric: (path: String, value: Double)) in
          (metric.path, metric.value)
        } make: {
          ($0, $1)
        }, "Costs by their path in a result; of each, less is better.", get: { $0.metrics },
        set: { $0.metrics = named($1) }),
    ])

  /// The entry as one line of JSON without its line end.
  package var line: String {
    JSONWriter.text(of: .object(Self.shape.write(self)), style: .compact)
  }
}
