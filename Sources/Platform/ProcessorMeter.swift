internal import CPlatform

/// What a stretch of work had of the processors, and how long it waited for one.
public struct ProcessorUse: Equatable, Sendable {
  /// Processor time of the calling thread in nanoseconds.
  public var ownNanoseconds: UInt64
  /// Processor time of all threads in nanoseconds.
  public var allNanoseconds: UInt64
  /// How often a thread was taken off its processor while it had more to do.
  public var involuntarySwitches: UInt64
  /// How long the calling thread was ready to run and had to wait, in nanoseconds; nil when the
  /// system does not say.
  public var queueNanoseconds: UInt64?

  /// Makes a use of given parts.
  public init(
    ownNanoseconds: UInt64 = 0, allNanoseconds: UInt64 = 0, involuntarySwitches: UInt64 = 0,
    queueNanoseconds: UInt64? = nil
  ) {
    self.ownNanoseconds = ownNanoseconds
    self.allNanoseconds = allNanoseconds
    self.involuntarySwitches = involuntarySwitches
    self.queueNanoseconds = queueNanoseconds
  }

  /// How long a stretch would have taken had no thread waited for a processor, as far as is known;
  /// never more than it took.
  ///
  /// Waiting that the work itself asked for, such as sleeping or reading a file, stays: it is no
  /// fault of a busy machine. With one thread and a system that tells the time in the queue, that
  /// time is taken away and no other. Where only switches are known, a stretch that was interrupted
  /// counts as its processor time. With several threads the work is taken to be shared well, but
  /// never to be shorter than what the calling thread alone did.
  ///
  /// - Parameters:
  ///   - wallNanoseconds: how long it took.
  ///   - threadCount: how many threads worked.
  public func unhindered(wallNanoseconds: UInt64, threadCount: Int) -> UInt64 {
    let count = UInt64(max(threadCount, 1))
    let least = min(
      wallNanoseconds, max(ownNanoseconds, (allNanoseconds + count - 1) / count))
    if involuntarySwitches > 0, queueNanoseconds == nil || count > 1 { return least }
    guard let queueNanoseconds, queueNanoseconds < wallNanoseconds else {
      return queueNanoseconds == nil ? wallNanoseconds : least
    }
    return max(least, wallNanoseconds - queueNanoseconds)
  }
}

/// Reads what the calling thread and its process have of the processors.
///
/// - Complexity: a reading takes some two to four microseconds on Linux and allocates nothing.
public final class ProcessorMeter {
  private let queue: Int32
  private let isThreaded: Bool
  private var start = simbench_processor_use()

  /// Makes a meter for the calling thread, which has to be the one that reads it.
  ///
  /// - Parameter isThreaded: whether other threads work for it.
  public init(isThreaded: Bool) {
    queue = simbench_queue_open()
    self.isThreaded = isThreaded
  }

  deinit { simbench_queue_close(queue) }

  /// Begins a stretch.
  public func begin() { simbench_processor_read(queue, isThreaded, &start) }

  /// What was used since `begin`.
  public func end() -> ProcessorUse {
    var now = simbench_processor_use()
    simbench_processor_read(queue, isThreaded, &now)
    func since(_ start: Int64, _ now: Int64) -> UInt64 { UInt64(max(0, now &- start)) }
    let isQueueKnown = start.queue_nanoseconds >= 0 && now.queue_nanoseconds >= 0
    return ProcessorUse(
      ownNanoseconds: since(start.own_nanoseconds, now.own_nanoseconds),
      allNanoseconds: since(start.all_nanoseconds, now.all_nanoseconds),
      involuntarySwitches: since(start.involuntary_switches, now.involuntary_switches),
      queueNanoseconds: isQueueKnown
        ? since(start.queue_nanoseconds, now.queue_nanoseconds) : nil)
  }
}
