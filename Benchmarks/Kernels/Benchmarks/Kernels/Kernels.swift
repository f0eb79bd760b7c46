import Benchmark
import SimKernels

/// What is exact, by the names under which it is reported.
///
/// Allocations are as simbench counts them:
/// the package's own count is 0 without its traits.
private let exact = [
  "allocations", "primitives", "pixelsBlended", "pixelsFilled", "cellsRepainted",
]

let benchmarks: @Sendable () -> Void = {
  let nanoseconds = BenchmarkMetric.custom("nanoseconds")
  let strict = BenchmarkThresholds(relative: [.p90: 0], absolute: [.p90: 0])
  let metrics = exact.map { BenchmarkMetric.custom($0) }
  var names: [String] = []
  _ = runKernels(arguments: ["names"]) { name, _ in names.append(name) }
  for name in names {
    // Times are shown and never gated: another machine has others.
    Benchmark(
      name,
      configuration: .init(
        metrics: metrics + [nanoseconds], warmupIterations: 3, maxDuration: .milliseconds(500),
        maxIterations: 1000,
        thresholds: Dictionary(uniqueKeysWithValues: metrics.map { ($0, strict) }))
    ) { benchmark in
      var found: Set<String> = []
      let code = runKernels(arguments: ["work", name]) { figure, value in
        guard figure == "nanoseconds" || exact.contains(figure) else { return }
        found.insert(figure)
        benchmark.measurement(.custom(figure), Int(clamping: value))
      }
      guard code == 0, found.isSuperset(of: exact) else {
        return benchmark.error("the kernel did not run, or allocations cannot be counted")
      }
    }
  }
}
