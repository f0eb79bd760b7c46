import SimPlatform
import SimbenchKit

/// A kernel: a piece of work that many scenes rest on, made anew with its input whenever wanted.
struct Kernel: Sendable {
  /// The kebab-case name.
  let name: String
  /// Makes the work; nothing that this allocates or draws belongs to the kernel.
  let make: @Sendable () -> any KernelWork

  init(_ name: String, make: @escaping @Sendable () -> any KernelWork) {
    self.name = name
    self.make = make
  }

  /// Does the work a second time and reports what that took.
  func measure(_ report: (_ name: String, _ value: UInt64) -> Void) {
    let work = make()
    // Once before, so that what is set up once is not counted.
    var digest = work.run()
    let before = AllocationProbe.thread()
    let start = MonotonicClock.threadNanoseconds()
    digest ^= work.run()
    let nanoseconds = MonotonicClock.threadNanoseconds() - start
    if let before, let after = AllocationProbe.thread() {
      report("allocations", after.since(before).allocations)
    }
    report("nanoseconds", nanoseconds)
    report("primitives", UInt64(work.counts.primitives))
    report("pixelsBlended", UInt64(work.counts.pixelsBlended))
    report("pixelsFilled", UInt64(work.counts.pixelsFilled))
    report("cellsRepainted", UInt64(work.counts.cellsRepainted))
    report("digest", digest)
  }

  /// Every kernel.
  static let all: [Kernel] = stateKernels + pictureKernels
}

/// Work that can be done again and again.
protocol KernelWork: AnyObject {
  /// What the work counts itself: the rasterizer's counters, zeros elsewhere.
  var counts: RasterWork { get }

  /// Does it once and returns a digest of everything that it computed.
  func run() -> UInt64
}

extension KernelWork {
  /// No pixels, no counts.
  var counts: RasterWork { RasterWork() }

  /// Allocations of doing it `count` times; nil where they cannot be counted.
  ///
  /// It is done once before, so that what is set up once is not counted.
  func allocations(ofRuns count: Int) -> UInt64? {
    _ = run()
    guard let before = AllocationProbe.thread() else { return nil }
    for _ in 0..<count { _ = run() }
    guard let after = AllocationProbe.thread() else { return nil }
    return after.since(before).allocations
  }
}
