import Foundation
import SimInput
import TestTier
import Testing

/// Goal: particles follow the laws they are given: orbits, energy, drag and order of the method.
///
/// Method: a fourth-order solution in double precision, closed forms, and step sizes halved.
@Suite struct ParticleOrbitTests {
  static let orbits = Tier.isDebug ? 30 : 1000

  /// A finger as the scene has it; the orbit's radius is greatest, 60 points, at its start.
  private static let finger = Attractor(x: 0, y: 0, strength: 2_700_000, softening: 50)
  private static let start = (place: SIMD2(60.0, 0.0), velocity: SIMD2(0.0, 118.0))
  /// Seconds until such a particle is back at its farthest place, in the reference: about 1.5 s.
  private static let period = findPeriod()

  private static func findPeriod() -> Double {
    let reference = ParticleReference(attractors: [finger])
    var (place, velocity) = start
    var (radial, seconds) = (0.0, 0.0)
    repeat {
      (place, velocity) = reference.after(0.001, from: place, velocity, steps: 1)
      let before = radial
      radial = (place * velocity).sum()
      seconds += 0.001
      if before > 0 && radial <= 0 { break }
    } while seconds < 10
    return seconds
  }

  /// How far a particle is from the reference after some seconds.
  private static func error(
    _ reference: ParticleReference, rules: ParticleRules, seconds: Double, steps: Int,
    substeps: Int = 1
  ) -> Double {
    var system = ParticleSystem([start], rules: rules, attractors: reference.attractors)
    if let home = reference.home {
      system.homeX[0] = Float(home.x)
      system.homeY[0] = Float(home.y)
    }
    system.biasX = Float(reference.bias.x)
    system.biasY = Float(reference.bias.y)
    for _ in 0..<steps {
      system.step(seconds: Float(seconds / Double(steps)), substeps: substeps)
    }
    let truth = reference.after(seconds, from: start.place, start.velocity)
    return length(system.place(0) - truth.place)
  }

  @Test func orbitIsTheReferencesWithinAThousandthOfAPoint() {
    #expect((1...3).contains(Self.period), "\(Self.period)")
    let reference = ParticleReference(attractors: [Self.finger])
    let error = Self.error(
      reference, rules: ParticleRules(), seconds: Self.period, steps: 120, substeps: 4)
    #expect(error < 0.001, "\(error)")
  }

  @Test func halvedStepsQuarterTheError() {
    let reference = ParticleReference(attractors: [Self.finger])
    Self.expectSecondOrder(reference, rules: ParticleRules())
  }

  @Test func orderHoldsWithEveryForceAtOnce() {
    var other = Self.finger
    other.x = 90
    other.y = 70
    other.swirl = -0.4
    var swirling = Self.finger
    swirling.swirl = 0.6
    var rules = ParticleRules()
    rules.drag = 1.5
    rules.homeStiffness = 0.62
    rules.homeReach = 110
    let reference = ParticleReference(
      attractors: [swirling, other], drag: 1.5, bias: SIMD2(30, -20), home: SIMD2(30, 100),
      homeStiffness: 0.62, homeReach: 110)
    rules.wallStiffness = 0
    Self.expectSecondOrder(reference, rules: rules)
  }

  private static func expectSecondOrder(_ reference: ParticleReference, rules: ParticleRules) {
    // Finer steps meet the rounding of single precision, about 1e-4 points here.
    let errors = [32, 64, 128].map {
      error(reference, rules: rules, seconds: 2, steps: $0)
    }
    for (coarse, fine) in zip(errors, errors.dropFirst()) {
      let order = log2(coarse / fine)
      #expect(abs(order - 2) <= 0.1, "order \(order) of errors \(errors)")
    }
  }

  @Test func energyStaysOverManyOrbits() {
    let reference = ParticleReference(attractors: [Self.finger])
    var system = ParticleSystem(
      [Self.start], rules: ParticleRules(), attractors: reference.attractors)
    let first = reference.energy(at: Self.start.place, Self.start.velocity)
    var worst = 0.0
    for _ in 0..<Int(Self.period * 60) * Self.orbits {
      system.step(seconds: 1 / 60, substeps: 4)
      let now = reference.energy(at: system.place(0), system.velocity(0))
      worst = max(worst, abs(now / first - 1))
    }
    #expect(worst <= 1e-4, "\(worst)")
    #expect(system.limitedCount == 0)
  }

  /// Forward Euler's energy grows; the same check must notice it.
  @Test func plantedEulerStepIsFoundByItsEnergy() {
    let reference = ParticleReference(attractors: [Self.finger])
    var (place, velocity) = Self.start
    let first = reference.energy(at: place, velocity)
    for _ in 0..<240 * 4 {
      let a = reference.acceleration(at: place, velocity)
      place += velocity / 240
      velocity += a / 240
    }
    #expect(abs(reference.energy(at: place, velocity) / first - 1) > 1e-3)
  }

  @Test(arguments: [Float(0.2), 1.5, 40], [1, 4])
  func dragGivesTheTerminalVelocity(drag: Float, substeps: Int) {
    var rules = ParticleRules()
    rules.drag = drag
    var system = ParticleSystem([(.zero, .zero)], rules: rules)
    system.biasX = 60
    system.biasY = -30
    for _ in 0..<Int(60 * 20 / drag) + 60 { system.step(seconds: 1 / 60, substeps: substeps) }
    let expected = SIMD2(60, -30) / Double(drag)
    #expect(length(system.velocity(0) - expected) < 1e-4 * length(expected))
    #expect(system.limitedCount == 0)
  }

  @Test func dragAloneSlowsExponentially() {
    var rules = ParticleRules()
    rules.drag = 1.5
    var system = ParticleSystem([(.zero, SIMD2(100, 0))], rules: rules)
    for _ in 0..<60 { system.step(seconds: 1 / 60, substeps: 4) }
    #expect(abs(system.velocity(0).x - 100 * exp(-1.5)) < 1e-3)
  }

  @Test func kickIsContinuousWhereItsFormulaChanges() {
    for drag in [Float(4.9), 4.9999, 5.0001, 5.1] {
      let (keep, gain) = ParticleSystem.kick(drag: drag, seconds: 0.01)
      #expect(abs(Double(keep) - exp(-Double(drag) * 0.01)) < 1.2e-7)
      #expect(abs(Double(gain) / ((1 - exp(-Double(drag) * 0.01)) / Double(drag)) - 1) < 3e-6)
    }
    #expect(ParticleSystem.kick(drag: 0, seconds: 0.01) == (1, 0.01))
  }

  @Test func mirroredSystemIsMirroredToTheBit() {
    var rules = ParticleRules()
    rules.drag = 1
    var one = ParticleSystem([Self.start], rules: rules, attractors: [Self.finger])
    one.attractors[0].swirl = 0.5
    one.attractors[0].velocityX = 7
    one.attractors[0].velocityY = 3
    var other = one
    other.x[0] = -one.x[0]
    other.velocityX[0] = -one.velocityX[0]
    other.attractors[0].swirl = -0.5
    other.attractors[0].velocityX = -7
    for _ in 0..<200 {
      one.step(seconds: 1 / 60, substeps: 3)
      other.step(seconds: 1 / 60, substeps: 3)
      #expect(one.x[0] == -other.x[0] && one.y[0] == other.y[0])
    }
  }

  @Test(arguments: 1...9)
  func particlesDoNotDependOnTheirNeighborsInTheArray(count: Int) {
    var rules = ParticleRules()
    rules.drag = 0.5
    rules.homeStiffness = 0.5
    rules.wallStiffness = 10
    let particles = (0..<count).map { index in
      let number = Double(index)
      return (place: SIMD2(number * 37 - 60, number * 11), velocity: SIMD2(number, 20))
    }
    var all = ParticleSystem(particles, rules: rules, attractors: [Self.finger])
    for _ in 0..<30 { all.step(seconds: 1 / 60, substeps: 2) }
    for (index, particle) in particles.enumerated() {
      var alone = ParticleSystem([particle], rules: rules, attractors: [Self.finger])
      for _ in 0..<30 { alone.step(seconds: 1 / 60, substeps: 2) }
      #expect(alone.place(0) == all.place(index) && alone.velocity(0) == all.velocity(index))
    }
  }
}
