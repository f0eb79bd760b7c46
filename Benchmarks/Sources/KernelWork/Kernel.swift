import SimPlatform
import SimRaster

/// A kernel: a piece of work that many scenes rest on, made anew with its input whenever wanted.
public struct Kernel: Sendable {
  /// The kebab-case name.
  public let name: String
  /// Makes the work; nothing that this allocates or draws belongs to the kernel.
  public let make: @Sendable () -> any KernelWork

  init(_ name: String, make: @escaping @Sendable () -> any KernelWork) {
    self.name = name
    self.make = make
  }

  /// Every kernel.
  public static let all: [Kernel] = stateKernels + pictureKernels
}

/// Work that can be done again and again.
public protocol KernelWork: AnyObject {
  /// What the work counts itself: the rasterizer's counters, zeros elsewhere.
  var counts: RasterWork { get }

  /// Does it once and returns a digest of everything that it computed.
  func run() -> UInt64
}

extension KernelWork {
  /// No pixels, no counts.
  public var counts: RasterWork { RasterWork() }

  /// Allocations of doing it `count` times; nil where they cannot be counted.
  ///
  /// It is done once before, so that what is set up once is not counted.
  public func allocations(ofRuns count: Int) -> UInt64? {
    _ = run()
    guard let before = AllocationProbe.thread() else { return nil }
    for _ in 0..<count { _ = run() }
    guard let after = AllocationProbe.thread() else { return nil }
    return after.since(before).allocations
  }
}
