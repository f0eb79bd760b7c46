import SimFormats

extension HistoryReport {
  /// The series of a history, and what gave their order.
  package struct Listing: Sendable {
    /// All series.
    package var series: [HistorySeries]
    /// Whether dates gave the order, rather than the position in the file.
    package var isDated: Bool

    /// Puts them together.
    package init(series: [HistorySeries], isDated: Bool) {
      self.series = series
      self.isDated = isDated
    }
  }

  /// What `history` writes as JSON.
  package static let output = VerbOutput.shape(
    "How metrics went over time.",
    [
      Member(
        derived: "order", .oneOf(["date", "file"]),
        "Whether dates gave the order, or the position in the file."
      ) { (listing: Listing) in listing.isDated ? "date" : "file" },
      Member(
        derived: "series", \.series, HistorySeries.shape.codec.list(),
        "A row for each metric of a run on a machine."),
    ])
}

extension HistorySeries {
  static let shape = Shape<HistorySeries>(
    written: nil, "A metric over time.",
    [
      Member(derived: "scenario", \.scenario, "The scenario's name."),
      Member(derived: "metric", \.metric, "The metric's path in a result."),
      Member(derived: "machine", \.machine, "The machine that timed it; empty when none did."),
      Member(
        derivedOrNull: "key", \.key, BaselineKey.closedShape.codec,
        "What decides the work; null in lines from before it was kept."),
      Member(derived: "samples", \.samples, sample.codec.list(), "Its values."),
      Member(derived: "changes", \.changes, change.codec.list(), "Where it changed for good."),
    ])

  private static let sample = Shape<Sample>(
    written: nil, "A value.",
    [
      Member(derived: "date", \.date, "When, in UTC as ISO 8601."),
      Member(derived: "commit", \.commit, "What was run; may be empty."),
      Member(derived: "value", \.value, .anyNumber, "The value."),
    ])

  private static let change = Shape<Change>(
    written: nil, "A change for good.",
    [
      Member(derived: "index", .whole(), "The first sample after it.") { UInt64($0.index) },
      Member(derived: "before", \.before, .anyNumber, "The median before, or the spread."),
      Member(derived: "after", \.after, .anyNumber, "The median after, or the spread."),
      Member(derived: "chance", \.chance, .number(0...1), "How probable it is by chance."),
      Member(derived: "kind", .oneOf(["level", "spread"]), "What changed.") {
        $0.isSpread ? "spread" : "level"
      },
    ])
}
