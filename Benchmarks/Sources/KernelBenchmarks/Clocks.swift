import SimPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The time that the calling thread had a core, which other programs do not lengthen.
///
/// They still take their share of the caches, and of the memory's speed. All work here is on one
/// thread that never waits, so on a quiet machine this is the time on the wall.
enum ThreadClock {
  /// Nanoseconds since the thread began; reading it costs up to a microsecond.
  static func nanoseconds() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }
}

/// Measures how much of a core this process got: all of it, unless others were running too.
struct CoreShare {
  private let startNanoseconds = MonotonicClock.nanoseconds()
  private let startProcessorNanoseconds = ThreadClock.nanoseconds()

  /// Processor time over time since the start.
  var value: Double {
    let elapsed = MonotonicClock.nanoseconds() - startNanoseconds
    let used = ThreadClock.nanoseconds() - startProcessorNanoseconds
    return Double(used) / Double(max(1, elapsed))
  }
}
