/// One metric of one scenario over time, with its lasting changes.
package struct HistorySeries: Sendable {
  /// A moment with its value.
  package struct Sample: Sendable {
    /// When.
    package var date: String
    /// What was run.
    package var commit: String
    /// The value.
    package var value: Double

    /// Makes a sample.
    package init(date: String, commit: String, value: Double) {
      self.date = date
      self.commit = commit
      self.value = value
    }
  }

  /// A lasting change.
  package struct Change: Sendable {
    /// The first sample of what came after.
    package var index: Int
    /// The median before.
    package var before: Double
    /// The median after.
    package var after: Double
    /// How often chance alone looks like it; 0 for exact metrics.
    package var chance: Double
    /// Whether values scatter more or less than before around much the same level.
    package var isSpread: Bool

    /// Makes a change.
    package init(
      index: Int, before: Double, after: Double, chance: Double, isSpread: Bool = false
    ) {
      self.index = index
      self.before = before
      self.after = after
      self.chance = chance
      self.isSpread = isSpread
    }
  }

  /// The scenario.
  package var scenario: String
  /// What decides the work of its runs; nil when they do not say.
  package var key: BaselineKey?
  /// The metric's path.
  package var metric: String
  /// The machine, for times; empty for metrics that every machine agrees on.
  package var machine: String
  /// The samples, oldest first.
  package var samples: [Sample]
  /// The changes, oldest first.
  package var changes: [Change]

  /// Makes a series.
  package init(
    scenario: String, key: BaselineKey? = nil, metric: String, machine: String,
    samples: [Sample], changes: [Change]
  ) {
    self.scenario = scenario
    self.key = key
    self.metric = metric
    self.machine = machine
    self.samples = samples
    self.changes = changes
  }

  /// Whether its values depend on the machine and the moment; all others are the same in every run
  /// of one build.
  package var isTimed: Bool { Self.isTimed(metric) }

  /// Whether the values of a metric depend on the machine and the moment.
  package static func isTimed(_ metric: String) -> Bool { metric.hasPrefix("timing.") }

  /// Whether any two samples differ.
  package var varies: Bool {
    samples.contains { $0.value != samples[0].value }
  }
}
