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

  static func chart(_ result: CapResult) -> Chart {
    // As far as the knee when it is near, so that it can be seen; else as far as the cap.
    let cap = Double(result.productCap)
    let knee = result.knee ?? cap
    let maximumCount = (knee > cap && knee <= 3 * cap ? knee : cap) * 1.06
    let dearest = result.points.map { $0.nanoseconds }.max() ?? 0
    let counts = Axis(0...max(maximumCount, 1), count: 6) { Quantity.plain($0) }
    let times = Axis(
      0...max(result.limitNanoseconds, dearest) * 1.15, count: 4, label: Quantity.roundTime)
    let costs = result.device.costs.map { $0.isEstimated ? "estimated costs" : "measured costs" }
    let title = "\(result.device.name): \(outcome(result))"
    var chart = Chart(title: title, note: costs ?? "costs unknown", words: title)
    (chart.width, chart.height) = (1000, 1000)
    chart.pixelHeight = 150
    chart.y = times.ticks
    // The product's cap has its tick, and round counts where they leave it room.
    let end = counts.share(cap)
    chart.x =
      counts.ticks.filter { abs($0.share - end) > 0.22 }
      + [Axis.Tick(end, "\(result.productCap) \(result.population)")]
    chart.drawLevels("grid", at: times.ticks.dropFirst().map(\.share))
    let limit = times.share(result.limitNanoseconds)
    chart.drawLevels("limit", at: [limit])
    chart.keys = [Chart.Key("limit", "allowed \(Quantity.time(result.limitNanoseconds))")]
    if let curve = result.curve, curve.isTrusted {
      chart.drawLine(
        "line",
        through: (0...40).map { step in
          let count = maximumCount * Double(step) / 40
          return (counts.share(count), times.share(curve.nanoseconds(count)))
        })
      chart.keys.append(Chart.Key("line", "fitted"))
    }
    if let knee = result.knee, knee > 0, knee <= maximumCount {
      let x = counts.share(knee)
      chart.drawLine("worse", through: [(x, limit - 0.04), (x, limit + 0.04)])
      chart.keys.append(Chart.Key("worse", "fits up to \(Quantity.grouped(UInt64(knee)))"))
    }
    chart.points = result.points.map { point in
      let isCap = point.count == result.cap && result.cap > 0
      return Chart.Point(
        x: counts.share(Double(point.count)), y: times.share(point.nanoseconds),
        style: isCap ? "best" : "dot",
        words: "\(Quantity.grouped(UInt64(point.count))): \(Quantity.time(point.nanoseconds))")
    }
    if chart.points.contains(where: { $0.style == "best" }) {
      chart.keys.append(Chart.Key("best", "cap"))
    }
    return chart
  }

  private static func outcome(_ result: CapResult) -> String {
    switch result.outcome {
    case .found(let count): "cap \(count) of \(result.productCap)"
    case .impossible: "impossible"
    case .refused: "refused"
    case .skipped: "skipped"
    }
  }
}
