import Foundation
import SimPlatform
import Testing

@Suite("Allocation probe")
struct AllocationProbeTests {
  @Test("A source that does not measure says why and gives no counts")
  func source() {
    #expect(AllocationSource.interposedMalloc.name == "interposed-malloc")
    #expect(AllocationSource.notMeasured(reason: "sanitizer").name == "not-measured: sanitizer")
    #if DEBUG
      #expect(AllocationProbe.source == .notMeasured(reason: "debug build"))
      #expect(AllocationProbe.source.name == "not-measured: debug build")
    #endif
    #expect((AllocationProbe.thread() != nil) == AllocationProbe.source.isMeasured)
    #expect((AllocationProbe.process() != nil) == AllocationProbe.source.isMeasured)
  }

  #if !DEBUG && os(Linux)
    /// What `body` did to the counters of this thread.
    private func counts(_ body: () -> Void) throws -> AllocationCounts {
      // The first use makes the sink.
      free(Self.allocate(1))
      // Unwrapped afterwards: the macro allocates.
      let before = AllocationProbe.thread()
      body()
      let after = AllocationProbe.thread()
      return try #require(after).since(#require(before))
    }

    /// Allocates where the optimizer cannot see that the block goes unused.
    @inline(never)
    private static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
      let block = malloc(byteCount)
      lastBlock.withLock { $0 = UInt(bitPattern: block) }
      return block
    }

    private static let lastBlock = Sink()

    /// A place that other threads might read.
    private final class Sink: @unchecked Sendable {
      private let lock = NSLock()
      private var value: UInt = 0

      func withLock(_ body: (inout UInt) -> Void) {
        lock.lock()
        body(&value)
        lock.unlock()
      }
    }

    @Test("Arrays get the same capacity, whatever the heap has been through")
    func capacities() {
      // Memory is asked for out of holes that are cut, or given as a whole when too little would be
      // left. An array's capacity is what it got, and decides how often it grows.
      let holes = (0..<4_000).map { Self.allocate(8 + $0 * 7 % 600) }
      for index in stride(from: 0, to: holes.count, by: 2) { free(holes[index]) }
      var capacities: [Int: Set<Int>] = [:]
      var arrays: [[UInt16]] = []
      for round in 0..<3_000 {
        let count = 1 + round * 13 % 250
        var array: [UInt16] = []
        if round % 3 == 0 { array.append(1) }
        array.reserveCapacity(count)
        capacities[count, default: []].insert(array.capacity)
        arrays.append(array)
      }
      for index in stride(from: 1, to: holes.count, by: 2) { free(holes[index]) }
      #expect(capacities.count == 250 && arrays.count == 3_000)
      for (count, found) in capacities where count > 8 {
        #expect(found.count == 1, "\(count): \(found.sorted())")
      }
    }

    @Test("A release build on Linux measures")
    func measures() {
      #expect(AllocationProbe.source == .interposedMalloc)
    }

    @Test("A loop without allocations counts none, snapshots included")
    func nothing() throws {
      var sum: UInt64 = 0
      let made = try counts {
        for _ in 0..<1_200 { sum &+= AllocationProbe.thread()?.allocations ?? 0 }
        for _ in 0..<10 { sum &+= AllocationProbe.process()?.bytes ?? 0 }
        sum &+= MonotonicClock.nanoseconds()
        sum &+= MemoryUse.residentBytes() ?? 0
        sum &+= MemoryUse.peakResidentBytes() ?? 0
      }
      #expect(made == AllocationCounts(), "checksum \(sum)")
    }

    @Test("A planted array in every tenth frame is seen in exactly those frames")
    func planted() throws {
      var frames: [Int] = []
      frames.reserveCapacity(1_200)
      var keep: [UInt8] = []
      for frame in 0..<1_200 {
        let made = try counts {
          if frame.isMultiple(of: 10) { keep = [UInt8](repeating: UInt8(frame & 255), count: 100) }
        }
        if made.allocations > 0 { frames.append(frame) }
        #expect(made.allocations == (frame.isMultiple(of: 10) ? 1 : 0))
      }
      #expect(frames.count == 120 && keep.count == 100)
    }

    @Test("Every way to ask for memory counts once, with the bytes asked for")
    func everyCall() throws {
      var blocks: [UnsafeMutableRawPointer?] = []
      blocks.reserveCapacity(8)
      let made = try counts {
        blocks.append(Self.allocate(100))
        blocks.append(calloc(10, 20))
        blocks.append(realloc(nil, 300))
        blocks.append(aligned_alloc(64, 640))
        blocks.append(valloc(500))
        var block: UnsafeMutableRawPointer?
        posix_memalign(&block, 32, 96)
        blocks.append(block)
        blocks.append(strdup("seven.."))
      }
      #expect(made.allocations == 7 && made.frees == 0)
      #expect(made.bytes == 100 + 200 + 300 + 640 + 500 + 96 + 8)
      #expect(made.liveBytes >= Int64(made.bytes))
      let freed = try counts { for block in blocks { free(block) } }
      #expect(freed.frees == 7 && freed.allocations == 0)
      #expect(freed.liveBytes == -made.liveBytes)
    }

    @Test("Resizing counts one allocation and one free, and live bytes return to the start")
    func resizing() throws {
      let sizes = [20, 5_000, 1 << 20, 64 << 20, 50]
      let made = try counts {
        var block = Self.allocate(10)
        for byteCount in sizes { block = realloc(block, byteCount) }
        free(block)
        // To size zero means to free.
        _ = realloc(Self.allocate(77), 0)
      }
      #expect(made.allocations == 7 && made.frees == 7)
      #expect(made.liveBytes == 0)
    }

    @Test("Calls that fail count nothing")
    func failures() throws {
      let made = try counts {
        #expect(Self.allocate(.max) == nil)
        var block: UnsafeMutableRawPointer?
        #expect(posix_memalign(&block, 3, 8) == EINVAL)
        #expect(calloc(.max, 16) == nil)
      }
      // The expectations themselves may allocate, but nothing of that size.
      #expect(made.bytes < 1 << 20)
    }

    @Test("Allocations of other threads are in the process's counts, also when they ended")
    func otherThreads() throws {
      let perThread = 5_000
      let before = try #require(AllocationProbe.process())
      let ownBefore = try #require(AllocationProbe.thread())
      let group = DispatchGroup()
      for _ in 0..<4 {
        group.enter()
        Thread {
          for count in 0..<perThread {
            free(Self.allocate(64 + count % 7))
          }
          group.leave()
        }.start()
      }
      group.wait()
      let made = try #require(AllocationProbe.process()).since(before)
      let own = try #require(AllocationProbe.thread()).since(ownBefore)
      // Other tests run at the same time, so the sum has no upper bound.
      #expect(made.allocations >= UInt64(4 * perThread))
      #expect(made.bytes >= UInt64(4 * perThread * 64))
      #expect(own.allocations < UInt64(perThread))
    }
  #endif
}
