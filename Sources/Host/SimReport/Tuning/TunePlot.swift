import SimFormats

/// Cost against count as a picture: a panel per device class, with its budget and its cap.
package enum TunePlot {
  /// The picture of one scenario's caps; nil when nothing was run.
  package static func svg(_ results: [CapResult]) -> String? {
    let shown = results.filter(isShown)
    guard let first = shown.first else { return nil }
    return SVGRenderer.text(
      title: title(first), charts: shown.map(chart), columns: 3, panelWidth: panelWidth,
      empty: "nothing was run")
  }

  /// Pixels of a panel from left to right.
  static var panelWidth: Double { 330 }

  /// Whether there is something to draw.
  static func isShown(_ result: CapResult) -> Bool {
    result.quantum > 0 && !result.points.isEmpty
  }

  /// What the charts of a scenario are about.
  static func title(_ result: CapResult) -> String {
    "\(result.scenario): predicted p99 of a frame against \(result.population)"
  }

  /// Cost against count: the band from the optimistic to the pessimistic end, the likely line, what
  /// is allowed, the knee and the cap.
  static func chart(_ result: CapResult) -> Chart {
    // As far as the knee when it is near, so that it can be seen; else as far as the cap.
    let cap = Double(result.productCap)
    let knee = result.knee ?? cap
    let maximumCount = (knee > cap && knee <= 3 * cap ? knee : cap) * 1.06
    let dearest = result.points.map { result.decidingNanoseconds($0.pessimistic) }.max() ?? 0
    let counts = Axis(0...max(maximumCount, 1), count: 6) { Quantity.plain($0) }
    let times = Axis(
      0...max(result.budgetNanoseconds, dearest) * 1.15, count: 4, label: Quantity.roundTime)
    let title =
      "\(result.device.name), \(result.renderer), \(result.frameRate) Hz: \(outcome(result))"
    var chart = Chart(
      title: title, note: result.provenance.map { "\($0) costs" } ?? "costs unknown", words: title)
    (chart.width, chart.height) = (1000, 1000)
    chart.pixelHeight = 150
    chart.y = times.ticks
    // The product's cap has its tick, and round counts where they leave it room.
    let end = counts.share(cap)
    chart.x =
      counts.ticks.filter { abs($0.share - end) > 0.22 }
      + [Axis.Tick(end, "\(result.productCap) \(result.population)")]
    chart.drawLevels("grid", at: times.ticks.dropFirst().map(\.share))
    drawTimes(result, counts, times, &chart)
    let limit = times.share(result.budgetNanoseconds)
    chart.drawLevels("limit", at: [limit])
    chart.drawLine("grid", through: [(end, 0), (end, 1)])
    chart.keys.append(Chart.Key("limit", "allowed \(Quantity.time(result.budgetNanoseconds))"))
    if let knee = result.knee, knee > 0, knee <= maximumCount {
      let x = counts.share(knee)
      chart.drawLine("worse", through: [(x, limit - 0.04), (x, limit + 0.04)])
      chart.keys.append(Chart.Key("worse", "fits up to \(FigureText.grouped(UInt64(knee)))"))
    }
    chart.points = result.points.map { point in
      let isCap = point.count == result.cap && result.cap > 0
      return Chart.Point(
        x: counts.share(Double(point.count)),
        y: times.share(result.decidingNanoseconds(point.pessimistic)),
        style: isCap ? "best" : "dot", words: words(point, result))
    }
    chart.keys.append(Chart.Key("best", "cap"))
    return chart
  }

  /// The band between both ends, and the line of what is likely, through the counts that were run.
  private static func drawTimes(
    _ result: CapResult, _ counts: Axis, _ times: Axis, _ chart: inout Chart
  ) {
    func places(_ end: CostEnd) -> [(x: Double, y: Double)] {
      result.points.map { point in
        (
          counts.share(Double(point.count)),
          times.share(result.decidingNanoseconds(point[end]))
        )
      }
    }
    let (least, most) = (places(.optimistic), places(.pessimistic))
    if zip(least, most).contains(where: { $0.y != $1.y }) {
      chart.drawArea("range", through: least + most.reversed())
      chart.drawLine("median", through: places(.nominal))
      chart.keys = [
        Chart.Key("range", "from the least to the most"), Chart.Key("median", "likely"),
      ]
    }
    chart.drawLine("line", through: most)
    chart.keys.append(Chart.Key("line", "at most"))
  }

  /// What is said of a count.
  private static func words(_ point: CapResult.Point, _ result: CapResult) -> String {
    let times = point.pessimistic
    var words =
      "\(FigureText.grouped(UInt64(point.count))): at most "
      + Quantity.time(result.decidingNanoseconds(times))
    if times.graphics > 0 {
      words +=
        ", CPU \(Quantity.time(times.processor)), GPU \(Quantity.time(times.graphics))"
    }
    let likely = result.decidingNanoseconds(point.nominal)
    return likely == result.decidingNanoseconds(times)
      ? words : words + "; likely \(Quantity.time(likely))"
  }

  private static func outcome(_ result: CapResult) -> String {
    switch result.outcome {
    case .found(let count):
      "cap \(count) of \(result.productCap)"
        + (result.bound.map { $0 == .product ? "" : ", \(TuneReport.words($0))" } ?? "")
    case .impossible: "impossible"
    case .skipped: "skipped"
    }
  }
}
