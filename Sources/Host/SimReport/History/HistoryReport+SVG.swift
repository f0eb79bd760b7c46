import SimFormats

extension HistoryReport {
  private static var panelHeight: Double { 120 }
  private static var width: Double { 720 }
  private static var margin: Double { 16 }
  private static var plotTop: Double { 30 }
  private static var plotHeight: Double { 64 }

  /// The series that vary as a picture: a panel each, a mark where it changed for good, and the
  /// medians before and after.
  package static func svg(_ series: [HistorySeries]) -> String {
    let shown = series.filter { $0.varies }
    let height = max(1, Double(shown.count)) * panelHeight + margin
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(number(width)) "
        + "\(number(height))\" width=\"\(number(width))\" height=\"\(number(height))\" "
        + "font-family=\"system-ui, sans-serif\" font-size=\"12\">",
      "<style>",
      "svg { background: #fff; } text { fill: #222; } .quiet { fill: #666; }",
      ".line { fill: none; stroke: #2266aa; stroke-width: 1.5; } .dot { fill: #2266aa; }",
      ".median { stroke: #888; stroke-dasharray: 4 3; } .worse { stroke: #c02020; }",
      ".better { stroke: #208040; } .spread { stroke: #8a6d00; } .axis { stroke: #ddd; }",
      "@media (prefers-color-scheme: dark) { svg { background: #181a1b; } text { fill: #eee; }",
      ".quiet { fill: #aaa; } .axis { stroke: #333; } .line { stroke: #6ab0f3; }",
      ".dot { fill: #6ab0f3; } .worse { stroke: #ff6b6b; } .better { stroke: #5fd38d; } }",
      "</style>",
    ]
    if shown.isEmpty {
      lines.append("<text x=\"\(number(margin))\" y=\"40\">no metric changed</text>")
    }
    for (index, one) in shown.enumerated() {
      lines += panel(one, top: Double(index) * panelHeight + margin / 2)
    }
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func panel(_ series: HistorySeries, top: Double) -> [String] {
    let values = series.samples.map { $0.value }
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    let span = high > low ? high - low : 1
    let step = (width - 2 * margin) / Double(max(1, values.count - 1))
    func x(_ index: Int) -> String { number(margin + Double(index) * step) }
    func y(_ value: Double) -> String {
      number(top + plotTop + plotHeight * (1 - (value - low) / span))
    }
    let bottom = top + plotTop + plotHeight
    var lines = [
      "<text x=\"\(number(margin))\" y=\"\(number(top + 16))\">"
        + MarkupText.escaped("\(series.scenario) · \(series.metric)") + "</text>",
      "<text class=\"quiet\" x=\"\(number(width - margin))\" y=\"\(number(top + 16))\" "
        + "text-anchor=\"end\">\(value(low, series)) to \(value(high, series)), now "
        + "\(value(values.last ?? 0, series))</text>",
      "<line class=\"axis\" x1=\"\(number(margin))\" x2=\"\(number(width - margin))\" "
        + "y1=\"\(number(bottom))\" y2=\"\(number(bottom))\"/>",
    ]
    for (index, change) in series.changes.enumerated() {
      let direction = change.after > change.before ? "worse" : "better"
      let kind = change.isSpread ? "spread" : direction
      let start = index == 0 ? 0 : series.changes[index - 1].index
      let last = values.count - 1
      let end =
        index + 1 < series.changes.count ? series.changes[index + 1].index : last
      let sample = series.samples[change.index]
      let label = sample.commit.isEmpty ? sample.date : sample.commit
      lines += [
        "<line class=\"median\" x1=\"\(x(start))\" x2=\"\(x(change.index))\" "
          + "y1=\"\(y(change.before))\" y2=\"\(y(change.before))\"/>",
        "<line class=\"median\" x1=\"\(x(change.index))\" x2=\"\(x(end))\" "
          + "y1=\"\(y(change.after))\" y2=\"\(y(change.after))\"/>",
        "<line class=\"\(kind)\" x1=\"\(x(change.index))\" x2=\"\(x(change.index))\" "
          + "y1=\"\(number(top + plotTop))\" y2=\"\(number(bottom))\"/>",
        "<text class=\"quiet\" x=\"\(x(change.index))\" y=\"\(number(bottom + 14))\" "
          + "text-anchor=\"middle\">\(MarkupText.escaped(label))</text>",
      ]
    }
    let points = values.indices.map { "\(x($0)),\(y(values[$0]))" }.joined(separator: " ")
    lines.append("<polyline class=\"line\" points=\"\(points)\"/>")
    lines += values.indices.map {
      "<circle class=\"dot\" r=\"2.5\" cx=\"\(x($0))\" cy=\"\(y(values[$0]))\"/>"
    }
    return lines
  }

  private static func number(_ value: Double) -> String { Quantity.trimmed(value, 2) }
}
