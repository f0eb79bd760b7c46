import SimPlatform
import SimRaster
import SimRuntime
import Testing

/// Goal: recording an app's frames takes no memory.
struct FrameProbeMemoryTests {
  @Test func recordingTakesNoMemory() throws {
    var probe = FrameProbe(
      device: "d".utf8, renderer: "canvas", frameRate: 60, refreshRate: 60, capacity: 100)
    probe.begin(scene: "snow", count: 1, canvasPixels: 1)
    let work = DisplayWork()
    let before = AllocationProbe.thread()
    for frame in 0..<200 as Range<UInt64> {
      let row = probe.record(work, atNanoseconds: frame, processorNanoseconds: 1)
      if let row { probe.setGraphics(nanoseconds: 2, ofRow: row) }
    }
    let after = AllocationProbe.thread()
    #expect(probe.frameCount == 100 && probe.droppedFrames == 100)
    guard AllocationProbe.source.isMeasured, let before, let after else { return }
    #expect(after.allocations == before.allocations)
  }
}
