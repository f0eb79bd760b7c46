/// Whether every number of a state is finite: what a digest finds out on the way, for a fraction of
/// its cost.
package struct FiniteCheck: StateVisitor, Sendable {
  /// Whether no infinity and no NaN was seen.
  package private(set) var isFinite = true

  /// Whole numbers are finite.
  package static var seesWholeConstants: Bool { false }

  /// Makes a check that has seen nothing.
  package init() {}

  /// Looks at a plain number.
  package mutating func scalar(_ bits: inout UInt64, _ kind: StateScalar, _ name: StaticString) {
    if kind == .float, bits & 0x7F80_0000 == 0x7F80_0000 { fail() }
  }

  private mutating func fail() { isFinite = false }

  /// Looks at all numbers.
  package mutating func list(_ values: inout [Float], _ name: StaticString) {
    look(values.span, 0..<values.count)
  }

  /// Whole numbers are finite.
  package mutating func list(_ values: inout [UInt32], _ name: StaticString) {}

  /// Looks at the numbers in use.
  package mutating func log(_ values: inout [Float], _ range: Range<Int>, _ name: StaticString) {
    look(values.span, range.clamped(to: 0..<values.count))
  }

  // A number less itself is 0, or NaN when it is not finite; eight sums at a time, since their
  // order does not matter: NaN stays NaN.
  private mutating func look(_ values: Span<Float>, _ range: Range<Int>) {
    var sums = SIMD8<Float>(repeating: 0)
    var index = range.lowerBound
    while index &+ 8 <= range.upperBound {
      let eight = unsafe SIMD8<Float>(
        values[unchecked: index], values[unchecked: index &+ 1], values[unchecked: index &+ 2],
        values[unchecked: index &+ 3], values[unchecked: index &+ 4], values[unchecked: index &+ 5],
        values[unchecked: index &+ 6], values[unchecked: index &+ 7])
      sums += eight - eight
      index &+= 8
    }
    while index < range.upperBound {
      sums[0] += values[index] - values[index]
      index += 1
    }
    // Comparisons with NaN do not hold.
    let zero = SIMD8<Float>(repeating: 0)
    if !all(sums .== zero) { fail() }
  }
}
