import SimMath
import SimInput
import Testing

@Suite struct MotionSynthesisTests {
  private func run(
    _ kind: InputGenerator.Kind, seed: UInt64, rate: Float, strength: Float = 1,
    frames: UInt32 = 1200
  ) -> [MotionSample] {
    let generator = InputGenerator(kind: kind, eventsPerMinute: rate, strength: strength)
    let walk = InputWalk.run([generator], seed: seed, frames: frames, framesPerSecond: 120)
    #expect(walk.broken.isEmpty && walk.samples.isEmpty)
    return walk.motions
  }

  private func inPlane(_ sample: MotionSample) -> Float {
    Vector2(sample.accelerationX, sample.accelerationY).length
  }

  /// Stretches in which the device moves, with pauses of at most the given number of frames.
  private func events(_ motions: [MotionSample], pause: Int = 2) -> [[MotionSample]] {
    var events: [[MotionSample]] = []
    var newest = -pause - 1
    for (index, sample) in motions.enumerated() where sample != .still {
      if index - newest > pause {
        events.append([])
      } else {
        events[events.count - 1] += motions[newest + 1..<index]
      }
      events[events.count - 1].append(sample)
      newest = index
    }
    // A movement under way at the end of the run is incomplete.
    if newest + pause >= motions.count - 1 { events = events.dropLast() }
    return events
  }

  /// Whether all vectors lie on one line, so that only one movement made them.
  private func isSingle(_ vectors: [Vector2]) -> Bool {
    let longest = vectors.max { $0.lengthSquared < $1.lengthSquared } ?? .zero
    return vectors.allSatisfy {
      let cross = $0.x * longest.y - $0.y * longest.x
      return abs(cross) < 1e-4 * longest.lengthSquared
    }
  }

  @Test func withoutAGeneratorThereIsNoMotion() {
    #expect(InputWalk.run([.standard(.tap)], frames: 60).motions.isEmpty)
    #expect(InputWalk.run([.standard(.shake)], frames: 60).motions.count == 60)
  }

  /// Two to six hertz by zero crossings along the direction of the shake, fading, and of the size
  /// that was drawn.
  @Test func shakesOscillateAndFade() {
    var checked = 0
    for seed in 0..<20 as Range<UInt64> {
      for event in events(run(.shake, seed: seed, rate: 2, frames: 7200)) {
        let seconds = Double(event.count) / 120
        let vectors = event.map { Vector2($0.accelerationX, $0.accelerationY) }
        guard (0.79...2.01).contains(seconds), isSingle(vectors) else { continue }
        let peak = event.map(inPlane).max() ?? 0
        #expect((0.58...2.52).contains(peak))
        let strongest = event.first { inPlane($0) == peak } ?? .still
        let along = event.map {
          $0.accelerationX * strongest.accelerationX + $0.accelerationY * strongest.accelerationY
        }
        let crossings = zip(along, along.dropFirst()).reduce(0) {
          $0 + (($1.0 < 0) != ($1.1 < 0) ? 1 : 0)
        }
        let hertz = Double(crossings) / 2 / seconds
        #expect((1.4...6.6).contains(hertz), "seed \(seed)")
        let half = event.count / 2
        let early = event.prefix(half).reduce(0) { $0 + inPlane($1) * inPlane($1) }
        let late = event.suffix(half).reduce(0) { $0 + inPlane($1) * inPlane($1) }
        #expect(late < 0.15 * early)
        checked += 1
      }
    }
    #expect(checked > 20)
  }

  @Test func tiltsComeBack() {
    var checked = 0
    for seed in 0..<20 as Range<UInt64> {
      for event in events(run(.slowTilt, seed: seed, rate: 2, frames: 7200), pause: 125) {
        let seconds = Double(event.count) / 120
        let rates = event.map { Vector2($0.rotationRateX, $0.rotationRateY) }
        guard (1.9...5.01).contains(seconds), isSingle(rates) else { continue }
        var angle = Vector2.zero
        var furthest: Float = 0
        for sample in event {
          angle += Vector2(sample.rotationRateX, sample.rotationRateY) * (1 / 120)
          furthest = max(furthest, angle.length)
          #expect(inPlane(sample) == 0)
        }
        #expect(angle.length < 0.003)
        #expect((0.19...0.51).contains(furthest))
        checked += 1
      }
    }
    #expect(checked > 15)
  }

  @Test func pickingUpTurnsAndLifts() {
    var checked = 0
    for seed in 0..<20 as Range<UInt64> {
      for event in events(run(.pickUp, seed: seed, rate: 1, frames: 7200)) {
        guard (150...245).contains(event.count) else { continue }
        let angle = event.reduce(0) { $0 + $1.rotationRateX / 120 }
        // Two at once.
        if angle > 1.3 { continue }
        #expect((0.69...0.91).contains(angle))
        let velocity = event.prefix(84).reduce(0) { $0 + max(0, $1.accelerationZ) }
        #expect(velocity > 0)
        let settled = event.suffix(12).map(\.accelerationZ.magnitude).max() ?? 1
        #expect(settled < 0.002)
        checked += 1
      }
    }
    #expect(checked > 10)
  }

  @Test func stillnessIsOnlyNoise() {
    let motions = run(.stillness, seed: 4, rate: 0, frames: 6000)
    let acceleration = motions.reduce(0.0) { $0 + Double($1.accelerationY * $1.accelerationY) }
    let rotation = motions.reduce(0.0) { $0 + Double($1.rotationRateZ * $1.rotationRateZ) }
    #expect(abs((acceleration / 6000).squareRoot() - 0.002) < 0.0001)
    #expect(abs((rotation / 6000).squareRoot() - 0.005) < 0.00025)
    #expect(motions.allSatisfy { inPlane($0) < 0.02 })
  }

  @Test func generatorsAddUp() {
    let shake = InputGenerator(kind: .shake, eventsPerMinute: 20)
    let tilt = InputGenerator(kind: .slowTilt, eventsPerMinute: 20)
    let both = InputWalk.run([shake, tilt]).motions
    let one = InputWalk.run([shake]).motions
    let other = InputWalk.run([tilt]).motions
    for index in both.indices {
      #expect(both[index].accelerationX == one[index].accelerationX)
      #expect(both[index].rotationRateX == other[index].rotationRateX)
      #expect(both[index].rotationRateZ == one[index].rotationRateZ)
    }
  }

  @Test func strengthScales() {
    let normal = run(.shake, seed: 1, rate: 20)
    let strong = run(.shake, seed: 1, rate: 20, strength: 2)
    for (a, b) in zip(normal, strong) {
      #expect(abs(2 * a.accelerationX - b.accelerationX) < 1e-5)
    }
    #expect(normal.contains { inPlane($0) > 0.3 })
  }
}
