/// What the frames of a run would take on its device class, by exact counts of their work and
/// what that work costs there.
///
/// Nothing in it was timed on the machine that ran: the same scenario, seed and device class give
/// the same figures everywhere.
package struct DeviceFrameSummary: Equatable, Sendable {
  /// A predicted time in nanoseconds, and what it may be at least and at most.
  package struct Span: Equatable, Sendable {
    /// At nominal costs.
    package var nominal: UInt64
    /// At optimistic costs.
    package var least: UInt64
    /// At pessimistic costs.
    package var most: UInt64

    /// Makes a span.
    package init(nominal: UInt64, least: UInt64, most: UInt64) {
      self.nominal = nominal
      self.least = least
      self.most = most
    }
  }

  /// Whether the class would keep up.
  package enum Judgement: String, Sendable, CaseIterable {
    /// Even the longest time that a prediction may stand for fits.
    case within
    /// Not even the shortest time that a prediction may stand for fits.
    case over
    /// The limit lies between the two.
    case tooCloseToSay = "too-close-to-say"
  }

  /// What the class draws the scene with.
  package var renderer: String
  /// When a frame is due on the class, in nanoseconds: whole refreshes.
  package var intervalNanoseconds: UInt64
  /// Frames predicted: those whose times count, had they been measured.
  package var frames: UInt32
  /// The median of the predicted times: of the slower one of processor and GPU.
  package var median: Span
  /// The 99th percentile of the predicted times.
  package var high: Span
  /// The 99th percentile of the processor's times in nanoseconds.
  package var processorHigh: UInt64
  /// The 99th percentile of the GPU's times in nanoseconds.
  package var graphicsHigh: UInt64
  /// The 99th percentile of both together: from a frame's beginning to its picture.
  package var latencyHigh: UInt64
  /// Frames predicted to take longer than the interval.
  package var framesOverInterval: UInt32
  /// Whether the class itself has not been measured.
  package var isEstimated: Bool
  /// Where the costs come from.
  package var source: String

  /// Makes a summary without frames over the interval, and without times of single parts.
  package init(
    renderer: String, intervalNanoseconds: UInt64, frames: UInt32, median: Span, high: Span,
    isEstimated: Bool, source: String
  ) {
    self.renderer = renderer
    self.intervalNanoseconds = intervalNanoseconds
    self.frames = frames
    self.median = median
    self.high = high
    self.isEstimated = isEstimated
    self.source = source
    (processorHigh, graphicsHigh, latencyHigh, framesOverInterval) = (0, 0, 0, 0)
  }

  /// The shortest and the longest time that a figure may stand for, in nanoseconds.
  ///
  /// - Parameter name: `p50` or `p99`.
  package func range(of name: String) -> ClosedRange<Double> {
    let span = name == "p50" ? median : high
    return Double(min(span.least, span.most))...Double(max(span.least, span.most))
  }

  /// How much longer a frame may really take, as a share of the prediction.
  package var uncertainty: Double {
    high.nominal == 0 ? 0 : Double(high.most) / Double(high.nominal) - 1
  }

  /// What bounds the rate: the GPU when it is the slower one.
  package var isBoundByGraphics: Bool { graphicsHigh > processorHigh }

  /// Whether the class would have its frames in time, by the 99th percentile.
  package var judgement: Judgement {
    let range = range(of: "p99")
    let interval = Double(intervalNanoseconds)
    if range.upperBound <= interval { return .within }
    return range.lowerBound > interval ? .over : .tooCloseToSay
  }
}
