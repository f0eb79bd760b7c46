import Benchmark
import SimKernels

let benchmarks: @Sendable () -> Void = {
  for kernel in kernels() {
    var run: (() -> Void)?
    Benchmark(
      kernel.name,
      configuration: .init(
        // Files that `Peers` read need the throughput as well.
        metrics: [.wallClock, .throughput], warmupIterations: 3, maxDuration: .seconds(1),
        maxIterations: 10_000)
    ) { _ in
      run?()
    } setup: {
      run = kernel.prepare()
    } teardown: {
      run = nil
    }
  }
}
