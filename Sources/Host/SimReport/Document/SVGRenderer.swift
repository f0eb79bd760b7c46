import SimFormats

/// Charts as one standalone image: panels side by side, with the colors of the pages.
///
/// A point shows its value under a pointer or finger, or with keyboard focus.
struct SVGRenderer {
  private static let margin = 16.0
  private static let (left, right, axis) = (62.0, 14.0, 22.0)
  /// Maximum number of points with values per chart.
  private static let pointCount = 300

  private let panelWidth: Double
  private var markup = ""

  /// The picture.
  ///
  /// - Parameters:
  ///   - title: The title of all charts.
  ///   - charts: The panels.
  ///   - columns: Maximum number of panels side by side.
  ///   - panelWidth: Pixels of a panel from left to right.
  ///   - empty: The text if there are no charts.
  static func text(
    title: String, charts: [Chart], columns: Int, panelWidth: Double, empty: String
  ) -> String {
    var renderer = SVGRenderer(panelWidth: panelWidth)
    let columns = max(1, min(columns, charts.count))
    let width = Double(columns) * panelWidth + margin
    let lines = wrapped(title, size: 15, width: width - 2 * margin)
    var top = margin
    for line in lines {
      top += 20
      renderer.write(line, x: margin, y: top, style: "title")
    }
    if charts.isEmpty {
      top += 24
      renderer.write(empty, x: margin, y: top)
    }
    for start in stride(from: 0, to: charts.count, by: columns) {
      let row = charts[start..<min(start + columns, charts.count)]
      let heights = row.enumerated().map { column, chart in
        renderer.write(chart, x: Double(column) * panelWidth + margin / 2, y: top + 14)
      }
      top += 14 + heights.reduce(0) { max($0, $1) }
    }
    let height = top + margin
    let size = "width=\"\(number(width))\" height=\"\(number(height))\""
    let words = MarkupText.escaped(MessageText.oneLine(title))
    return
      "<svg class=\"panel\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(number(width)) "
      + "\(number(height))\" \(size) role=\"figure\" aria-label=\"\(words)\">\n"
      + "<title>\(words)</title>\n<style>\(colors)\(style)</style>\n"
      + "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\(renderer.markup)</svg>\n"
  }

  /// A chart as an image within a page, whose style sheet includes `style`.
  static func panel(_ chart: Chart, width: Double) -> String {
    var renderer = SVGRenderer(panelWidth: width)
    let height = renderer.write(chart, x: 0, y: 0) + margin / 2
    let size = "width=\"\(number(width))\" height=\"\(number(height))\""
    let words = MarkupText.escaped(MessageText.oneLine(chart.title))
    return "<svg class=\"panel\" \(size) viewBox=\"0 0 \(number(width)) \(number(height))\" "
      + "role=\"figure\" aria-label=\"\(words)\">\n<title>\(words)</title>\n"
      + "\(renderer.markup)</svg>"
  }

  private init(panelWidth: Double) { self.panelWidth = panelWidth }

  // MARK: - A panel

  /// Writes a chart and returns its height.
  private mutating func write(_ chart: Chart, x: Double, y: Double) -> Double {
    var top = y
    for line in Self.wrapped(chart.title, size: 13, width: panelWidth - 2 * Self.margin) {
      top += 17
      write(line, x: x + Self.margin / 2, y: top, style: "name")
    }
    for line in Self.wrapped(chart.note, size: 12, width: panelWidth - 2 * Self.margin) {
      top += 16
      write(line, x: x + Self.margin / 2, y: top, style: "soft")
    }
    writeKeys(chart.legend, x: x + Self.margin / 2, top: &top)
    top += 12
    let (plotX, plotWidth) = (x + Self.left, panelWidth - Self.left - Self.right)
    let plotHeight = Double(chart.pixelHeight)
    for tick in chart.y {
      let height = top + (1 - tick.share) * plotHeight
      write(tick.label, x: plotX - 7, y: height + 4, style: "soft", anchor: "end")
    }
    for tick in chart.x {
      // A centered label at either end would stick out of the panel.
      let anchor = tick.share < 0.05 ? "start" : tick.share > 0.93 ? "end" : "middle"
      write(
        tick.label, x: plotX + tick.share * plotWidth, y: top + plotHeight + 16, style: "soft",
        anchor: anchor)
    }
    add(
      "<svg x=\"\(Self.number(plotX))\" y=\"\(Self.number(top))\" "
        + "width=\"\(Self.number(plotWidth))\" height=\"\(Self.number(plotHeight))\" "
        + "viewBox=\"0 0 \(Int(chart.width)) \(Int(chart.height))\" "
        + "preserveAspectRatio=\"none\" overflow=\"visible\" role=\"img\">"
        + "<title>\(MarkupText.escaped(MessageText.oneLine(chart.words)))</title>")
    add("<path class=\"frame\" d=\"M0 0V\(Int(chart.height))H\(Int(chart.width))\"/>")
    for mark in chart.marks { add("<path class=\"\(mark.style)\" d=\"\(mark.path)\"/>") }
    add("</svg>")
    let step = max(1, (chart.points.count + Self.pointCount - 1) / Self.pointCount)
    for (index, point) in chart.points.enumerated()
    where index % step == 0 || index == chart.points.count - 1 {
      write(point, x: plotX + point.x * plotWidth, y: top + (1 - point.y) * plotHeight)
    }
    return top + plotHeight + Self.axis - y
  }

  private mutating func writeKeys(_ keys: [Chart.Key], x: Double, top: inout Double) {
    guard !keys.isEmpty else { return }
    top += 17
    var place = x
    for key in keys {
      let width = 24 + Self.width(key.words, size: 12) + 14
      // The first key of a line stays, however wide: another line has no more room.
      if place > x, place + width > x + panelWidth - Self.margin {
        place = x
        top += 16
      }
      let middle = Self.number(top - 4)
      add(
        "<path class=\"\(key.style) key\" d=\"M\(Self.number(place)) \(middle)"
          + "H\(Self.number(place + 16))\"/>")
      write(key.words, x: place + 22, y: top, style: "soft")
      place += width
    }
  }

  private mutating func write(_ point: Chart.Point, x: Double, y: Double) {
    let words = MarkupText.escaped(MessageText.oneLine(point.words))
    let (px, py) = (Self.number(x), Self.number(y))
    let anchor = point.x < 0.35 ? "start" : point.x > 0.65 ? "end" : "middle"
    add(
      "<g class=\"point\" tabindex=\"0\" role=\"img\" aria-label=\"\(words)\">"
        + "<path class=\"\(point.style)\" d=\"M\(px) \(py)h0\"/>"
        + "<circle cx=\"\(px)\" cy=\"\(py)\" r=\"9\"/>"
        + "<text x=\"\(px)\" y=\"\(Self.number(y - 9))\" text-anchor=\"\(anchor)\">\(words)"
        + "</text></g>\n")
  }

  private mutating func write(
    _ text: String, x: Double, y: Double, style: String = "", anchor: String = "start"
  ) {
    let attribute = style.isEmpty ? "" : " class=\"\(style)\""
    add(
      "<text\(attribute) x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" "
        + "text-anchor=\"\(anchor)\">\(MarkupText.escaped(MessageText.oneLine(text)))</text>\n")
  }

  private mutating func add(_ text: String) { markup += text }

  // MARK: - Words and figures

  /// The approximate width of a text in pixels; no font is measured, so it is an overestimate.
  private static func width(_ text: String, size: Double) -> Double {
    Double(text.count) * size * 0.56
  }

  /// A text in at most three lines of a width; longer text ends in an ellipsis.
  private static func wrapped(_ text: String, size: Double, width: Double) -> [String] {
    // Titles are bold, which is wider.
    let most = max(8, Int(width / (size * 0.64)))
    var lines: [String] = []
    for word in MessageText.oneLine(text).split(separator: " ") {
      if let last = lines.last, last.count + word.count < most {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    let isCut = lines.count > 3
    lines = lines.prefix(3).map { $0.count > most ? $0.prefix(most - 1) + "…" : $0 }
    if isCut, lines[2].last != "…" { lines[2] += " …" }
    return lines
  }

  private static func number(_ value: Double) -> String { Quantity.trimmed(value, 1) }

  /// The style of a standalone image.
  private static let colors = """
    .panel{\(PagePalette.variables(dark: false))}
    @media (prefers-color-scheme:dark){.panel{\(PagePalette.variables(dark: true))}}
    .paper{fill:var(--page)}\(PlotStyle.text)

    """

  /// The style of text and points, standalone or within a page.
  static let style = """
    .panel{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
    .panel text{fill:var(--ink)}.panel .soft{fill:var(--soft)}
    .panel .title{font-size:15px;font-weight:650}.panel .name{font-size:13px;font-weight:650}
    .panel .frame{stroke:var(--soft);stroke-width:1}
    .panel .key{stroke:var(--key);stroke-width:2.5}
    .point{outline:none}.point circle{fill:none;pointer-events:all}
    .point:focus circle{stroke:var(--ink);stroke-width:1.5}
    .point text{visibility:hidden;pointer-events:none;paint-order:stroke;stroke:var(--page);
    stroke-width:5;stroke-linejoin:round}
    .point:hover text,.point:focus text{visibility:visible}

    """
}
