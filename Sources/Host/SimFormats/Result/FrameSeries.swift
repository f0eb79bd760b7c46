import SimRuntime

/// A run's frames condensed to a few hundred stretches: enough for charts, however long the run.
package struct FrameSeries: Equatable, Sendable {
  /// The maximum count of stretches of a series.
  package static var maximumCount: Int { 720 }

  /// Some frames in a row.
  package struct Stretch: Equatable, Sendable {
    /// The first frame.
    package var frame: UInt32
    /// How many frames it holds.
    package var count: UInt32
    /// How many of them were spent in the background.
    package var framesInBackground: UInt32
    /// How many of them were shaken.
    package var framesShaken: UInt32
    /// The maximum count of contacts of any frame.
    package var touches: UInt32
    /// Allocations in all frames; nil when not measured.
    package var allocations: UInt64?
    /// The state digest after the last frame.
    package var digest: UInt64
    /// Minimum and maximum count of each population over the frames in the foreground; nil when
    /// there was none.
    package var populations: [ClosedRange<UInt32>]?
    /// What the frames took; nil when all were spent in the background.
    package var time: Time?

    /// Makes a stretch of frames in the foreground without touches.
    package init(frame: UInt32, count: UInt32, digest: UInt64) {
      self.frame = frame
      self.count = count
      self.digest = digest
      framesInBackground = 0
      framesShaken = 0
      touches = 0
    }
  }

  /// What the frames of a stretch took in nanoseconds; differs from run to run.
  package struct Time: Equatable, Sendable {
    /// The slowest frame.
    package var slowestFrame: UInt32
    /// What each phase took in it.
    package var phases: PerPhase<UInt64>
    /// The median of all its frames.
    package var median: UInt64

    /// Makes the times of a stretch.
    package init(slowestFrame: UInt32, phases: PerPhase<UInt64>, median: UInt64) {
      self.slowestFrame = slowestFrame
      self.phases = phases
      self.median = median
    }

    /// The time of the slowest frame.
    package var slowest: UInt64 { phases.total }
  }

  /// Names of the populations, in the order of each stretch.
  package var populations: [String]
  /// The stretches in order, as long as each other give or take a frame.
  package var stretches: [Stretch]

  /// Makes a series.
  package init(populations: [String], stretches: [Stretch]) {
    self.populations = populations
    self.stretches = stretches
  }

  /// The first stretch after which two runs of as many frames are not in the same state; nil when
  /// all their states agree as far as both go.
  ///
  /// Stretches are compared only where both end with the same frame.
  package func firstDifference(from other: FrameSeries) -> Stretch? {
    var theirs = other.stretches[...]
    for stretch in stretches {
      let end = stretch.frame + stretch.count
      while let first = theirs.first, first.frame + first.count < end { theirs.removeFirst() }
      guard let first = theirs.first, first.frame + first.count == end else { continue }
      if first.digest != stretch.digest { return stretch }
    }
    return nil
  }
}

extension FrameSeries {
  /// The same with at most so many stretches, neighbors put together.
  ///
  /// - Precondition: `count` is positive.
  package func condensed(to count: Int) -> FrameSeries {
    precondition(count > 0, "a series has stretches")
    guard stretches.count > count else { return self }
    let merged = (0..<count).map { slot in
      let range = slot * stretches.count / count..<(slot + 1) * stretches.count / count
      return Self.merged(stretches[range])
    }
    return FrameSeries(populations: populations, stretches: merged)
  }

  private static func merged(_ parts: ArraySlice<Stretch>) -> Stretch {
    guard var stretch = parts.first, let last = parts.last else {
      preconditionFailure("stretches to put together")
    }
    stretch.digest = last.digest
    for part in parts.dropFirst() {
      stretch.count += part.count
      stretch.framesInBackground += part.framesInBackground
      stretch.framesShaken += part.framesShaken
      stretch.touches = max(stretch.touches, part.touches)
      if let allocations = part.allocations {
        stretch.allocations = (stretch.allocations ?? 0) &+ allocations
      }
      if let counts = part.populations {
        stretch.populations =
          stretch.populations.map { zip($0, counts).map(span) } ?? counts
      }
    }
    let times = parts.compactMap { $0.time }
    if var slowest = times.first {
      for time in times where time.slowest > slowest.slowest { slowest = time }
      // The median of medians, since times of single frames are no longer there.
      slowest.median = times.map { $0.median }.sorted()[(times.count - 1) / 2]
      stretch.time = slowest
    }
    return stretch
  }

  private static func span(
    _ a: ClosedRange<UInt32>, _ b: ClosedRange<UInt32>
  ) -> ClosedRange<UInt32> {
    min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
  }
}
