import Benchmark
import KernelWork
import SimPlatform
import SimRaster

/// Allocations of a run as simbench counts them: the package's own count is 0 without its traits.
private let allocations = BenchmarkMetric.custom("allocations")
private let primitives = BenchmarkMetric.custom("primitives")
private let blended = BenchmarkMetric.custom("pixelsBlended")
private let filled = BenchmarkMetric.custom("pixelsFilled")
private let cells = BenchmarkMetric.custom("cellsRepainted")

let benchmarks: @Sendable () -> Void = {
  let exact = [allocations, primitives, blended, filled, cells]
  let strict = BenchmarkThresholds(relative: [.p90: 0], absolute: [.p90: 0])
  for kernel in Kernel.all {
    // Times are shown and never gated: another machine has others.
    Benchmark(
      kernel.name,
      configuration: .init(
        metrics: [.wallClock] + exact, warmupIterations: 3, maxDuration: .milliseconds(500),
        maxIterations: 1000,
        thresholds: Dictionary(uniqueKeysWithValues: exact.map { ($0, strict) }))
    ) { benchmark in
      let work = kernel.make()
      _ = work.run()
      let before = AllocationProbe.thread()
      benchmark.startMeasurement()
      blackHole(work.run())
      benchmark.stopMeasurement()
      guard let before, let after = AllocationProbe.thread() else {
        return benchmark.error("allocations cannot be counted in this build")
      }
      benchmark.measurement(allocations, Int(clamping: after.since(before).allocations))
      benchmark.measurement(primitives, Int(work.counts.primitives))
      benchmark.measurement(blended, Int(work.counts.pixelsBlended))
      benchmark.measurement(filled, Int(work.counts.pixelsFilled))
      benchmark.measurement(cells, Int(work.counts.cellsRepainted))
    }
  }
}
