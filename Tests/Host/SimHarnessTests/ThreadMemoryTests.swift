import SimFormats
import SimHarness
import SimPlatform
import Testing

/// Goal: the heap of a run is that of all threads that work for it, and of nothing else.
///
/// Method: memory taken on another thread, and memory kept by an observer of the frames; only
/// where allocations are counted, which is in release builds.
struct ThreadMemoryTests {
  private static let blockCount = 48
  private static let blockBytes = 1 << 20

  /// In a process of its own, where no other test takes or gives back memory meanwhile.
  @Test(.enabled(if: AllocationProbe.source.isMeasured))
  func memoryOfOtherThreadsIsInUse() async {
    await #expect(processExitsWith: .success) {
      let crew = try #require(WorkCrew(workerCount: 2))
      var blocks = [UnsafeMutableRawPointer?](repeating: nil, count: Self.blockCount)
      var observer = RunObserver(
        descriptor: PlantScene.descriptor, scenario: .planted(), rendersPixels: false,
        measuresCalmness: false, isThreaded: true)
      observer.readHeap(afterFrame: 0)
      blocks.withUnsafeMutableBytes { bytes in
        crew.run(itemCount: Self.blockCount, context: bytes.baseAddress) { context, worker, item in
          if worker == 0 {
            // Items enough for the other thread.
            let start = MonotonicClock.nanoseconds()
            while MonotonicClock.nanoseconds() &- start < 50_000_000 {}
            return
          }
          context?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)[Int(item)] =
            .allocate(byteCount: Self.blockBytes, alignment: 16)
        }
      }
      observer.readHeap(afterFrame: 1)
      let taken = blocks.count { $0 != nil } * Self.blockBytes
      for block in blocks { block?.deallocate() }
      try #require(taken > 24 << 20)
      let heap = observer.liveBytes.map { $0.bytes }
      // Besides them, at most what the test itself needs.
      let counted = heap[1] - heap[0] - Int64(taken)
      #expect(abs(counted) < 1 << 20, "\(counted)")
    }
  }

  @Test(.enabled(if: AllocationProbe.source.isMeasured))
  func memoryOfWhoLooksIsNoLeak() throws {
    var kept: [[UInt8]] = []
    var options = RunOptions()
    options.onLook = { kept.append([UInt8](repeating: 1, count: 1000 + Int($0.frame & 1))) }
    let outcome = try Runner<PlantScene>.run(.planted(frames: 300), options: options)
    #expect(kept.count == 300)
    #expect(outcome.result.allocations.liveBytesGrowth == 0)
  }
}
