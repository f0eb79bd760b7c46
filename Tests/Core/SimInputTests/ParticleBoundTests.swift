import SimMath
import SimInput
import Testing

/// Goal: contacts keep the momentum and find every pair, and no bound can be broken.
///
/// Method: all pairs in double precision, sums over all particles, absurd attractors.
@Suite struct ParticleBoundTests {
  private static func rules() -> ParticleRules {
    var rules = ParticleRules()
    rules.contactDistance = 15
    rules.contactAcceleration = 16
    return rules
  }

  /// Particles at random places of an area that is wider than that of the grid.
  private static func crowd(_ count: Int, seed: UInt64, spread: Float = 1) -> ParticleSystem {
    var system = ParticleSystem(count: count, width: 390, height: 844, rules: rules())
    var stream = RandomStream(seed: seed, name: "test.crowd")
    for index in 0..<count {
      system.x[index] = stream.range(-60, 450) * spread
      system.y[index] = stream.range(-90, 900) * spread
    }
    return system
  }

  @Test(arguments: [1, 2, 3, 5, 60, 600], [Float(1), 0.3, 0.02])
  func gridFindsEveryPair(count: Int, spread: Float) {
    let pairs = Self.checkPairs(Self.crowd(count, seed: 7, spread: spread))
    #expect(pairs > 0 || count < 60)
  }

  /// Areas of one column or row, of less than a cell, and of more cells than there may be.
  @Test(arguments: [(3, 5), (16, 3000), (4000, 20), (2000, 3000)] as [(Float, Float)])
  func gridOfAnyShapeFindsEveryPair(width: Float, height: Float) {
    var system = ParticleSystem(count: 150, width: width, height: height, rules: Self.rules())
    var stream = RandomStream(seed: 8, name: "test.area")
    for index in stride(from: 0, to: 150, by: 3) {
      // Three that touch, across the edges of the area as well.
      let (x, y) = (stream.range(-0.1, 1.1) * width, stream.range(-0.1, 1.1) * height)
      for one in index..<index + 3 {
        system.x[one] = x + stream.range(-6, 6)
        system.y[one] = y + stream.range(-6, 6)
      }
    }
    #expect(Self.checkPairs(system) >= 200)
  }

  /// Compares every particle's speed after a short step with that of all pairs, and counts these.
  private static func checkPairs(_ start: ParticleSystem) -> Int {
    var system = start
    let count = system.count
    let places = (0..<count).map { system.place($0) }
    system.step(seconds: 1 / 1024, substeps: 1)
    var pairs = 0
    for one in 0..<count {
      var sum = SIMD2(0.0, 0.0)
      for other in 0..<count where other != one {
        let arm = places[one] - places[other]
        let gap = 1 - (arm * arm).sum() / 225
        guard gap > 0 else { continue }
        pairs += 1
        sum += arm * (gap * gap * 16 / (0.28621671 * 15))
      }
      let error = length(system.velocity(one) * 1024 - sum)
      #expect(error < 1e-3 * (1 + length(sum)), "particle \(one) of \(count)")
    }
    return pairs
  }

  @Test func contactsKeepTheMomentum() {
    var system = Self.crowd(300, seed: 3, spread: 0.2)
    var stream = RandomStream(seed: 5, name: "test.speed")
    for index in 0..<300 {
      system.velocityX[index] = stream.range(-40, 40)
      system.velocityY[index] = stream.range(-40, 40)
    }
    let before = Self.momentum(system)
    let start = system.velocityX
    for _ in 0..<120 { system.step(seconds: 1 / 60, substeps: 4) }
    // Per particle and point per second: the rounding of 480 additions.
    #expect(length(Self.momentum(system) - before) / 300 < 1e-4)
    #expect(system.limitedCount == 0)
    let changed = zip(start, system.velocityX).filter { abs($0 - $1) > 1 }.count
    #expect(changed > 100)
  }

  @Test func plantedOneSidedPushIsFound() {
    var system = Self.crowd(300, seed: 3, spread: 0.2)
    let before = Self.momentum(system)
    // A bound that cuts pushes down is no longer a law of opposite pushes.
    system.rules.maximumContactAcceleration = 20
    for _ in 0..<60 { system.step(seconds: 1 / 60, substeps: 4) }
    #expect(system.limitedCount > 0)
    #expect(length(Self.momentum(system) - before) / 300 > 1e-4)
  }

  private static func momentum(_ system: ParticleSystem) -> SIMD2<Double> {
    (0..<system.count).reduce(SIMD2(0.0, 0.0)) { $0 + system.velocity($1) }
  }

  @Test func boundsHoldUnderAbsurdAttractors() {
    var rules = ParticleRules()
    rules.maximumPull = 500
    rules.maximumSpeed = 20
    var system = Self.crowd(64, seed: 1)
    system.rules = rules
    var stream = RandomStream(seed: 2, name: "test.attractors")
    for _ in 0..<200 {
      for slot in 0..<ParticleSystem.maximumAttractorCount {
        system.attractors[slot] = Attractor(
          x: stream.range(-100, 500), y: stream.range(-100, 900),
          strength: stream.range(0, 1e9), softening: stream.range(1, 60),
          swirl: stream.range(-2, 2))
      }
      let before = system
      system.step(seconds: 1 / 60, substeps: 1)
      for index in 0..<64 {
        #expect(length(system.velocity(index)) < 20.01)
        let change = length(system.velocity(index) - before.velocity(index)) * 60
        #expect(change < 500.5, "\(change) points per second squared")
      }
    }
    system.velocityX[0] = 1000
    system.step(seconds: 1 / 60, substeps: 1)
    #expect(length(system.velocity(0)) < 20.01)
    #expect(system.limitedCount > 0)
  }

  @Test func pullIsGreatestWhereTheFormulaSays() {
    let finger = Attractor(x: 0, y: 0, strength: 2_700_000, softening: 50)
    let reference = ParticleReference(attractors: [finger])
    let pulls = (0...2000).map {
      length(reference.acceleration(at: SIMD2(Double($0) / 10, 0), .zero))
    }
    let greatest = pulls.max() ?? 0
    #expect(abs(greatest / Double(finger.peakPull) - 1) < 1e-4)
  }

  @Test func systemSeesNoNumberTooLarge() {
    var system = Self.crowd(8, seed: 1)
    system.rules.homeStiffness = 1
    system.rules.wallStiffness = 10
    system.x[0] = 1e30
    system.y[1] = -1e30
    system.attractors[0] = Attractor(x: 1e20, y: 0, strength: 1e30, softening: 1)
    for _ in 0..<10 { system.step(seconds: 1 / 60, substeps: 2) }
    #expect((2..<8).allSatisfy { system.x[$0].isFinite && system.y[$0].isFinite })
  }
}
