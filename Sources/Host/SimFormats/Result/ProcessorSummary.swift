/// CPU time and CPU wait of the frames.
///
/// A busy machine makes a frame late without making it slow: it waits in the queue. What it would
/// have taken without that is kept in addition to its time, and decides whether a time that is over
/// its limit is a failure or cannot be told.
package struct ProcessorSummary: Equatable, Sendable {
  /// What tells how long frames waited.
  package enum Evidence: String, CaseIterable, Sendable {
    /// The system says how long each thread was ready to run and had to wait.
    case queue
    /// The system says only how often the thread was stopped, and whether by itself.
    case switches
  }

  /// What tells how long frames waited.
  package var evidence = Evidence.queue
  /// Processor time of all threads per frame, in nanoseconds, a microsecond or two for reading it
  /// included.
  package var frame: Percentiles
  /// What frames would have taken had no thread waited for a processor, in nanoseconds.
  package var unhindered: Percentiles
  /// By how many milliseconds frames would have appeared late in a second of animation without
  /// that waiting.
  package var unhinderedHitchMillisecondsPerSecond: Double
  /// How long all frames together waited.
  package var waitedNanoseconds: UInt64
  /// The longest wait in one frame.
  package var longestWaitNanoseconds: UInt64
  /// How often a thread was taken off its processor while it had more to do.
  package var involuntarySwitches: UInt64
  /// How often the scenario was run: 2 when frames had waited too long the first time.
  package var runs: UInt32 = 1

  /// Makes a summary of one run.
  package init(
    frame: Percentiles, unhindered: Percentiles, unhinderedHitchMillisecondsPerSecond: Double,
    waitedNanoseconds: UInt64, longestWaitNanoseconds: UInt64, involuntarySwitches: UInt64
  ) {
    self.frame = frame
    self.unhindered = unhindered
    self.unhinderedHitchMillisecondsPerSecond = unhinderedHitchMillisecondsPerSecond
    self.waitedNanoseconds = waitedNanoseconds
    self.longestWaitNanoseconds = longestWaitNanoseconds
    self.involuntarySwitches = involuntarySwitches
  }
}
