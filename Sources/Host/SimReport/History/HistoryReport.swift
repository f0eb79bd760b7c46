import SimFormats

/// Trends and lasting changes of a history, as text, pages and JSON.
package enum HistoryReport {
  // MARK: - Table

  /// The series as a table: those that vary, and the number of those that never did.
  ///
  /// - Parameters:
  ///   - series: All series.
  ///   - isDated: Whether the order is that of dates rather than that of the file.
  package static func text(_ series: [HistorySeries], isDated: Bool = true) -> String {
    TerminalRenderer.text(document(series, isDated: isDated))
  }

  /// The series as one page, with one chart per series that varies.
  package static func html(_ series: [HistorySeries], isDated: Bool = true) -> String {
    HTMLRenderer.text(limit: HTMLReport.maximumByteCount) { _ in
      document(series, isDated: isDated)
    }
  }

  private static func document(_ series: [HistorySeries], isDated: Bool) -> Document {
    let shown = series.filter { $0.varies }
    let steady = series.count - shown.count
    var (lead, tail): ([Block], [String]) = ([], [])
    if !isDated, series.contains(where: { $0.samples.count > 1 }) {
      lead.append(.note("in the order of the file, since not every line has a date in UTC"))
    }
    if steady > 0 {
      tail.append("\(steady) \(steady == 1 ? "metric" : "metrics") never changed")
    }
    let conditions = HistoryConditions(series)
    tail += conditions.notes
    if lead.isEmpty, shown.isEmpty, tail.isEmpty { tail = ["no recorded runs"] }
    let names = shown.map { MessageText.oneLine("\($0.scenario)  \($0.metric)") }
    let width = names.reduce(0) { max($0, $1.count) }
    return Document(
      title: "Metrics over time", lead: lead,
      articles: zip(names, shown).enumerated().map { index, pair in
        let (name, one) = pair
        let line = "\(Quantity.padded(name, width))  \(sparkline(one))  \(summary(one))"
        return Article(
          id: "series-\(index + 1)",
          headline: Headline(
            tone: .passed, verdict: "", name: name, conditions: [summary(one)], line: line)
        ) {
          [
            .only(.page, [.plots([chart(one)], width: 720)]),
            .list(
              (one.machine.isEmpty ? [] : ["on \(one.machine)"])
                + (conditions.words(for: one).map { ["with \($0)"] } ?? [])
                + one.changes.map { words($0, one) }),
          ]
        }
      }, tail: [.list(tail)], unfitWords: "metrics")
  }

  private static func sparkline(_ series: HistorySeries) -> String {
    let values = series.samples.suffix(40).map { $0.value }
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    guard high > low else { return Sparkline.text(values.map { _ in 1 }) }
    // The lowest sample has a visible bar, so that it does not look like a missing run. Halves
    // avoid an overflow of the difference of both ends.
    let half = high / 2 - low / 2
    return Sparkline.text(values.map { UInt64(100 + 900 * (($0 / 2 - low / 2) / half)) })
  }

  private static func summary(_ series: HistorySeries) -> String {
    let values = series.samples.map { $0.value }
    let (first, last) = (values.first ?? 0, values.last ?? 0)
    let runs = "\(values.count) \(values.count == 1 ? "run" : "runs")"
    let change = Quantity.change(from: first, to: last)
    let trend = change.isEmpty ? "" : ", \(change) since the first"
    return "\(runs), now \(value(last, series))" + trend
  }

  private static func words(_ change: HistorySeries.Change, _ series: HistorySeries) -> String {
    let sample = series.samples[change.index]
    let (before, after) = (change.before, change.after)
    let percent = Quantity.change(from: before, to: after)
    let share = percent.isEmpty ? "" : " (\(percent))"
    let digits = FigureText.digits(telling: [after], from: before) {
      value($0, series, digits: $1)
    }
    let origin = sample.commit.isEmpty ? sample.date : "\(sample.commit), \(sample.date)"
    let direction = after > before ? "↑ worse" : "↓ better"
    let arrow = change.isSpread ? "↔ spread changed, but not the level," : direction
    return "\(arrow) from \(MessageText.oneLine(origin)): "
      + "\(value(before, series, digits: digits)) → \(value(after, series, digits: digits))"
      + share
  }

  /// A value in the unit of its series.
  static func value(
    _ value: Double, _ series: HistorySeries, digits: Int = FigureText.minimumDigits
  ) -> String {
    isTime(series)
      ? Quantity.time(value, digits: digits) : Quantity.plain(value, digits: digits)
  }

  /// Whether the values are nanoseconds.
  static func isTime(_ series: HistorySeries) -> Bool {
    series.metric.hasPrefix("timing.") && !series.metric.hasSuffix("PerSecond")
  }
}
