import SimFormats

/// The evidence for a run that exceeded a limit of calmness or flashes: charts of the limited
/// metrics, and their worst frames.
package struct RunEvidence {
  /// One of the worst frames next to the previous one.
  package struct Pair {
    /// The frame.
    package var frame: UInt32
    /// Both images.
    package var comparison: PictureComparison

    /// Compares a frame with the previous one.
    package init(_ explanation: GoldenExplanation) {
      frame = explanation.frame
      comparison = PictureComparison(explanation, name: "frame \(explanation.frame)")
      comparison.sides = (
        "frame \(explanation.reference.frame)", "frame \(explanation.frame)"
      )
    }
  }

  /// All drawn frames.
  package var looks: [FrameLook]
  /// The worst frames.
  package var pictures: [Pair] = []

  /// Creates evidence without images.
  package init(looks: [FrameLook]) { self.looks = looks }

  /// Whether a run exceeded a limit that this shows.
  package static func isWanted(for result: SceneResult) -> Bool {
    !result.failedBudgets(ofAny: [.calmness, .flash]).isEmpty
  }

  /// The worst frames of failed limits, ascending: at most three.
  package func frames(of result: SceneResult) -> [UInt32] {
    Set(LookFigure.all(of: result).compactMap { $0.worst(looks)?.frame }.prefix(3)).sorted()
  }

  /// The worst frame of a metric; nil for other metrics.
  func frame(ofMeasure path: String) -> UInt32? {
    LookFigure(ofMeasure: path).flatMap { $0.worst(looks)?.frame }
  }

  // MARK: - On a page

  /// The charts, then each of the worst frames with its failures.
  ///
  /// - Parameters:
  ///   - count: Maximum number of stretches of frames in a chart.
  ///   - number: The run's number on the page, from 1, which is part of the names of images.
  func blocks(_ result: SceneResult, count: Int, number: Int, hasPictures: Bool) -> [Block] {
    let figures = LookFigure.all(of: result)
    guard !figures.isEmpty, !looks.isEmpty else { return [] }
    var blocks: [Block] = [.charts(charts(figures, result, count: count))]
    for frame in frames(of: result) {
      let worst = figures.filter { $0.worst(looks)?.frame == frame }
      let words = worst.map { figure in
        let limits = figure.limits.map { ", \($0.budget.id) \(Check($0).expected)" }.joined()
        let value = looks.first { $0.frame == frame }.map { figure.words(figure.value($0)) } ?? ""
        return "\(figure.title.lowercased()) \(value)\(limits)"
      }
      let time = Quantity.figure(Double(frame) / Double(max(result.frameRate, 1)), decimals: 2)
      blocks.append(.text("Frame \(frame) at \(time) s: \(words.joined(separator: "; "))" as Words))
      guard hasPictures, let pair = pictures.first(where: { $0.frame == frame }) else { continue }
      var comparison = pair.comparison
      comparison.name = MessageText.oneLine("\(result.scenario), frame \(frame), run \(number)")
      blocks.append(.comparison(comparison))
    }
    return [.section("Frames that exceeded limits", blocks)]
  }

  private func charts(_ figures: [LookFigure], _ result: SceneResult, count: Int) -> ChartGroup {
    let frameCount = max(result.frames, 1)
    let stretches = Stretch.all(looks, figures, frameCount: frameCount, count: count)
    var charts = figures.indices.map { index in
      chart(figures[index], index, stretches, frameCount: frameCount)
    }
    charts[charts.count - 1].x = FrameChart.timeTicks(
      Int(frameCount), framesPerSecond: result.frameRate)
    return ChartGroup(
      charts,
      ChartGroup.Readings(
        framesPerSecond: max(result.frameRate, 1),
        rows: stretches.map { stretch in
          guard let values = stretch.values else { return .words(stretch.count, "not drawn") }
          let words = zip(figures, values).map { "\($0.title.lowercased()) \($0.words($1))" }
          return .words(stretch.count, words.joined(separator: " · "))
        }))
  }

  private func chart(
    _ figure: LookFigure, _ index: Int, _ stretches: [Stretch], frameCount: UInt32
  ) -> Chart {
    let limits = figure.limits.map(\.budget.limit)
    let highest = (stretches.compactMap { $0.values?[index] } + limits).max() ?? 0
    let axis = Axis(0...max(highest * 1.08, 1e-6), count: 4) { figure.words($0) }
    let worst = figure.worst(looks)
    let words =
      worst.map { "at most \(figure.words(figure.value($0))), in frame \($0.frame)" } ?? ""
    var chart = Chart(
      title: figure.title, note: words, words: "\(figure.title) by frame: \(words)")
    (chart.width, chart.height) = (10_000, 1000)
    chart.y = axis.ticks
    chart.drawLevels("grid", at: axis.ticks.dropFirst().map(\.share))
    func x(_ frame: UInt32) -> Double { Double(frame) / Double(frameCount) * chart.width }
    func y(_ value: Double) -> Double { (1 - axis.share(value)) * chart.height }
    var pen = StepPen()
    var (frame, isDown) = (UInt32(0), false)
    for stretch in stretches {
      if let value = stretch.values?[index] {
        if isDown { pen.rise(to: y(value)) } else { pen.start(x(frame), y(value)) }
        pen.go(to: x(frame + stretch.count))
      }
      isDown = stretch.values != nil
      frame += stretch.count
    }
    chart.draw("cells", pen.finished)
    chart.drawLevels("limit", at: limits.map { axis.share($0) })
    if let worst {
      let (left, top) = (x(worst.frame).rounded(), y(figure.value(worst)).rounded())
      chart.draw("late failed", "M\(Int(left)) \(Int(top))h0")
    }
    chart.keys = [
      Chart.Key("cells", "highest of a stretch"), Chart.Key("late failed", "worst frame"),
    ]
    for summary in figure.limits {
      chart.keys.append(
        Chart.Key("limit", "\(MessageText.oneLine(summary.budget.id)) \(Check(summary).expected)"))
    }
    return chart
  }

  /// Some frames in a row with the highest value of each figure; nil where none was drawn.
  private struct Stretch {
    var count: UInt32
    var values: [Double]?

    /// All frames in at most so many stretches.
    static func all(
      _ looks: [FrameLook], _ figures: [LookFigure], frameCount: UInt32, count: Int
    ) -> [Stretch] {
      // 64 bits, since a slot times the number of frames may need more than 32.
      let count = UInt64(max(1, min(count, Int(frameCount))))
      var rest = looks[...]
      return (0..<count).map { slot in
        let start = UInt32(slot * UInt64(frameCount) / count)
        let end = UInt32((slot + 1) * UInt64(frameCount) / count)
        let inside = rest.prefix { $0.frame < end }
        rest = rest.dropFirst(inside.count)
        let values = figures.map { figure in inside.map(figure.value).max() ?? 0 }
        return Stretch(count: end - start, values: inside.isEmpty ? nil : values)
      }
    }
  }
}
