import SimFormats

extension GateReport {
  /// The change of the frame time and its phases, each with its 95 % interval, between the lines of
  /// the threshold; nil without times.
  static func plot(_ outcome: GateOutcome) -> Chart? {
    guard let rows = outcome.wall?.rows, !rows.isEmpty else { return nil }
    let ends = rows.flatMap { [$0.lower, $0.upper, $0.floor, -$0.floor] }.filter(\.isFinite)
    let (low, high) = (ends.min() ?? 0, ends.max() ?? 0)
    let room = (high - low) * 0.08
    let axis = Axis((low - room)...(high + room), count: 5) { Quantity.percent($0) }
    let name = MessageText.oneLine(outcome.scenario)
    var chart = Chart(
      title: "Change of a frame's time · \(name)", note: "bands are 95 % intervals",
      words: "Changes of \(name): " + rows.map(words).joined(separator: "; "))
    (chart.width, chart.height) = (1000, 1000)
    chart.pixelHeight = 170
    chart.y = axis.ticks
    chart.drawLevels("grid", at: axis.ticks.map(\.share))
    for (index, row) in rows.enumerated() {
      let middle = (Double(index) + 0.5) / Double(rows.count)
      let half = 0.3 / Double(rows.count)
      let (left, right) = (middle - half, middle + half)
      let (lower, upper) = (axis.share(row.lower), axis.share(row.upper))
      chart.drawArea(
        "range", through: [(left, lower), (right, lower), (right, upper), (left, upper)])
      for floor in [row.floor, -row.floor] {
        chart.drawLine("limit", through: [(left, axis.share(floor)), (right, axis.share(floor))])
      }
      chart.x.append(Axis.Tick(middle, row.name))
      chart.points.append(
        Chart.Point(
          x: middle, y: axis.share(row.change), style: "dot", words: words(row)))
    }
    chart.keys = [
      Chart.Key("dot", "change"), Chart.Key("range", "95 % interval"),
      Chart.Key("limit", "threshold"),
    ]
    return chart
  }

  private static func words(_ row: WallOutcome.Row) -> String {
    "\(row.name) \(Quantity.percent(row.change)), \(Quantity.percent(row.lower)) to "
      + "\(Quantity.percent(row.upper)), threshold \(Quantity.percent(row.floor))"
  }
}
