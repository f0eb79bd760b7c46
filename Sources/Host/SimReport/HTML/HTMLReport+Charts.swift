import SimFormats
import SimRuntime

extension HTMLReport {
  /// The charts of a run, or the reason why there are none.
  mutating func writeCharts(_ result: RunResult, _ comparison: Comparison?, count: Int) {
    guard let series = result.series?.condensed(to: count), !series.stretches.isEmpty else {
      writeNote(
        "No charts: the result holds no series of frames. A run keeps one with --series.")
      return
    }
    let chart = FrameChart(series, frameRate: result.frameRate, isFine: hasFineCharts)
    page += "<section class=\"charts\" data-rate=\"\(result.frameRate)\">\n"
    writeFrameTimes(result, chart, comparison, count: count)
    writePhases(result, chart)
    writeAllocationStrip(result, chart)
    writePopulations(result, chart)
    writeData(series)
    page += "</section>\n"
  }

  // MARK: - Frame times

  private mutating func writeFrameTimes(
    _ result: RunResult, _ chart: FrameChart, _ comparison: Comparison?, count: Int
  ) {
    let times = chart.series.stretches.compactMap { $0.time }
    guard !times.isEmpty else { return }
    let limits = result.frameLimits
    let minimum = Double(times.reduce(UInt64.max) { min($0, $1.median) })
    let slowest = Double(times.reduce(0) { max($0, $1.slowest) })
    let heights = limits.map { $0.value }
    let scale = RatioScale(
      holding: heights.filter { $0 > 0 }.reduce(minimum) { min($0, $1) } * 0.9,
      heights.reduce(slowest) { max($0, $1) } * 1.15)
    func y(_ value: UInt64) -> Double { (1 - scale.share(Double(value))) * chart.height }
    var svg = grounds(result, chart)
    svg += levels("grid", chart, at: scale.ticks.map { 1 - scale.share($0) })
    let overlay = overlay(comparison, chart, count: count)
    if let overlay {
      svg += path("other", overlay.steps { $0.time.map { y($0.slowest) } })
    }
    svg += path("median", chart.steps { $0.time.map { y($0.median) } })
    svg += path("slowest", chart.steps { $0.time.map { y($0.slowest) } })
    for limit in limits {
      svg += levels(limit.style, chart, at: [1 - scale.share(limit.value)])
    }
    let hasFailed = !result.failedBudgets(ofAny: [.frame, .hitches]).isEmpty
    let late = hasFailed ? "late failed" : "late"
    svg += lateMarks(result, chart, late, y: y)
    var legend =
      [("slowest", "slowest frame"), ("median", "median")] + limits.map { ($0.style, $0.words) }
    if let comparison, overlay != nil {
      legend.append(("other", "slowest of \(comparison.name)"))
    }
    if result.timing.lateFrames > 0 { legend.append((late, "late")) }
    let hasBackground = result.input.framesInBackground > 0
    legend.append(("ground", hasBackground ? "warm-up, background" : "warm-up"))
    let labels = scale.ticks.map {
      (share: scale.share($0), label: Self.round(UInt64($0)))
    }
    figure(
      "Frame time", "input, step, draw and raster; equal ratios have equal distances", legend,
      plot: Plot(
        svg: svg, labels: labels, chart: chart, height: 180,
        words: "Frame times from \(Quantity.time(UInt64(minimum))) to "
          + "\(Quantity.time(UInt64(slowest))), "
          + limits.map { $0.words }.joined(separator: ", ")),
      strip: inputStrip(chart))
  }

  /// The other run's frames, as far as both did the same work.
  private func overlay(
    _ comparison: Comparison?, _ chart: FrameChart, count: Int
  ) -> FrameChart? {
    guard let comparison, var series = comparison.other.series?.condensed(to: count) else {
      return nil
    }
    let end = min(comparison.comparableFrames, chart.frameCount)
    series.stretches.removeAll { $0.frame + $0.count > end }
    guard !series.stretches.isEmpty else { return nil }
    return FrameChart(series, like: chart)
  }

  private func lateMarks(
    _ result: RunResult, _ chart: FrameChart, _ style: String, y: (UInt64) -> Double
  ) -> String {
    let limit = result.timing.frameIntervalNanoseconds
    let warmup =
      result.frames > result.allocations.warmupFrames ? result.allocations.warmupFrames : 0
    var marks = ""
    for stretch in chart.series.stretches where stretch.frame + stretch.count > warmup {
      guard let time = stretch.time, time.slowest > limit else { continue }
      let middle = chart.x(stretch.frame) + chart.x(stretch.count) / 2
      marks += "M\(Int(middle.rounded())) \(Int(y(time.slowest).rounded()))h0"
    }
    return path(style, marks)
  }

  // MARK: - Phases

  private mutating func writePhases(_ result: RunResult, _ chart: FrameChart) {
    let sums = chart.series.stretches.compactMap { $0.time?.slowest }.sorted()
    guard let maximum = sums.last, maximum > 0 else { return }
    // One slow frame would flatten the rest.
    let typical = Double(sums[(sums.count - 1) * 98 / 100])
    let top = min(Double(maximum), typical * 1.3)
    var svg = grounds(result, chart)
    svg += levels("grid", chart, at: [0.25, 0.5, 0.75])
    func y(_ value: UInt64) -> Double {
      max(0, 1 - Double(value) / top) * chart.height
    }
    // Each lies before the next, from the ground up, so that only its upper edge has to be drawn.
    for phase in FramePhase.allCases.reversed() {
      let stack = FramePhase.allCases.prefix { $0 != phase } + [phase]
      svg += path(
        Self.style(of: phase),
        chart.bars { stretch in
          stretch.time.map { time in y(stack.reduce(0) { $0 + time.phases[$1] }) }
        })
    }
    let cut = sums.filter { Double($0) > top }.count
    let rest = cut > 0 ? "; \(cut) go on above" : ""
    figure(
      "Phases of the slowest frames", "one on the other\(rest)",
      FramePhase.allCases.map { (Self.style(of: $0), $0.name.description) },
      plot: Plot(
        svg: svg,
        labels: [(0, "0")]
          + [0.5, 1].map { (share: $0, label: Quantity.time(UInt64(top * $0))) },
        chart: chart, height: 120,
        words: "Input, step, draw and raster of the slowest frames"))
  }

  /// The class of a phase in the page's style.
  private static func style(of phase: FramePhase) -> String { "phase-\(phase.rawValue)" }

  // MARK: - Allocations

  private mutating func writeAllocationStrip(_ result: RunResult, _ chart: FrameChart) {
    let counts = result.allocations
    guard counts.isMeasured else { return }
    let maximum = chart.series.stretches.reduce(UInt64.zero) { max($0, $1.allocations ?? 0) }
    let warmup = counts.warmupFrames
    func top(_ stretch: FrameSeries.Stretch) -> Double? {
      guard let count = stretch.allocations, count > 0 else { return nil }
      // A single allocation has to be seen beside thousands.
      return (1 - max(0.15, Double(count) / Double(maximum))) * chart.height
    }
    let failed = result.failedBudgets(of: .allocations)
    let svg =
      grounds(result, chart)
      + path("warm", chart.bars { $0.frame < warmup ? top($0) : nil })
      + path(
        failed.isEmpty ? "allocated" : "allocated failed",
        chart.bars { $0.frame >= warmup ? top($0) : nil })
    let steady = counts.steadyTotal ?? 0
    let before = Quantity.grouped(counts.warmupTotal ?? 0)
    let words = "\(steady == 0 ? "none" : Quantity.grouped(steady)) after warm-up, \(before) in it"
    figure(
      "Allocations", words, failed.map { ("allocated failed", $0.limitWords) },
      plot: Plot(
        svg: svg, labels: [], chart: chart, height: 28, words: "", hasAxis: false))
  }

  // MARK: - Populations

  private mutating func writePopulations(_ result: RunResult, _ chart: FrameChart) {
    guard result.wasObserved else { return }
    var steady: [String] = []
    for (index, name) in chart.series.populations.enumerated() {
      let summary = result.populations.first { $0.name == name }
      let maximum = chart.series.stretches.reduce(UInt32.zero) { maximum, stretch in
        max(maximum, stretch.populations.map { $0[index].upperBound } ?? 0)
      }
      let minimum = summary?.minimum ?? 0
      let isLast = index == chart.series.populations.count - 1
      // A straight line says no more than its height.
      let failed = result.failedBudgets(of: .population(name))
      if !hasFineCharts, minimum == maximum, !isLast, failed.isEmpty {
        steady.append("\(name) \(Quantity.grouped(UInt64(maximum)))")
        continue
      }
      let cap = summary?.cap ?? 0
      // A cap far above everything would flatten the counts; the legend still names it.
      let shown = UInt64(maximum) * 8 >= UInt64(cap) ? max(maximum, cap) : maximum
      // A limit that failed is drawn wherever it lies.
      let highest = failed.reduce(Double(max(shown, 1))) { max($0, $1.budget.limit) }
      let top = highest * 1.05
      func y(_ count: UInt32) -> Double { (1 - Double(count) / top) * chart.height }
      var svg = grounds(result, chart)
      if cap > 0, cap <= shown { svg += levels("cap", chart, at: [1 - Double(cap) / top]) }
      svg += levels("budget failed", chart, at: failed.map { 1 - max($0.budget.limit, 0) / top })
      var last: ClosedRange<UInt32>?
      svg += path(
        "population",
        chart.area { stretch in
          guard let counts = stretch.populations?[index] else {
            last = nil
            return nil
          }
          // A step reaches to where the last one ended, or a count that jumps would be dots.
          let before = last ?? counts
          last = counts
          let lower = min(counts.lowerBound, before.upperBound)
          let upper = max(counts.upperBound, before.lowerBound)
          // A steady count is a line, not nothing.
          return (y(upper) - 0.015 * chart.height, y(lower) + 0.015 * chart.height)
        })
      let span = Quantity.span(minimum, maximum)
      figure(
        name, span,
        (cap > 0 ? [("cap", "cap \(Quantity.grouped(UInt64(cap)))")] : [])
          + failed.map { ("budget failed", $0.limitWords) },
        plot: Plot(
          svg: svg, labels: [(0, "0"), (1 / 1.05, Quantity.plain(highest))],
          chart: chart, height: 56, words: "", hasAxis: isLast))
    }
    if !steady.isEmpty { writeNote("The same in every frame: \(steady.joined(separator: ", "))") }
  }

  // MARK: - Parts

  /// A plot with its words.
  struct Plot {
    var svg: String
    /// Words at shares of the height, from the bottom.
    var labels: [(share: Double, label: String)]
    var chart: FrameChart
    /// In CSS pixels.
    var height: Int
    /// What it shows, for those who do not see it; empty where the caption says it.
    var words: String
    /// Whether the times stand below it.
    var hasAxis = true
  }

  private mutating func figure(
    _ title: String, _ note: String, _ legend: [(String, String)], plot: Plot, strip: String = ""
  ) {
    page += "<figure class=\"chart\"><figcaption><b>\(MarkupText.escaped(title))</b> "
    page += "<span>\(MarkupText.escaped(note))</span>"
    if !legend.isEmpty {
      let keys = legend.map { "<li class=\"\($0.0)\">\(MarkupText.escaped($0.1))</li>" }
      page += "<ul class=\"legend\">\(keys.joined())</ul>"
    }
    page += "</figcaption>\n<div class=\"plot\" style=\"height:\(plot.height)px\">"
    for (share, label) in plot.labels {
      page += "<span class=\"y\" style=\"bottom:\(FrameChart.text(share * 100))%\">"
      page += "\(MarkupText.escaped(label))</span>"
    }
    page += svg(plot.chart)
    page +=
      plot.words.isEmpty
      ? " aria-hidden=\"true\">"
      : " role=\"img\" aria-label=\"\(MarkupText.escaped(plot.words))\">"
    page += "\(plot.svg)</svg></div>\n"
    page += strip
    guard plot.hasAxis else {
      page += "</figure>\n"
      return
    }
    page += "<div class=\"axis\">"
    for (share, label) in plot.chart.timeTicks {
      page += "<span style=\"left:\(FrameChart.text(share * 100))%\">\(label)</span>"
    }
    page += "</div></figure>\n"
  }

  /// When fingers were down, the device was shaken, and the app was in the background.
  private func inputStrip(_ chart: FrameChart) -> String {
    let touched = chart.bars { $0.touches > 0 ? 0 : nil }
    let shaken = chart.bars { $0.framesShaken > 0 ? 0 : nil }
    guard !touched.isEmpty || !shaken.isEmpty else { return "" }
    var strip = ""
    for (name, bars) in [("touched", touched), ("shaken", shaken)] where !bars.isEmpty {
      strip += "<div class=\"strip\"><span class=\"y\">\(name)</span>"
      strip += "\(svg(chart)) aria-hidden=\"true\">\(path(name, bars))</svg></div>\n"
    }
    return strip
  }

  /// Warm-up and background behind a plot.
  private func grounds(_ result: RunResult, _ chart: FrameChart) -> String {
    let warmup = min(result.allocations.warmupFrames, chart.frameCount)
    var svg = path("background", chart.bars { $0.framesInBackground * 2 > $0.count ? 0 : nil })
    svg += path("warmup", "M0 0H\(Int(chart.x(warmup).rounded()))V\(Int(chart.height))H0Z")
    return svg
  }

  private func svg(_ chart: FrameChart) -> String {
    "<svg viewBox=\"0 0 \(Int(chart.width)) \(Int(chart.height))\" preserveAspectRatio=\"none\""
  }

  private func path(_ name: String, _ data: String) -> String {
    data.isEmpty ? "" : "<path class=\"\(name)\" d=\"\(data)\"/>"
  }

  /// A round time without the zeros that rounding to three digits leaves.
  private static func round(_ nanoseconds: UInt64) -> String {
    Quantity.time(nanoseconds).replacing(".00 ", with: " ").replacing(".0 ", with: " ")
  }

  /// Lines from left to right at shares of the height from the top.
  private func levels(_ name: String, _ chart: FrameChart, at shares: [Double]) -> String {
    let lines = shares.map { "M0 \(Int(($0 * chart.height).rounded()))H\(Int(chart.width))" }
    return path(name, lines.joined())
  }

  /// What the script shows under the pointer: of each stretch its frames, its allocations, and
  /// which of the frames was the slowest with its phases.
  private mutating func writeData(_ series: FrameSeries) {
    let rows = series.stretches.map { stretch in
      let time = stretch.time.map { time in
        ",\(time.slowestFrame - min(stretch.frame, time.slowestFrame)),"
          + FramePhase.allCases.map { Self.digits(time.phases[$0]) }.joined(separator: ",")
      }
      let allocations = stretch.allocations.map { "\($0)" } ?? "null"
      return "[\(stretch.count),\(allocations)\(time ?? "")]"
    }
    page += "<script type=\"application/json\">[\(rows.joined(separator: ","))]</script>\n"
  }

  /// A number to the three digits that are shown of it, in JSON.
  private static func digits(_ value: UInt64) -> String {
    var (unit, zeros) = (UInt64(1), 0)
    while value / unit >= 1000 { (unit, zeros) = (unit * 10, zeros + 1) }
    let kept = value / unit + (value % unit * 2 >= unit && unit > 1 ? 1 : 0)
    return zeros < 3 ? "\(kept * unit)" : "\(kept)e\(zeros)"
  }
}
