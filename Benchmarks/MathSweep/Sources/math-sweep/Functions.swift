import SimbenchKit
import Foundation

/// An elementary function of the library together with its counterpart in the system's libm.
protocol Function: SendableMetatype {
  /// The function's name.
  static var name: String { get }
  /// Whether it takes two arguments.
  static var isBinary: Bool { get }
  /// The library's result; unary functions look at `x` only.
  static func value(_ x: Float, _ y: Float) -> Float
  /// The reference: double precision, at most one unit in its last place from the true value.
  static func truth(_ x: Double, _ y: Double) -> Double
}

/// `Math.sin`.
enum Sine: Function {
  static var name: String { "sin" }
  static var isBinary: Bool { false }
  static func value(_ x: Float, _ y: Float) -> Float { Math.sin(x) }
  static func truth(_ x: Double, _ y: Double) -> Double { sin(x) }
}

/// `Math.cos`.
enum Cosine: Function {
  static var name: String { "cos" }
  static var isBinary: Bool { false }
  static func value(_ x: Float, _ y: Float) -> Float { Math.cos(x) }
  static func truth(_ x: Double, _ y: Double) -> Double { cos(x) }
}

/// `Math.exp`.
enum Exponential: Function {
  static var name: String { "exp" }
  static var isBinary: Bool { false }
  static func value(_ x: Float, _ y: Float) -> Float { Math.exp(x) }
  static func truth(_ x: Double, _ y: Double) -> Double { exp(x) }
}

/// `Math.log`.
enum Logarithm: Function {
  static var name: String { "log" }
  static var isBinary: Bool { false }
  static func value(_ x: Float, _ y: Float) -> Float { Math.log(x) }
  static func truth(_ x: Double, _ y: Double) -> Double { log(x) }
}

/// `Math.atan2`; the first argument is the ordinate.
enum ArcTangent: Function {
  static var name: String { "atan2" }
  static var isBinary: Bool { true }
  static func value(_ x: Float, _ y: Float) -> Float { Math.atan2(x, y) }
  static func truth(_ x: Double, _ y: Double) -> Double { atan2(x, y) }
}

/// `Math.pow`; NaN in an argument gives NaN here, unlike C's function.
enum Power: Function {
  static var name: String { "pow" }
  static var isBinary: Bool { true }
  static func value(_ x: Float, _ y: Float) -> Float { Math.pow(x, y) }
  static func truth(_ x: Double, _ y: Double) -> Double {
    x.isNaN || y.isNaN ? .nan : pow(x, y)
  }
}
