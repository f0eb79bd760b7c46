/// The pixels of one row or column that a shape reaches, and those of uniform coverage among them.
///
/// Four lines at a time are found, and all of them before the first is painted: while one is, it is
/// known early where the next ones end.
struct LineRange {
  let first: Int32
  /// The first pixel of uniform coverage; no less than the next one where there is none.
  let innerFirst: Int32
  /// One past the last pixel of uniform coverage.
  let innerLast: Int32
  /// One past the last pixel.
  let last: Int32

  /// Reads the range of a line, counted from that whose four were stored at `start`; the caller has
  /// checked that they were.
  @unsafe @inline(__always)
  init(_ index: Int, _ stored: Span<UInt16>, from start: Int) {
    let offset = start &+ Self.offset(ofFour: index) &+ (index & 3)
    first = unsafe Int32(stored[unchecked: offset])
    innerFirst = unsafe Int32(stored[unchecked: offset &+ 4])
    innerLast = unsafe Int32(stored[unchecked: offset &+ 8])
    last = unsafe Int32(stored[unchecked: offset &+ 12])
  }

  /// How many elements the ranges of so many lines take.
  @inline(__always)
  static func elementCount(lines: Int) -> Int { offset(ofFour: lines &+ 3) }

  /// Where the ranges of the four lines begin that a line belongs to.
  @inline(__always)
  private static func offset(ofFour index: Int) -> Int { (index & ~3) &* 4 }

  /// How many pixels there are.
  var count: Int32 { last &- first }
  /// How many of them have uniform coverage.
  var innerCount: Int32 { innerLast &- innerFirst }
  /// How many have not.
  var edgeCount: Int32 { count &- innerCount }
}

extension MutableSpan where Element == UInt16 {
  /// Stores the ranges of four lines, 0 to 65,535 in the low halves, at an offset that the caller
  /// has checked.
  @unsafe @inline(__always)
  mutating func setUncheckedRanges(
    first: Words, innerFirst: Words, innerLast: Words, last: Words, at offset: Int
  ) {
    unsafe setUncheckedEight(lowHalves(first, innerFirst), at: offset)
    unsafe setUncheckedEight(lowHalves(innerLast, last), at: offset &+ 8)
  }
}
