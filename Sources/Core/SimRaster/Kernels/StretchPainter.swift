import SimMath

// Stretched pictures: bilinear, in two passes that both read memory sequentially.
//
// Method: stretch horizontally, once per row of the picture that is needed; then interpolate
// vertically between two such rows, once per canvas row. The second pass, almost all of the work,
// needs no table, no gathering, and two products per channel. Where a picture is shown at twice its
// size, neighbors are shuffled within vectors instead of looked up.
//
// Measured against the simple form: 128 by 128 pixels over 500 by 480 take 8.9 instructions per
// pixel instead of 336.
//
// Rejected: the four neighbors of four pixels at once, one patch after the other: each pixel
// gathers four colors and takes six products per channel.

/// Rows of a picture, stretched horizontally over a range of canvas columns, and their mixtures.
///
/// A channel c of the picture is stored as 256 c + 131, in units of 1/256 level: half a level, so
/// that truncation rounds to nearest, and 3/256 to offset the average error of the products. Mixing
/// two such values a and b at a fraction s, in units of 1/65,536, gives
///
///     ⌊a (65,535 - s) / 65,536⌋ + ⌊b s / 65,536⌋
///
/// which is too low by at most 3/256. After two mixtures, rounding is off by less than 1/2 + 1/64
/// level, and truncating the fractions adds less than 1/256 each. A picture of one color stays
/// exact.
struct StretchedRows {
  /// The maximum number of columns at once, equal to the default tile width: whole canvas rows in
  /// sequence are written faster than parts of them.
  static var maximumColumnCount: Int { 2048 }

  private let sampler: PictureSampler
  private var columns: (first: Int32, end: Int32) = (0, 0)
  /// The picture's rows that are stored in stretched form; row n is stored in place n % 2.
  private var rows: (even: Int, odd: Int) = (-1, -1)
  /// Columns at which the picture is shown at twice its size, and the left neighbor of the first
  /// one.
  ///
  /// In each group of four, left neighbors are p, p + 1, p + 1, p + 2; the next group starts at p +
  /// 2.
  private var doubled: (columns: Range<Int>, offset: Int) = (0..<0, 0)

  // Layout of the scratch space, in 16-bit elements: each column's left neighbor in the picture;
  // each column's fraction of the right neighbor, twice; two stretched rows. A row stores groups of
  // four columns: reds and blues alternately, then greens and alphas.
  private static var shareStart: Int { 2 * maximumColumnCount }
  private static var rowStart: Int { 4 * maximumColumnCount }
  private static var rowStride: Int { 4 * maximumColumnCount }
  /// The minimum number of elements in the scratch space.
  static var scratchCount: Int { 12 * maximumColumnCount }

  init(_ sampler: PictureSampler) { self.sampler = sampler }

  /// Selects a range of canvas columns, at most `maximumColumnCount`.
  mutating func take(_ first: Int32, _ end: Int32, _ scratch: inout MutableSpan<UInt16>) {
    precondition(end > first && end &- first <= Int32(Self.maximumColumnCount), "columns")
    precondition(scratch.count >= Self.scratchCount, "no scratch for a stretched picture")
    guard columns != (first, end) else { return }
    columns = (first, end)
    rows = (-1, -1)
    doubled = (0..<0, 0)
    let maximumLeft = UInt32(max(sampler.width &- 2, 0))
    var column = 0
    while column < paddedCount {
      let positions = sampler.positions(from: first &+ Int32(column))
      // Checks what `stretch` assumes.
      precondition(
        positions.left.max() <= maximumLeft || sampler.width < 2, "columns of the picture")
      extendDoubled(to: column, positions.left)
      // Within `scratchCount`, as checked above.
      unsafe scratch.setUncheckedEight(channels(positions.left), at: 2 &* column)
      unsafe scratch.setUncheckedEight(positions.shares, at: Self.shareStart &+ 2 &* column)
      column &+= 4
    }
  }

  /// Adds a group of four columns to the doubled ones if it continues them.
  ///
  /// The first group never counts, since its first column has no left neighbor.
  private mutating func extendDoubled(to column: Int, _ left: Words) {
    guard column > 0, sampler.width > 1 else { return }
    if doubled.columns.isEmpty { doubled = (column..<column, Int(left[0])) }
    guard column == doubled.columns.upperBound else { return }
    let offset = doubled.offset &+ (column &- doubled.columns.lowerBound) / 2
    let first = UInt32(truncatingIfNeeded: offset)
    guard left == Words(first, first &+ 1, first &+ 1, first &+ 2) else { return }
    doubled.columns = doubled.columns.lowerBound..<(column &+ 4)
  }

  /// The number of computed columns: whole groups of four.
  private var paddedCount: Int { (Int(columns.end &- columns.first) &+ 3) & ~3 }

  /// The mixture of picture rows for a canvas row; requires a prior `take`.
  @inline(__always)
  mutating func mixture(
    row: Int32, _ source: Span<UInt32>, _ scratch: inout MutableSpan<UInt16>
  ) -> Mixture {
    let position = sampler.position(row: row)
    let lower = min(position.upper &+ 1, sampler.height &- 1)
    return Mixture(
      upper: stretched(position.upper, source, &scratch), lower: stretched(lower, source, &scratch),
      upperWeight: Channels(repeating: ~position.share),
      lowerWeight: Channels(repeating: position.share))
  }

  /// The offset in the scratch space of a picture row, which is stretched if necessary.
  @inline(__always)
  private mutating func stretched(
    _ row: Int, _ source: Span<UInt32>, _ scratch: inout MutableSpan<UInt16>
  ) -> Int {
    if row & 1 == 0 {
      if rows.even != row { stretch(row, to: Self.rowStart, source, &scratch) }
      rows.even = row
      return Self.rowStart
    }
    let start = Self.rowStart &+ Self.rowStride
    if rows.odd != row { stretch(row, to: start, source, &scratch) }
    rows.odd = row
    return start
  }

  /// Interpolates along one of the picture's rows.
  @inline(never)
  private func stretch(
    _ row: Int, to target: Int, _ source: Span<UInt32>, _ scratch: inout MutableSpan<UInt16>
  ) {
    let start = row &* sampler.width
    precondition(
      start >= 0 && start &+ sampler.width <= source.count, "rows of a stretched picture")
    guard sampler.width > 1 else {
      let only = Fine(Words(repeating: source[start]))
      var column = 0
      while column < paddedCount {
        unsafe store(only, only, column, to: target, &scratch)
        column &+= 4
      }
      return
    }
    // Every left neighbor and its right one lie within the row, as checked by `take`.
    unsafe gather(0..<doubled.columns.lowerBound, from: start, source, to: target, &scratch)
    var column = doubled.columns.lowerBound
    var offset = start &+ doubled.offset
    while column < doubled.columns.upperBound {
      let four = unsafe Fine(source.uncheckedFour(at: offset))
      unsafe store(four.leftPairs, four.rightPairs, column, to: target, &scratch)
      column &+= 4
      offset &+= 2
    }
    unsafe gather(
      doubled.columns.upperBound..<paddedCount, from: start, source, to: target, &scratch)
  }

  /// Interpolates columns whose neighbors are looked up; the caller has checked them.
  @unsafe @inline(__always)
  private func gather(
    _ columns: Range<Int>, from start: Int, _ source: Span<UInt32>, to target: Int,
    _ scratch: inout MutableSpan<UInt16>
  ) {
    var column = columns.lowerBound
    while column < columns.upperBound {
      let left = unsafe words(scratch.uncheckedEight(at: 2 &* column))
      let (first, second) = unsafe (
        source.uncheckedPair(at: start &+ Int(left[0])),
        source.uncheckedPair(at: start &+ Int(left[1]))
      )
      let (third, fourth) = unsafe (
        source.uncheckedPair(at: start &+ Int(left[2])),
        source.uncheckedPair(at: start &+ Int(left[3]))
      )
      unsafe store(
        Fine(Words(first.x, second.x, third.x, fourth.x)),
        Fine(Words(first.y, second.y, third.y, fourth.y)), column, to: target, &scratch)
      column &+= 4
    }
  }

  /// Interpolates between four pixels and their right neighbors; the caller has checked the
  /// columns.
  @unsafe @inline(__always)
  private func store(
    _ left: Fine, _ right: Fine, _ column: Int, to target: Int, _ scratch: inout MutableSpan<UInt16>
  ) {
    // Reads and writes stay within `scratchCount`, as checked by `take`.
    let share = unsafe scratch.uncheckedEight(at: Self.shareStart &+ 2 &* column)
    let offset = target &+ 4 &* column
    unsafe scratch.setUncheckedEight(
      highProduct(left.redBlue, ~share) &+ highProduct(right.redBlue, share), at: offset)
    unsafe scratch.setUncheckedEight(
      highProduct(left.greenAlpha, ~share) &+ highProduct(right.greenAlpha, share),
      at: offset &+ 8)
  }

  /// Four pixels, with each channel c stored as 256 c + 131.
  private struct Fine {
    let redBlue: Channels
    let greenAlpha: Channels

    @inline(__always)
    init(_ packed: Words) {
      let mask = Words(repeating: 0xFF00_FF00)
      let rest = Words(repeating: 131 << 16 | 131)
      redBlue = channels((packed &* 256) & mask | rest)
      greenAlpha = channels(packed & mask | rest)
    }

    private init(_ redBlue: Channels, _ greenAlpha: Channels) {
      (self.redBlue, self.greenAlpha) = (redBlue, greenAlpha)
    }

    /// The left neighbors of four columns at which the picture is shown at twice its size.
    @inline(__always)
    var leftPairs: Fine {
      func pairs(_ value: Channels) -> Channels {
        let four = words(value)
        return channels(Words(four[0], four[1], four[1], four[2]))
      }
      return Fine(pairs(redBlue), pairs(greenAlpha))
    }

    /// The right neighbors of these columns.
    @inline(__always)
    var rightPairs: Fine {
      func pairs(_ value: Channels) -> Channels {
        let four = words(value)
        return channels(Words(four[1], four[2], four[2], four[3]))
      }
      return Fine(pairs(redBlue), pairs(greenAlpha))
    }
  }

  /// Two stretched rows and their weights.
  struct Mixture {
    fileprivate let upper: Int
    fileprivate let lower: Int
    fileprivate let upperWeight: Channels
    fileprivate let lowerWeight: Channels

    /// Traps unless a row of `count` columns is in the scratch space.
    @inline(__always)
    func check(_ count: Int, _ scratch: borrowing MutableSpan<UInt16>) {
      precondition(
        count <= StretchedRows.maximumColumnCount && StretchedRows.scratchCount <= scratch.count,
        "a stretched picture's columns")
    }

    /// Four columns, starting at `column`, which `check` has covered: reds and blues, greens and
    /// alphas, in units of 1/256 level, to be truncated.
    @unsafe @inline(__always)
    func four(
      at column: Int, _ scratch: borrowing MutableSpan<UInt16>
    ) -> (redBlue: Channels, greenAlpha: Channels) {
      let (above, below) = (upper &+ 4 &* column, lower &+ 4 &* column)
      let redBlue =
        unsafe highProduct(scratch.uncheckedEight(at: above), upperWeight)
        &+ highProduct(scratch.uncheckedEight(at: below), lowerWeight)
      let greenAlpha =
        unsafe highProduct(scratch.uncheckedEight(at: above &+ 8), upperWeight)
        &+ highProduct(scratch.uncheckedEight(at: below &+ 8), lowerWeight)
      return (redBlue, greenAlpha)
    }
  }
}

/// Paints a picture stretched over a rectangle.
func paintPicture(
  _ sampler: PictureSampler, _ source: Span<UInt32>, _ blend: DisplayList.BlendMode,
  _ finish: PictureFinish,
  _ target: inout PaintTarget, _ pixels: inout Pixels
) {
  let layout = target.area.layout
  let maximum = Int32(StretchedRows.maximumColumnCount)
  var rows = StretchedRows(sampler)
  // Moved out, so that the rest of the target can be used meanwhile.
  var numbers: [UInt16] = []
  swap(&numbers, &target.scratch.numbers)
  defer { swap(&numbers, &target.scratch.numbers) }
  var scratch = numbers.mutableSpan
  var rectangles = target.area.rectangles
  while let whole = rectangles.next(in: target.damage) {
    let rectangle = whole.intersection(sampler.covered)
    guard !rectangle.isEmpty else { continue }
    var left = rectangle.minX
    while left < rectangle.maxX {
      let right = min(left &+ maximum, rectangle.maxX)
      rows.take(left, right, &scratch)
      for row in rectangle.minY..<rectangle.maxY {
        let mixture = rows.mixture(row: row, source, &scratch)
        let (index, count) = (layout.index(left, row), Int(right &- left))
        if finish.isReplacing {
          store(mixture, scratch, count, from: index, &pixels)
        } else {
          var colors = target.scratch.colors.mutableSpan
          store(mixture, scratch, count, from: 0, &colors)
          mixColors(
            target.scratch.colors.span, blend, finish.opacity, count: count, to: index, &pixels)
        }
      }
      left = right
    }
    let count = Int(rectangle.maxX - rectangle.minX) * Int(rectangle.maxY - rectangle.minY)
    countRun(count, isReplacing: finish.isReplacing, &target.work)
  }
}

/// Stores a row of a stretched picture.
private func store(
  _ mixture: StretchedRows.Mixture, _ scratch: borrowing MutableSpan<UInt16>, _ count: Int,
  from start: Int, _ pixels: inout Pixels
) {
  @inline(__always)
  func four(_ column: Int) -> Words {
    let fine = unsafe mixture.four(at: column, scratch)
    return words(highBytes(fine.redBlue)) | (words(fine.greenAlpha) & Words(repeating: 0xFF00_FF00))
  }
  pixels.check(count, from: start)
  mixture.check(count, scratch)
  var column = 0
  while column &+ 8 <= count {
    unsafe pixels.setUncheckedFour(four(column), at: start &+ column)
    unsafe pixels.setUncheckedFour(four(column &+ 4), at: start &+ column &+ 4)
    column &+= 8
  }
  while column &+ 4 <= count {
    unsafe pixels.setUncheckedFour(four(column), at: start &+ column)
    column &+= 4
  }
  if column < count { pixels.setFew(count &- column, four(column), at: start &+ column) }
}
