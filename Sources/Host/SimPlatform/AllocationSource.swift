/// Where allocation counts come from, or why there are none.
package enum AllocationSource: Equatable, Sendable {
  /// Every call to the allocator is counted, on every thread.
  case interposedMalloc
  /// Nothing is counted; the reason is a few words that fit behind a colon.
  case notMeasured(reason: String)

  /// The text for reports, such as `interposed-malloc` or `not-measured: debug build`.
  package var name: String {
    switch self {
    case .interposedMalloc: return "interposed-malloc"
    case .notMeasured(let reason): return "not-measured: \(reason)"
    }
  }

  /// Whether there are counts at all.
  package var isMeasured: Bool { self == .interposedMalloc }
}

/// Running totals of the allocator; subtract two to learn what happened in between.
package struct AllocationCounts: Equatable, Sendable {
  /// Calls that returned memory; a resize counts as one.
  package var allocations: UInt64
  /// Blocks given back; a resize of an existing block counts as one.
  package var frees: UInt64
  /// Bytes asked for.
  package var bytes: UInt64
  /// Usable bytes handed out minus those given back; for one thread it can be negative.
  package var liveBytes: Int64

  /// Makes counts from known figures.
  package init(allocations: UInt64 = 0, frees: UInt64 = 0, bytes: UInt64 = 0, liveBytes: Int64 = 0)
  {
    self.allocations = allocations
    self.frees = frees
    self.bytes = bytes
    self.liveBytes = liveBytes
  }

  /// What happened between `start` and these counts.
  ///
  /// - Precondition: `start` was taken earlier, on the same thread or for the same process.
  package func since(_ start: AllocationCounts) -> AllocationCounts {
    AllocationCounts(
      allocations: allocations - start.allocations, frees: frees - start.frees,
      bytes: bytes - start.bytes, liveBytes: liveBytes - start.liveBytes)
  }
}
