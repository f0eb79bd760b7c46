internal import CPlatform

/// Threads that keep CPUs busy, to test the effect of a busy machine on measurements.
///
/// They end with the object and with the process.
package final class BusyThreads {
  private let threads: OpaquePointer?

  /// Starts the threads.
  ///
  /// - Parameter count: The number of threads, 1 to 64.
  package init(count: Int) { threads = simbench_busy_start(Int32(clamping: count)) }

  deinit {
    if let threads { simbench_busy_stop(threads) }
  }
}
