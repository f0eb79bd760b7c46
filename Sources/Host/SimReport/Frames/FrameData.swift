import SimFormats
import SimRuntime

/// Every frame of one or more runs in the compact binary form, a column per quantity.
///
/// All numbers are little-endian. A run is the eight bytes `SBFRAMES`, then the version, the count
/// of frames, the frame rate and the count of populations (32 bits each), the due time of a frame
/// in nanoseconds and whether allocations were counted (64 bits each), then the names of the
/// scenario and of the populations, each as a 32-bit length and UTF-8. The columns follow, each
/// over all frames: nanoseconds and allocations (four of 32 bits a frame: input, step, draw,
/// raster), bytes (32 bits), one 32-bit column a population, touches (8 bits), flags (8 bits: 1
/// background, 2 shaken), state digests (64 bits), and since version 2 whether processor times are
/// known (64 bits, once), processor time, time without waiting for a processor, and involuntary
/// switches (32 bits each), and since version 3, whose due time follows from the scenario's frame
/// rate, the display's refreshes a second and those after which a frame is due (32 bits each, once)
/// and the refreshes by which it appears late (32 bits). A minute at 60 Hz takes about 260 KiB.
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
