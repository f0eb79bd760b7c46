/// How late frames were, and when: what one percentile alone cannot tell.
///
/// A frame is as late as it appears: by the whole refreshes between the one that it was due at and
/// the one that shows it, as Apple defines hitch time. Everything here follows from `DueTime`.
package struct LatenessSummary: Equatable, Sendable {
  /// When the frames were due.
  package var due: DueTime
  /// Refreshes by which frames appeared late, summed: the hitches.
  package var lateRefreshes: UInt64
  /// Frames that appeared late.
  package var lateFrames: UInt32
  /// Time by which frames exceeded their due time, summed, in nanoseconds, whenever they appeared:
  /// at most as long as they appeared late, rounding apart.
  package var overrunNanoseconds: UInt64
  /// Refreshes of the hitches in the worst second of frames.
  package var worstSecondRefreshes: UInt64
  /// The frame with which that second begins; nil when no frame was late.
  package var worstSecondFrame: UInt32?
  /// Late frames in a row at most.
  package var longestRun: UInt32
  /// The frame with which that run begins; nil when no frame was late.
  package var longestRunFrame: UInt32?
  /// Frames that took more than two due times.
  package var jankFrames: UInt32
  /// Percentiles of frame time in which a frame counts for as long as it took.
  package var timeWeighted: Percentiles
  /// Frames measured.
  package var sampleCount: UInt64

  /// Makes a summary; times in nanoseconds.
  package init(
    due: DueTime, lateRefreshes: UInt64, lateFrames: UInt32, overrunNanoseconds: UInt64,
    worstSecondRefreshes: UInt64, worstSecondFrame: UInt32?, longestRun: UInt32,
    longestRunFrame: UInt32?, jankFrames: UInt32, timeWeighted: Percentiles, sampleCount: UInt64
  ) {
    self.due = due
    self.lateRefreshes = lateRefreshes
    self.lateFrames = lateFrames
    self.overrunNanoseconds = overrunNanoseconds
    self.worstSecondRefreshes = worstSecondRefreshes
    self.worstSecondFrame = worstSecondFrame
    self.longestRun = longestRun
    self.longestRunFrame = longestRunFrame
    self.jankFrames = jankFrames
    self.timeWeighted = timeWeighted
    self.sampleCount = sampleCount
  }

  /// The hitches in nanoseconds, rounded down once.
  package var lateNanoseconds: UInt64 { due.nanoseconds(ofRefreshes: lateRefreshes) }
  /// The hitches in the worst second of frames, in nanoseconds.
  package var worstSecondNanoseconds: UInt64 {
    due.nanoseconds(ofRefreshes: worstSecondRefreshes)
  }
  /// Simulated time of the frames measured, in nanoseconds: what the hitches are spread over.
  package var animationNanoseconds: UInt64 { due.playNanoseconds(ofFrames: sampleCount) }
  /// The hitches in milliseconds per second of animation.
  package var hitchMillisecondsPerSecond: Double {
    due.hitchMillisecondsPerSecond(late: lateRefreshes, frames: sampleCount)
  }

  /// How smooth the animation is, by the hitch time ratio.
  package enum Band: String, CaseIterable, Sendable {
    /// At most 5 ms late a second: at 60 Hz, 18 dropped frames a minute.
    case good
    /// Above 5 and below 10 ms a second.
    case warning
    /// 10 ms a second or more.
    case critical

    /// Where the bands come from: Apple's session on measuring hitches in tests, which is about
    /// scrolling and stricter than the article "Understanding hitches in your app", whose 10, 25
    /// and 50 ms a second are for all animations in the hands of users.
    package static let source = "WWDC20 session 10077"
    /// The maximum of milliseconds a second that is still good.
    package static let goodMilliseconds: UInt64 = 5
    /// The fewest milliseconds a second that are critical.
    package static let criticalMilliseconds: UInt64 = 10
  }

  /// The band of the hitches.
  package var band: Band {
    // Whole numbers: a ratio on the edge must not fall to rounding.
    let late = lateRefreshes.multipliedFullWidth(by: 1000 * UInt64(due.frameRate))
    func played(_ milliseconds: UInt64) -> (high: UInt64, low: UInt64) {
      sampleCount.multipliedFullWidth(by: milliseconds * UInt64(due.refreshRate))
    }
    let (limit, edge) = (played(Band.goodMilliseconds), played(Band.criticalMilliseconds))
    if (late.high, late.low) <= (limit.high, limit.low) { return .good }
    return (late.high, late.low) < (edge.high, edge.low) ? .warning : .critical
  }

  /// The percentiles with at least 20 samples beyond them; the others rest on a few accidents.
  package var firmPercentiles: [String] {
    [("p50", 50), ("p90", 90), ("p95", 95), ("p99", 99)].filter {
      sampleCount * UInt64(100 - $0.1) >= 2000
    }.map { $0.0 }
  }
}
