import SimFormats

/// Two results of one scenario side by side.
///
/// Times are compared only where both did the same work: from the first stretch of frames whose
/// states differ on, they say nothing about each other.
struct Comparison {
  /// A figure of both.
  struct Row {
    var label: String
    var this: String
    var other: String
    var change: String
    /// Whether the figure must not differ between runs of one behavior.
    var isExact: Bool
    var isEqual: Bool
  }

  let result: RunResult
  let other: RunResult
  /// What the other is called.
  let name: String

  init(_ result: RunResult, _ other: RunResult, name: String) {
    self.result = result
    self.other = other
    self.name = name
  }

  /// Whether every frame was in the same state in both.
  var isSameWork: Bool {
    result.digest.chain == other.digest.chain && result.frames == other.frames
  }

  /// The first frame from which the states may differ; nil when it is not known or none do.
  var firstDifference: FrameSeries.Stretch? {
    guard !isSameWork, let mine = result.series, let theirs = other.series else { return nil }
    return mine.firstDifference(from: theirs)
  }

  /// The frames, from 0, in which both were in the same state, as far as is known.
  var comparableFrames: UInt32 {
    if isSameWork { return result.frames }
    guard result.series != nil, other.series != nil, result.seed == other.seed else { return 0 }
    return firstDifference?.frame ?? min(result.frames, other.frames)
  }

  /// Whether both were to do the same work, so that a difference means something.
  var isSameTask: Bool {
    result.seed == other.seed && result.plannedFrames == other.plannedFrames
      && result.device.name == other.device.name
  }

  /// What both did, in a sentence.
  var sentence: String {
    if isSameWork, result.digest.pixelChain != other.digest.pixelChain {
      return "Both runs were in the same state in every frame but drew different pixels: times of "
        + "draw and raster are those of different work."
    }
    if isSameWork {
      return "Both runs were in the same state in every frame, so their times can be compared."
    }
    guard result.seed == other.seed else {
      return "The seeds differ, so the runs did different work; times are not compared."
    }
    guard let stretch = firstDifference else {
      return comparableFrames > 0
        ? "The runs agree in " + CountWords.counted(comparableFrames, "frame")
          + " and differ in length."
        : "The work changed; in which frame is not known. Times are not compared."
    }
    let last = stretch.frame + stretch.count - 1
    let span = stretch.count == 1 ? "frame \(last)" : "frames \(stretch.frame) to \(last)"
    return "The work changed in \(span): from there on, times are not compared."
  }

  /// Exact figures first, then times where they can be compared.
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
