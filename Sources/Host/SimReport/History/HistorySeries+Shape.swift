import SimFormats

extension HistoryReport {
  /// The series of a history, with their order.
  package struct Listing: Sendable {
    /// All series.
    package var series: [HistorySeries]
    /// Whether the order is that of dates rather than that of the file.
    package var isDated: Bool

    /// Creates a listing.
    package init(series: [HistorySeries], isDated: Bool) {
      self.series = series
      self.isDated = isDated
    }
  }

  /// The JSON output of `history`.
  package static let output = VerbOutput.shape(
    "Metrics over time.",
    [
      Member(
        derived: "order", .oneOf(["date", "file"]),
        "The order of the samples: by date, or as in the file."
      ) { (listing: Listing) in listing.isDated ? "date" : "file" },
      Member(
        derived: "series", \.series, HistorySeries.shape.codec.list(),
        "One row per metric, run conditions and machine."),
    ])
}

extension HistorySeries {
  static let shape = Shape<HistorySeries>(
    written: nil, "A metric over time.",
    [
      Member(derived: "scenario", \.scenario, "The scenario's name."),
      Member(derived: "metric", \.metric, "The metric's path in a result."),
      Member(derived: "machine", \.machine, "The machine of the times; empty for exact metrics."),
      Member(
        derivedOrNull: "key", \.key, BaselineKey.closedShape.codec,
        "The conditions that determine the work; null in old lines without them."),
      Member(derived: "samples", \.samples, sample.codec.list(), "Its values."),
      Member(derived: "changes", \.changes, change.codec.list(), "Its lasting changes."),
    ])

  private static let sample = Shape<Sample>(
    written: nil, "A value.",
    [
      Member(derived: "date", \.date, "The date in UTC as ISO 8601."),
      Member(derived: "commit", \.commit, "The commit that ran; may be empty."),
      Member(derived: "value", \.value, .anyNumber, "The value."),
    ])

  private static let change = Shape<Change>(
    written: nil, "A lasting change.",
    [
      Member(derived: "index", .whole(), "The first sample after it.") { UInt64($0.index) },
      Member(derived: "before", \.before, .anyNumber, "The median before, or the spread."),
      Member(derived: "after", \.after, .anyNumber, "The median after, or the spread."),
      Member(
        derived: "chance", \.chance, .number(0...1), "The probability of such a change by chance."),
      Member(
        derived: "kind", .oneOf(["level", "spread"]), "Whether the level or the spread changed."
      ) {
        $0.isSpread ? "spread" : "level"
      },
    ])
}
