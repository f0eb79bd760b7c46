internal import CAllocationProbe
internal import CPlatform

/// Exact counts of heap allocations in this process.
///
/// A debug build allocates hundreds of times more than a release build, so its counts do not fit
/// the limits and are reported as not measured.
package enum AllocationProbe {
  /// The source of the counts, determined once at the first use.
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

  /// The totals of the calling thread, or nil if not measured.
  ///
  /// Allocates nothing after the first use; costs a few nanoseconds.
  package static func thread() -> AllocationCounts? {
    guard source.isMeasured else { return nil }
    return AllocationCounts(simbench_probe_snapshot_thread())
  }

  /// The totals of all threads, including ended ones, or nil if not measured.
  ///
  /// Allocates nothing after the first use.
  ///
  /// - Complexity: O(*n*) in the number of threads so far.
  package static func process() -> AllocationCounts? {
    guard source.isMeasured else { return nil }
    return AllocationCounts(simbench_probe_snapshot_process())
  }

  /// Whether all allocations of this process are observed, counted or not.
  package static var isInterposed: Bool { simbench_probe_available() }

  /// Ends the process with one line and exit code 75 if the system refuses it memory, instead of a
  /// trap; unfinished files are deleted.
  ///
  /// It has no effect where the allocator cannot be observed, as under a sanitizer.
  package static func endProcessIfMemoryRunsOut() {
    simbench_probe_on_exhaustion(simbench_end_without_memory)
  }

  /// The totals of the calling thread, or of all threads if others work for it, or nil if not
  /// measured.
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
