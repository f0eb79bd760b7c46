import SimImageAnalysis

/// How long ink took from the touch to the glass, in simulated time.
///
/// The clock starts at a sample's timestamp. The sample waits for the frame that consumes it, that
/// frame for the one whose picture holds the ink, and that picture for the display: the device's
/// pipeline depth in refreshes, and a whole frame more for every deadline that is missed.
package struct StrokeLatencySummary: Equatable, Sendable {
  /// Times in milliseconds: percentiles by nearest rank, to a tenth, and the exact maximum.
  package struct Spread: Equatable, Sendable {
    /// The median; nil when no ink was seen at all.
    package var p50: Double?
    /// The 95th percentile; nil when no ink was seen at all.
    package var p95: Double?
    /// The longest; nil when no ink was seen at all.
    package var maximum: Double?
    /// Samples whose ink took the limit or longer, those never seen included.
    package var overLimit: UInt64

    /// Makes a spread of times in milliseconds.
    package init(p50: Double?, p95: Double?, maximum: Double?, overLimit: UInt64) {
      self.p50 = p50
      self.p95 = p95
      self.maximum = maximum
      self.overLimit = overLimit
    }
  }

  /// Where the ink of the samples was found in the pictures.
  package struct Sightings: Equatable, Sendable {
    /// Samples whose ink is in the picture of the frame that consumed them, and not before.
    package var inFrame: UInt64
    /// Samples where there was ink before, so that their frame is believed.
    ///
    /// They retrace, or lie under the round end of earlier ink.
    package var alreadyInked: UInt64
    /// Samples whose ink came in a later frame.
    package var later: UInt64
    /// Samples whose ink never came.
    package var never: UInt64

    /// Makes counts of samples.
    package init(inFrame: UInt64, alreadyInked: UInt64, later: UInt64, never: UInt64) {
      self.inFrame = inFrame
      self.alreadyInked = alreadyInked
      self.later = later
      self.never = never
    }
  }

  /// Samples of contacts that draw.
  package var samples: UInt64
  /// What the samples took.
  package var spread: Spread
  /// Where their ink was found; nil when no pictures were made and the scene is believed.
  package var sightings: Sightings?
  /// Refreshes from the frame that draws to light on the glass.
  package var pipelineDepth: UInt32
  /// Display refreshes per second.
  package var refreshRate: UInt32
  /// What the device class allows for what the times leave out, in milliseconds; nil without one.
  package var allowance: Double?
  /// Frames with samples that missed their deadline.
  package var missedFrames: UInt64
  /// How far the finger was ahead of its ink in points: its speed times the latency.
  package var lag: QuantileSpread?
  /// The same with a pipeline depth of one refresh.
  package var withDepthOne: Spread
  /// The same with frames and refreshes at 120 Hz.
  package var atHertz120: Spread
  /// The same when every sample is drawn a frame ahead along its direction.
  package var withPrediction: Spread
  /// How far such predictions were off in points; nil without any that could be compared.
  package var predictionError: QuantileSpread?

  /// What the times leave out, so that they are lower bounds of touch to photon: nothing of it
  /// can be had without the device.
  ///
  /// The first sample waits for the sensor's next scan, and a sample stamped at the start of a
  /// frame counts as delivered with it. On an LCD of 60 Hz the rows in the middle of the panel are
  /// scanned out half a refresh, 8 ms, after the first.
  package static var leftOut: [String] {
    ["sensor scan", "delivery to the app", "scan-out down the panel", "pixel response"]
  }
  /// Why there are no times with an allowance.
  package static var noAllowance: String { "the device class has no latencyAllowance" }
  /// What starts the clock.
  package static var startEvent: String { "sample-timestamp" }
  /// The limit of touch to ink in milliseconds; ink that takes as long is over it.
  package static var limitMilliseconds: Double { 50 }

  /// Makes a summary.
  package init(
    samples: UInt64, spread: Spread, sightings: Sightings?, pipelineDepth: UInt32,
    refreshRate: UInt32, allowance: Double? = nil, missedFrames: UInt64, lag: QuantileSpread?,
    withDepthOne: Spread, atHertz120: Spread, withPrediction: Spread,
    predictionError: QuantileSpread?
  ) {
    self.samples = samples
    self.spread = spread
    self.sightings = sightings
    self.pipelineDepth = pipelineDepth
    self.refreshRate = refreshRate
    self.allowance = allowance
    self.missedFrames = missedFrames
    self.lag = lag
    self.withDepthOne = withDepthOne
    self.atHertz120 = atHertz120
    self.withPrediction = withPrediction
    self.predictionError = predictionError
  }

  /// A time with the device's allowance; nil without either.
  package func withAllowance(_ time: Double?) -> Double? {
    guard let time, let allowance else { return nil }
    return time + allowance
  }

  /// Where the frames come from in which the ink was seen, in words.
  package var source: String {
    guard let sightings else { return "simulated clock, ink assumed in the consuming frame" }
    let isTooFew = Double(samples - sightings.alreadyInked) < Self.minimumShare * Double(samples)
    return isTooFew
      ? "simulated clock, too little new ink to be found in the pixels"
      : "simulated clock, new ink found in the pixels"
  }

  /// The share of samples that must have had no ink before, for pixels to say anything of a run.
  package static var minimumShare: Double { 0.2 }
}
