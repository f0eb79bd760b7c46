/// The samples of every block, and which of them differ from those of the frame before.
///
/// A block's eight rows of eight packed pixels lie one after the other. A row is compared by the
/// exclusive or of all eight lanes, folded in halves: `==` on vectors compares one lane after the
/// other.
package struct SampleHistory: Sendable {
  /// The rows.
  var rows: [SIMD8<UInt32>]
  /// Which samples of each block have changed since the frame before: 16 bits for each of its four
  /// middle cells, row after row; 0 for a block that was not sampled.
  private var changed: [UInt64]

  init(capacity: Int) {
    rows = [SIMD8<UInt32>](repeating: .zero, count: capacity * 8)
    changed = [UInt64](repeating: 0, count: capacity)
  }

  /// Notes which samples of a block have changed in this frame.
  @inline(__always)
  mutating func note(_ block: Int, _ bits: UInt64) {
    if changed[block] != bits { changed[block] = bits }
  }

  /// Whether any sample of a block has changed in this frame.
  @inline(__always)
  func isChanged(_ block: Int) -> Bool { changed[block] != 0 }

  /// Which samples of a middle cell have changed in this frame: a bit each, row after row.
  @inline(__always)
  package func changed(inCell cell: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: changed[cell / 4] &>> UInt64(truncatingIfNeeded: (cell & 3) &* 16))
  }

  /// Takes the two rows of samples of one row of fine cells; whether any has changed.
  ///
  /// - Parameters:
  ///   - index: Where the upper row lies.
  ///   - line: Which row of fine cells of its block it is.
  ///   - changed: Gets the bits of those that have changed.
  @inline(__always)
  static func take(
    _ upper: SIMD8<UInt32>, _ lower: SIMD8<UInt32>, at index: Int, line: Int,
    _ rows: inout MutableSpan<SIMD8<UInt32>>, _ changed: inout UInt64
  ) -> Bool {
    // Not `==`, which compares one after the other.
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

  /// A bit for each of eight that is not 0.
  @inline(__always)
  private static func bits(_ change: SIMD8<UInt32>) -> UInt64 {
    @inline(__always) func bit(_ lane: Int) -> UInt64 {
      change[lane] == 0 ? 0 : 1 &<< UInt64(truncatingIfNeeded: lane)
    }
    return bit(0) | bit(1) | bit(2) | bit(3) | bit(4) | bit(5) | bit(6) | bit(7)
  }
}
