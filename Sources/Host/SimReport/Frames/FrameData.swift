import SimFormats
import SimRuntime

/// Every frame of one or more runs in the compact binary form, a column per quantity.
///
/// The page "Frame data" of the documentation has the layout. Version 2 added processor times,
/// version 3 refreshes.
package struct FrameData: Sendable {
  /// The bytes so far, run after run.
  package private(set) var bytes: [UInt8] = []

  /// The version of the form.
  package static var version: UInt32 { 3 }

  /// Makes data of no run.
  package init() {}

  /// Adds runs that were written elsewhere.
  package mutating func append(_ written: [UInt8]) { bytes += written }

  /// Adds a run's frames.
  package mutating func append(_ outcome: RunOutcome) {
    let recorder = outcome.recorder
    let count = recorder.count
    bytes += "SBFRAMES".utf8
    for word in [
      Self.version, UInt32(count), outcome.result.frameRate, UInt32(recorder.populationCount),
    ] { append(word) }
    let due = outcome.result.timing.due
    append(due.nanoseconds)
    append(outcome.result.allocations.isMeasured ? 1 as UInt64 : 0)
    for name in [outcome.result.scenario] + outcome.populationNames {
      append(UInt32(name.utf8.count))
      bytes += name.utf8
    }
    for column in [recorder.phaseNanoseconds, recorder.phaseAllocations] {
      for phase in FramePhase.allCases {
        for frame in 0..<count { append(column[frame][phase]) }
      }
    }
    for frame in 0..<count { append(recorder.bytes[frame]) }
    for index in 0..<recorder.populationCount {
      for frame in 0..<count { append(recorder.population(index, inFrame: frame)) }
    }
    bytes += recorder.touches[..<count]
    bytes += recorder.flags[..<count]
    for frame in 0..<count { append(recorder.digests[frame]) }
    append(recorder.evidence == nil ? 0 as UInt64 : 1)
    for column in [recorder.processorNanoseconds, recorder.unhinderedNanoseconds] {
      for frame in 0..<count { append(column[frame]) }
    }
    for frame in 0..<count { append(UInt32(recorder.involuntarySwitches[frame])) }
    for word in [due.refreshRate, UInt32(due.refreshes)] { append(word) }
    for frame in 0..<count {
      append(UInt32(due.refreshesLate(taking: recorder.frameNanoseconds(frame))))
    }
  }

  private mutating func append<Word: FixedWidthInteger>(_ word: Word) {
    for byte in 0..<(Word.bitWidth / 8) {
      bytes.append(UInt8(truncatingIfNeeded: word >> Word(byte * 8)))
    }
  }
}
