/// Elementary functions with identical bits on every target.
///
/// Priorities in order: identical bits, no trap for any input, an error of at most one unit in the
/// last place, speed. The argument is widened to double precision, evaluated with + − × ÷ and
/// `squareRoot` in a fixed order, and rounded once. The system's libm is not used, because its
/// results differ between CPUs. NaN in any argument gives NaN.
///
/// Measured maximum error: 0.50000001 units in the last place for all 2³² arguments of `sin`,
/// `cos`, `exp` and `log` and for 2³² pairs of `atan2`, and 0.500001 for 2³² pairs of `pow`.
/// `Benchmarks/MathSweep` repeats the measurement; its `worst-cases.txt` lists the worst arguments.
public enum Math {
  /// The sine of an angle in radians; NaN for an infinity.
  ///
  /// Every finite argument is reduced with full accuracy; the result is within −1…1.
  public static func sin(_ x: Float) -> Float { sinCos(x).sine }

  /// The cosine of an angle in radians; NaN for an infinity.
  public static func cos(_ x: Float) -> Float { sinCos(x).cosine }

  /// Sine and cosine of an angle in radians, equal to `sin` and `cos`, at the cost of one call.
  public static func sinCos(_ x: Float) -> (sine: Float, cosine: Float) {
    guard x.isFinite else { return (.nan, .nan) }
    // Below 2⁻¹⁴ the next terms of both series are under half an ulp; this also preserves −0.
    if x.magnitude < 0x1p-14 { return (x, 1) }
    if x.magnitude <= 0x1p20 {
      let pair = sinCosKernel(Double(x))
      return (Float(pair.sine), Float(pair.cosine))
    }
    let (remainder, quadrant) = largeRemainder(x)
    let pair = sinCosQuarter(remainder, quadrant: quadrant)
    return (Float(pair.sine), Float(pair.cosine))
  }

  /// A wave of period 1 and amplitude 1 made of parabolas, as a cheap approximation of a sine.
  ///
  /// Within 0.056 of `sin(2π · cycles)`; a few instructions, vectorized to four lanes in a loop.
  /// Valid for |cycles| below 2²¹, where adding and subtracting 1.5 · 2²³ rounds to a whole number.
  @inlinable
  @inline(__always)
  public static func parabolicWave(_ cycles: Float) -> Float {
    let rounder: Float = 12_582_912
    let fraction = cycles - ((cycles + rounder) - rounder)
    return 8 * fraction * (1 - 2 * abs(fraction))
  }

  /// The angle in radians, −π…π, of the point (x, y), with C's rules for zeros and infinities.
  public static func atan2(_ y: Float, _ x: Float) -> Float {
    guard !x.isNaN && !y.isNaN else { return .nan }
    let angle = atan2Kernel(Double(y.magnitude), Double(x.magnitude))
    let half = x.sign == .minus ? 3.141592653589793 - angle : angle
    return Float(y.sign == .minus ? -half : half)
  }

  /// The exponential function; infinity from about 88.73, 0 below about −103.98.
  public static func exp(_ x: Float) -> Float {
    if x.isNaN { return .nan }
    if x > 89 { return .infinity }
    if x < -104 { return 0 }
    return Float(expKernel(Double(x)))
  }

  /// The natural logarithm; −infinity for either zero, NaN below zero.
  public static func log(_ x: Float) -> Float {
    if x == 0 { return -.infinity }
    guard x > 0 else { return .nan }
    if x == .infinity { return x }
    return Float(logKernel(Double(x)))
  }

  /// `base` raised to `exponent`, with C's rules for zeros, infinities and negative bases.
  ///
  /// Unlike in C, NaN in either argument gives NaN, even for a base of 1 or an exponent of 0.
  public static func pow(_ base: Float, _ exponent: Float) -> Float {
    if base.isNaN || exponent.isNaN { return .nan }
    if exponent == 0 || base == 1 { return 1 }
    let parity = Parity(exponent)
    let magnitude = positivePower(base.magnitude, exponent)
    guard base.sign == .minus else { return magnitude }
    if base.isFinite && base != 0 && parity == .fraction {
      return exponent.isFinite ? .nan : magnitude
    }
    return parity == .odd ? -magnitude : magnitude
  }

  /// The power of a zero, positive or infinite base with a nonzero exponent.
  private static func positivePower(_ base: Float, _ exponent: Float) -> Float {
    if base == 1 { return 1 }
    if base == 0 { return exponent > 0 ? 0 : .infinity }
    if base == .infinity { return exponent > 0 ? .infinity : 0 }
    if exponent.isInfinite { return (base > 1) == (exponent > 0) ? .infinity : 0 }
    let power = logKernel(Double(base)) * Double(exponent)
    if power > 89 { return .infinity }
    if power < -104 { return 0 }
    return Float(expKernel(power))
  }

  /// Whether an exponent is even, odd or not a whole number; infinities count as fractions.
  private enum Parity {
    case even
    case odd
    case fraction

    init(_ value: Float) {
      let magnitude = value.magnitude
      if magnitude >= 0x1p24 {
        self = magnitude.isInfinite ? .fraction : .even
        return
      }
      let whole = UInt32(magnitude)
      self = Float(whole) != magnitude ? .fraction : whole & 1 == 1 ? .odd : .even
    }
  }
}
