import SimFormats

/// What some frames took, and would have taken had no thread waited for a processor.
package struct ProcessorColumns: Equatable, Sendable {
  /// What tells how long frames waited.
  package var evidence: ProcessorSummary.Evidence
  /// The time of each frame in nanoseconds.
  package var times: [UInt64]
  /// What each would have taken.
  package var unhindered: [UInt64]
  /// Processor time of all threads in each.
  package var processor: [UInt64]
  /// Involuntary switches in each.
  package var involuntarySwitches: [UInt64]

  /// Makes columns of frames that worked all the time they did not wait.
  package init(evidence: ProcessorSummary.Evidence, times: [UInt64], unhindered: [UInt64]) {
    self.evidence = evidence
    self.times = times
    self.unhindered = unhindered
    processor = unhindered
    involuntarySwitches = times.map { _ in 0 }
  }

  /// Takes the columns of the frames that are timed; nil where nothing tells how long they waited.
  init?(_ recorder: FrameRecorder) {
    guard let evidence = recorder.evidence else { return nil }
    let frames = recorder.foregroundFrames(from: Warmup.start(of: recorder.count))
    self.init(
      evidence: evidence, times: frames.map { recorder.frameNanoseconds($0) },
      unhindered: frames.map { UInt64(recorder.unhinderedNanoseconds[$0]) })
    processor = frames.map { UInt64(recorder.processorNanoseconds[$0]) }
    involuntarySwitches = frames.map { UInt64(recorder.involuntarySwitches[$0]) }
  }
}

extension ProcessorSummary {
  /// Condenses columns; nil when no frame is timed.
  package init?(_ columns: ProcessorColumns, due: DueTime) {
    guard !columns.times.isEmpty else { return nil }
    let waits = zip(columns.times, columns.unhindered).map { $0 > $1 ? $0 - $1 : 0 }
    let late = columns.unhindered.reduce(0) { $0 + due.refreshesLate(taking: $1) }
    self.init(
      frame: Percentiles(of: columns.processor), unhindered: Percentiles(of: columns.unhindered),
      unhinderedHitchMillisecondsPerSecond: due.hitchMillisecondsPerSecond(
        late: late, frames: UInt64(columns.times.count)),
      waitedNanoseconds: waits.reduce(0, +), longestWaitNanoseconds: waits.max() ?? 0,
      involuntarySwitches: columns.involuntarySwitches.reduce(0, +))
    evidence = columns.evidence
  }
}
