import SimKernels
import SimPlatform
import SimRaster
import TestTier
import Testing

/// Goal: kernels do the work that they are there to measure.
///
/// Method: run each kernel and ask it for faults, such as pixels left out or particles at rest.
/// Compare digests and counts of small kernels with those on record. Debug: small kernels only.
@Suite struct KernelTests {
  /// The outcome of a kernel.
  private struct Record {
    /// Digests of the first two runs.
    var digests: [UInt64]
    /// Primitives, pixels blended, pixels filled, cells repainted.
    var counts: [UInt32] = [0, 0, 0, 0]
  }

  /// The outcomes of small kernels.
  private static let records: [String: Record] = [
    "random-uniform": Record(digests: [0x44fc_ec51, 0x44fc_ec51]),
    "digest-words": Record(digests: [0xbd8e_74e4_a8d6_bfcb, 0xbd8e_74e4_a8d6_bfcb]),
    "math-sin": Record(digests: [0xc112_bdf4, 0xc112_bdf4]),
    "distance": Record(digests: [0x299c_728e_c249_32f4, 0x299c_728e_c249_32f4]),
    "particles-600-contacts": Record(digests: [0xf572_1a2d_cc9a_a498, 0xdf69_f845_1917_f09f]),
    "blend": Record(
      digests: [0x301d_40f8_5707_26e6, 0x301d_40f8_5707_26e6],
      counts: [4, 786_432, 262_144, 4096]),
    "disc": Record(
      digests: [0x6da6_9468_2f3e_8e9f, 0x6da6_9468_2f3e_8e9f],
      counts: [101, 30_371, 262_144, 4096]),
    "ring": Record(
      digests: [0xfff6_5676_b614_84db, 0xfff6_5676_b614_84db],
      counts: [13, 136_724, 262_144, 4096]),
    "gradient": Record(
      digests: [0xabf9_f759_65dd_82fd, 0xabf9_f759_65dd_82fd], counts: [1, 0, 262_144, 4096]),
    "tile": Record(
      digests: [0x4aef_b9db_d3e8_e7a3, 0x4aef_b9db_d3e8_e7a3], counts: [8, 4044, 8960, 140]),
  ]

  @Test func kernelsDoTheirWork() {
    for kernel in Kernel.all where !Tier.isDebug || Self.records[kernel.name] != nil {
      let work = kernel.make()
      for _ in 0..<3 { work.run() }
      #expect(work.faults() == [], "\(kernel.name)")
    }
  }

  @Test(arguments: records.keys.sorted())
  func smallKernelsAreAsRecorded(_ name: String) throws {
    let record = try #require(Self.records[name])
    let kernel = try #require(Kernel.all.first { $0.name == name })
    for _ in 0..<2 {
      let work = kernel.make()
      let digests = (0..<2).map { _ in
        work.run()
        return work.digest()
      }
      #expect(digests == record.digests)
      let counts = work.counts
      #expect(
        [counts.primitives, counts.pixelsBlended, counts.pixelsFilled, counts.cellsRepainted]
          == record.counts)
    }
  }

  @Test(.enabled(if: AllocationProbe.source.isMeasured), arguments: records.keys.sorted())
  func smallKernelsAllocateNothing(_ name: String) throws {
    let work = try #require(Kernel.all.first { $0.name == name }).make()
    work.run()
    // The first use on a thread allocates, and so does an expectation.
    _ = AllocationProbe.thread()
    let before = AllocationProbe.thread()
    for _ in 0..<20 { work.run() }
    let after = AllocationProbe.thread()
    #expect(try #require(after).since(#require(before)).allocations == 0)
  }
}
