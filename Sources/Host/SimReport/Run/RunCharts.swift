import SimFormats
import SimRuntime

/// The charts of a run.
struct RunCharts {
  let result: SceneResult
  private let comparison: Comparison?
  private let count: Int
  /// Whether there is space for every value.
  let isFine: Bool
  private let frames: FrameChart?

  /// Makes charts.
  ///
  /// - Parameters:
  ///   - comparison: Another run to lay under this one.
  ///   - count: The most stretches of frames.
  ///   - isFine: Whether there is space for every value.
  init(_ result: SceneResult, _ comparison: Comparison?, count: Int, isFine: Bool) {
    (self.result, self.comparison, self.count) = (result, comparison, count)
    self.isFine = isFine
    let series = result.series?.condensed(to: count)
    frames = series.flatMap { series in
      series.stretches.isEmpty
        ? nil : FrameChart(series, frameRate: result.frameRate, isFine: isFine)
    }
  }

  /// All charts, or the reason why there are none.
  var blocks: [Block] {
    guard let frames else {
      return [
        .note("No charts: the result has no per-frame series. Use run --series to include them.")
      ]
    }
    var charts = [frameTimes(frames), phases(frames), allocations(frames)].compactMap { $0 }
    let (counted, steady) = populations(frames)
    charts += counted
    if !charts.isEmpty {
      charts[charts.count - 1].x = frames.timeTicks
    }
    let same = "Equal in every frame: \(steady.joined(separator: ", "))"
    return [.charts(ChartGroup(charts, readings(frames)))] + (steady.isEmpty ? [] : [.note(same)])
  }

  // MARK: - Frame times

  private func frameTimes(_ frames: FrameChart) -> Chart? {
    let times = frames.series.stretches.compactMap { $0.time }
    guard !times.isEmpty else { return nil }
    let limits = result.frameLimits
    let minimum = Double(times.reduce(UInt64.max) { min($0, $1.median) })
    let slowest = Double(times.reduce(0) { max($0, $1.slowest) })
    let heights = limits.map { $0.value }
    let scale = RatioScale(
      holding: heights.filter { $0 > 0 }.reduce(minimum) { min($0, $1) } * 0.9,
      heights.reduce(slowest) { max($0, $1) } * 1.15)
    func y(_ value: UInt64) -> Double { (1 - scale.share(Double(value))) * frames.height }
    var chart = empty(
      "Frame time", "input, step, draw and raster; equal ratios have equal distances", frames,
      pixelHeight: 180)
    chart.words =
      "Frame times from \(Quantity.time(UInt64(minimum))) to \(Quantity.time(UInt64(slowest))), "
      + limits.map { $0.words }.joined(separator: ", ")
    chart.x = frames.timeTicks
    chart.y = scale.ticks.map { Axis.Tick(scale.share($0), Quantity.roundTime($0)) }
    chart.drawLevels("grid", at: scale.ticks.map { scale.share($0) })
    let overlay = overlay(frames)
    if let overlay { chart.draw("other", overlay.steps { $0.time.map { y($0.slowest) } }) }
    chart.draw("median", frames.steps { $0.time.map { y($0.median) } })
    chart.draw("slowest", frames.steps { $0.time.map { y($0.slowest) } })
    for limit in limits { chart.drawLevels(limit.style, at: [scale.share(limit.value)]) }
    let hasFailed = !result.failedBudgets(ofAny: [.frame, .hitches]).isEmpty
    let late = hasFailed ? "late failed" : "late"
    chart.draw(late, lateMarks(frames, y: y))
    chart.keys =
      [Chart.Key("slowest", "slowest frame"), Chart.Key("median", "median")]
      + limits.map { Chart.Key($0.style, $0.words) }
    if let comparison { chart.keys.append(Chart.Key("other", "slowest of \(comparison.name)")) }
    chart.keys += [
      Chart.Key(late, "late"), Chart.Key("warmup", "warm-up"),
      Chart.Key("background", "background"),
    ]
    // When fingers were down, and when the device was shaken.
    for (name, bars) in [
      ("touched", frames.bars { $0.touches > 0 ? 0 : nil }),
      ("shaken", frames.bars { $0.framesShaken > 0 ? 0 : nil }),
    ] where !bars.isEmpty {
      chart.strips.append((name, Chart.Mark(name, bars)))
    }
    return chart
  }

  /// The other run's frames, as far as both did the same work.
  private func overlay(_ frames: FrameChart) -> FrameChart? {
    guard let comparison, var series = comparison.other.series?.condensed(to: count) else {
      return nil
    }
    let end = min(comparison.comparableFrames, frames.frameCount)
    // A stretch that reaches further has times of other work too.
    series.stretches.removeAll { $0.frame + $0.count > end }
    guard !series.stretches.isEmpty else { return nil }
    return FrameChart(series, like: frames)
  }

  private func lateMarks(_ frames: FrameChart, y: (UInt64) -> Double) -> String {
    let limit = result.timing.frameIntervalNanoseconds
    let warmup =
      result.frames > result.allocations.warmupFrames ? result.allocations.warmupFrames : 0
    var marks = ""
    for stretch in frames.series.stretches where stretch.frame + stretch.count > warmup {
      guard let time = stretch.time, time.slowest > limit else { continue }
      let middle = frames.x(stretch.frame) + frames.x(stretch.count) / 2
      marks += "M\(Int(middle.rounded())) \(Int(y(time.slowest).rounded()))h0"
    }
    return marks
  }

  // MARK: - Phases

  private func phases(_ frames: FrameChart) -> Chart? {
    let sums = frames.series.stretches.compactMap { $0.time?.slowest }.sorted()
    guard let maximum = sums.last, maximum > 0 else { return nil }
    // One slow frame would flatten the rest.
    let typical = Double(sums[(sums.count - 1) * 98 / 100])
    let top = min(Double(maximum), typical * 1.3)
    let cut = sums.filter { Double($0) > top }.count
    let rest = cut > 0 ? "; \(cut) go on above" : ""
    var chart = empty(
      "Phases of the slowest frames", "one on the other\(rest)", frames, pixelHeight: 120)
    chart.words = "Input, step, draw and raster of the slowest frames"
    let axis = Axis(0...top, count: 4, label: Quantity.roundTime)
    chart.y = axis.ticks
    chart.drawLevels("grid", at: axis.ticks.dropFirst().map(\.share))
    func y(_ value: UInt64) -> Double { (1 - axis.share(Double(value))) * frames.height }
    // Each lies before the next, from the ground up, so that only its upper edge has to be drawn.
    for phase in FramePhase.allCases.reversed() {
      let stack = FramePhase.allCases.prefix { $0 != phase } + [phase]
      chart.draw(
        Self.style(of: phase),
        frames.bars { stretch in
          stretch.time.map { time in y(stack.reduce(0) { $0 + time.phases[$1] }) }
        })
    }
    chart.keys = FramePhase.allCases.map { Chart.Key(Self.style(of: $0), $0.name.description) }
    return chart
  }

  /// The class of a phase in the style.
  private static func style(of phase: FramePhase) -> String { "phase-\(phase.rawValue)" }

  // MARK: - Parts

  /// A chart with warm-up and background behind what is drawn.
  func empty(
    _ title: String, _ note: String, _ frames: FrameChart, pixelHeight: Int
  ) -> Chart {
    var chart = Chart(title: title, note: note, words: "\(title): \(note)")
    (chart.width, chart.height) = (frames.width, frames.height)
    chart.pixelHeight = pixelHeight
    let warmup = min(result.allocations.warmupFrames, frames.frameCount)
    chart.draw("background", frames.bars { $0.framesInBackground * 2 > $0.count ? 0 : nil })
    let edge = Int(frames.x(warmup).rounded())
    chart.draw("warmup", edge > 0 ? "M0 0H\(edge)V\(Int(frames.height))H0Z" : "")
    return chart
  }

  /// What a page shows of each stretch: its frames, its allocations, which of the frames was the
  /// slowest with its phases, and its populations where there is room.
  private func readings(_ frames: FrameChart) -> ChartGroup.Readings {
    let hasCounts = isFine && result.wasObserved
    let rows = frames.series.stretches.map { stretch in
      var numbers = [stretch.allocations.map { "\($0)" } ?? "null"]
      if let time = stretch.time {
        numbers.append("\(time.slowestFrame - min(stretch.frame, time.slowestFrame))")
        numbers += FramePhase.allCases.map { Self.digits(time.phases[$0]) }
        for counts in hasCounts ? stretch.populations ?? [] : [] {
          numbers += ["\(counts.lowerBound)", "\(counts.upperBound)"]
        }
      }
      return ChartGroup.Readings.Row.numbers(stretch.count, numbers)
    }
    return ChartGroup.Readings(
      framesPerSecond: frames.frameRate,
      populations: hasCounts ? frames.series.populations : [], rows: rows)
  }

  /// A number to the three digits that are shown of it, in JSON.
  private static func digits(_ value: UInt64) -> String {
    var (unit, zeros) = (UInt64(1), 0)
    while value / unit >= 1000 { (unit, zeros) = (unit * 10, zeros + 1) }
    let kept = value / unit + (value % unit * 2 >= unit && unit > 1 ? 1 : 0)
    return zeros < 3 ? "\(kept * unit)" : "\(kept)e\(zeros)"
  }
}
