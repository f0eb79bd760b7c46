/// Double-precision kernels of `Math`; each states its valid arguments.
///
/// The polynomials are those of FDLIBM (Sun Microsystems, 1993), except for Taylor series.
extension Math {
  /// Adding and subtracting this rounds a double below 2⁵¹ to a whole number, ties to even.
  private static var roundingShift: Double { 0x1.8p52 }

  /// Sine and cosine for |x| ≤ 2²⁰, by three-part Cody and Waite reduction to a quarter turn.
  static func sinCosKernel(_ x: Double) -> (sine: Double, cosine: Double) {
    let shifted = x * 0.6366197723675814 + roundingShift
    let quarters = shifted - roundingShift
    // The first part of π/2 has 33 significant bits: its product with `quarters` is exact.
    let remainder = (x - quarters * 1.5707963267341256) - quarters * 6.077100506506192e-11
    return sinCosQuarter(remainder, quadrant: UInt32(truncatingIfNeeded: shifted.bitPattern))
  }

  /// Sine and cosine of `remainder` + `quadrant` · π/2 for |remainder| ≤ π/4.
  static func sinCosQuarter(
    _ remainder: Double, quadrant: UInt32
  ) -> (sine: Double, cosine: Double) {
    let z = remainder * remainder
    let sineTail =
      8.33333333332248946124e-03
      + z
      * (-1.98412698298579493134e-04
        + z
        * (2.75573137070700676789e-06
          + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))
    let sine = remainder + remainder * z * (-1.66666666666666324348e-01 + z * sineTail)
    let cosineTail =
      4.16666666666666019037e-02
      + z
      * (-1.38888888888741095749e-03
        + z
        * (2.48015872894767294178e-05
          + z
          * (-2.75573143513906633035e-07
            + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))))
    let cosine = 1 - 0.5 * z + z * z * cosineTail
    switch quadrant & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// Reduction of a finite |x| > 2²⁰ to a quarter turn after Payne and Hanek, 1983.
  ///
  /// The 24-bit significand is multiplied by 96 bits of 2/π, chosen by the exponent so that whole
  /// turns cancel. The fraction of a turn has at least 70 correct bits.
  static func largeRemainder(_ x: Float) -> (remainder: Double, quadrant: UInt32) {
    let bits = x.bitPattern & 0x7FFF_FFFF
    let significand = UInt64(bits & 0x7F_FFFF | 0x80_0000)
    // x = significand · 2^(exponent − 150); two more places divide 2/π by 4, giving 1/(2π).
    let offset = 62 &+ (bits &>> 23) &- 150
    let high = inverseTurnBits(from: offset)
    let low = inverseTurnBits(from: offset &+ 64) &>> 32
    let turns = significand &* high &+ ((significand &* low) &>> 32)
    let quadrant = (turns &+ 1 &<< 61) &>> 62
    let rest = Int64(bitPattern: turns &- quadrant &<< 62)
    let remainder = Double(rest) * (6.283185307179586 * 0x1p-64)
    if x.sign == .minus { return (-remainder, 0 &- UInt32(truncatingIfNeeded: quadrant)) }
    return (remainder, UInt32(truncatingIfNeeded: quadrant))
  }

  /// 64 bits, from a bit offset on, of 64 zeros followed by the binary digits of 2/π.
  private static func inverseTurnBits(from offset: UInt32) -> UInt64 {
    let shift = UInt64(offset & 63)
    let first = inverseTurnWord(offset &>> 6) &<< shift
    return shift == 0 ? first : first | inverseTurnWord(offset &>> 6 &+ 1) &>> (64 &- shift)
  }

  private static func inverseTurnWord(_ index: UInt32) -> UInt64 {
    switch index {
    case 1: 0xA2F9_836E_4E44_1529
    case 2: 0xFC27_57D1_F534_DDC0
    case 3: 0xDB62_9599_3C43_9041
    case 4: 0xFE51_63AB_DEBB_C561
    default: 0
    }
  }

  /// The angle of (x, y) in the first quadrant, 0…π/2; x and y are at least 0 and may be infinite.
  static func atan2Kernel(_ y: Double, _ x: Double) -> Double {
    let isSteep = y > x
    let long = isSteep ? y : x
    let short = isSteep ? x : y
    let angle: Double
    if long == 0 {
      angle = 0
    } else if short == .infinity {
      angle = 0.7853981633974483
    } else if short <= 0.41421356237309503 * long {
      angle = atanKernel(short / long)
    } else {
      angle = 0.7853981633974483 + atanKernel((short - long) / (short + long))
    }
    return isSteep ? 1.5707963267948966 - angle : angle
  }

  /// The arc tangent for |t| ≤ 7/16.
  private static func atanKernel(_ t: Double) -> Double {
    let z = t * t
    let w = z * z
    let even1 = 4.97687799461593236017e-02 + w * 1.62858201153657823623e-02
    let even2 = 9.09088713343650656196e-02 + w * (6.66107313738753120669e-02 + w * even1)
    let even = z * (3.33333333333329318027e-01 + w * (1.42857142725034663711e-01 + w * even2))
    let odd1 = -5.83357013379057348645e-02 + w * -3.65315727442169155270e-02
    let odd2 = -1.11111104054623557880e-01 + w * (-7.69187620504482999495e-02 + w * odd1)
    let odd = w * (-1.99999999998764832476e-01 + w * odd2)
    return t - t * (even + odd)
  }

  /// The exponential for −1,000 < x < 700, by 2ᵏ times the Taylor series on |r| ≤ ln 2 / 2.
  static func expKernel(_ x: Double) -> Double {
    if x < -700 { return 0 }
    let shifted = x * 1.4426950408889634 + roundingShift
    let k = shifted - roundingShift
    let r = (x - k * 0.6931471803691238) - k * 1.9082149292705877e-10
    var sum = 1 + r * (1.0 / 13)
    sum = 1 + r * (1.0 / 12) * sum
    sum = 1 + r * (1.0 / 11) * sum
    sum = 1 + r * (1.0 / 10) * sum
    sum = 1 + r * (1.0 / 9) * sum
    sum = 1 + r * (1.0 / 8) * sum
    sum = 1 + r * (1.0 / 7) * sum
    sum = 1 + r * (1.0 / 6) * sum
    sum = 1 + r * (1.0 / 5) * sum
    sum = 1 + r * 0.25 * sum
    sum = 1 + r * (1.0 / 3) * sum
    sum = 1 + r * 0.5 * sum
    sum = 1 + r * sum
    let biased = (shifted.bitPattern &+ 1023) & 0x7FF
    return sum * Double(bitPattern: biased &<< 52)
  }

  /// The natural logarithm of a positive, normal, finite double.
  ///
  /// With x = 2ᵏ m and m in √½…√2 it is k ln 2 + 2 artanh((m − 1) / (m + 1)).
  static func logKernel(_ x: Double) -> Double {
    let bits = x.bitPattern
    // Mapping the bits of √½ to those of 1 makes the exponent field count from √½.
    let moved = bits &+ (0x3FF0_0000_0000_0000 &- 0x3FE6_A09E_667F_3BCD)
    let k = Double(Int64(moved &>> 52) &- 1023)
    let m = Double(bitPattern: moved & 0xF_FFFF_FFFF_FFFF &+ 0x3FE6_A09E_667F_3BCD)
    let s = (m - 1) / (m + 1)
    let z = s * s
    var tail = 1.0 / 21 + z * (1.0 / 23)
    tail = 1.0 / 19 + z * tail
    tail = 1.0 / 17 + z * tail
    tail = 1.0 / 15 + z * tail
    tail = 1.0 / 13 + z * tail
    tail = 1.0 / 11 + z * tail
    tail = 1.0 / 9 + z * tail
    tail = 1.0 / 7 + z * tail
    tail = 0.2 + z * tail
    tail = 1.0 / 3 + z * tail
    return k * 0.6931471803691238 + (k * 1.9082149292705877e-10 + 2 * (s + s * z * tail))
  }
}
