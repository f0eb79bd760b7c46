import Platform
import Runtime

extension FrameRecorder {
  /// What recording a frame costs on this machine, the readings of clock and counters included:
  /// the least of several batches, in nanoseconds.
  ///
  /// - Complexity: takes under 10 ms.
  package static func measureOverhead(populationCount: Int) -> UInt64 {
    let (batches, frames) = (8, 500)
    let counts = PopulationCounts(count: populationCount)
    var least = UInt64.max
    for _ in 0..<batches {
      var recorder = FrameRecorder(frameCount: frames, populationCount: populationCount)
      var watch = PhaseWatch()
      let start = MonotonicClock.nanoseconds()
      for frame in 0..<frames {
        watch.startFrame()
        for phase in phases {
          watch.begin(phase)
          watch.end(phase)
        }
        recorder.record(
          watch, counts: counts, touches: 0, isInBackground: false, isShaken: false,
          digest: UInt64(frame))
      }
      least = min(least, MonotonicClock.nanoseconds() &- start)
    }
    return least / UInt64(frames)
  }
}
