import SimbenchKit
import SimPlatform

/// The physics row of the comparison with peers: 600 bodies, an attractor that also swirls, and
/// drag, without collisions.
enum PhysicsRows {
  private static let bodyCount = 600
  private static let frameSeconds: Float = 1.0 / 60

  private static func makeSystem() -> ParticleSystem {
    var rules = ParticleRules()
    rules.drag = 0.5
    var system = ParticleSystem(count: bodyCount, width: 390, height: 844, rules: rules)
    system.attractors = [
      Attractor(x: 195, y: 422, strength: 4_000_000, softening: 80, swirl: 0.5)
    ]
    var random = RandomStream(seed: 1, name: "physics-benchmark")
    for index in 0..<bodyCount {
      system.x[index] = random.uniform() * 390
      system.y[index] = random.uniform() * 844
      system.velocityX[index] = random.uniform() * 80 - 40
      system.velocityY[index] = random.uniform() * 80 - 40
    }
    return system
  }

  /// The best of several rounds, in nanoseconds per step.
  private static func timedStep() -> Int64 {
    let clock = ContinuousClock()
    var best = Int64.max
    for _ in 0..<10 {
      var system = makeSystem()
      let steps = 2000
      let time = clock.measure {
        for _ in 0..<steps { system.step(seconds: frameSeconds, substeps: 1) }
      }
      // What is computed has to be used, or the compiler may leave it out.
      precondition(system.x[0].isFinite, "a body was lost")
      let (seconds, attoseconds) = time.components
      best = min(best, (seconds * 1_000_000_000 + attoseconds / 1_000_000_000) / Int64(steps))
    }
    return best
  }

  /// Prints, as tab-separated lines, the time of a step, the rules, where every body begins, and
  /// where it is after each of 60 frames; peers read that and do the same.
  static func print() throws -> Int32 {
    var text = ""
    func line(_ line: String) { text += line + "\n" }
    var system = makeSystem()
    line("time\t\(timedStep())")
    let pull = system.attractors[0]
    line(
      "rules\t\(bodyCount)\t\(frameSeconds)\t\(pull.x)\t\(pull.y)\t\(pull.strength)"
        + "\t\(pull.softening)\t\(pull.swirl)\t\(system.rules.drag)")
    for index in 0..<bodyCount {
      line(
        "body\t\(system.x[index])\t\(system.y[index])\t\(system.velocityX[index])"
          + "\t\(system.velocityY[index])")
    }
    for _ in 0..<60 {
      system.step(seconds: frameSeconds, substeps: 1)
      for index in 0..<bodyCount { line("at\t\(system.x[index])\t\(system.y[index])") }
    }
    try StandardStreams.write(text)
    return 0
  }
}
