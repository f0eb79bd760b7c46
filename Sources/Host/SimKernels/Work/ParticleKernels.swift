import SimbenchKit

/// One step of many particles around an attractor that swirls, in a liquid that drags.
private final class ParticleWork: KernelWork {
  private var system: ParticleSystem

  /// Spreads particles over a canvas that grows with their number: as dense as 600 on a phone.
  init(count: Int, contacts: Bool) {
    let side = (Float(count) / 600).squareRoot()
    var rules = ParticleRules()
    rules.drag = 1.5
    if contacts {
      rules.contactDistance = 15
      rules.contactAcceleration = 16
    }
    system = ParticleSystem(
      count: count, width: CanvasSize.width * side, height: CanvasSize.height * side,
      rules: rules)
    var stream = RandomStream(seed: 1, name: "kernels.particles")
    for index in 0..<count {
      system.x[index] = stream.range(0, system.width)
      system.y[index] = stream.range(0, system.height)
      system.velocityX[index] = stream.range(-50, 50)
      system.velocityY[index] = stream.range(-50, 50)
    }
    system.attractors[0] = Attractor(
      x: system.width * 0.5, y: system.height * 0.5, strength: 2_700_000, softening: 50,
      swirl: 0.6)
  }

  func run() { system.step(seconds: 1 / 60, substeps: 1) }

  func digest() -> UInt64 {
    var digest = StateDigest()
    system.visitState(&digest)
    return digest.finalize()
  }

  func faults() -> [String] {
    var digest = StateDigest()
    system.visitState(&digest)
    let moving = system.velocityX.reduce(0) { $0 + ($1 != 0 ? 1 : 0) }
    return (moving < system.count * 9 / 10 ? ["only \(moving) particles move"] : [])
      + (system.limitedCount > 0 ? ["a particle exceeded a limit"] : [])
      + (digest.isFinite ? [] : ["a number is not finite"])
  }
}

/// The physics engine, without any scene.
func particleKernels() -> [Kernel] {
  [
    Kernel("particles-600-free") { ParticleWork(count: 600, contacts: false) },
    Kernel("particles-600-contacts") { ParticleWork(count: 600, contacts: true) },
    Kernel("particles-10k-free") { ParticleWork(count: 10_000, contacts: false) },
    Kernel("particles-100k-free") { ParticleWork(count: 100_000, contacts: false) },
    Kernel("particles-100k-contacts") { ParticleWork(count: 100_000, contacts: true) },
    Kernel("peer-bodies-second", peerData: { Array(PeerBodies.text().utf8) }) {
      var system = PeerBodies.makeSystem()
      return LoopWork {
        for _ in 0..<60 { PeerBodies.step(&system) }
        return UInt64(system.x[0].bitPattern)
      }
    },
  ]
}
