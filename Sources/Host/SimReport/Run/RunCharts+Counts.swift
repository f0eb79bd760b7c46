import SimFormats

extension RunCharts {
  /// When memory was taken; nil where that was not counted.
  func allocations(_ frames: FrameChart) -> Chart? {
    let counts = result.allocations
    guard counts.isMeasured else { return nil }
    let maximum = frames.series.stretches.reduce(UInt64.zero) { max($0, $1.allocations ?? 0) }
    let warmup = counts.warmupFrames
    func top(_ stretch: FrameSeries.Stretch) -> Double? {
      guard let count = stretch.allocations, count > 0 else { return nil }
      // A single allocation must be visible next to thousands.
      return (1 - max(0.15, Double(count) / Double(maximum))) * frames.height
    }
    let failed = result.failedBudgets(of: .allocations)
    let steady = counts.steadyTotal ?? 0
    let before = FigureText.grouped(counts.warmupTotal ?? 0)
    let words =
      "\(steady == 0 ? "none" : FigureText.grouped(steady)) after warm-up, \(before) in it"
    var chart = empty("Allocations", words, frames, pixelHeight: 28)
    chart.draw("warm", frames.bars { $0.frame < warmup ? top($0) : nil })
    chart.draw(
      failed.isEmpty ? "allocated" : "allocated failed",
      frames.bars { $0.frame >= warmup ? top($0) : nil })
    chart.keys = failed.map { Chart.Key("allocated failed", $0.limitWords) }
    if maximum > 0 { chart.y = [Axis.Tick(1, FigureText.grouped(maximum))] }
    return chart
  }

  /// A chart for each population, and those that stay the same where there is no room for lines
  /// that say no more than their height.
  func populations(_ frames: FrameChart) -> (charts: [Chart], steady: [String]) {
    guard result.wasObserved else { return ([], []) }
    var (charts, steady): ([Chart], [String]) = ([], [])
    for (index, name) in frames.series.populations.enumerated() {
      let summary = result.populations.first { $0.name == name }
      let maximum = frames.series.stretches.reduce(UInt32.zero) { maximum, stretch in
        max(maximum, stretch.populations.map { $0[index].upperBound } ?? 0)
      }
      let minimum = summary?.minimum ?? 0
      let isLast = index == frames.series.populations.count - 1
      let failed = result.failedBudgets(of: .population(name))
      if !isFine, minimum == maximum, !isLast, failed.isEmpty {
        steady.append("\(name) \(FigureText.grouped(UInt64(maximum)))")
        continue
      }
      charts.append(population(index, name, minimum...max(minimum, maximum), frames))
    }
    return (charts, steady)
  }

  private func population(
    _ index: Int, _ name: String, _ found: ClosedRange<UInt32>, _ frames: FrameChart
  ) -> Chart {
    let maximum = found.upperBound
    let failed = result.failedBudgets(of: .population(name))
    let cap = result.populations.first { $0.name == name }?.cap ?? 0
    // A cap far above everything would flatten the counts; only words name it.
    let shown = UInt64(maximum) * 8 >= UInt64(cap) ? max(maximum, cap) : maximum
    // A limit that failed is drawn wherever it lies.
    let highest = failed.reduce(Double(max(shown, 1))) { max($0, $1.budget.limit) }
    let axis = Axis(0...highest * 1.05, count: 2) { Quantity.plain($0) }
    func y(_ count: UInt32) -> Double { (1 - axis.share(Double(count))) * frames.height }
    let note = cap > shown ? ", cap \(FigureText.grouped(UInt64(cap)))" : ""
    var chart = empty(
      name, Quantity.span(found.lowerBound, maximum) + note, frames, pixelHeight: 56)
    // The highest count has its label too, and round ones where they leave it room.
    let end = axis.share(highest)
    chart.y =
      axis.ticks.filter { end - $0.share > 0.3 } + [Axis.Tick(end, Quantity.plain(highest))]
    if cap > 0, cap <= shown { chart.drawLevels("cap", at: [axis.share(Double(cap))]) }
    chart.drawLevels("budget failed", at: failed.map { axis.share(max($0.budget.limit, 0)) })
    var last: ClosedRange<UInt32>?
    chart.draw(
      "population",
      frames.area { stretch in
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
        return (y(upper) - 0.015 * frames.height, y(lower) + 0.015 * frames.height)
      })
    chart.keys =
      [Chart.Key("cap", "cap \(FigureText.grouped(UInt64(cap)))")]
      + failed.map { Chart.Key("budget failed", $0.limitWords) }
    return chart
  }
}
