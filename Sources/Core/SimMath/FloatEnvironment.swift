/// The floating-point mode of the calling thread.
///
/// A process or a loaded library can make a thread flush subnormal numbers to zero or round in
/// another direction. Frames then silently differ from those of every other process; `fault`
/// detects it.
package enum FloatEnvironment {
  /// A deviation from the defaults of IEEE 754.
  package enum Fault: UInt8, CaseIterable, Sendable {
    /// Results or operands too small for a normal number become zero.
    case flushesSubnormals
    /// Results are not rounded to the nearest number, ties to even.
    case roundsElsewhere
  }

  /// The deviation in the calling thread; nil if there is none.
  package static var fault: Fault? { fault(one: 1) }

  /// Computes `fault` from a 1 that the compiler must not know, or it would fold the arithmetic.
  @inline(never)
  package static func fault(one: Float) -> Fault? {
    let smallestNormal = Float.leastNormalMagnitude * one
    let smallest = Float(bitPattern: one.bitPattern &- Float(1).bitPattern &+ 1)
    // The first product detects flushed results, the second flushed operands.
    guard smallestNormal * (one / 2) > 0, smallest * (one * 16_777_216) > 0 else {
      return .flushesSubnormals
    }
    let half = Float.ulpOfOne * (one / 2)
    let up = one + half * 1.5
    let isNearest =
      one + half == one && -one - half == -one && up == one + Float.ulpOfOne
      && -one - half * 1.5 == -one - Float.ulpOfOne && (one + Float.ulpOfOne) + half > up
    return isNearest ? nil : .roundsElsewhere
  }
}
