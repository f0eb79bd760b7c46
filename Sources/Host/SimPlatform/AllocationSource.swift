/// The source of allocation counts, or the reason why they are missing.
package enum AllocationSource: Equatable, Sendable {
  /// Every call to the allocator is counted, on all threads.
  case interposedMalloc
  /// Nothing is counted; the reason is a few words that fit after a colon.
  case notMeasured(reason: String)

  /// The text for reports, such as `interposed-malloc` or `not-measured: debug build`.
  package var name: String {
    switch self {
    case .interposedMalloc: return "interposed-malloc"
    case .notMeasured(let reason): return "not-measured: \(reason)"
    }
  }

  /// Whether counts are available.
  package var isMeasured: Bool { self == .interposedMalloc }
}

/// Running totals of the allocator; the difference of two totals covers the time between them.
package struct AllocationCounts: Equatable, Sendable {
  /// Calls that returned memory; a reallocation counts as one.
  package var allocations: UInt64
  /// Freed blocks; the reallocation of an existing block counts as one.
  package var frees: UInt64
  /// Requested bytes.
  package var bytes: UInt64
  /// Usable bytes allocated minus bytes freed; can be negative for a single thread.
  package var liveBytes: Int64

  /// Makes counts from given values.
  package init(allocations: UInt64 = 0, frees: UInt64 = 0, bytes: UInt64 = 0, liveBytes: Int64 = 0)
  {
    self.allocations = allocations
    self.frees = frees
    self.bytes = bytes
    self.liveBytes = liveBytes
  }

  /// The difference to earlier counts.
  ///
  /// - Precondition: `start` was taken earlier, on the same thread or for the same process.
  package func since(_ start: AllocationCounts) -> AllocationCounts {
    AllocationCounts(
      allocations: allocations - start.allocations, frees: frees - start.frees,
      bytes: bytes - start.bytes, liveBytes: liveBytes - start.liveBytes)
  }
}
