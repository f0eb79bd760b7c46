import SimMath
import Foundation
import TestTier
import Testing

/// An elementary function of one or two arguments, with its reference in double precision.
enum ReferenceFunction: String, CaseIterable, CustomTestStringConvertible {
  case sin
  case cos
  case exp
  case log
  case atan2
  case pow

  static let unary: [ReferenceFunction] = [.sin, .cos, .exp, .log]
  static let binary: [ReferenceFunction] = [.atan2, .pow]

  var testDescription: String { rawValue }

  /// The library's result.
  func value(_ x: Float, _ y: Float = 0) -> Float {
    switch self {
    case .sin: Math.sin(x)
    case .cos: Math.cos(x)
    case .exp: Math.exp(x)
    case .log: Math.log(x)
    case .atan2: Math.atan2(x, y)
    case .pow: Math.pow(x, y)
    }
  }

  /// The system's result in double precision; NaN in either argument of `pow` gives NaN.
  func truth(_ x: Float, _ y: Float = 0) -> Double {
    switch self {
    case .sin: Foundation.sin(Double(x))
    case .cos: Foundation.cos(Double(x))
    case .exp: Foundation.exp(Double(x))
    case .log: Foundation.log(Double(x))
    case .atan2: Foundation.atan2(Double(x), Double(y))
    case .pow: x.isNaN || y.isNaN ? .nan : Foundation.pow(Double(x), Double(y))
    }
  }

  /// The distance of the library's result from the truth.
  func ulps(_ x: Float, _ y: Float = 0) -> Double { Ulps.between(value(x, y), truth(x, y)) }

  /// The argument with a running number, 0 to 2²⁴ − 1: every sign, exponent and spread of digits.
  ///
  /// Nine bits choose sign and exponent, fifteen the leading bits of the significand; a hash of
  /// the number fills the rest.
  static func argument(_ number: UInt32) -> Float {
    let rest = UInt32(truncatingIfNeeded: NameHash.mix(UInt64(number))) & 0xFF
    return Float(bitPattern: number << 8 | rest)
  }

  /// The second argument that goes with a first one, and a first one that goes with it.
  ///
  /// A quarter are any two numbers; the rest lie where results are ordinary numbers: exponents
  /// close to each other for `atan2`, powers that neither overflow nor underflow for `pow`.
  func pair(_ number: UInt32) -> (x: Float, y: Float) {
    let x = Self.argument(number)
    let bits = UInt32(truncatingIfNeeded: NameHash.mix(UInt64(number) | 1 << 32) >> 32)
    guard number & 3 != 0 else { return (x, Float(bitPattern: bits)) }
    let unit = Float(bits >> 8) * 0x1p-23 - 1
    if self == .pow {
      if number & 3 == 1 { return (1 + Float(number) * 0x1p-28, unit * 1400) }
      let exponent = abs(Float(Int32(x.exponentBitPattern) - 127)) + 1
      return (x.magnitude, unit * 150 / exponent)
    }
    let exponent = min(254, max(1, Int32(x.exponentBitPattern) + Int32(bits & 31) - 15))
    return (x, Float(bitPattern: bits & 0x807F_FFFF | UInt32(exponent) << 23))
  }
}

/// Distances in units in the last place.
enum Ulps {
  /// The distance between a result and the true value, in units of the latter's nearest float.
  ///
  /// 0 when both are infinite alike or NaN; infinite when only one of them is.
  static func between(_ value: Float, _ truth: Double) -> Double {
    let nearest = Float(truth)
    if value.isFinite && nearest.isFinite {
      return abs(Double(value) - truth) / Double(nearest.ulp)
    }
    return value == nearest || (value.isNaN && nearest.isNaN) ? 0 : .infinity
  }
}

/// How much is tried: the full amounts in an optimized build, small ones in a debug build.
enum SampleSize {
  /// Numbers of arguments: all 2²⁴, or every 1,021st of them.
  static var numbers: StrideTo<UInt32> {
    stride(from: 0, to: 1 << 24, by: Tier.isDebug ? 1021 : 1)
  }

  /// Keys of random streams.
  static let keyCount: UInt64 = Tier.isDebug ? 4 : 1000
  /// Keys of streams with a planted flaw, which few suffice to find.
  static let plantKeyCount: UInt64 = Tier.isDebug ? 4 : 12

  /// All of some arguments, or the last one.
  static func some<T>(_ arguments: [T]) -> [T] { Tier.isDebug ? arguments.suffix(1) : arguments }
}
