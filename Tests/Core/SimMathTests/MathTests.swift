import SimMath
import Foundation
import Testing

/// Accuracy against the system's double-precision functions, and C's special values.
@Suite struct MathTests {
  /// The distance in units in the last place between a result and the true value.
  private func ulps(_ value: Float, _ truth: Double) -> Double {
    let nearest = Float(truth)
    if value == nearest || (value.isNaN && truth.isNaN) {
      return value.isFinite ? abs(Double(value) - truth) / Double(nearest.ulp) : 0
    }
    guard value.isFinite && nearest.isFinite else { return .infinity }
    return abs(Double(value) - truth) / Double(nearest.ulp)
  }

  private struct Worst {
    var ulps = 0.0
    var at: Float = 0
  }

  /// Visits the bit patterns of all floats in steps of a prime.
  private func sweep(within bounds: ClosedRange<Float>, _ body: (Float) -> Double) -> Worst {
    var worst = Worst()
    var bits: UInt32 = 0
    for _ in 0..<(1 << 32) / 65_521 {
      let x = Float(bitPattern: bits)
      bits &+= 65_521
      guard bounds.contains(x) else { continue }
      let distance = body(x)
      if distance > worst.ulps { worst = Worst(ulps: distance, at: x) }
    }
    return worst
  }

  private let everything = -Float.infinity...Float.infinity

  @Test func sineAndCosine() {
    let limit: Float = 0x1p20
    let worst = sweep(within: -limit...limit) { x in
      max(ulps(Math.sin(x), sin(Double(x))), ulps(Math.cos(x), cos(Double(x))))
    }
    #expect(worst.ulps < 0.501, "at \(worst.at)")
    var dense = 0.0
    for index in -30_000...30_000 {
      let x = Float(index) * 34.8 + 0.3
      dense = max(dense, ulps(Math.sin(x), sin(Double(x))), ulps(Math.cos(x), cos(Double(x))))
    }
    #expect(dense < 0.501)
  }

  @Test func sineFarOut() {
    var largest: Float = 0
    let worst = sweep(within: everything) { x in
      guard x.isFinite else { return 0 }
      let (s, c) = Math.sinCos(x)
      largest = max(largest, abs(s), abs(c))
      return max(ulps(s, sin(Double(x))), ulps(c, cos(Double(x))))
    }
    #expect(worst.ulps < 0.501, "at \(worst.at)")
    #expect(largest <= 1)
  }

  @Test func sineSpecials() {
    #expect(Math.sin(0) == 0 && Math.sin(0).sign == .plus)
    #expect(Math.sin(-0.0) == 0 && Math.sin(-0.0).sign == .minus)
    #expect(Math.cos(0) == 1 && Math.cos(-0.0) == 1)
    for x in [Float.infinity, -.infinity, .nan, .signalingNaN] {
      #expect(Math.sin(x).isNaN && Math.cos(x).isNaN)
    }
    #expect(Math.sin(.leastNonzeroMagnitude) == .leastNonzeroMagnitude)
    #expect(Math.sin(1.5707964) == 1)
  }

  @Test func exponential() {
    let worst = sweep(within: everything) { ulps(Math.exp($0), exp(Double($0))) }
    #expect(worst.ulps < 0.501, "at \(worst.at)")
    var dense = 0.0
    for index in -52_500...44_500 {
      let x = Float(index) * 0.002
      dense = max(dense, ulps(Math.exp(x), exp(Double(x))))
    }
    #expect(dense < 0.501)
  }

  @Test func exponentialSpecials() {
    #expect(Math.exp(0) == 1 && Math.exp(-0.0) == 1)
    #expect(Math.exp(.infinity) == .infinity && Math.exp(-.infinity) == 0)
    #expect(Math.exp(.nan).isNaN)
    #expect(Math.exp(88.72283) < .infinity && Math.exp(88.72284) == .infinity)
    #expect(Math.exp(89) == .infinity && Math.exp(1e30) == .infinity)
    #expect(Math.exp(-103.9) == .leastNonzeroMagnitude)
    #expect(Math.exp(-103.98) == 0 && Math.exp(-1e30) == 0)
    #expect(Math.exp(-95).isSubnormal)
  }

  @Test func logarithm() {
    let worst = sweep(within: 0...Float.infinity) { ulps(Math.log($0), log(Double($0))) }
    #expect(worst.ulps < 0.501, "at \(worst.at)")
    var dense = 0.0
    var x: Float = 0.99
    while x < 1.01 {
      dense = max(dense, ulps(Math.log(x), log(Double(x))))
      x += 0x1p-21
    }
    #expect(dense < 0.501)
  }

  @Test func logarithmSpecials() {
    #expect(Math.log(0) == -.infinity && Math.log(-0.0) == -.infinity)
    #expect(Math.log(-1).isNaN && Math.log(-.infinity).isNaN && Math.log(.nan).isNaN)
    #expect(Math.log(1) == 0 && Math.log(.infinity) == .infinity)
    #expect(Math.log(.leastNonzeroMagnitude) == Float(log(0x1p-149)))
  }

  private static let specials: [Float] = [
    0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 3, -3, 1e-38, -1e-38, 1e38, -1e38, .leastNonzeroMagnitude,
    -.leastNonzeroMagnitude, 0.99999994,
    1.0000001, 16_777_215, 16_777_216, -16_777_218, .infinity, -.infinity,
  ]

  @Test func arcTangent() {
    var worst = 0.0
    for i in 0..<250 {
      for j in 0..<250 {
        let y = Float(bitPattern: UInt32(i) &* 14_316_557 &+ 12_345)
        let x = Float(bitPattern: UInt32(j) &* 14_316_557 &+ 54_321)
        guard x.isFinite && y.isFinite else { continue }
        worst = max(worst, ulps(Math.atan2(y, x), atan2(Double(y), Double(x))))
        let (u, v) = (Float(i) - 124.7, Float(j) - 125.2)
        worst = max(worst, ulps(Math.atan2(u, v), atan2(Double(u), Double(v))))
      }
    }
    #expect(worst < 0.501)
    for y in Self.specials {
      for x in Self.specials {
        let expected = Float(atan2(Double(y), Double(x)))
        #expect(Math.atan2(y, x).bitPattern == expected.bitPattern, "atan2(\(y), \(x))")
      }
      #expect(Math.atan2(y, .nan).isNaN && Math.atan2(.nan, y).isNaN)
    }
  }

  @Test func power() {
    var worst = 0.0
    var stream = RandomStream(seed: 5, name: "power")
    for _ in 0..<50_000 {
      let x = Math.exp(stream.range(-87, 87))
      let y = stream.range(-3, 3)
      worst = max(worst, ulps(Math.pow(x, y), pow(Double(x), Double(y))))
      let near = 1 + stream.range(-0.01, 0.01)
      let large = stream.range(-8000, 8000)
      worst = max(worst, ulps(Math.pow(near, large), pow(Double(near), Double(large))))
    }
    #expect(worst < 0.501)
    for x in Self.specials {
      for y in Self.specials {
        let expected = Float(pow(Double(x), Double(y)))
        let value = Math.pow(x, y)
        #expect(
          value.bitPattern == expected.bitPattern || (value.isNaN && expected.isNaN),
          "pow(\(x), \(y)) = \(value), not \(expected)")
      }
      #expect(Math.pow(x, .nan).isNaN && Math.pow(.nan, x).isNaN)
    }
  }

  /// The results' bits, pinned: another target or compiler must give the same.
  @Test func bitsArePinned() {
    var digest = StateDigest()
    var stream = RandomStream(seed: 11, name: "pinned")
    for _ in 0..<2000 {
      let (x, y) = (stream.range(-100, 100), stream.range(-100, 100))
      for value in [
        Math.sin(x), Math.cos(x * 1e6), Math.atan2(y, x), Math.exp(x * 0.5),
        Math.log(x.magnitude + 0.01), Math.pow(x.magnitude, y * 0.05), stream.normal(),
        stream.exponential(),
      ] { digest.combine(value) }
      digest.combine(stream.poisson(mean: x))
    }
    #expect(digest.isFinite)
    #expect(digest.finalize() == 0xD643_7888_94E6_B9D5)
  }

  @Test func sumsInItsStatedOrder() {
    for count in 0..<40 {
      var stream = RandomStream(seed: UInt64(count), name: "sum")
      let values = (0..<count).map { _ in stream.range(-1e6, 1e6) }
      var lanes = [0.0, 0, 0, 0]
      for (index, value) in values.enumerated() { lanes[index % 4] += Double(value) }
      let expected = Float((lanes[0] + lanes[1]) + (lanes[2] + lanes[3]))
      #expect(Math.sum(values.span) == expected)
    }
  }
}
