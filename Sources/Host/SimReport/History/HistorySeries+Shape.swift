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
        derived: "series", HistorySeries.shape.codec.list(),
        "A row for each metric of a run on a machine."
      ) { $0.series },
    ])
}

extension HistorySeries {
  static let shape = Shape<HistorySeries>(
    written: nil, "A metric over time.",
    [
      Member(derived: "scenario", .text, "The scenario's name.") { $0.scenario },
      Member(derived: "metric", .text, "The metric's path in a result.") { $0.metric },
      Member(derived: "machine", .text, "The machine that timed it; empty when none did.") {
        $0.machine
      },
      Member(
        derivedOrNull: "key", BaselineKey.closedShape.codec,
        "What decides the work; null in lines from before it was kept."
      ) { $0.key },
      Member(derived: "samples", sample.codec.list(), "Its values.") { $0.samples },
      Member(derived: "changes", change.codec.list(), "Where it changed for good.") { $0.changes },
    ])

  private static let sample = Shape<Sample>(
    written: nil, "A value.",
    [
      Member(derived: "date", .text, "When, in UTC as ISO 8601.") { $0.date },
      Member(derived: "commit", .text, "What was run; may be empty.") { $0.commit },
      Member(derived: "value", .anyNumber, "The value.") { $0.value },
    ])

  private static let change = Shape<Change>(
    written: nil, "A change for good.",
    [
      Member(derived: "index", .whole(), "The first sample after it.") { UInt64($0.index) },
      Member(derived: "before", .anyNumber, "The median before, or the spread.") { $0.before },
      Member(derived: "after", .anyNumber, "The median after, or the spread.") { $0.after },
      Member(derived: "chance", .number(0...1), "How probable it is by chance.") { $0.chance },
      Member(derived: "kind", .oneOf(["level", "spread"]), "What changed.") {
        $0.isSpread ? "spread" : "level"
      },
    ])
}
