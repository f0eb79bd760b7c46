internal import CPlatform

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
