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

  /// What frames had of the processors; nil when no frame was measured.
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

  /// Takes back what was said of every budget on times.
  ///
  /// - Parameter reason: why nothing is said, without capital and full stop.
  package mutating func leaveUnjudged(_ reason: String) {
    budgets = budgets.map {
      BudgetSummary(budget: $0.budget, measured: nil, status: .notMeasured, note: reason)
    }
  }

  /// The time a frame may take on the device before it is late: whole refreshes, in nanoseconds.
  package var frameIntervalNanoseconds: UInt64 { due.nanoseconds }
  /// Frames that appeared late; 0 when none was measured.
  package var lateFrames: UInt32 { lateness?.lateFrames ?? 0 }
  /// By how many milliseconds frames appeared late in a second of animation; 0 when none was
  /// measured.
  package var hitchMillisecondsPerSecond: Double { lateness?.hitchMillisecondsPerSecond ?? 0 }
}
