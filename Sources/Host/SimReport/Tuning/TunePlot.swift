import SimFormats

/// Cost against count as SVG: a panel per device class, with its budget and its cap.
package enum TunePlot {
  private static let panelWidth = 300.0
  private static let panelHeight = 200.0
  private static let (left, right, top, bottom) = (52.0, 18.0, 40.0, 34.0)

  /// The picture of one scenario's caps; nil when nothing was run.
  package static func svg(_ results: [CapResult]) -> String? {
    let shown = results.filter { $0.quantum > 0 && !$0.points.isEmpty }
    guard let first = shown.first else { return nil }
    let columns = min(3, shown.count)
    let rows = (shown.count + columns - 1) / columns
    let width = Double(columns) * panelWidth
    let height = Double(rows) * panelHeight + 34
    var text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(fixed(width))\" "
      + "height=\"\(fixed(height))\" viewBox=\"0 0 \(fixed(width)) \(fixed(height))\" "
      + "font-family=\"sans-serif\" font-size=\"11\">\n"
    text += "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    text += label(
      "\(first.scenario): predicted p99 of a frame in ms against \(first.population)", 12, 21,
      size: 14)
    for (index, result) in shown.enumerated() {
      let x = Double(index % columns) * panelWidth
      let y = Double(index / columns) * panelHeight + 34
      text += "<g transform=\"translate(\(fixed(x)) \(fixed(y)))\">\n\(panel(result))</g>\n"
    }
    return text + "</svg>\n"
  }

  /// From counts and nanoseconds to points in a panel.
  private struct Scale {
    var maximumCount: Double
    var maximumTime: Double

    func x(_ count: Double) -> Double {
      left + count / maximumCount * (panelWidth - left - right)
    }
    func y(_ time: Double) -> Double {
      panelHeight - bottom - time / maximumTime * (panelHeight - top - bottom)
    }
  }

  private static func panel(_ result: CapResult) -> String {
    // As far as the knee when it is near, so that it can be seen; else as far as the cap.
    let cap = Double(result.productCap)
    let knee = result.knee ?? cap
    let maximumCount = (knee > cap && knee <= 3 * cap ? knee : cap) * 1.06
    let dearest = result.points.map { $0.nanoseconds }.max() ?? 0
    let maximumTime = max(result.limitNanoseconds, dearest) * 1.15
    let scale = Scale(maximumCount: maximumCount, maximumTime: maximumTime)
    var text = axes(result, scale)
    let limit = scale.y(result.limitNanoseconds)
    text += line(left, limit, panelWidth - right, limit, "#c0392b", dashed: true)
    text += label(
      "allowed \(milliseconds(result.limitNanoseconds))", panelWidth - right, limit - 4,
      color: "#c0392b", anchor: "end")
    if let curve = result.curve, curve.isTrusted {
      var path = ""
      for step in 0...40 {
        let count = maximumCount * Double(step) / 40
        let time = min(max(curve.nanoseconds(count), 0), maximumTime)
        path += "\(step == 0 ? "M" : "L")\(fixed(scale.x(count))) \(fixed(scale.y(time)))"
      }
      text += "<path d=\"\(path)\" fill=\"none\" stroke=\"#2c6fbb\"/>\n"
    }
    if let knee = result.knee, knee > 0, knee <= maximumCount {
      text += line(
        scale.x(knee), limit - 5, scale.x(knee), limit + 5, "#c0392b", dashed: false)
    }
    for point in result.points {
      let isCap = point.count == result.cap && result.cap > 0
      text +=
        "<circle cx=\"\(fixed(scale.x(Double(point.count))))\" "
        + "cy=\"\(fixed(scale.y(point.nanoseconds)))\" r=\"\(isCap ? 5 : 3)\" "
        + "fill=\"\(isCap ? "#1e8449" : "#2c6fbb")\"/>\n"
    }
    return text
  }

  private static func axes(_ result: CapResult, _ scale: Scale) -> String {
    let foot = panelHeight - bottom
    let caption: String
    switch result.outcome {
    case .found(let count): caption = "cap \(count) of \(result.productCap)"
    case .impossible: caption = "impossible"
    case .refused: caption = "refused"
    case .skipped: caption = "skipped"
    }
    let costs = result.device.costs.map { $0.isEstimated ? "estimated costs" : "measured costs" }
    var text = label("\(result.device.name): \(caption)", left, 16, size: 12)
    text += label(costs ?? "costs unknown", left, 30, color: "#777777")
    text += line(left, foot, panelWidth - right, foot, "#999999", dashed: false)
    text += line(left, top, left, foot, "#999999", dashed: false)
    text += label("0", left, foot + 16, anchor: "middle")
    let end = scale.x(Double(result.productCap))
    text += line(end, foot, end, foot + 4, "#999999", dashed: false)
    text += label("\(result.productCap)", end, foot + 16, anchor: "middle")
    for share in [0.5, 1] {
      let time = scale.maximumTime * share
      text += label(milliseconds(time), left - 5, scale.y(time) + 4, anchor: "end")
    }
    return text
  }

  private static func milliseconds(_ nanoseconds: Double) -> String {
    Quantity.figure(nanoseconds / 1e6)
  }

  private static func fixed(_ value: Double) -> String { Quantity.fixed(value, 1) }

  private static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ color: String, dashed: Bool
  ) -> String {
    "<line x1=\"\(fixed(x1))\" y1=\"\(fixed(y1))\" x2=\"\(fixed(x2))\" y2=\"\(fixed(y2))\" "
      + "stroke=\"\(color)\"\(dashed ? " stroke-dasharray=\"5 3\"" : "")/>\n"
  }

  private static func label(
    _ text: String, _ x: Double, _ y: Double, color: String = "#222222", anchor: String = "start",
    size: Int = 11
  ) -> String {
    "<text x=\"\(fixed(x))\" y=\"\(fixed(y))\" fill=\"\(color)\" "
      + "text-anchor=\"\(anchor)\" font-size=\"\(size)\">\(MarkupText.escaped(text))</text>\n"
  }
}
