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
    /// How often chance alone looks like it; 0 for exact metrics.
    public var chance: Double
    /// Whether values scatter more or less than before around much the same level.
    public var isSpread: Bool

    /// Makes a change.
    public init(
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
  public var scenario: String
  /// What decides the work of its runs; nil when they do not say.
  public var key: BaselineKey?
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
  public var isTimed: Bool { Self.isTimed(metric) }

  /// Whether the values of a metric depend on the machine and the moment.
  public static func isTimed(_ metric: String) -> Bool { metric.hasPrefix("timing.") }

  /// Whether any two samples differ.
  public var varies: Bool {
    samples.contains { $0.value != samples[0].value }
  }
}
