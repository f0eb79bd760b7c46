internal import CAllocationProbe

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

/// Exact counts of heap allocations in this process.
///
/// A debug build allocates hundreds of times more than a release build and its counts would be
/// compared with the wrong limits, so it says that it did not measure.
package enum AllocationProbe {
  /// Where the counts come from, decided once, at the first use.
  package static let source: AllocationSource = {
    #if DEBUG
      return .notMeasured(reason: "debug build")
    #else
      switch simbench_probe_source() {
      case SIMBENCH_PROBE_INTERPOSED: return .interposedMalloc
      case SIMBENCH_PROBE_SANITIZER: return .notMeasured(reason: "sanitizer")
      case SIMBENCH_PROBE_BYPASSED: return .notMeasured(reason: "another allocator")
      default: return .notMeasured(reason: "this operating system")
      }
    #endif
  }()

  /// The totals of the calling thread, or nil when nothing is measured.
  ///
  /// Allocates nothing after the first use; costs a few nanoseconds.
  package static func thread() -> AllocationCounts? {
    guard source.isMeasured else { return nil }
    return AllocationCounts(simbench_probe_snapshot_thread())
  }

  /// The totals of all threads, ended ones included, or nil when nothing is measured.
  ///
  /// Allocates nothing after the first use.
  ///
  /// - Complexity: O(*n*) in the number of threads there ever were.
  package static func process() -> AllocationCounts? {
    guard source.isMeasured else { return nil }
    return AllocationCounts(simbench_probe_snapshot_process())
  }

  /// The totals of the calling thread, or of all where other threads work for it, or nil when
  /// nothing is measured.
  package static func counts(ofAllThreads isThreaded: Bool) -> AllocationCounts? {
    isThreaded ? process() : thread()
  }
}

extension AllocationCounts {
  fileprivate init(_ snapshot: simbench_probe_snapshot) {
    self.init(
      allocations: snapshot.allocations, frees: snapshot.frees, bytes: snapshot.bytes,
      liveBytes: snapshot.live_bytes)
  }
}
