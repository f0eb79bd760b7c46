/// Everything that depends on wall time or resident memory.
package struct TimingSummary: Sendable {
  /// Input, step, draw and raster together, per frame after warm-up.
  package var frame: Percentiles
  /// The same phase by phase, in the order input, step, draw, raster.
  package var phases: [PhaseTiming]
  /// The pixel stages of the raster phase, in their order; most scenes have none.
  package var stages: [PhaseTiming] = []
  /// When a frame is due on the device.
  package var due: DueTime
  /// Frames measured: those after warm-up that were not spent in the background.
  package var measuredFrames: UInt32
  /// Frame times condensed to a few dozen maxima, for a chart in a line of text.
  package var sparkline: [UInt64]
  /// Threads that painted.
  package var threadCount: UInt32 = 1
  /// The whole run, observation included.
  package var wallNanoseconds: UInt64
  /// The process's peak resident memory in bytes; nil when the system does not say.
  package var peakResidentBytes: UInt64?
  /// Heap bytes in use at the checkpoints.
  package var liveBytes: [LiveBytes]
  /// Budgets that depend on wall time or resident memory.
  package var budgets: [BudgetSummary]
  /// What recording a frame costs on this machine in nanoseconds; nil when it was not measured.
  package var recorderNanosecondsPerFrame: UInt64?
  /// How late frames appeared; nil when no frame was measured.
  package var lateness: LatenessSummary?
  /// Instructions of the frames, and who counted them.
  package var instructions = InstructionSummary.notAskedFor

  /// What frames had of the processors; nil when no frame was measured, and in older results.
  package var processor: ProcessorSummary?

  /// Makes a summary; times are in nanoseconds unless named otherwise.
  package init(
    frame: Percentiles, phases: [PhaseTiming], due: DueTime, measuredFrames: UInt32,
    sparkline: [UInt64], wallNanoseconds: UInt64, peakResidentBytes: UInt64?,
    liveBytes: [LiveBytes], budgets: [BudgetSummary]
  ) {
    self.frame = frame
    self.phases = phases
    self.due = due
    self.measuredFrames = measuredFrames
    self.sparkline = sparkline
    self.wallNanoseconds = wallNanoseconds
    self.peakResidentBytes = peakResidentBytes
    self.liveBytes = liveBytes
    self.budgets = budgets
  }

  /// The time a frame may take on the device before it is late: whole refreshes, in nanoseconds.
  package var frameIntervalNanoseconds: UInt64 { due.nanoseconds }
  /// Frames that appeared late; 0 when none was measured.
  package var lateFrames: UInt32 { lateness?.lateFrames ?? 0 }
  /// By how many milliseconds frames appeared late in a second of animation; 0 when none was
  /// measured.
  package var hitchMillisecondsPerSecond: Double { lateness?.hitchMillisecondsPerSecond ?? 0 }
}

/// The time of one phase.
package struct PhaseTiming: Equatable, Sendable {
  /// The phase's name: `input`, `step`, `draw` or `raster`.
  package var name: String
  /// Percentiles of the phase's time in each frame.
  package var percentiles: Percentiles

  /// Makes a phase's timing.
  package init(name: String, percentiles: Percentiles) {
    self.name = name
    self.percentiles = percentiles
  }
}

/// Percentiles of a time in nanoseconds, by the nearest-rank definition.
package struct Percentiles: Equatable, Sendable {
  /// The median in nanoseconds.
  package var p50: UInt64
  /// The 90th percentile in nanoseconds.
  package var p90: UInt64
  /// The 95th percentile in nanoseconds.
  package var p95: UInt64
  /// The 99th percentile in nanoseconds.
  package var p99: UInt64
  /// The longest time in nanoseconds.
  package var maximum: UInt64

  /// Makes percentiles from times in nanoseconds.
  package init(p50: UInt64, p90: UInt64, p95: UInt64, p99: UInt64, maximum: UInt64) {
    self.p50 = p50
    self.p90 = p90
    self.p95 = p95
    self.p99 = p99
    self.maximum = maximum
  }
}

/// Heap bytes in use after a frame.
package struct LiveBytes: Equatable, Sendable {
  /// Frames run so far.
  package var frame: UInt32
  /// Heap bytes in use, those of the observers left out.
  package var bytes: Int64

  /// Makes a checkpoint.
  package init(frame: UInt32, bytes: Int64) {
    self.frame = frame
    self.bytes = bytes
  }
}
