import DeterministicMath
import Formats

/// The scales that all charts of a run share, and paths drawn with them.
///
/// A plot is 1,000 units wide, one share of it for each frame, and 100 units high; the page
/// stretches it, so that nothing but lines and areas is drawn in it and every word stays beside it.
struct FrameChart {
  /// Units from left to right.
  static var width: Double { 1000 }
  /// Units from top to bottom.
  static var height: Double { 100 }

  let series: FrameSeries
  /// Frames from left to right.
  let frameCount: UInt32
  let frameRate: UInt32

  init(_ series: FrameSeries, frameRate: UInt32) {
    self.series = series
    self.frameRate = max(frameRate, 1)
    frameCount = max(1, series.stretches.last.map { $0.frame + $0.count } ?? 1)
  }

  init(_ series: FrameSeries, frameCount: UInt32, frameRate: UInt32) {
    self.series = series
    self.frameCount = frameCount
    self.frameRate = frameRate
  }

  /// Where a frame begins.
  func x(_ frame: UInt32) -> Double { Double(frame) / Double(frameCount) * Self.width }

  static func text(_ value: Double) -> String {
    var text = Quantity.fixed(value, 1)
    if text.hasSuffix(".0") { text.removeLast(2) }
    return text
  }

  /// Steps through values, one a stretch, with gaps where there is none.
  func steps(_ height: (FrameSeries.Stretch) -> Double?) -> String {
    var path = ""
    var (level, end) = ("", "")
    func close() {
      if !level.isEmpty { path += "H" + end }
      level = ""
    }
    for stretch in series.stretches {
      guard let y = height(stretch).map(Self.text) else {
        close()
        continue
      }
      if level.isEmpty {
        path += "M\(Self.text(x(stretch.frame))) \(y)"
      } else if level != y {
        path += "H\(end)V\(y)"
      }
      (level, end) = (y, Self.text(x(stretch.frame + stretch.count)))
    }
    close()
    return path
  }

  /// The area between two heights of each stretch; neighbors alike are one step.
  func area(_ span: (FrameSeries.Stretch) -> (top: Double, bottom: Double)?) -> String {
    var path = ""
    var run: [(start: String, end: String, top: String, bottom: String)] = []
    func close() {
      guard let first = run.first else { return }
      path += "M\(first.start) \(first.top)"
      for (index, part) in run.enumerated() {
        path += (index > 0 ? "V" + part.top : "") + "H" + part.end
      }
      for part in run.reversed() { path += "V\(part.bottom)H\(part.start)" }
      path += "Z"
      run = []
    }
    for stretch in series.stretches {
      guard let span = span(stretch) else {
        close()
        continue
      }
      let (top, bottom) = (Self.text(span.top), Self.text(span.bottom))
      let end = Self.text(x(stretch.frame + stretch.count))
      if let last = run.indices.last, run[last].top == top, run[last].bottom == bottom {
        run[last].end = end
      } else {
        run.append((Self.text(x(stretch.frame)), end, top, bottom))
      }
    }
    close()
    return path
  }

  /// A bar of the whole height, or from a height down, over each stretch that it holds for.
  func bars(_ top: (FrameSeries.Stretch) -> Double?) -> String {
    area { stretch in top(stretch).map { ($0, Self.height) } }
  }

  /// Places and words of the time axis: at most seven round seconds or minutes.
  var timeTicks: [(share: Double, label: String)] {
    let seconds = Double(frameCount) / Double(frameRate)
    let steps: [Double] = [
      0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200,
    ]
    let step = steps.first { seconds / $0 <= 6 } ?? 7200
    var ticks: [(share: Double, label: String)] = []
    var time = 0.0
    while time <= seconds * 0.97 {
      let label =
        step >= 60 ? "\(Quantity.plain(time / 60)) min" : "\(Quantity.plain(time)) s"
      ticks.append((time / seconds, label))
      time += step
    }
    return ticks
  }
}

/// A scale on which equal ratios have equal distances, between round numbers.
struct RatioScale {
  let bottom: Double
  let top: Double

  /// The narrowest scale from and to 1, 2 or 5 times a power of ten that holds both values.
  init(holding least: Double, _ most: Double) {
    var bottom = 1.0
    for step in Self.rounds where step <= max(least, 1) { bottom = step }
    self.bottom = bottom
    top = Self.rounds.first { $0 >= most && $0 > bottom } ?? bottom * 10
  }

  private static let rounds: [Double] = (0..<12).flatMap { (power) -> [Double] in
    var unit = 1.0
    for _ in 0..<power { unit *= 10 }
    return [unit, 2 * unit, 5 * unit]
  }

  /// The share of the height from the bottom, 0 to 1.
  func share(_ value: Double) -> Double {
    guard value > bottom else { return 0 }
    let whole = Math.log(Float(top / bottom))
    return min(1, Double(Math.log(Float(value / bottom)) / whole))
  }

  /// Powers of ten, or all round numbers when there are few.
  var ticks: [Double] {
    let all = Self.rounds.filter { $0 >= bottom && $0 <= top }
    guard all.count > 5 else { return all }
    return Self.rounds.enumerated().filter { $0.offset % 3 == 0 }.map { $0.element }
      .filter { $0 >= bottom && $0 <= top }
  }
}
