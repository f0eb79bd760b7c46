import SimMath
import SimFormats

/// The scales that all charts of a run share, and paths drawn with them.
///
/// A plot has whole units, as many from left to right for each frame as for any other; the page
/// stretches it, so that nothing but lines and areas is drawn in it and every word stays next to
/// it.
struct FrameChart {
  /// Units from left to right.
  let width: Double
  /// Units from top to bottom.
  let height: Double
  let series: FrameSeries
  /// Frames from left to right.
  let frameCount: UInt32
  let frameRate: UInt32

  /// Makes a chart of all frames.
  ///
  /// - Parameter isFine: whether units are finer than a pixel of any display; else they are about
  ///   one pixel of a plot next to many others, and cost half the digits.
  init(_ series: FrameSeries, frameRate: UInt32, isFine: Bool) {
    (width, height) = isFine ? (10_000, 1000) : (1000, 250)
    self.series = series
    self.frameRate = max(frameRate, 1)
    frameCount = max(1, series.stretches.last.map { $0.frame + $0.count } ?? 1)
  }

  /// Makes a chart of another series over the same scales.
  init(_ series: FrameSeries, like other: FrameChart) {
    (width, height) = (other.width, other.height)
    self.series = series
    frameCount = other.frameCount
    frameRate = other.frameRate
  }

  /// Where a frame begins.
  func x(_ frame: UInt32) -> Double { Double(frame) / Double(frameCount) * width }

  /// Steps through values, one a stretch, with gaps where there is none.
  func steps(_ level: (FrameSeries.Stretch) -> Double?) -> String {
    var pen = StepPen()
    var isDown = false
    for stretch in series.stretches {
      guard let y = level(stretch) else {
        isDown = false
        continue
      }
      if isDown { pen.rise(to: y) } else { pen.start(x(stretch.frame), y) }
      isDown = true
      pen.go(to: x(stretch.frame + stretch.count))
    }
    return pen.finished
  }

  /// The area between two heights of each stretch.
  func area(_ span: (FrameSeries.Stretch) -> (top: Double, bottom: Double)?) -> String {
    var pen = StepPen()
    var run: [(start: Double, bottom: Double)] = []
    func close() {
      for part in run.reversed() {
        pen.rise(to: part.bottom)
        pen.go(to: part.start)
      }
      if !run.isEmpty { pen.close() }
      run = []
    }
    for stretch in series.stretches {
      guard let span = span(stretch) else {
        close()
        continue
      }
      let start = x(stretch.frame)
      if run.isEmpty { pen.start(start, span.top) } else { pen.rise(to: span.top) }
      pen.go(to: x(stretch.frame + stretch.count))
      run.append((start, span.bottom))
    }
    close()
    return pen.finished
  }

  /// A bar of the whole height, or from a height down, over each stretch that it holds for.
  func bars(_ top: (FrameSeries.Stretch) -> Double?) -> String {
    area { stretch in top(stretch).map { ($0, height) } }
  }

  /// Places and words of the time axis.
  var timeTicks: [Axis.Tick] {
    Self.timeTicks(Int(frameCount), framesPerSecond: frameRate)
  }

  /// Places and words of an axis of time: at most seven round seconds or minutes.
  static func timeTicks(_ frameCount: Int, framesPerSecond: UInt32) -> [Axis.Tick] {
    let seconds = Double(max(frameCount, 1)) / Double(max(framesPerSecond, 1))
    let steps: [Double] = [
      0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200,
    ]
    let step = steps.first { seconds / $0 <= 6 } ?? 7200
    var ticks: [Axis.Tick] = []
    var time = 0.0
    while time <= seconds * 0.97 {
      let label = step >= 60 ? "\(Quantity.plain(time / 60)) min" : "\(Quantity.plain(time)) s"
      ticks.append(Axis.Tick(time / seconds, label))
      time += step
    }
    return ticks
  }
}

/// Writes steps as short as a path in SVG allows: whole units, relative to where it stands, and
/// nothing for what does not move.
struct StepPen {
  private var path = ""
  private var (x, y) = (0, 0)
  /// Where the step goes that is not written yet, since the next may go on at the same height.
  private var target = 0

  /// The path.
  var finished: String {
    var pen = self
    pen.write()
    return pen.path
  }

  /// Begins elsewhere.
  mutating func start(_ x: Double, _ y: Double) {
    write()
    (self.x, self.y) = (Int(x.rounded()), Int(y.rounded()))
    target = self.x
    path += "M\(self.x) \(self.y)"
  }

  /// Goes sideways.
  mutating func go(to x: Double) { target = Int(x.rounded()) }

  /// Goes up or down.
  mutating func rise(to y: Double) {
    let y = Int(y.rounded())
    guard y != self.y else { return }
    write()
    path += "v\(y - self.y)"
    self.y = y
  }

  /// Goes back to where it began.
  mutating func close() {
    write()
    path += "Z"
  }

  private mutating func write() {
    guard target != x else { return }
    // The difference of rounded positions, so that rounding errors do not add up.
    path += "h\(target - x)"
    x = target
  }
}

/// A scale on which equal ratios have equal distances, between round numbers.
struct RatioScale {
  let bottom: Double
  let top: Double

  /// The narrowest scale from and to 1, 2 or 5 times a power of ten that holds both values.
  init(holding minimum: Double, _ maximum: Double) {
    var bottom = 1.0
    for step in Self.rounds where step <= max(minimum, 1) { bottom = step }
    self.bottom = bottom
    top = Self.rounds.first { $0 >= maximum && $0 > bottom } ?? bottom * 10
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
