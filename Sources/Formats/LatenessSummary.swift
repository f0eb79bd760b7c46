/// How late frames were, and when: what one percentile alone cannot tell.
public struct LatenessSummary: Equatable, Sendable {
  /// Time by which frames overran the interval, summed, in nanoseconds: the hitches.
  public var lateNanoseconds: UInt64
  /// Simulated time of the frames measured, in nanoseconds: what the hitches are spread over.
  public var animationNanoseconds: UInt64
  /// Hitches in the worst second of frames, in nanoseconds.
  public var worstSecondNanoseconds: UInt64
  /// The frame with which that second begins; nil when no frame was late.
  public var worstSecondFrame: UInt32?
  /// Late frames in a row at most.
  public var longestRun: UInt32
  /// The frame with which that run begins; nil when no frame was late.
  public var longestRunFrame: UInt32?
  /// Frames that took more than two intervals.
  public var jankFrames: UInt32
  /// Percentiles of frame time in which a frame counts for as long as it took.
  public var timeWeighted: Percentiles
  /// Frames measured.
  public var sampleCount: UInt64

  /// Makes a summary; times in nanoseconds.
  public init(
    lateNanoseconds: UInt64, animationNanoseconds: UInt64, worstSecondNanoseconds: UInt64,
    worstSecondFrame: UInt32?, longestRun: UInt32, longestRunFrame: UInt32?, jankFrames: UInt32,
    timeWeighted: Percentiles, sampleCount: UInt64
  ) {
    self.lateNanoseconds = lateNanoseconds
    self.animationNanoseconds = animationNanoseconds
    self.worstSecondNanoseconds = worstSecondNanoseconds
    self.worstSecondFrame = worstSecondFrame
    self.longestRun = longestRun
    self.longestRunFrame = longestRunFrame
    self.jankFrames = jankFrames
    self.timeWeighted = timeWeighted
    self.sampleCount = sampleCount
  }

  /// How smooth the animation is by the bands of Apple's hitch time ratio.
  public enum Band: String, Sendable {
    /// At most 5 ms late a second: at 60 Hz, 18 dropped frames a minute.
    case good
    /// Above 5 and below 10 ms a second.
    case warning
    /// 10 ms a second or more.
    case critical
  }

  /// The band of the hitches.
  public var band: Band {
    // Whole numbers: a ratio on the edge must not fall to rounding.
    let scaled = lateNanoseconds.multipliedReportingOverflow(by: 1000)
    guard !scaled.overflow else { return .critical }
    if scaled.partialValue <= 5 * animationNanoseconds { return .good }
    return scaled.partialValue < 10 * animationNanoseconds ? .warning : .critical
  }

  /// The percentiles with at least 20 samples beyond them; the others rest on a few accidents.
  public var firmPercentiles: [String] {
    [("p50", 50), ("p90", 90), ("p95", 95), ("p99", 99)].filter {
      sampleCount * UInt64(100 - $0.1) >= 2000
    }.map { $0.0 }
  }
}
