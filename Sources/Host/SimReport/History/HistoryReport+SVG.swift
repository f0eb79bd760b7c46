import SimFormats

extension HistoryReport {
  /// The series that vary as an image: one panel per series, with its lasting changes and the
  /// medians before and after.
  package static func svg(_ series: [HistorySeries]) -> String {
    SVGRenderer.text(
      title: "Metrics over time", charts: series.filter { $0.varies }.map(chart), columns: 1,
      panelWidth: 720, empty: "no metric changed")
  }

  static func chart(_ series: HistorySeries) -> Chart {
    let values = series.samples.map { $0.value }
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    // Margins above and below, so that no line covers the frame.
    let room = (high - low) * 0.08
    let axis = Axis((low - room)...(high + room), count: 4) { roundValue($0, series) }
    let last = max(1, values.count - 1)
    func x(_ index: Int) -> Double { Double(index) / Double(last) }
    let span =
      "\(value(low, series)) to \(value(high, series)), now "
      + value(values.last ?? 0, series)
    var chart = Chart(
      title: "\(series.scenario) · \(series.metric)", note: span,
      words: "\(series.metric) of \(series.scenario) over "
        + CountWords.counted(values.count, "run") + ": \(span)")
    (chart.width, chart.height) = (10_000, 1000)
    chart.pixelHeight = 96
    chart.y = axis.ticks
    chart.drawLevels("grid", at: axis.ticks.map(\.share))
    drawBands(series, axis, x: x, &chart)
    for (index, change) in series.changes.enumerated() {
      let start = index == 0 ? 0 : series.changes[index - 1].index
      let end = index + 1 < series.changes.count ? series.changes[index + 1].index : last
      for (from, to, level) in [
        (start, change.index, change.before), (change.index, end, change.after),
      ] {
        let y = axis.share(level)
        chart.drawLine("level", through: [(x(from), y), (x(to), y)])
      }
      chart.drawLine(style(change), through: [(x(change.index), 0), (x(change.index), 1)])
    }
    chart.drawLine("line", through: values.indices.map { (x($0), axis.share(values[$0])) })
    chart.points = values.indices.map { index in
      let sample = series.samples[index]
      let origin = [sample.commit, sample.date].filter { !$0.isEmpty }.joined(separator: ", ")
      return Chart.Point(
        x: x(index), y: axis.share(values[index]), style: "dot",
        words: "\(origin): \(value(values[index], series))")
    }
    chart.x = ticks(series, x: x)
    chart.keys = [
      Chart.Key("line", "each run"), Chart.Key("range", "middle half of the runs"),
      Chart.Key("level", "median before and after"), Chart.Key("worse", "worse from here"),
      Chart.Key("better", "better from here"), Chart.Key("spread", "spread changes here"),
    ]
    return chart
  }

  /// The band between the quartiles of the runs between changes, if there are enough runs.
  private static func drawBands(
    _ series: HistorySeries, _ axis: Axis, x: (Int) -> Double, _ chart: inout Chart
  ) {
    let ends = [0] + series.changes.map(\.index) + [series.samples.count]
    // Fewer than four values have no middle half.
    for (start, end) in zip(ends, ends.dropFirst()) where end - start >= 4 {
      let values = series.samples[start..<end].map { $0.value }.sorted()
      let (low, high) = (values[(values.count - 1) / 4], values[values.count * 3 / 4])
      guard low < high else { continue }
      let (left, right) = (x(start), x(end - 1))
      let (lower, upper) = (axis.share(low), axis.share(high))
      chart.drawArea(
        "range", through: [(left, lower), (right, lower), (right, upper), (left, upper)])
    }
  }

  private static func style(_ change: HistorySeries.Change) -> String {
    change.isSpread ? "spread" : change.after > change.before ? "worse" : "better"
  }

  /// The commits and dates of changes, and those of the first and last run if there is room.
  private static func ticks(
    _ series: HistorySeries, x: (Int) -> Double
  ) -> [Axis.Tick] {
    let last = series.samples.count - 1
    var ticks: [Axis.Tick] = []
    for index in series.changes.map(\.index) + [0, last] where series.samples.indices ~= index {
      let sample = series.samples[index]
      // Only the day; a point shows the full time.
      let label = [String(sample.commit.prefix(12)), String(sample.date.prefix(10))]
        .filter { !$0.isEmpty }.joined(separator: " · ")
      let place = x(index)
      // Labels at an end are aligned to it, all others are centered.
      guard
        ticks.allSatisfy({ tick in
          let isAtEnd = [0, 1].contains(tick.share) || [0, 1].contains(place)
          return abs(tick.share - place) > (isAtEnd ? 0.38 : 0.26)
        })
      else { continue }
      ticks.append(Axis.Tick(place, label))
    }
    return ticks
  }

  /// A round value in the unit of its series.
  private static func roundValue(_ value: Double, _ series: HistorySeries) -> String {
    isTime(series) && value > 0 ? Quantity.roundTime(value) : self.value(value, series)
  }
}
