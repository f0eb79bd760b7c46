import Formats

extension ProcessorSummary {
  /// Condenses what the frames that are timed had of the processors; nil when none is.
  init?(_ recorder: FrameRecorder, intervalNanoseconds: UInt64, framesPerSecond: UInt32) {
    let frames = recorder.foregroundFrames(from: Warmup.start(of: recorder.count))
    guard !frames.isEmpty else { return nil }
    let unhindered = frames.map { UInt64(recorder.unhinderedNanoseconds[$0]) }
    let waits = zip(frames, unhindered).map { frame, time in
      let wall = recorder.frameNanoseconds(frame)
      return wall > time ? wall - time : 0
    }
    let late = unhindered.reduce(0) {
      $0 + ($1 > intervalNanoseconds ? $1 - intervalNanoseconds : 0)
    }
    let seconds = Double(frames.count) / Double(framesPerSecond)
    self.init(
      frame: Percentiles(of: frames.map { UInt64(recorder.processorNanoseconds[$0]) }),
      unhindered: Percentiles(of: unhindered),
      unhinderedHitchMillisecondsPerSecond: Double(late) / 1e6 / seconds,
      waitedNanoseconds: waits.reduce(0, +), longestWaitNanoseconds: waits.max() ?? 0,
      involuntarySwitches: frames.reduce(0) { $0 + UInt64(recorder.involuntarySwitches[$1]) })
  }
}
