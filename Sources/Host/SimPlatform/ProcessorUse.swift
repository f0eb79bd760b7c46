/// The CPU use of a measured interval, and the wait for a CPU.
///
/// Nil means that the system does not report the value. Times are in nanoseconds.
package struct ProcessorUse: Equatable, Sendable {
  /// The CPU time of the calling thread.
  package var ownNanoseconds: UInt64?
  /// The CPU time of all threads.
  package var allNanoseconds: UInt64?
  /// The number of involuntary context switches.
  package var involuntarySwitches: UInt64?
  /// The number of voluntary context switches, in which a thread waits for something.
  package var voluntarySwitches: UInt64?
  /// The time in which the calling thread was runnable but not running.
  package var queueNanoseconds: UInt64?
  /// The same for all other threads, summed; 0 if there are none.
  package var othersQueueNanoseconds: UInt64? = 0
  /// The time in which the calling thread was done and waited for the others.
  package var callerWaitNanoseconds: UInt64 = 0
  /// The time from before the first reading to after the last: the interval and its surroundings.
  package var windowNanoseconds: UInt64 = 0

  /// Makes a use without data.
  package init() {}

  /// The duration of the interval excluding CPU wait: at most the wall time, and equal to it if CPU
  /// wait is uncertain.
  ///
  /// - If a thread had no voluntary switches, it did not wait for anything else: all time in which
  ///   it did not run is CPU wait, in the run queue of its system or of the host.
  /// - If it had voluntary switches, for a lock, a file or a sleep, only its run-queue time is
  ///   subtracted, minus the part that may have passed outside the interval.
  /// - While a thread waits for others, their run-queue time counts as its CPU wait.
  /// - The result is at least the thread's CPU time, and an even fraction of all threads' CPU time.
  ///
  /// - Parameters:
  ///   - wallNanoseconds: The wall time of the interval.
  ///   - threadCount: The number of working threads.
  package func unhindered(wallNanoseconds wall: UInt64, threadCount: Int) -> UInt64 {
    guard let ownNanoseconds, let allNanoseconds else { return wall }
    let count = UInt64(max(threadCount, 1))
    let minimum = min(wall, max(ownNanoseconds, (allNanoseconds + count - 1) / count))
    if count == 1, voluntarySwitches == 0 { return minimum }
    guard let queueNanoseconds, let othersQueueNanoseconds else { return wall }
    let own = Self.difference(queueNanoseconds, Self.difference(windowNanoseconds, wall))
    let waited = own + min(callerWaitNanoseconds, othersQueueNanoseconds)
    return max(minimum, Self.difference(wall, waited))
  }

  private static func difference(_ a: UInt64, _ b: UInt64) -> UInt64 { a > b ? a - b : 0 }
}
