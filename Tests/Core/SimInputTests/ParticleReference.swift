import Foundation
import SimInput

/// One particle among resting attractors in double precision, by Runge and Kutta's fourth order.
///
/// Written from the laws' formulas and not from the engine: another language of the same physics.
struct ParticleReference {
  var attractors: [Attractor] = []
  var drag = 0.0
  var bias = SIMD2(0.0, 0.0)
  var home: SIMD2<Double>?
  var homeStiffness = 0.0
  var homeReach = 100.0

  func acceleration(at place: SIMD2<Double>, _ velocity: SIMD2<Double>) -> SIMD2<Double> {
    var sum = bias - drag * velocity
    for one in attractors {
      let arm = SIMD2(Double(one.x), Double(one.y)) - place
      let squared = (arm * arm).sum() + pow(Double(one.softening), 2)
      let pull = Double(one.strength) / pow(squared, 1.5)
      sum += pull * arm + pull * Double(one.swirl) * SIMD2(arm.y, -arm.x)
    }
    if let home {
      let arm = home - place
      sum += homeStiffness * arm / (1 + (arm * arm).sum() / pow(homeReach, 2)).squareRoot()
    }
    return sum
  }

  /// Energy per mass, drag and swirl apart.
  func energy(at place: SIMD2<Double>, _ velocity: SIMD2<Double>) -> Double {
    var sum = (velocity * velocity).sum() / 2
    for one in attractors {
      let arm = SIMD2(Double(one.x), Double(one.y)) - place
      sum -= Double(one.strength) / ((arm * arm).sum() + pow(Double(one.softening), 2)).squareRoot()
    }
    return sum
  }

  /// The mean of the slopes at the start, twice in the middle and at the end of a step.
  private static func average(
    _ start: SIMD2<Double>, _ first: SIMD2<Double>, _ second: SIMD2<Double>, _ end: SIMD2<Double>
  ) -> SIMD2<Double> {
    let middle: SIMD2<Double> = 2 * (first + second)
    return (start + middle + end) / 6
  }

  /// Place and velocity after some seconds.
  func after(
    _ seconds: Double, from start: SIMD2<Double>, _ startVelocity: SIMD2<Double>,
    steps: Int = 8000
  ) -> (place: SIMD2<Double>, velocity: SIMD2<Double>) {
    let h = seconds / Double(steps)
    var (x, v) = (start, startVelocity)
    for _ in 0..<steps {
      let a1 = acceleration(at: x, v)
      let v2 = v + a1 * (h / 2)
      let a2 = acceleration(at: x + v * (h / 2), v2)
      let v3 = v + a2 * (h / 2)
      let a3 = acceleration(at: x + v2 * (h / 2), v3)
      let v4 = v + a3 * h
      let a4 = acceleration(at: x + v3 * h, v4)
      x += Self.average(v, v2, v3, v4) * h
      v += Self.average(a1, a2, a3, a4) * h
    }
    return (x, v)
  }
}

extension ParticleSystem {
  /// A system of one particle per place, with the attractors of a reference.
  init(
    _ particles: [(place: SIMD2<Double>, velocity: SIMD2<Double>)], rules: ParticleRules,
    attractors: [Attractor] = []
  ) {
    self.init(count: particles.count, width: 400, height: 800, rules: rules)
    for (index, particle) in particles.enumerated() {
      x[index] = Float(particle.place.x)
      y[index] = Float(particle.place.y)
      velocityX[index] = Float(particle.velocity.x)
      velocityY[index] = Float(particle.velocity.y)
    }
    for (index, attractor) in attractors.enumerated() { self.attractors[index] = attractor }
  }

  func place(_ index: Int) -> SIMD2<Double> { SIMD2(Double(x[index]), Double(y[index])) }

  func velocity(_ index: Int) -> SIMD2<Double> {
    SIMD2(Double(velocityX[index]), Double(velocityY[index]))
  }
}

func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }
