import SimFormats
import SimPlatform
import SimRuntime

extension FrameRecorder {
  /// Adds a frame.
  ///
  /// - Precondition: fewer frames than the recorder was made for.
  package mutating func record(
    _ watch: borrowing PhaseWatch, counts: borrowing PopulationCounts, touches: Int,
    isInBackground: Bool, isShaken: Bool, digest: UInt64
  ) {
    phaseNanoseconds[count] = watch.nanoseconds
    phaseAllocations[count] = watch.allocations
    for stage in stages { self[stage, inFrame: count] = watch.nanoseconds(of: stage) }
    bytes[count] = UInt32(clamping: watch.bytes)
    for index in 0..<populationCount {
      populations[count * populationCount + index] = counts.values[index]
    }
    self.touches[count] = UInt8(clamping: touches)
    flags[count] = (isInBackground ? 1 : 0) | (isShaken ? 2 : 0)
    digests[count] = digest
    processorNanoseconds[count] = UInt32(clamping: watch.use.allNanoseconds ?? 0)
    involuntarySwitches[count] = UInt16(clamping: watch.use.involuntarySwitches ?? 0)
    unhinderedNanoseconds[count] = UInt32(
      clamping: watch.use.unhindered(
        wallNanoseconds: frameNanoseconds(count), threadCount: watch.threadCount))
    count += 1
  }
}
