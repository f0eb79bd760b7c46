/// What the processor was told to do with floating-point numbers.
///
/// A process, or a library that it has loaded, can make a thread flush subnormal numbers to zero or
/// round in another direction. Every frame then has other bits than anywhere else, and nothing
/// says so; `fault` does.
package enum FloatEnvironment {
  /// What differs from the defaults of IEEE 754.
  package enum Fault: UInt8, CaseIterable, Sendable {
    /// Results, or operands, too small for a normal number become zero.
    case flushesSubnormals
    /// Results are not rounded to the nearest number, ties to even.
    case roundsElsewhere
  }

  /// What differs in the calling thread; nil when nothing does.
  package static var fault: Fault? { fault(one: 1) }

  /// The same, from a number that the compiler must not know, or it would compute all of it itself.
  @inline(never)
  package static func fault(one: Float) -> Fault? {
    let smallestNormal = Float.leastNormalMagnitude * one
    let smallest = Float(bitPattern: one.bitPattern &- Float(1).bitPattern &+ 1)
    // The first shows results that are flushed, the second operands.
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
