import SimFormats
import SimImageAnalysis

extension HTMLRenderer {
  /// Charts over the same frames, with their values for the script.
  mutating func write(_ group: ChartGroup) {
    guard !group.charts.isEmpty else { return }
    add("<section class=\"charts\">\n")
    for chart in group.charts { write(chart) }
    add("<script type=\"application/json\">\(Self.json(group.readings))</script>\n</section>\n")
  }

  private mutating func write(_ chart: Chart) {
    add("<figure class=\"chart\"><figcaption><b>\(MarkupText.escaped(chart.title))</b> ")
    add("<span>\(MarkupText.escaped(chart.note))</span>")
    if !chart.legend.isEmpty {
      let keys = chart.legend.map {
        "<li class=\"\($0.style)\">\(MarkupText.escaped($0.words))</li>"
      }
      add("<ul class=\"legend\">\(keys.joined())</ul>")
    }
    add("</figcaption>\n<div class=\"plot\" style=\"height:\(chart.pixelHeight)px\">")
    for tick in chart.y {
      add("<i style=\"bottom:\(Self.percent(tick.share))%\">")
      add("\(MarkupText.escaped(tick.label))</i>")
    }
    add(Self.svg(chart, chart.words, chart.marks) + "</div>\n")
    for strip in chart.strips {
      let name = MarkupText.escaped(strip.name)
      add("<div class=\"strip\"><i>\(name)</i>")
      add(Self.svg(chart, strip.name, [strip.mark]) + "</div>\n")
    }
    if !chart.x.isEmpty {
      add("<div class=\"axis\">")
      for tick in chart.x {
        add("<span style=\"left:\(Self.percent(tick.share))%\">")
        add("\(MarkupText.escaped(tick.label))</span>")
      }
      add("</div>")
    }
    add("</figure>\n")
  }

  private static func svg(_ chart: Chart, _ words: String, _ marks: [Chart.Mark]) -> String {
    var text = "<svg viewBox=\"0 0 \(Int(chart.width)) \(Int(chart.height))\" "
    text += "preserveAspectRatio=\"none\" role=\"img\"><title>\(MarkupText.escaped(words))</title>"
    for mark in marks { text += "<path class=\"\(mark.style)\" d=\"\(mark.path)\"/>" }
    return text + "</svg>"
  }

  /// A fraction in percent for CSS, with at most one decimal.
  private static func percent(_ share: Double) -> String { Quantity.trimmed(share * 100, 1) }

  private static func json(_ readings: ChartGroup.Readings) -> String {
    let names = readings.populations.map(quoted).joined(separator: ",")
    let rows = readings.rows.map { row in
      switch row {
      case .numbers(let count, let numbers):
        "[\(([String(count)] + numbers).joined(separator: ","))]"
      case .words(let count, let words): "[\(count),\(quoted(words))]"
      }
    }
    return "{\"rate\":\(readings.framesPerSecond),\"names\":[\(names)],"
      + "\"rows\":[\(rows.joined(separator: ","))]}"
  }

  /// A string in JSON that no end of a script or reference can hide in.
  private static func quoted(_ text: String) -> String {
    JSONWriter.text(of: .string(MessageText.oneLine(text)), style: .compact)
      .replacing("<", with: "\\u003c").replacing(">", with: "\\u003e")
      .replacing("&", with: "\\u0026").replacing("\n", with: "")
  }

  // MARK: - Pictures

  /// Two images in five views; without the script, the images side by side and the rest below.
  mutating func write(_ pictures: PictureComparison) {
    comparisonCount += 1
    let id = "comparison-\(comparisonCount)"
    let name = MarkupText.escaped(pictures.name)
    guard !pictures.mask.isEmpty, !pictures.heatMap.isEmpty else {
      add("<figure class=\"views two\" id=\"\(id)\"><figcaption><b>\(name)</b></figcaption>")
      let (first, second) = pictures.sides
      add("<div class=\"stage\"><div class=\"one\"><p>\(first)</p>")
      add(Self.image(pictures.reference, "\(pictures.name), \(first)"))
      let remark = pictures.remark.isEmpty ? "" : ", \(pictures.remark)"
      add("</div><div class=\"other\"><p>\(second)\(remark)</p>")
      add(Self.image(pictures.test, "\(pictures.name), \(second)") + "</div></div></figure>\n")
      return
    }
    let views = [
      ("two", "Two up"), ("slider", "Slider"), ("onion", "Onion skin"), ("changes", "Changes"),
      ("heat", "Heat map"),
    ]
    add("<figure class=\"views two\" id=\"\(id)\"><figcaption><b>\(name)</b>")
    add("<fieldset class=\"tabs\"><legend class=\"unseen\">View of \(name)</legend>")
    for (view, title) in views {
      add("<label><input type=\"radio\" name=\"\(id)-view\" value=\"\(view)\"")
      add("\(view == "two" ? " checked=\"checked\"" : "")> \(title)</label>")
    }
    add("</fieldset><input type=\"range\" min=\"0\" max=\"100\" value=\"50\" ")
    add("aria-label=\"\(name): how much is \(pictures.sides.test)\"></figcaption>\n")
    add("<div class=\"stage\">")
    let stage = [
      ("one", pictures.sides.reference, pictures.reference),
      ("other", pictures.sides.test, pictures.test),
      ("mask", "lighter: orange, darker: blue", pictures.mask),
      ("flip", "FLIP: black means equal", pictures.heatMap),
    ]
    for (style, words, png) in stage {
      add("<div class=\"\(style)\"><p>\(words)</p>")
      add(Self.image(png, "\(pictures.name), \(words)"))
      if style == "flip" { add(Self.heatKey) }
      add("</div>\n")
    }
    add("</div></figure>\n")
  }

  /// The color key of the heat map.
  private static let heatKey: String = {
    let rgb = HeatMap.rgb((0...8).map { Float($0) / 8 })
    let stops = stride(from: 0, to: rgb.count, by: 3).map { start in
      "rgb(\(rgb[start]),\(rgb[start + 1]),\(rgb[start + 2]))"
    }.joined(separator: ",")
    return "<p class=\"heat-key\"><span>0, equal</span><span class=\"bar\" "
      + "style=\"background:linear-gradient(90deg,\(stops))\"></span><span>1, the "
      + "maximum</span></p>"
  }()
}
