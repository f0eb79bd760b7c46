internal import CPlatform

/// Threads that keep processors busy, for showing what a busy machine does to measurements.
///
/// They end with the object, and with the process.
package final class BusyThreads {
  private let threads: OpaquePointer?

  /// Starts threads.
  ///
  /// - Parameter count: 1 to 64.
  package init(count: Int) { threads = simbench_busy_start(Int32(clamping: count)) }

  deinit {
    if let threads { simbench_busy_stop(threads) }
  }
}
