import SimFormats

/// A comparison of two results of one scenario.
///
/// Times are compared only for equal work: before the first stretch of frames whose states differ.
struct Comparison {
  /// A metric of both.
  struct Row {
    var label: String
    var this: String
    var other: String
    var change: String
    /// Whether the metric must be equal between runs of one behavior version.
    var isExact: Bool
    var isEqual: Bool
  }

  let result: SceneResult
  let other: SceneResult
  /// The name of the other result.
  let name: String

  init(_ result: SceneResult, _ other: SceneResult, name: String) {
    self.result = result
    self.other = other
    self.name = name
  }

  /// Whether every frame had the same state in both.
  var isSameWork: Bool {
    result.digest.chain == other.digest.chain && result.frames == other.frames
  }

  /// The first frame whose state may differ; nil if unknown or if none differs.
  var firstDifference: FrameSeries.Stretch? {
    guard !isSameWork, let mine = result.series, let theirs = other.series else { return nil }
    return mine.firstDifference(from: theirs)
  }

  /// The number of frames, from 0, known to have the same state in both.
  var comparableFrames: UInt32 {
    if isSameWork { return result.frames }
    guard result.series != nil, other.series != nil, result.seed == other.seed else { return 0 }
    return firstDifference?.frame ?? min(result.frames, other.frames)
  }

  /// Whether both were expected to do the same work, so that a difference is meaningful.
  var isSameTask: Bool {
    result.seed == other.seed && result.plannedFrames == other.plannedFrames
      && result.device.name == other.device.name
  }

  /// The relation of both runs, as a sentence.
  var sentence: String {
    if isSameWork, result.digest.pixelChain != other.digest.pixelChain {
      return "Both runs had the same state in every frame but drew different pixels, so times of "
        + "draw and raster are for different work."
    }
    if isSameWork {
      return "Both runs had the same state in every frame, so their times are comparable."
    }
    guard result.seed == other.seed else {
      return "The seeds differ, so the runs did different work; times are not compared."
    }
    guard let stretch = firstDifference else {
      return comparableFrames > 0
        ? "The runs agree in " + CountWords.counted(comparableFrames, "frame")
          + " and differ in length."
        : "The work changed in an unknown frame; times are not compared."
    }
    let last = stretch.frame + stretch.count - 1
    let span = stretch.count == 1 ? "frame \(last)" : "frames \(stretch.frame) to \(last)"
    return "The work changed in \(span): from there on, times are not compared."
  }

  /// Exact metrics first, then comparable times.
  var rows: [Row] {
    var rows = [
      exact(
        "chain of states", Quantity.hexadecimal(result.digest.chain),
        Quantity.hexadecimal(other.digest.chain))
    ]
    if let mine = result.digest.pixelChain, let theirs = other.digest.pixelChain {
      rows.append(
        exact("chain of pixels", Quantity.hexadecimal(mine), Quantity.hexadecimal(theirs)))
    }
    for population in result.populations where result.wasObserved && other.wasObserved {
      guard let theirs = other.populations.first(where: { $0.name == population.name }) else {
        continue
      }
      rows.append(
        exact(
          population.name, Quantity.span(population.minimum, population.maximum),
          Quantity.span(theirs.minimum, theirs.maximum)))
    }
    if let mine = result.allocations.steadyTotal, let theirs = other.allocations.steadyTotal {
      rows.append(
        exact("allocations after warm-up", FigureText.grouped(mine), FigureText.grouped(theirs)))
    }
    if result.digest.pixels != nil, other.digest.pixels != nil {
      rows.append(
        count("pixels blended", result.work.pixelsBlended, other.work.pixelsBlended))
      rows.append(count("pixels filled", result.work.pixelsFilled, other.work.pixelsFilled))
    }
    guard isSameWork, result.timing.measuredFrames > 0, other.timing.measuredFrames > 0 else {
      return rows
    }
    rows.append(time("frame p50", result.timing.frame.p50, other.timing.frame.p50))
    rows.append(time("frame p99", result.timing.frame.p99, other.timing.frame.p99))
    for (mine, theirs) in zip(result.timing.phases, other.timing.phases)
    where mine.name == theirs.name {
      rows.append(time("\(mine.name) p50", mine.percentiles.p50, theirs.percentiles.p50))
    }
    return rows
  }

  private func exact(_ label: String, _ this: String, _ other: String) -> Row {
    let isEqual = this == other
    return Row(
      label: label, this: this, other: other, change: isEqual ? "same" : "differs",
      isExact: true, isEqual: isEqual)
  }

  private func count(_ label: String, _ this: UInt64, _ other: UInt64) -> Row {
    var row = exact(label, FigureText.grouped(this), FigureText.grouped(other))
    if !row.isEqual { row.change = Self.change(this, other) }
    return row
  }

  private func time(_ label: String, _ this: UInt64, _ other: UInt64) -> Row {
    let digits = FigureText.digits(telling: [Double(this)], from: Double(other)) {
      Quantity.time($0, digits: $1)
    }
    return Row(
      label: label, this: Quantity.time(this, digits: digits),
      other: Quantity.time(other, digits: digits), change: Self.change(this, other),
      isExact: false, isEqual: this == other)
  }

  private static func change(_ this: UInt64, _ other: UInt64) -> String {
    guard this != other else { return "same" }
    guard other > 0 else { return "new" }
    let apart = this > other ? this - other : other - this
    return (this < other ? "−" : "+") + Quantity.percent(Double(apart) / Double(other))
  }
}
