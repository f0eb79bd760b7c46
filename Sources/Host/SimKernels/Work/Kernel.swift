import SimbenchKit

/// A kernel: a piece of work that many scenes rest on, prepared with its input on demand.
package struct Kernel {
  /// The kebab-case name.
  package let name: String
  /// What peers have to match; nil for a kernel that they do not have.
  let peerData: (() -> [UInt8])?
  /// Prepares the work; nothing that this allocates or draws belongs to the kernel.
  package let make: () -> any KernelWork

  init(_ name: String, peerData: (() -> [UInt8])? = nil, make: @escaping () -> any KernelWork) {
    self.name = name
    self.peerData = peerData
    self.make = make
  }

  /// Every kernel.
  package static var all: [Kernel] {
    memoryKernels() + stateKernels() + snapshotKernels() + recordingKernels() + particleKernels()
      + snowglobeKernels() + exploreKernels() + smallPictureKernels() + roundShapeKernels()
      + gradientKernels() + stretchedPictureKernels() + cameraKernels() + strokeKernels()
  }
}

/// Work that can be repeated.
package protocol KernelWork: AnyObject {
  /// The rasterizer's counts of the last run; zeros for work without pixels.
  var counts: RasterWork { get }

  /// Does the work once.
  func run()

  /// A digest of what the last run computed.
  func digest() -> UInt64

  /// What the runs did wrong or left out; empty if they did what the kernel is there to measure.
  func faults() -> [String]
}

extension KernelWork {
  /// Zeros.
  package var counts: RasterWork { RasterWork() }

  /// No faults.
  package func faults() -> [String] { [] }
}

/// Work that is one closure.
final class LoopWork: KernelWork {
  private let check: (UInt64) -> [String]
  private let body: () -> UInt64
  private var result: UInt64 = 0

  /// - Parameters:
  ///   - check: Returns faults, given the last result.
  ///   - body: Does the work once and returns a digest of what it computed, so that the compiler
  ///     cannot leave it out.
  init(check: @escaping (UInt64) -> [String] = { _ in [] }, _ body: @escaping () -> UInt64) {
    self.check = check
    self.body = body
  }

  func run() { result = body() }

  func digest() -> UInt64 { result }

  func faults() -> [String] { check(result) }
}
