import SimFormats
import SimPlatform
import SimRuntime

/// What recording a frame costs on this machine, measured once for each setup: a command may run
/// a thousand seeds of one.
package final class RecorderOverhead {
  /// What a run records, as far as the cost of recording depends on it.
  package struct Setup: Hashable {
    /// How many populations a frame has.
    package var populationCount: Int
    /// How many pixel stages a frame has.
    package var stageCount: Int
    /// How many threads work for the frames; what all of them use is counted.
    package var threadCount: Int

    /// Makes a setup.
    package init(populationCount: Int, stageCount: Int, threadCount: Int) {
      self.populationCount = populationCount
      self.stageCount = stageCount
      self.threadCount = threadCount
    }
  }

  private var known: [Setup: UInt64] = [:]

  /// Makes one that has measured nothing yet.
  package init() {}

  /// Nanoseconds per frame of a setup.
  ///
  /// - Parameter crew: its threads.
  package func nanoseconds(_ setup: Setup, crew: ThreadCrew = ThreadCrew()) -> UInt64 {
    if let known = known[setup] { return known }
    let measured = Self.measure(setup, crew)
    known[setup] = measured
    return measured
  }

  /// The readings of clock and counters included: the minimum of several batches.
  private static func measure(_ setup: Setup, _ crew: ThreadCrew) -> UInt64 {
    // Batches shorter than a turn on a busy processor, so that some are not interrupted.
    let (batches, frames) = (10, 20)
    let counts = PopulationCounts(count: setup.populationCount)
    var minimum = UInt64.max
    for _ in 0..<batches {
      var recorder = FrameRecorder(
        frameCount: frames, populationCount: setup.populationCount,
        stages: StageKey.keys(count: setup.stageCount))
      var watch = PhaseWatch(crew: crew)
      let start = MonotonicClock.nanoseconds()
      for frame in 0..<frames {
        watch.startFrame()
        for phase in FramePhase.allCases {
          watch.begin(phase)
          if phase == .raster {
            for stage in recorder.stages {
              watch.begin(stage: stage)
              watch.end(stage: stage)
            }
          }
          watch.end(phase)
        }
        watch.endFrame()
        recorder.record(
          watch, counts: counts, touches: 0, isInBackground: false, isShaken: false,
          digest: UInt64(frame))
      }
      minimum = min(minimum, MonotonicClock.nanoseconds() &- start)
    }
    return minimum / UInt64(frames)
  }
}
