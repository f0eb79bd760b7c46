#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A clock that only moves forward, for measuring durations.
package enum MonotonicClock {
  /// Nanoseconds since a fixed time before the process started.
  ///
  /// Not affected by setting the wall clock. Allocates nothing; costs a few tens of nanoseconds.
  @inline(__always)
  package static func nanoseconds() -> UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    #endif
  }

  /// The CPU time of the calling thread in nanoseconds.
  ///
  /// Other work on a busy machine does not count; if the system does not report it, this is
  /// `nanoseconds()`. Allocates nothing; costs a few hundred nanoseconds.
  package static func threadNanoseconds() -> UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(CLOCK_THREAD_CPUTIME_ID)
    #else
      var now = timespec()
      guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0 else { return nanoseconds() }
      return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    #endif
  }

  /// Sleeps for at least a duration, unless a signal ends it earlier.
  ///
  /// - Parameter microseconds: The duration, at most ten seconds.
  package static func sleep(microseconds: UInt64) {
    let time = min(microseconds, 10_000_000)
    var moment = timespec()
    moment.tv_sec = numericCast(time / 1_000_000)
    moment.tv_nsec = numericCast(time % 1_000_000 * 1_000)
    nanosleep(&moment, nil)
  }
}
