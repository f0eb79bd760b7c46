import SimbenchKit

/// The bodies that physics engines step too: 600, with an attractor that also swirls, and drag, but
/// without collisions.
enum PeerBodies {
  private static let count = 600
  private static let frameSeconds: Float = 1.0 / 60

  static func makeSystem() -> ParticleSystem {
    var rules = ParticleRules()
    rules.drag = 0.5
    var system = ParticleSystem(count: count, width: 390, height: 844, rules: rules)
    system.attractors = [
      Attractor(x: 195, y: 422, strength: 4_000_000, softening: 80, swirl: 0.5)
    ]
    var random = RandomStream(seed: 1, name: "physics-benchmark")
    for index in 0..<count {
      system.x[index] = random.uniform() * 390
      system.y[index] = random.uniform() * 844
      system.velocityX[index] = random.uniform() * 80 - 40
      system.velocityY[index] = random.uniform() * 80 - 40
    }
    return system
  }

  static func step(_ system: inout ParticleSystem) {
    system.step(seconds: frameSeconds, substeps: 1)
  }

  /// Tab-separated lines: the rules, where every body begins, and where it is after each of 60
  /// frames.
  static func text() -> String {
    var text = ""
    func line(_ line: String) { text += line + "\n" }
    var system = makeSystem()
    let pull = system.attractors[0]
    line(
      "rules\t\(count)\t\(frameSeconds)\t\(pull.x)\t\(pull.y)\t\(pull.strength)"
        + "\t\(pull.softening)\t\(pull.swirl)\t\(system.rules.drag)")
    for index in 0..<count {
      line(
        "body\t\(system.x[index])\t\(system.y[index])\t\(system.velocityX[index])"
          + "\t\(system.velocityY[index])")
    }
    for _ in 0..<60 {
      step(&system)
      for index in 0..<count { line("at\t\(system.x[index])\t\(system.y[index])") }
    }
    return text
  }
}
