import SimbenchKit
import SimTracing

/// Work on numbers that is one closure.
private final class NumberWork: KernelWork {
  private let body: () -> UInt64

  init(_ body: @escaping () -> UInt64) { self.body = body }

  func run() -> UInt64 { body() }
}

/// One step of 600 particles around an attractor; each run is the next step.
private final class ParticleWork: KernelWork {
  private var system: ParticleSystem

  init() {
    var rules = ParticleRules()
    rules.drag = 1.5
    rules.contactDistance = 15
    rules.contactAcceleration = 16
    system = ParticleSystem(count: 600, width: 390, height: 844, rules: rules)
    var stream = RandomStream(seed: 1, name: "kernels.particles")
    for index in 0..<600 {
      system.x[index] = stream.range(0, 390)
      system.y[index] = stream.range(0, 844)
      system.velocityX[index] = stream.range(-50, 50)
      system.velocityY[index] = stream.range(-50, 50)
    }
    system.attractors[0] = Attractor(
      x: 195, y: 422, strength: 2_700_000, softening: 50, swirl: 0.6)
  }

  func run() -> UInt64 {
    system.step(seconds: 1 / 60, substeps: 1)
    var digest = StateDigest()
    system.visitState(&digest)
    return digest.finalize()
  }
}

/// Numbers from a range in a fixed random order.
private func scattered(_ count: Int, _ low: Float, _ high: Float) -> [Float] {
  var stream = RandomStream(seed: 2, name: "kernels.numbers")
  return (0..<count).map { _ in stream.range(low, high) }
}

let stateKernels: [Kernel] = [
  Kernel("random") {
    NumberWork {
      var stream = RandomStream(seed: 3, name: "kernels.random")
      var sum: Float = 0
      for _ in 0..<4096 { sum += stream.uniform() }
      return UInt64(sum.bitPattern)
    }
  },
  Kernel("digest") {
    let words = (0..<4096).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
    return NumberWork {
      var digest = StateDigest()
      for word in words { digest.combine(word) }
      return digest.finalize()
    }
  },
  Kernel("sin") {
    let angles = scattered(4096, -20, 20)
    return NumberWork {
      var sum: Float = 0
      for angle in angles { sum += Math.sin(angle) }
      return UInt64(sum.bitPattern)
    }
  },
  Kernel("distance") {
    let path = TracePath(Letter.allCases[0], in: Rectangle(x: 40, y: 40, width: 300, height: 400))
    let index = NearestPointIndex(path)
    let xs = scattered(512, 0, 380)
    return NumberWork {
      var digest = StateDigest()
      for place in 0..<256 {
        let nearest = index.nearest(to: Vector2(xs[place], xs[place + 256]))
        digest.combine(nearest.distance)
      }
      return digest.finalize()
    }
  },
  Kernel("particle-step") { ParticleWork() },
]
