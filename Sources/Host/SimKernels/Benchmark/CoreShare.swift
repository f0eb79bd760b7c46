import SimPlatform

/// Measures how much of a core this process got: all of it, unless others were running too.
struct CoreShare {
  private let startNanoseconds = MonotonicClock.nanoseconds()
  private let startProcessorNanoseconds = MonotonicClock.threadNanoseconds()

  /// Processor time over time since the start.
  var value: Double {
    let elapsed = MonotonicClock.nanoseconds() - startNanoseconds
    let used = MonotonicClock.threadNanoseconds() - startProcessorNanoseconds
    return Double(used) / Double(max(1, elapsed))
  }
}
