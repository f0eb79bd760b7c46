internal import CPlatform

/// Measures the CPU use of the calling thread and its process.
///
/// On Linux the kernel reports to the nanosecond how long a thread was runnable but not running;
/// other systems report only the number of voluntary and involuntary context switches.
///
/// - Complexity: A reading takes one to two microseconds on Linux, plus 0.5 µs per additional
///   thread; it allocates nothing.
package final class ProcessorMeter {
  /// The data from which CPU wait is derived.
  package enum Evidence: Equatable, Sendable {
    /// The time of each thread in the run queue.
    case queue
    /// The context switches of the only thread.
    case switches
    /// No data.
    case none
  }

  /// The data from which CPU wait is derived on this system.
  package private(set) var evidence = Evidence.none

  private let queue: Int32
  private let crew: WorkCrew?
  private let countsSwitches: Bool
  private var start = simbench_processor_use()
  private var startWaits: WorkCrew.Waits?
  private var startNanoseconds: UInt64 = 0
  private var isThreaded: Bool { crew.map { $0.workerCount > 1 } ?? false }

  /// Makes a meter for the calling thread, the only one that may read it; sleeps for some
  /// microseconds to check what the system counts.
  ///
  /// - Parameter crew: The threads that work for the calling thread; nil if there are none.
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

  /// Starts a measurement.
  package func begin() {
    // Before all readings, so that the window contains them.
    startNanoseconds = MonotonicClock.nanoseconds()
    if isThreaded { startWaits = crew?.waits() }
    simbench_processor_read(queue, isThreaded, &start)
  }

  /// The use since `begin`.
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
