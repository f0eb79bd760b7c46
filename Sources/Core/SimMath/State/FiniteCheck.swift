/// Checks that every number of a state is finite, at a fraction of the cost of a digest.
package struct FiniteCheck: StateVisitor, Sendable {
  /// True until an infinity or NaN is visited.
  package private(set) var isFinite = true

  /// False: whole numbers are always finite.
  package static var seesWholeConstants: Bool { false }

  /// Creates a check that has visited no fields.
  package init() {}

  /// Checks a scalar.
  package mutating func scalar(_ bits: inout UInt64, _ kind: StateScalar, _ name: StaticString) {
    if kind == .float, bits & 0x7F80_0000 == 0x7F80_0000 { fail() }
  }

  private mutating func fail() { isFinite = false }

  /// Checks all numbers of a list.
  package mutating func list(_ values: inout [Float], _ name: StaticString) {
    look(values.span, 0..<values.count)
  }

  /// Does nothing: whole numbers are always finite.
  package mutating func list(_ values: inout [UInt32], _ name: StaticString) {}

  /// Checks the numbers of a log that are in use.
  package mutating func log(_ values: inout [Float], _ range: Range<Int>, _ name: StaticString) {
    look(values.span, range.clamped(to: 0..<values.count))
  }

  // A number minus itself is 0, or NaN if it is not finite. Eight sums run at a time; their order
  // does not matter, because NaN stays NaN.
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
    // Comparisons with NaN are false.
    let zero = SIMD8<Float>(repeating: 0)
    if !all(sums .== zero) { fail() }
  }
}
