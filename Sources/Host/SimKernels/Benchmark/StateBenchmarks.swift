import SimbenchKit

/// Applies a function to 4,096 numbers of a range, in the order of a random walk's neighbors.
private func functionBenchmark(
  _ name: String, from low: Float, to high: Float, _ body: @escaping ([Float]) -> Float
) -> Benchmark {
  let values = (0..<4096).map { low + (high - low) * scattered($0, 20) }
  return Benchmark(
    Figure(name: name, itemCount: 4096, hasMemcpyRatio: false)
  ) {
    LoopWorkload { count in
      var sum: Float = 0
      for _ in 0..<count { sum += body(values) }
      return UInt64(sum.bitPattern)
    }
  }
}

/// What every scene computes with: random numbers, elementary functions, digests.
func stateBenchmarks() -> [Benchmark] {
  randomBenchmarks() + functionBenchmarks() + digestBenchmarks()
}

private func randomBenchmarks() -> [Benchmark] {
  [
    Benchmark(Figure(name: "random-uniform", itemCount: 4096, hasMemcpyRatio: false)) {
      var stream = RandomStream(seed: 1, name: "benchmark")
      return LoopWorkload { count in
        var sum: Float = 0
        for _ in 0..<count * 4096 { sum += stream.uniform() }
        return UInt64(sum.bitPattern)
      }
    },
    Benchmark(Figure(name: "random-normal", itemCount: 4096, hasMemcpyRatio: false)) {
      var stream = RandomStream(seed: 2, name: "benchmark")
      return LoopWorkload { count in
        var sum: Float = 0
        for _ in 0..<count * 4096 { sum += stream.normal() }
        return UInt64(sum.bitPattern)
      }
    },
  ]
}

private func functionBenchmarks() -> [Benchmark] {
  [
    functionBenchmark("math-sin", from: -20, to: 20) { values in
      var sum: Float = 0
      for value in values { sum += Math.sin(value) }
      return sum
    },
    functionBenchmark("math-sincos", from: -20, to: 20) { values in
      var sum: Float = 0
      for value in values {
        let (sine, cosine) = Math.sinCos(value)
        sum += sine + cosine
      }
      return sum
    },
    functionBenchmark("math-atan2", from: -3, to: 3) { values in
      var sum: Float = 0
      for index in 1..<values.count { sum += Math.atan2(values[index], values[index - 1]) }
      return sum
    },
    functionBenchmark("math-exp", from: -10, to: 10) { values in
      var sum: Float = 0
      for value in values { sum += Math.exp(value) }
      return sum
    },
    functionBenchmark("math-log", from: 0.001, to: 1000) { values in
      var sum: Float = 0
      for value in values { sum += Math.log(value) }
      return sum
    },
    functionBenchmark("math-pow", from: 0.01, to: 4) { values in
      var sum: Float = 0
      for value in values { sum += Math.pow(value, 2.2) }
      return sum
    },
  ]
}

private func digestBenchmarks() -> [Benchmark] {
  let floats = (0..<65_536).map { scattered($0, 21) }
  return [
    Benchmark(
      Figure(name: "state-digest", unit: .bytes(262_144), hasMemcpyRatio: false)
    ) {
      LoopWorkload { count in
        var digest = StateDigest()
        for _ in 0..<count { digest.combine(floats.span) }
        return digest.finalize()
      }
    },
    Benchmark(
      Figure(name: "pixel-digest", unit: .bytes(Double(FrameSize.byteCount)))
    ) {
      let surface = DrawnSurface()
      return LoopWorkload { count in
        var sum: UInt64 = 0
        for _ in 0..<count { sum &+= surface.stage.digest() }
        return sum
      }
    },
  ]
}

/// A stage that shows something.
private final class DrawnSurface {
  let stage = Stage(commandCapacity: 2)

  init() {
    stage.addBackdrop(capacity: 0)
    stage.list.layer(stage.backdrop)
    stage.render()
  }
}
