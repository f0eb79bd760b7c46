import SimFormats
import SimInput
import SimRuntime

/// Every frame of one or more runs as NDJSON: one complete JSON object per line.
package struct FrameLines: Sendable {
  /// The bytes so far; lines end in a line feed.
  package private(set) var bytes: [UInt8] = []

  /// Creates empty lines.
  package init() {}

  /// Adds runs written by another process.
  package mutating func append(_ written: [UInt8]) { bytes += written }

  /// Adds a run's frames.
  package mutating func append(_ outcome: RunOutcome) {
    for frame in 0..<outcome.recorder.count {
      bytes += JSONWriter.bytes(of: Self.value(frame, of: outcome), style: .compact)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  private static func value(_ frame: Int, of outcome: RunOutcome) -> JSONOutput {
    let recorder = outcome.recorder
    let due = outcome.result.timing.due
    let time = recorder.frameNanoseconds(frame)
    let isCounted = outcome.result.allocations.isMeasured
    func phases(_ values: [PerPhase<UInt32>], if isThere: Bool = true) -> JSONOutput {
      guard isThere else { return .null }
      return .object(
        FramePhase.allCases.map {
          ($0.name.description, .unsigned(UInt64(values[frame][$0])))
        })
    }
    let populations = outcome.populationNames.indices.map { index in
      let count = recorder.population(index, inFrame: frame)
      return (outcome.populationNames[index], JSONOutput.unsigned(UInt64(count)))
    }
    func processor(_ value: some BinaryInteger) -> JSONOutput {
      recorder.evidence == nil ? .null : .unsigned(UInt64(value))
    }
    let clock = FrameClock(framesPerSecond: outcome.result.frameRate)
    return .object([
      ("scenario", .string(outcome.result.scenario)), ("frame", .unsigned(UInt64(frame))),
      ("timeNanoseconds", .unsigned(clock.startNanoseconds(ofFrame: UInt32(frame)))),
      ("wallNanoseconds", .unsigned(time)), ("phases", phases(recorder.phaseNanoseconds)),
      ("cpuNanoseconds", processor(recorder.processorNanoseconds[frame])),
      ("nanosecondsExcludingCPUWait", processor(recorder.unhinderedNanoseconds[frame])),
      ("involuntarySwitches", processor(recorder.involuntarySwitches[frame])),
      ("slackNanoseconds", .integer(Int64(due.nanoseconds) - Int64(time))),
      ("lateRefreshes", .unsigned(due.refreshesLate(taking: time))),
      ("allocations", phases(recorder.phaseAllocations, if: isCounted)),
      ("allocatedBytes", isCounted ? .unsigned(UInt64(recorder.bytes[frame])) : .null),
      ("population", .object(populations)),
      ("touches", .unsigned(UInt64(recorder.touches[frame]))),
      ("background", .bool(recorder.isInBackground(frame))),
      ("shaken", .bool(recorder.isShaken(frame))),
      ("stateDigest", .string(HexadecimalText.digest(recorder.digests[frame]))),
    ])
  }
}
