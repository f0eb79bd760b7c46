import SimFormats
import SimImageAnalysis

/// Goldens that differ as one page for a browser: no network, no file beside it.
///
/// Pictures stand two up, under a slider, as an onion skin, with their changes marked and as a heat
/// map; a chart shows the flashes of the run. Nothing moves or blinks by itself, because switching
/// between two pictures is a flash too.
package struct GoldenPage {
  /// The images of one kept picture as PNG files; empty ones could not be made.
  package struct Pictures {
    /// The frame.
    package var frame: UInt32
    /// As accepted.
    package var reference: [UInt8]
    /// As it is now.
    package var test: [UInt8]
    /// The map of FLIP.
    package var heatMap: [UInt8]
    /// What became lighter and darker.
    package var mask: [UInt8]

    /// Names the images.
    package init(
      frame: UInt32, reference: [UInt8], test: [UInt8], heatMap: [UInt8], mask: [UInt8]
    ) {
      self.frame = frame
      self.reference = reference
      self.test = test
      self.heatMap = heatMap
      self.mask = mask
    }
  }

  /// One golden.
  package struct Section {
    /// Its state.
    package var entry: GoldenReport.Entry
    /// The flashes of every frame.
    package var flashes: [FlashFrame]
    /// The kept pictures that differ.
    package var pictures: [Pictures]

    /// Puts a section together.
    package init(entry: GoldenReport.Entry, flashes: [FlashFrame], pictures: [Pictures]) {
      self.entry = entry
      self.flashes = flashes
      self.pictures = pictures
    }
  }

  private var sections: [Section] = []

  /// Makes an empty page.
  package init() {}

  /// Adds a golden.
  package mutating func add(_ section: Section) { sections.append(section) }

  /// The page.
  package var html: String {
    // What differs most comes first.
    let order: [GoldenState] = [.differs, .missing, .same]
    let sorted = sections.enumerated().sorted { a, b in
      let (first, second) = (a.element, b.element)
      let (i, j) = (
        order.firstIndex(of: first.entry.state) ?? 3,
        order.firstIndex(of: second.entry.state) ?? 3
      )
      if i != j { return i < j }
      let (x, y) = (Self.worst(first), Self.worst(second))
      return x != y ? x > y : a.offset < b.offset
    }
    let counts = order.map { state in
      "\(sections.count { $0.entry.state == state }) \(state.rawValue)"
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Goldens</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <h1>Goldens <small>\(counts.joined(separator: " · "))</small></h1>
      \(sorted.enumerated().map { Self.section($1.element, at: $0) }.joined(separator: "\n"))
      <script>\(Self.script)</script>
      </body>
      </html>

      """
  }

  private static func worst(_ section: Section) -> Float {
    section.entry.pictures.compactMap { $0.difference?.flip.spread.maximum }.max() ?? 0
  }

  private static func section(_ section: Section, at position: Int) -> String {
    let entry = section.entry
    let text = GoldenReport([entry], orphans: [], folder: "").text
      .split(separator: "\n").dropLast().joined(separator: "\n")
    let pictures = section.pictures.enumerated().map { index, pictures in
      Self.pictures(pictures, id: "p\(position)-\(index)")
    }
    let (state, open) = (entry.state.rawValue, entry.state == .same ? "" : " open")
    return """
      <details class="\(state)"\(open)>
      <summary>\(MarkupText.escaped(entry.name)) <b>\(state)</b></summary>
      <pre>\(MarkupText.escaped(text))</pre>
      \(pictures.joined(separator: "\n"))
      \(chart(section.flashes, framesPerSecond: entry.framesPerSecond))
      </details>
      """
  }

  // MARK: - Pictures

  private static func pictures(_ pictures: Pictures, id: String) -> String {
    let views = [
      ("two", "Two up"), ("slider", "Slider"), ("onion", "Onion skin"),
      ("changes", "Changes"), ("heat", "Heat map"),
    ]
    let tabs = views.map { name, title in
      """
      <label><input type="radio" name="\(id)" value="\(name)"\(name == "two" ? " checked" : "")> \
      \(title)</label>
      """
    }
    let frame = pictures.frame
    return """
      <figure class="views two" id="\(id)">
      <figcaption>Frame \(frame) <span class="tabs">\(tabs.joined())</span>
      <input type="range" min="0" max="100" value="50" aria-label="position"></figcaption>
      <div class="stage">
      <div class="one"><p>accepted</p>\(image(pictures.reference, "accepted, frame \(frame)"))</div>
      <div class="other"><p>now</p>\(image(pictures.test, "now, frame \(frame)"))</div>
      <div class="mask"><p>lighter: orange, darker: blue</p>\
      \(image(pictures.mask, "changes of frame \(frame)"))</div>
      <div class="flip"><p>FLIP: black is the same</p>\
      \(image(pictures.heatMap, "heat map of frame \(frame)"))</div>
      </div>
      </figure>
      """
  }

  private static func image(_ png: [UInt8], _ words: String) -> String {
    guard !png.isEmpty else { return "<p>pictures of two sizes</p>" }
    return "<img alt=\"\(words)\" src=\"data:image/png;base64,\(Base64.text(of: png))\">"
  }

  // MARK: - Flashes

  /// Transitions a second of the worst cell, and of more than a quarter of a field, by frame.
  private static func chart(_ flashes: [FlashFrame], framesPerSecond: UInt32) -> String {
    guard flashes.count > 1 else { return "" }
    let cells = flashes.map { max($0.general.cellTransitions, $0.red.cellTransitions) }
    let fields = flashes.map { max($0.general.fieldTransitions, $0.red.fieldTransitions) }
    let highest = Double(max(8, cells.max() ?? 0))
    func x(_ frame: Int) -> Double { 30 + Double(frame) / Double(flashes.count - 1) * 760 }
    func y(_ value: Double) -> Double { 110 - value / highest * 96 }
    func line(_ values: [UInt32], _ name: String) -> String {
      let points = values.enumerated().map {
        Quantity.fixed(x($0), 1) + "," + Quantity.fixed(y(Double($1)), 1)
      }
      return "<polyline class=\"\(name)\" points=\"\(points.joined(separator: " "))\"/>"
    }
    func limit(_ value: Double, _ text: String) -> String {
      let height = Quantity.fixed(y(value), 1)
      return "<path class=\"limit\" d=\"M30 \(height)H790\"/>"
        + "<text x=\"786\" y=\"\(Quantity.fixed(y(value) - 3, 1))\" text-anchor=\"end\">"
        + "\(text)</text>"
    }
    let seconds = Double(flashes.count) / Double(max(1, framesPerSecond))
    return """
      <svg viewBox="0 0 800 140" role="img" aria-label="transitions in a second over the frames">
      <path class="axis" d="M30 14V110H790"/>
      \(limit(2, "calm: 2 of any cell"))\(limit(6, "law: 6 of a quarter of 10 degrees"))
      \(line(cells, "cells"))\(line(fields, "fields"))
      <text x="24" y="114" text-anchor="end">0</text>
      <text x="24" y="18" text-anchor="end">\(Int(highest))</text>
      <text x="30" y="130">transitions in a second: <tspan class="cells">worst cell</tspan>, \
      <tspan class="fields">a quarter of a field</tspan></text>
      <text x="790" y="130" text-anchor="end">\(Quantity.figure(seconds, decimals: 1)) s</text>
      </svg>
      """
  }

  // MARK: - Style and behavior

  private static let style = """
    body{font:15px/1.45 system-ui,sans-serif;margin:24px auto;max-width:1100px;padding:0 16px;\
    color:#222b33;background:#f7f4ec}
    h1 small{font-weight:400;color:#566069}
    details{background:#fff;border:1px solid #d8d5cb;border-radius:8px;margin:12px 0;\
    padding:8px 14px}
    summary{cursor:pointer;font-weight:600}
    summary b{font-weight:400;color:#566069}.differs summary b{color:#9c3d3d}
    pre{overflow-x:auto;background:#f2f0e8;padding:10px;border-radius:6px;font-size:13px}
    figure{margin:12px 0}figcaption{display:flex;gap:14px;flex-wrap:wrap;align-items:center}
    .tabs label{margin-right:12px}
    .stage{position:relative;display:flex;gap:12px;margin-top:8px}
    .stage div{max-width:420px;flex:1}.stage p{margin:0 0 4px;color:#566069;font-size:13px}
    img{width:100%;display:block;border-radius:4px}
    .mask,.flip,.views input[type=range]{display:none}
    .slider input[type=range],.onion input[type=range]{display:inline-block;width:260px}
    .slider .other,.onion .other{position:absolute;left:0;top:0;width:420px}
    .slider .stage,.onion .stage{width:420px}
    .slider .other{clip-path:inset(0 0 0 var(--at,50%))}.onion .other{opacity:var(--part,.5)}
    .slider .stage p,.onion .stage p{visibility:hidden}
    .changes .one,.changes .other,.heat .one,.heat .other{display:none}
    .changes .mask,.heat .flip{display:block}
    svg{width:100%;font:11px system-ui,sans-serif}svg text{fill:#566069}
    .axis{stroke:#bdc6bf;fill:none}.limit{stroke:#9c3d3d;stroke-dasharray:4 3}
    polyline{fill:none;stroke-width:1.6}polyline.cells{stroke:#1f6f78}
    polyline.fields{stroke:#a8532f}tspan.cells{fill:#1f6f78}tspan.fields{fill:#a8532f}
    """

  /// Buttons choose a view, the range moves the slider; no timer anywhere.
  private static let script = """
    for(const view of document.querySelectorAll('.views')){
    const range=view.querySelector('input[type=range]');
    const set=()=>{view.style.setProperty('--at',range.value+'%');\
    view.style.setProperty('--part',range.value/100)};
    range.addEventListener('input',set);set();
    for(const tab of view.querySelectorAll('input[type=radio]'))\
    tab.addEventListener('change',()=>{view.className='views '+tab.value});}
    """
}
