import SimMath
import Foundation
import TestTier
import Testing

/// Goal: every elementary function is as accurate as its documentation says, over its whole range.
///
/// Method: compare with the system's double-precision functions at 2²⁴ arguments or pairs that
/// visit every sign and exponent, at all powers of two and their neighbors, at the boundaries where
/// the implementation changes its method, and again at the worst arguments known.
struct MathAccuracyTests {
  /// What `Math` promises, in units in the last place.
  static func limit(_ function: ReferenceFunction) -> Double {
    function == .pow ? 0.500_001 : 0.500_000_01
  }

  private struct Worst {
    var ulps = -1.0
    var arguments = ""

    mutating func look(_ function: ReferenceFunction, _ x: Float, _ y: Float = 0) {
      let distance = function.ulps(x, y)
      if distance > ulps {
        ulps = distance
        arguments = "\(function)(\(x), \(y))"
      }
    }
  }

  @Test(arguments: ReferenceFunction.unary)
  func everySignAndExponent(_ function: ReferenceFunction) {
    var worst = Worst()
    for number in SampleSize.numbers {
      worst.look(function, ReferenceFunction.argument(number))
    }
    #expect(worst.ulps <= Self.limit(function), "\(worst.arguments)")
    #expect(worst.ulps > 0.45, "nothing was measured")
  }

  @Test(arguments: ReferenceFunction.binary)
  func pairsOfAllKinds(_ function: ReferenceFunction) {
    var worst = Worst()
    var ordinary = 0
    for number in SampleSize.numbers {
      let (x, y) = function.pair(number)
      worst.look(function, x, y)
      let value = function.value(x, y)
      if value.isNormal && value != 1 { ordinary += 1 }
    }
    #expect(worst.ulps <= Self.limit(function), "\(worst.arguments)")
    #expect(worst.ulps > 0.45, "nothing was measured")
    #expect(ordinary > SampleSize.numbers.underestimatedCount / 2)
  }

  /// All powers of two, subnormal ones too, with the floats on either side, of both signs.
  private static let edges: [Float] = {
    var edges: [Float] = [0, .infinity, .nan, .signalingNaN]
    for exponent in -149...127 {
      let power = Float(sign: .plus, exponent: exponent, significand: 1)
      edges += [power.nextDown, power, power.nextUp, power * 1.5]
    }
    edges.append(.greatestFiniteMagnitude)
    return edges + edges.map { -$0 }
  }()

  /// Places where the implementation or the result changes its kind, with 16 floats either side.
  private static let boundaries: [Float] = [
    0x1p-14, 0x1p20, 0x1p24, 0.7853982, 1.5707964, 3.1415927, 6.2831855, 88.72284, 89, -87.33655,
    -103.27893, -103.97208, -104, 0.70710677, 1.4142135, 0.41421357, 2.4142137, 1, 2, 0.5,
  ].flatMap(neighbors)

  private static func neighbors(_ middle: Float) -> [Float] {
    (-16...16).flatMap { offset -> [Float] in
      let x = Float(bitPattern: UInt32(Int64(middle.bitPattern) + Int64(offset)))
      return [x, -x]
    }
  }

  @Test(arguments: ReferenceFunction.unary)
  func powersOfTwoAndBoundaries(_ function: ReferenceFunction) {
    var worst = Worst()
    for x in Self.edges + Self.boundaries { worst.look(function, x) }
    for multiple in 1...20_000 {
      // Next to multiples of a quarter turn the reduction of the argument loses most.
      let x = Float(Double(multiple) * (Double.pi / 2))
      for near in [x.nextDown, x, x.nextUp, -x] { worst.look(function, near) }
    }
    #expect(worst.ulps <= Self.limit(function), "\(worst.arguments)")
  }

  @Test(arguments: ReferenceFunction.binary)
  func powersOfTwoAndBoundariesInPairs(_ function: ReferenceFunction) {
    var worst = Worst()
    let all = Self.edges + Self.boundaries
    let step = Tier.isDebug ? 29 : 1
    for first in Swift.stride(from: 0, to: all.count, by: step) {
      for second in Swift.stride(from: first % step, to: all.count, by: step) {
        worst.look(function, all[first], all[second])
      }
    }
    #expect(worst.ulps <= Self.limit(function), "\(worst.arguments)")
  }

  @Test func plantedErrorIsMeasured() {
    let third = Float(1) / 3
    #expect(Ulps.between(third, 1.0 / 3) < 0.5)
    #expect((0.5...1.5).contains(Ulps.between(third.nextUp, 1.0 / 3)))
    #expect((3.5...4.5).contains(Ulps.between(third + 4 * third.ulp, 1.0 / 3)))
    #expect(Ulps.between(.infinity, 1e38) == .infinity)
    #expect(Ulps.between(.nan, 1) == .infinity && Ulps.between(1, .nan) == .infinity)
    #expect(Ulps.between(.greatestFiniteMagnitude, 1e39) == .infinity)
    #expect(Ulps.between(.infinity, 1e39) == 0 && Ulps.between(-.infinity, 1e39) == .infinity)
    var worst = Worst()
    worst.look(.exp, 1)
    #expect(worst.ulps > 0 && worst.arguments == "exp(1.0, 0.0)")
  }
}
