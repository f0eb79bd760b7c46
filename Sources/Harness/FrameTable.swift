import Formats

/// Every frame of one or more runs as CSV text: a header line, then one line a frame.
public struct FrameTable {
  /// The text so far; lines end in a line feed.
  public private(set) var text = ""
  private var columns: [String] = []

  /// Makes an empty table.
  public init() {}

  /// Adds a run's frames.
  ///
  /// The first run decides the population columns; of a later run those that it lacks stay empty,
  /// and further ones are left out.
  public mutating func append(_ outcome: RunOutcome) {
    let recorder = outcome.recorder
    if text.isEmpty {
      columns = outcome.populationNames
      text =
        "scenario,frame,timeNanoseconds,inputNanoseconds,stepNanoseconds,drawNanoseconds,"
        + "rasterNanoseconds,slackNanoseconds,allocations,allocatedBytes,touches,background,"
        + "shaken,stateDigest" + columns.map { "," + $0 }.joined() + "\n"
    }
    let places = columns.map { outcome.populationNames.firstIndex(of: $0) }
    let interval = Int64(outcome.result.timing.frameIntervalNanoseconds)
    let isCounted = outcome.result.allocations.warmupTotal != nil
    for frame in 0..<recorder.count {
      let phases = recorder.phaseNanoseconds[frame * 4..<frame * 4 + 4]
      let time = UInt64(frame) * 1_000_000_000 / UInt64(outcome.result.frameRate)
      let counts =
        isCounted ? "\(recorder.frameAllocations(frame)),\(recorder.bytes[frame])" : ","
      text += "\(outcome.result.scenario),\(frame),\(time),"
      text += phases.map { "\($0)," }.joined()
      text += "\(interval - Int64(recorder.frameNanoseconds(frame))),\(counts),"
      text += "\(recorder.touches[frame]),\(recorder.isInBackground(frame) ? 1 : 0),"
      text += "\(recorder.isShaken(frame) ? 1 : 0),"
      text += String(recorder.digests[frame], radix: 16)
      for place in places {
        let value = place.map {
          "\(recorder.populations[frame * recorder.populationCount + $0])"
        }
        text += "," + (value ?? "")
      }
      text += "\n"
    }
  }
}
