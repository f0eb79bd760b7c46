internal import CPlatform

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
  /// - Work stays: neither the thread's own, nor an even share of everybody's, is waiting.
  ///
  /// - Parameters:
  ///   - wallNanoseconds: how long it took.
  ///   - threadCount: how many threads worked.
  package func unhindered(wallNanoseconds wall: UInt64, threadCount: Int) -> UInt64 {
    guard let ownNanoseconds, let allNanoseconds else { return wall }
    let count = UInt64(max(threadCount, 1))
    let least = min(wall, max(ownNanoseconds, (allNanoseconds + count - 1) / count))
    if count == 1, voluntarySwitches == 0 { return least }
    guard let queueNanoseconds, let othersQueueNanoseconds else { return wall }
    let own = Self.difference(queueNanoseconds, Self.difference(windowNanoseconds, wall))
    let waited = own + min(callerWaitNanoseconds, othersQueueNanoseconds)
    return max(least, Self.difference(wall, waited))
  }

  private static func difference(_ a: UInt64, _ b: UInt64) -> UInt64 { a > b ? a - b : 0 }
}

/// Reads what the calling thread and its process have of the processors.
///
/// On Linux the kernel says to the nanosecond how long a thread was ready to run and did not;
/// other systems say only how often it was stopped, and whether by itself.
///
/// - Complexity: a reading takes some one to two microseconds on Linux, and half a one for each
///   further thread; it allocates nothing.
package final class ProcessorMeter {
  /// What tells how long work waited for a processor.
  package enum Evidence: Equatable, Sendable {
    /// The time that each thread was in the queue.
    case queue
    /// How often the only thread was stopped.
    case switches
    /// Nothing.
    case none
  }

  /// What tells how long work waited for a processor here.
  package private(set) var evidence = Evidence.none

  private let queue: Int32
  private let crew: WorkCrew?
  private let countsSwitches: Bool
  private var start = simbench_processor_use()
  private var startWaits: WorkCrew.Waits?
  private var startNanoseconds: UInt64 = 0
  private var isThreaded: Bool { crew.map { $0.workerCount > 1 } ?? false }

  /// Makes a meter for the calling thread, which has to be the one that reads it; sleeps for some
  /// microseconds to see whether the system counts that.
  ///
  /// - Parameter crew: the threads that work for it; nil when none do.
  package init(crew: WorkCrew? = nil) {
    queue = simbench_queue_open()
    countsSwitches = simbench_counts_switches()
    self.crew = crew
    begin()
    let use = end()
    if use.ownNanoseconds == nil || use.allNanoseconds == nil { return }
    if use.queueNanoseconds != nil, use.othersQueueNanoseconds != nil {
      evidence = .queue
    } else if use.voluntarySwitches != nil, !isThreaded {
      evidence = .switches
    }
  }

  deinit { simbench_queue_close(queue) }

  /// Begins a stretch.
  package func begin() {
    startNanoseconds = MonotonicClock.nanoseconds()
    if isThreaded { startWaits = crew?.waits() }
    simbench_processor_read(queue, isThreaded, &start)
  }

  /// What was used since `begin`.
  package func end() -> ProcessorUse {
    var now = simbench_processor_use()
    simbench_processor_read(queue, isThreaded, &now)
    func since(_ start: Int64, _ now: Int64) -> UInt64? {
      start >= 0 && now >= 0 ? UInt64(max(0, now - start)) : nil
    }
    var use = ProcessorUse()
    use.ownNanoseconds = since(start.own_nanoseconds, now.own_nanoseconds)
    use.allNanoseconds = since(start.all_nanoseconds, now.all_nanoseconds)
    use.queueNanoseconds = since(start.queue_nanoseconds, now.queue_nanoseconds)
    if countsSwitches {
      use.involuntarySwitches = since(start.involuntary_switches, now.involuntary_switches)
      use.voluntarySwitches = since(start.voluntary_switches, now.voluntary_switches)
    }
    if isThreaded, let startWaits, let waits = crew?.waits() {
      use.callerWaitNanoseconds = waits.callerNanoseconds &- startWaits.callerNanoseconds
      use.othersQueueNanoseconds = startWaits.queueNanoseconds.flatMap { start in
        waits.queueNanoseconds.map { $0 > start ? $0 - start : 0 }
      }
    }
    use.windowNanoseconds = MonotonicClock.nanoseconds() &- startNanoseconds
    return use
  }
}
