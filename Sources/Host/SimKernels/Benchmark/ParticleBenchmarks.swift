import SimPlatform
import SimbenchKit

/// One step of many particles around an attractor that swirls, in a liquid that drags.
final class ParticleWorkload: Workload {
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
    var stream = RandomStream(seed: 1, name: "benchmark.particles")
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

  func sample(_ count: Int) -> [UInt64] {
    let start = MonotonicClock.threadNanoseconds()
    for _ in 0..<count { system.step(seconds: 1 / 60, substeps: 1) }
    return [MonotonicClock.threadNanoseconds() - start]
  }

  func finish() -> Outcome {
    var digest = StateDigest()
    system.visitState(&digest)
    var outcome = Outcome(digest: digest.finalize())
    let moving = system.velocityX.reduce(0) { $0 + ($1 != 0 ? 1 : 0) }
    outcome.note = "\(moving) of \(system.count) move"
    if moving < system.count * 9 / 10 { outcome.faults.append("only \(moving) particles move") }
    if system.limitedCount > 0 { outcome.faults.append("a bound was met") }
    if !digest.isFinite { outcome.faults.append("a number is not finite") }
    return outcome
  }
}

/// The physics engine, without any scene.
func particleBenchmarks() -> [Benchmark] {
  func figure(_ name: String, _ count: Int, _ microseconds: Double, contacts: Bool) -> Benchmark {
    Benchmark(
      Figure(
        name: name, goal: .atMostNanoseconds(microseconds * 1000), hasMemcpyRatio: false)
    ) { ParticleWorkload(count: count, contacts: contacts) }
  }
  return [
    figure("particles-600-free", 600, 5, contacts: false),
    figure("particles-600-contacts", 600, 120, contacts: true),
    figure("particles-10k-free", 10_000, 30, contacts: false),
    figure("particles-100k-free", 100_000, 300, contacts: false),
    figure("particles-100k-contacts", 100_000, 20_000, contacts: true),
  ]
}
