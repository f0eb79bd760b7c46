/// Heap allocations inside input, step, draw and raster.
package struct AllocationSummary: Equatable, Sendable {
  /// Where the counts come from, or why there are none.
  package var source: String
  /// Frames at the start that may allocate.
  package var warmupFrames: UInt32
  /// Nil when not measured, and so are the next four.
  package var warmupTotal: UInt64?
  /// Allocations in all frames after warm-up.
  package var steadyTotal: UInt64?
  /// The maximum count of allocations of any frame after warm-up.
  package var steadyMaximumPerFrame: UInt64?
  /// Bytes allocated in all frames after warm-up.
  package var steadyBytes: UInt64?
  /// Bytes more at the last checkpoint than at the first after warm-up.
  package var liveBytesGrowth: Int64?
  /// The first frame after warm-up that allocated, and the phase that did.
  package var firstFrame: UInt32?
  /// The phase of `firstFrame` that allocated first.
  package var firstPhase: String?
  /// The call sites that allocated after warm-up; nil when they were not asked for.
  package var sites: AllocationSites?

  /// Whether allocations were counted at all.
  package var isMeasured: Bool { warmupTotal != nil }

  /// Makes a summary; nil stands for what could not be measured.
  package init(
    source: String, warmupFrames: UInt32, warmupTotal: UInt64?, steadyTotal: UInt64?,
    steadyMaximumPerFrame: UInt64?, steadyBytes: UInt64?, liveBytesGrowth: Int64?,
    firstFrame: UInt32?, firstPhase: String?
  ) {
    self.source = source
    self.warmupFrames = warmupFrames
    self.warmupTotal = warmupTotal
    self.steadyTotal = steadyTotal
    self.steadyMaximumPerFrame = steadyMaximumPerFrame
    self.steadyBytes = steadyBytes
    self.liveBytesGrowth = liveBytesGrowth
    self.firstFrame = firstFrame
    self.firstPhase = firstPhase
  }
}
