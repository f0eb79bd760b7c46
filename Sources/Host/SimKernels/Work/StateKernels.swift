import SimTracing
import SimbenchKit

/// Numbers from a range in a fixed random order.
private func numbers(_ count: Int, from low: Float, to high: Float) -> [Float] {
  var stream = RandomStream(seed: 2, name: "kernels.numbers")
  return (0..<count).map { _ in stream.range(low, high) }
}

@inline(__always)
private func sum(of values: [Float], _ function: (Float) -> Float) -> Float {
  var sum: Float = 0
  for value in values { sum += function(value) }
  return sum
}

/// Applies a function to 4,096 numbers of a range.
private func mathKernel(
  _ name: String, from low: Float, to high: Float, _ body: @escaping ([Float]) -> Float
) -> Kernel {
  Kernel(name) {
    let values = numbers(4096, from: low, to: high)
    return LoopWork { UInt64(body(values).bitPattern) }
  }
}

/// Random numbers, elementary functions, digests and distances, as every scene computes them.
func stateKernels() -> [Kernel] {
  randomKernels() + mathKernels() + digestKernels() + [
    Kernel("distance") {
      let path = TracePath(
        Letter.allCases[0], in: PointRectangle(x: 40, y: 40, width: 300, height: 400))
      let index = NearestPointIndex(path)
      let xs = numbers(512, from: 0, to: 380)
      return LoopWork {
        var digest = StateDigest()
        for place in 0..<256 {
          digest.combine(index.nearest(to: Vector2(xs[place], xs[place + 256])).distance)
        }
        return digest.finalize()
      }
    }
  ]
}

private func randomKernels() -> [Kernel] {
  [
    Kernel("random-uniform") {
      LoopWork {
        var stream = RandomStream(seed: 3, name: "kernels.random")
        var sum: Float = 0
        for _ in 0..<4096 { sum += stream.uniform() }
        return UInt64(sum.bitPattern)
      }
    },
    Kernel("random-normal") {
      LoopWork {
        var stream = RandomStream(seed: 3, name: "kernels.random")
        var sum: Float = 0
        for _ in 0..<4096 { sum += stream.normal() }
        return UInt64(sum.bitPattern)
      }
    },
  ]
}

private func mathKernels() -> [Kernel] {
  [
    mathKernel("math-sin", from: -20, to: 20) { sum(of: $0) { Math.sin($0) } },
    mathKernel("math-sincos", from: -20, to: 20) { values in
      sum(of: values) { value in
        let (sine, cosine) = Math.sinCos(value)
        return sine + cosine
      }
    },
    mathKernel("math-atan2", from: -3, to: 3) { values in
      var sum: Float = 0
      for index in 1..<values.count { sum += Math.atan2(values[index], values[index - 1]) }
      return sum
    },
    mathKernel("math-exp", from: -10, to: 10) { sum(of: $0) { Math.exp($0) } },
    mathKernel("math-log", from: 0.001, to: 1000) { sum(of: $0) { Math.log($0) } },
    mathKernel("math-pow", from: 0.01, to: 4) { sum(of: $0) { Math.pow($0, 2.2) } },
  ]
}

private func digestKernels() -> [Kernel] {
  [
    Kernel("digest-words") {
      let words = (0..<4096).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
      return LoopWork {
        var digest = StateDigest()
        for word in words { digest.combine(word) }
        return digest.finalize()
      }
    },
    Kernel("digest-floats") {
      let floats = numbers(65_536, from: 0, to: 1)
      return LoopWork {
        var digest = StateDigest()
        digest.combine(floats.span)
        return digest.finalize()
      }
    },
    Kernel("digest-pixels") {
      let stage = Stage(commandCapacity: 2)
      stage.addBackdrop(capacity: 0)
      stage.list.layer(stage.backdrop)
      stage.render()
      return LoopWork { stage.digest() }
    },
  ]
}
