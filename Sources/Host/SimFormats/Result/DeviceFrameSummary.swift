/// What the frames of a run would take on its device class, by exact counts of their work and
/// what that work costs there.
///
/// Nothing in it was timed on the machine that ran: the same scenario, seed and device class give
/// the same figures everywhere.
package struct DeviceFrameSummary: Equatable, Sendable {
  /// Whether the class would keep up.
  package enum Judgement: String, Sendable, CaseIterable {
    /// Even the longest time that a prediction may stand for fits.
    case holds
    /// Not even the shortest time that a prediction may stand for fits.
    case doesNotHold = "does-not-hold"
    /// The limit lies between the two.
    case tooCloseToSay = "too-close-to-say"
  }

  /// When a frame is due on the class, in nanoseconds: whole refreshes.
  package var intervalNanoseconds: UInt64
  /// Frames predicted: those whose times count, had they been measured.
  package var frames: UInt32
  /// The median of the predicted times in nanoseconds.
  package var median: UInt64
  /// The 99th percentile of the predicted times in nanoseconds.
  package var high: UInt64
  /// Frames predicted to take longer than the interval.
  package var framesOverInterval: UInt32
  /// How much longer a frame may really take, as a share of the prediction.
  package var uncertainty: Double
  /// Whether the class itself has not been measured.
  package var isEstimated: Bool
  /// Where the costs come from.
  package var source: String

  /// Makes a summary without frames over the interval.
  package init(
    intervalNanoseconds: UInt64, frames: UInt32, median: UInt64, high: UInt64,
    uncertainty: Double, isEstimated: Bool, source: String
  ) {
    self.intervalNanoseconds = intervalNanoseconds
    self.frames = frames
    self.median = median
    self.high = high
    self.uncertainty = uncertainty
    self.isEstimated = isEstimated
    self.source = source
    framesOverInterval = 0
  }

  /// The shortest and the longest time that a predicted one may stand for, in nanoseconds: as many
  /// times shorter as it may be longer.
  package func range(of nanoseconds: UInt64) -> ClosedRange<Double> {
    let time = Double(nanoseconds)
    return time / (1 + uncertainty)...time * (1 + uncertainty)
  }

  /// Whether the class would have its frames in time, by the 99th percentile.
  package var judgement: Judgement {
    let range = range(of: high)
    let interval = Double(intervalNanoseconds)
    if range.upperBound <= interval { return .holds }
    return range.lowerBound > interval ? .doesNotHold : .tooCloseToSay
  }
}
