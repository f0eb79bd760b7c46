/// The samples of every block, and which of them changed since the previous frame.
///
/// A block's eight rows of eight packed pixels are consecutive. Rows are compared by the exclusive
/// or of all eight elements, folded by halves, since `==` on vectors compares one element after the
/// other.
package struct SampleHistory: Sendable {
  /// The rows.
  var rows: [SIMD8<UInt32>]
  /// The changed samples of each block: 16 bits for each of its four middle cells, row by row; 0 if
  /// the block was not sampled.
  private var changed: [UInt64]

  init(capacity: Int) {
    rows = [SIMD8<UInt32>](repeating: .zero, count: capacity * 8)
    changed = [UInt64](repeating: 0, count: capacity)
  }

  /// Records the changed samples of a block in this frame.
  @inline(__always)
  mutating func note(_ block: Int, _ bits: UInt64) {
    if changed[block] != bits { changed[block] = bits }
  }

  /// Whether any sample of a block changed in this frame.
  @inline(__always)
  func isChanged(_ block: Int) -> Bool { changed[block] != 0 }

  /// The changed samples of a middle cell in this frame, one bit each, row by row.
  @inline(__always)
  package func changed(inCell cell: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: changed[cell / 4] &>> UInt64(truncatingIfNeeded: (cell & 3) &* 16))
  }

  /// Stores the two rows of samples of a row of fine cells, and returns whether any sample changed.
  ///
  /// - Parameters:
  ///   - index: The index of the upper row.
  ///   - line: The row of fine cells within its block.
  ///   - changed: Receives the bits of the changed samples.
  @inline(__always)
  static func take(
    _ upper: SIMD8<UInt32>, _ lower: SIMD8<UInt32>, at index: Int, line: Int,
    _ rows: inout MutableSpan<SIMD8<UInt32>>, _ changed: inout UInt64
  ) -> Bool {
    // `==` would compare one element after the other.
    let (upperChange, lowerChange) = (upper ^ rows[index], lower ^ rows[index &+ 1])
    let change = upperChange | lowerChange
    let half = change.lowHalf | change.highHalf
    let quarter = half.lowHalf | half.highHalf
    if quarter.x | quarter.y == 0 { return false }
    (rows[index], rows[index &+ 1]) = (upper, lower)
    let (above, below) = (bits(upperChange), bits(lowerChange))
    let shift = UInt64(truncatingIfNeeded: (line / 2) &* 32 &+ (line & 1) &* 8)
    changed |= (above & 15 | (below & 15) &<< 4) &<< shift
    changed |= (above &>> 4 | below & 240) &<< (shift &+ 16)
    return true
  }

  /// One bit for each of eight elements that is not 0.
  @inline(__always)
  private static func bits(_ change: SIMD8<UInt32>) -> UInt64 {
    @inline(__always) func bit(_ lane: Int) -> UInt64 {
      change[lane] == 0 ? 0 : 1 &<< UInt64(truncatingIfNeeded: lane)
    }
    return bit(0) | bit(1) | bit(2) | bit(3) | bit(4) | bit(5) | bit(6) | bit(7)
  }
}
