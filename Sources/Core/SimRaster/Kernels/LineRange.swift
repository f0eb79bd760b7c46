/// The pixels of a row or column that a shape reaches, and those of uniform coverage among them.
///
/// Ranges are computed for four lines at a time, and all of them before painting, so that the CPU
/// knows early where the next lines end.
struct LineRange {
  let first: Int32
  /// The first pixel of uniform coverage; not below `innerLast` if there are none.
  let innerFirst: Int32
  /// One past the last pixel of uniform coverage.
  let innerLast: Int32
  /// One past the last pixel.
  let last: Int32

  /// Reads the range of a line; `start` is the offset of the first stored range.
  ///
  /// The caller has checked both.
  @unsafe @inline(__always)
  init(_ index: Int, _ stored: Span<UInt16>, from start: Int) {
    let offset = start &+ Self.offset(ofFour: index) &+ (index & 3)
    first = unsafe Int32(stored[unchecked: offset])
    innerFirst = unsafe Int32(stored[unchecked: offset &+ 4])
    innerLast = unsafe Int32(stored[unchecked: offset &+ 8])
    last = unsafe Int32(stored[unchecked: offset &+ 12])
  }

  /// The number of elements that the ranges of some lines occupy.
  @inline(__always)
  static func elementCount(lines: Int) -> Int { offset(ofFour: lines &+ 3) }

  /// The offset of the ranges of the four lines to which a line belongs.
  @inline(__always)
  private static func offset(ofFour index: Int) -> Int { (index & ~3) &* 4 }

  /// The number of pixels.
  var count: Int32 { last &- first }
  /// The number of pixels of uniform coverage.
  var innerCount: Int32 { innerLast &- innerFirst }
  /// The number of other pixels.
  var edgeCount: Int32 { count &- innerCount }
}

extension MutableSpan where Element == UInt16 {
  /// Stores the ranges of four lines at an offset that the caller has checked.
  ///
  /// Values are 0 to 65,535, in the low halves.
  @unsafe @inline(__always)
  mutating func setUncheckedRanges(
    first: Words, innerFirst: Words, innerLast: Words, last: Words, at offset: Int
  ) {
    unsafe setUncheckedEight(lowHalves(first, innerFirst), at: offset)
    unsafe setUncheckedEight(lowHalves(innerLast, last), at: offset &+ 8)
  }
}
