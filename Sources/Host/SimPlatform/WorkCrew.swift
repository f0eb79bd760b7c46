internal import CPlatform

/// A pool of threads, including the caller's, that share the items of one piece of work at a time.
///
/// The threads are started once and sleep between pieces of work; running one allocates nothing.
package final class WorkCrew {
  /// Processes an item: the context given to `run`, the worker's index, and the item's index.
  package typealias Body = @convention(c) (UnsafeMutableRawPointer?, Int32, Int32) -> Void

  /// The allowed numbers of threads.
  package static var countRange: ClosedRange<Int> { 1...64 }

  /// The number of threads, including the caller's.
  package let workerCount: Int

  private let crew: OpaquePointer

  /// Starts all threads but the caller's; nil if the system cannot start more.
  ///
  /// - Precondition: `workerCount` is in `countRange`.
  package init?(workerCount: Int) {
    precondition(Self.countRange.contains(workerCount), "1 to 64 threads")
    guard let crew = simbench_crew_create(Int32(workerCount)) else { return nil }
    self.crew = crew
    self.workerCount = workerCount
  }

  deinit { simbench_crew_destroy(crew) }

  /// The accumulated waiting times.
  package struct Waits: Equatable, Sendable {
    /// Nanoseconds in which the other threads were runnable but not running, summed; nil if the
    /// system does not report it.
    package var queueNanoseconds: UInt64?
    /// Nanoseconds in which the caller was done and waited for the others.
    package var callerNanoseconds: UInt64

    /// Makes waits from given values.
    package init(queueNanoseconds: UInt64?, callerNanoseconds: UInt64) {
      self.queueNanoseconds = queueNanoseconds
      self.callerNanoseconds = callerNanoseconds
    }
  }

  /// Reads the waiting times; takes 0.5 µs per thread and allocates nothing.
  package func waits() -> Waits {
    let raw = simbench_crew_waits_read(crew)
    return Waits(
      queueNanoseconds: UInt64(exactly: raw.queue),
      callerNanoseconds: UInt64(clamping: raw.caller))
  }

  /// Calls `body` once for each item and returns after all calls have returned.
  ///
  /// Items start in ascending order; concurrent calls have different worker indices.
  package func run(itemCount: Int, context: UnsafeMutableRawPointer?, _ body: Body) {
    simbench_crew_run(crew, Int32(clamping: itemCount), body, context)
  }
}
