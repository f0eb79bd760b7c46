internal import CPlatform

/// Threads that share the items of one piece of work after another, the caller's among them.
///
/// They are started once and sleep between two pieces of work; sharing one out allocates nothing.
package final class WorkCrew {
  /// Does an item: the context given to `run`, the worker's index, and the item's.
  package typealias Body = @convention(c) (UnsafeMutableRawPointer?, Int32, Int32) -> Void

  /// How many there can be.
  package static var countRange: ClosedRange<Int> { 1...64 }

  /// Threads that work, the caller's included.
  package let workerCount: Int

  private let crew: OpaquePointer

  /// Starts all but one; nil when the system has no more.
  ///
  /// - Precondition: `workerCount` is in `countRange`.
  package init?(workerCount: Int) {
    precondition(Self.countRange.contains(workerCount), "1 to 64 threads")
    guard let crew = simbench_crew_create(Int32(workerCount)) else { return nil }
    self.crew = crew
    self.workerCount = workerCount
  }

  deinit { simbench_crew_destroy(crew) }

  /// How long threads have waited so far.
  package struct Waits: Equatable, Sendable {
    /// Nanoseconds in which threads but the caller's could have run and had no processor, summed;
    /// nil where the system does not say.
    package var queueNanoseconds: UInt64?
    /// Nanoseconds in which the caller had nothing left to do and waited for the others.
    package var callerNanoseconds: UInt64

    /// Makes known figures.
    package init(queueNanoseconds: UInt64?, callerNanoseconds: UInt64) {
      self.queueNanoseconds = queueNanoseconds
      self.callerNanoseconds = callerNanoseconds
    }
  }

  /// Reads how long threads have waited; half a microsecond for each of them, allocates nothing.
  package func waits() -> Waits {
    let raw = simbench_crew_waits_read(crew)
    return Waits(
      queueNanoseconds: UInt64(exactly: raw.queue),
      callerNanoseconds: UInt64(clamping: raw.caller))
  }

  /// Calls `body` once for each item and returns when all calls have.
  ///
  /// Items begin in ascending order; no two calls at the same time have the same worker's index.
  package func run(itemCount: Int, context: UnsafeMutableRawPointer?, _ body: Body) {
    simbench_crew_run(crew, Int32(clamping: itemCount), body, context)
  }
}
