/// What a stretch of work had of the processors, and how long it waited for one.
///
/// Nil stands for what the system does not say. Times are in nanoseconds.
package struct ProcessorUse: Equatable, Sendable {
  /// Processor time of the calling thread.
  package var ownNanoseconds: UInt64?
  /// Processor time of all threads.
  package var allNanoseconds: UInt64?
  /// How often a thread was taken off its processor while it had more to do.
  package var involuntarySwitches: UInt64?
  /// How often a thread left its processor by itself, to wait for something.
  package var voluntarySwitches: UInt64?
  /// How long the calling thread was ready to run and had to wait.
  package var queueNanoseconds: UInt64?
  /// The same of the other threads, summed; 0 where there are none.
  package var othersQueueNanoseconds: UInt64? = 0
  /// How long the calling thread had nothing left to do and waited for the others.
  package var callerWaitNanoseconds: UInt64 = 0
  /// How long it took from before the first reading to after the last: the stretch, and whatever
  /// lies around it.
  package var windowNanoseconds: UInt64 = 0

  /// Makes a use of which nothing is known.
  package init() {}

  /// How long a stretch would have taken had no thread waited for a processor; never more than it
  /// took, and no less wherever it is not sure that it waited for a processor.
  ///
  /// - A thread that never left its processor by itself waited for nothing else: what it did not
  ///   run, it waited, in the queue of its system or in that of the one around it.
  /// - Of a thread that did, for a lock, a file or a sleep, only its time in the queue is taken
  ///   away, and of that as much as fits may have passed outside the stretch.
  /// - A thread that waits for others waits for a processor as long as these do.
  /// - Work stays: neither the thread's own, nor an even share of all threads', is waiting.
  ///
  /// - Parameters:
  ///   - wallNanoseconds: how long it took.
  ///   - threadCount: how many threads worked.
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
