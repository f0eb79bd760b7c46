internal import CPlatform

/// Why a counter could not be opened, in words that fit behind a colon.
package struct CounterError: Error, Equatable {
  /// The system's own words.
  package var reason: String
}

/// A counter of the processor's for the thread that made it.
package final class InstructionCounter {
  /// What is counted.
  package enum Kind {
    /// Instructions in user mode.
    case instructions
    /// Page faults: there on every Linux, so that reading can be tried.
    case pageFaults
  }

  private let descriptor: Int32
  /// Whether every reading so far was exact.
  package private(set) var isExact = true

  /// Opens the counter of instructions.
  ///
  /// - Throws: `CounterError`, on a machine that shows no such counter.
  package convenience init() throws(CounterError) { try self.init(.instructions) }

  /// Opens a counter.
  package init(_ kind: Kind) throws(CounterError) {
    descriptor = simbench_counter_open(
      kind == .instructions ? SIMBENCH_COUNTER_INSTRUCTIONS : SIMBENCH_COUNTER_PAGE_FAULTS)
    guard descriptor >= 0 else {
      throw CounterError(reason: SystemError(code: -descriptor).reason)
    }
  }

  deinit { if descriptor >= 0 { simbench_counter_close(descriptor) } }

  /// The count so far; one that is not exact makes `isExact` false for good.
  ///
  /// Allocates nothing.
  package func read() -> UInt64 {
    var count: UInt64 = 0
    if !simbench_counter_read(descriptor, &count) { isExact = false }
    return count
  }
}
