import SimFormats
import SimInput
import SimRuntime

/// Every frame of one or more runs as CSV text: a header line, then one line a frame.
///
/// `slackNanoseconds` is what a frame left of its due time, below 0 by its overrun; `lateRefreshes`
/// is by how many refreshes it appears late. Both follow from the times of its phases by `DueTime`.
package struct FrameTable {
  /// The text so far; lines end in a line feed.
  package private(set) var text = ""
  private var columns: [String] = []

  /// Makes an empty table.
  package init() {}

  /// Adds a run's frames.
  ///
  /// The first run decides the population columns; of a later run those that it lacks stay empty,
  /// and further ones are left out.
  package mutating func append(_ outcome: RunOutcome) {
    let recorder = outcome.recorder
    if text.isEmpty {
      columns = outcome.populationNames
      text =
        "scenario,frame,timeNanoseconds,"
        + FramePhase.allCases.map { "\($0.name)Nanoseconds," }.joined()
        + "slackNanoseconds,lateRefreshes,processorNanoseconds,unhinderedNanoseconds,"
        + "involuntarySwitches,allocations,allocatedBytes,touches,background,shaken,stateDigest"
        + columns.map { "," + $0 }.joined() + "\n"
    }
    let indices = columns.map { outcome.populationNames.firstIndex(of: $0) }
    let due = outcome.result.timing.due
    let isCounted = outcome.result.allocations.isMeasured
    let clock = FrameClock(framesPerSecond: outcome.result.frameRate)
    for frame in 0..<recorder.count {
      let time = clock.startNanoseconds(ofFrame: UInt32(frame))
      let counts =
        isCounted ? "\(recorder.frameAllocations(frame)),\(recorder.bytes[frame])" : ","
      text += "\(outcome.result.scenario),\(frame),\(time),"
      recorder.phaseNanoseconds[frame].forEach { text += "\($1)," }
      let taken = recorder.frameNanoseconds(frame)
      text += "\(Int64(due.nanoseconds) - Int64(taken)),\(due.refreshesLate(taking: taken)),"
      text +=
        recorder.evidence == nil
        ? ",,,"
        : "\(recorder.processorNanoseconds[frame]),\(recorder.unhinderedNanoseconds[frame]),"
          + "\(recorder.involuntarySwitches[frame]),"
      text += "\(counts),"
      text += "\(recorder.touches[frame]),\(recorder.isInBackground(frame) ? 1 : 0),"
      text += "\(recorder.isShaken(frame) ? 1 : 0),"
      text += HexadecimalText.digest(recorder.digests[frame])
      for index in indices {
        text += "," + (index.map { "\(recorder.population($0, inFrame: frame))" } ?? "")
      }
      text += "\n"
    }
  }
}
