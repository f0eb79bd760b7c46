internal import CPlatform

/// The reason why a counter could not be opened, in words that fit after a colon.
package struct CounterError: Error, Equatable {
  /// The system's message.
  package var reason: String
}

/// A hardware counter for the thread that creates it.
package final class InstructionCounter {
  /// The counted event.
  package enum Kind {
    /// Instructions in user mode.
    case instructions
    /// Page faults, which every Linux counts, so that reading can be tested.
    case pageFaults
  }

  private let descriptor: Int32
  /// Whether every reading so far was exact.
  package private(set) var isExact = true

  /// Opens the instruction counter.
  ///
  /// - Throws: `CounterError`, if the machine does not provide the counter.
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

  /// The current count; an inexact reading sets `isExact` to false permanently.
  ///
  /// Allocates nothing.
  package func read() -> UInt64 {
    var count: UInt64 = 0
    if !simbench_counter_read(descriptor, &count) { isExact = false }
    return count
  }
}
