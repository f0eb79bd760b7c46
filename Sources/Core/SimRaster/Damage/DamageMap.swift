/// The cells of the canvas that must be repainted: one bit per cell of 16 by 4 pixels.
///
/// A cell is as wide as a cache line; its low height fits small shapes closely.
struct DamageMap {
  /// Log2 of `cellWidth`.
  static var columnShift: Int32 { 4 }
  /// Log2 of `cellHeight`.
  static var rowShift: Int32 { 2 }
  /// Columns of pixels per cell.
  static var cellWidth: Int32 { 1 << columnShift }
  /// Rows of pixels per cell.
  static var cellHeight: Int32 { 1 << rowShift }

  /// Shapes of at most this many columns of pixels are marked as whole rectangles: repainting the
  /// cells at their corners costs less than excluding them.
  static var narrow: Int32 { 4 * cellWidth }

  private(set) var columns: Int32 = 0
  private(set) var rows: Int32 = 0
  private var wordsPerRow = 0
  /// The first row of cells that may hold damage; those before it are clear.
  private var dirtyFirst = 0
  /// One past the last row of cells that may hold damage.
  private var dirtyEnd = 0
  private var bits: [UInt64]
  private var runs: [DamageRun]
  private var runStarts: [Int32]

  /// Allocates storage for canvases of up to `maximumSide` pixels in both directions.
  init(maximumSide: Int32) {
    let columns = Int((maximumSide &+ Self.cellWidth - 1) / Self.cellWidth)
    let rows = Int((maximumSide &+ Self.cellHeight - 1) / Self.cellHeight)
    bits = [UInt64](repeating: 0, count: rows * ((columns + 63) / 64))
    runs = [DamageRun](repeating: DamageRun(minX: 0, maxX: 0), count: rows * (columns + 1) / 2)
    runStarts = [Int32](repeating: 0, count: rows + 1)
  }

  /// Sets the canvas size and clears all damage.
  mutating func reset(width: Int32, height: Int32) {
    for index in dirtyFirst * wordsPerRow..<max(dirtyFirst, dirtyEnd) * wordsPerRow {
      bits[index] = 0
    }
    columns = (width &+ Self.cellWidth - 1) / Self.cellWidth
    rows = (height &+ Self.cellHeight - 1) / Self.cellHeight
    wordsPerRow = (Int(columns) + 63) / 64
    (dirtyFirst, dirtyEnd) = (Int(rows), 0)
  }

  /// Marks every cell that a rectangle of pixels touches; the rectangle lies on the canvas.
  mutating func mark(_ area: PixelRectangle) {
    guard !area.isEmpty else { return }
    let cells = CellRange(area)
    dirtyFirst = min(dirtyFirst, cells.firstRow)
    dirtyEnd = max(dirtyEnd, cells.lastRow &+ 1)
    let perRow = wordsPerRow
    var bits = bits.mutableSpan
    var word = cells.firstWord
    repeat {
      let mask = cells.mask(word: word)
      var index = cells.firstRow &* perRow &+ word
      let end = cells.lastRow &* perRow &+ word
      // Bounds-checked per row: with one check before the loop, the compiler pairs the rows, and
      // the setup costs more than the few rows of a small shape.
      while index <= end {
        bits[index] |= mask
        index &+= perRow
      }
      word &+= 1
    } while word <= cells.lastWord
  }

  /// Marks every cell within the bounds in which a round shape may have coverage: a disc skips the
  /// corners of its bounds, a ring also its hole.
  mutating func mark(_ area: PixelRectangle, reachedBy shape: RoundReach) {
    guard !area.isEmpty else { return }
    let cells = CellRange(area)
    dirtyFirst = min(dirtyFirst, cells.firstRow)
    dirtyEnd = max(dirtyEnd, cells.lastRow &+ 1)
    let perRow = wordsPerRow
    var bits = bits.mutableSpan
    var row = cells.firstRow
    // Four rows of cells at a time, each with four rows of pixels.
    while row <= cells.lastRow {
      let top = Lanes(0.5, 4.5, 8.5, 12.5) + Float(row) * Float(Self.cellHeight)
      let (index, count) = (row &* perRow, cells.lastRow &+ 1 &- row)
      let (starts, ends) = shape.columns(top, within: area.minX, area.maxX)
      if shape.hasHole {
        let (holeStarts, holeEnds) = shape.hole(top, within: starts, ends)
        bits.set(from: starts, to: holeStarts, at: index, perRow, count)
        bits.set(from: holeEnds, to: ends, at: index, perRow, count)
      } else {
        bits.set(from: starts, to: ends, at: index, perRow, count)
      }
      row &+= 4
    }
  }

  /// Whether a cell is damaged.
  func isDamaged(column: Int32, row: Int32) -> Bool {
    let word = bits[Int(row) * wordsPerRow + Int(column >> 6)]
    return word >> UInt64(column & 63) & 1 == 1
  }

  /// Whether every cell that a non-empty rectangle of pixels touches is damaged.
  func coversAll(of area: PixelRectangle) -> Bool {
    let cells = CellRange(area)
    for word in cells.firstWord...cells.lastWord {
      let mask = cells.mask(word: word)
      var index = cells.firstRow &* wordsPerRow &+ word
      for _ in cells.firstRow...cells.lastRow {
        if bits[index] & mask != mask { return false }
        index &+= wordsPerRow
      }
    }
    return true
  }

  /// Whether any cell that a rectangle of pixels touches is damaged.
  func touches(_ area: PixelRectangle) -> Bool {
    guard !area.isEmpty else { return false }
    let cells = CellRange(area)
    let first = max(cells.firstRow, dirtyFirst)
    let end = min(cells.lastRow &+ 1, dirtyEnd)
    guard first < end else { return false }
    for word in cells.firstWord...cells.lastWord {
      let mask = cells.mask(word: word)
      var index = first &* wordsPerRow &+ word
      for _ in first..<end {
        if bits[index] & mask != 0 { return true }
        index &+= wordsPerRow
      }
    }
    return false
  }

  /// The first column in `column ..< limit` of a row of cells that is damaged (or undamaged, if
  /// `damaged` is false); `limit` if there is none.
  func nextColumn(from column: Int32, before limit: Int32, row: Int32, damaged: Bool) -> Int32 {
    var current = column
    while current < limit {
      let stored = bits[Int(row) * wordsPerRow + Int(current >> 6)]
      let word = (damaged ? stored : ~stored) >> UInt64(current & 63)
      if word != 0 { return min(limit, current + Int32(word.trailingZeroBitCount)) }
      current = (current | 63) + 1
    }
    return limit
  }

  /// Collects the runs of adjacent damaged cells; later calls of `mark` do not change them.
  mutating func collectRuns() {
    var count = 0
    // Moved out of self, so that they can change while the bits are read.
    var collected: [DamageRun] = []
    swap(&collected, &self.runs)
    var runs = collected.mutableSpan
    for row in dirtyFirst..<max(dirtyFirst, dirtyEnd) {
      runStarts[row] = Int32(truncatingIfNeeded: count)
      var first = 0
      var isOpen = false
      for word in 0..<wordsPerRow {
        var rest = bits[row &* wordsPerRow &+ word]
        let origin = word &* 64
        if isOpen {
          let length = (~rest).trailingZeroBitCount
          guard length < 64 else { continue }
          runs[count] = DamageRun(cells: first, origin &+ length)
          count &+= 1
          isOpen = false
          rest &= ~0 &<< UInt64(truncatingIfNeeded: length)
        }
        while rest != 0 {
          let low = rest.trailingZeroBitCount
          // Adding the lowest bit carries through the run of ones that starts there.
          let (sum, isWordFull) = rest.addingReportingOverflow(rest & (0 &- rest))
          first = origin &+ low
          if isWordFull {
            isOpen = true
            break
          }
          rest &= sum
          let length = sum.trailingZeroBitCount
          runs[count] = DamageRun(cells: first, origin &+ length)
          count &+= 1
        }
      }
      guard isOpen else { continue }
      runs[count] = DamageRun(cells: first, Int(columns))
      count &+= 1
    }
    runStarts[max(dirtyFirst, dirtyEnd)] = Int32(truncatingIfNeeded: count)
    swap(&collected, &self.runs)
  }

  /// The indices of the runs in the row of cells that contains a row of pixels.
  @inline(__always)
  func runRange(atPixelRow y: Int32) -> (first: Int32, last: Int32) {
    let row = Int(y >> Self.rowShift)
    guard row >= dirtyFirst, row < dirtyEnd else { return (0, 0) }
    return (runStarts[row], runStarts[row &+ 1])
  }

  /// The collected run at an index.
  @inline(__always)
  func run(_ index: Int32) -> DamageRun { runs[Int(index)] }

  /// The rows of canvas pixels that may hold damage.
  var dirtyRows: (first: Int32, end: Int32) {
    (
      Int32(truncatingIfNeeded: dirtyFirst) &<< Self.rowShift,
      Int32(truncatingIfNeeded: dirtyEnd) &<< Self.rowShift
    )
  }

  /// The number of collected runs.
  var runCount: UInt32 {
    UInt32(truncatingIfNeeded: runStarts[max(dirtyFirst, dirtyEnd)])
  }

  /// The number of damaged cells.
  var count: UInt32 {
    var total: UInt32 = 0
    for index in dirtyFirst * wordsPerRow..<max(dirtyFirst, dirtyEnd) * wordsPerRow {
      total &+= UInt32(truncatingIfNeeded: bits[index].nonzeroBitCount)
    }
    return total
  }
}

/// The cells that a non-empty rectangle of pixels touches.
private struct CellRange {
  let firstRow: Int
  let lastRow: Int
  private let firstColumn: Int
  private let lastColumn: Int

  @inline(__always)
  init(_ area: PixelRectangle) {
    firstRow = Int(area.minY >> DamageMap.rowShift)
    lastRow = Int((area.maxY &- 1) >> DamageMap.rowShift)
    firstColumn = Int(area.minX >> DamageMap.columnShift)
    lastColumn = Int((area.maxX &- 1) >> DamageMap.columnShift)
  }

  /// The first word of a row that holds one of the cells.
  var firstWord: Int { firstColumn >> 6 }
  /// The last word of a row that holds one of the cells.
  var lastWord: Int { lastColumn >> 6 }

  /// The bits of the cells within one word of a row.
  @inline(__always)
  func mask(word: Int) -> UInt64 { Self.mask(firstColumn, lastColumn, word: word) }

  /// The bits of the cells from `first` to `last` within a word, which contains at least one of
  /// them.
  @inline(__always)
  static func mask(_ first: Int, _ last: Int, word: Int) -> UInt64 {
    let low = max(first &- word &* 64, 0)
    let high = min(last &- word &* 64, 63)
    return (~0 &<< UInt64(truncatingIfNeeded: low))
      & (~0 &>> UInt64(truncatingIfNeeded: 63 &- high))
  }
}

/// The pixel columns `minX ..< maxX` of a run of damaged cells.
struct DamageRun {
  var minX: Int32
  var maxX: Int32

  /// Makes a run of pixel columns.
  init(minX: Int32, maxX: Int32) {
    self.minX = minX
    self.maxX = maxX
  }

  /// Makes a run of cells, from column `first` up to, but not including, column `end`.
  @inline(__always)
  init(cells first: Int, _ end: Int) {
    minX = Int32(truncatingIfNeeded: first) &<< DamageMap.columnShift
    maxX = Int32(truncatingIfNeeded: end) &<< DamageMap.columnShift
  }
}

/// Iterates over the damaged part of a rectangle in few rectangles: the rectangle itself if all of
/// it is damaged, otherwise each run of damaged cells, one row of cells after the other.
struct DamagedRectangles {
  /// The rectangle that is iterated over.
  let area: PixelRectangle
  private let isWhole: Bool
  private var row: Int32
  private var rowEnd: Int32
  private var index: Int32 = 0
  private var last: Int32 = 0

  /// Makes an iterator over `area`, which lies on the canvas.
  init(of area: PixelRectangle, in damage: borrowing DamageMap) {
    self.init(area, isKnownWhole: false, in: damage)
  }

  /// Makes an iterator over `area`; `isKnownWhole` skips the check whether all of it is damaged.
  init(_ area: PixelRectangle, isKnownWhole: Bool, in damage: borrowing DamageMap) {
    self.init(area, isWhole: isKnownWhole || area.isEmpty || damage.coversAll(of: area))
  }

  /// Makes an iterator that returns `area` as one rectangle.
  init(allOf area: PixelRectangle) {
    self.init(area, isWhole: true)
  }

  private init(_ area: PixelRectangle, isWhole: Bool) {
    self.area = area
    self.isWhole = isWhole
    row = area.minY
    rowEnd = area.isEmpty ? Int32.max : area.minY
  }

  /// The first column of the rectangle, and the column after its last.
  var columns: (first: Int32, last: Int32) { (area.minX, area.maxX) }

  /// A new iterator over the part within a rectangle.
  func limited(to limit: PixelRectangle) -> DamagedRectangles {
    DamagedRectangles(area.intersection(limit), isWhole: isWhole)
  }

  /// The next rectangle, or nil at the end.
  @inline(__always)
  mutating func next(in damage: borrowing DamageMap) -> PixelRectangle? {
    guard rowEnd != Int32.max else { return nil }
    if isWhole {
      rowEnd = Int32.max
      return area
    }
    while true {
      while index < last {
        let run = damage.run(index)
        index &+= 1
        let (minX, maxX) = (max(area.minX, run.minX), min(area.maxX, run.maxX))
        if minX < maxX {
          return PixelRectangle(minX: minX, minY: row, maxX: maxX, maxY: rowEnd)
        }
      }
      row = rowEnd
      guard row < area.maxY else {
        rowEnd = Int32.max
        return nil
      }
      rowEnd = min((row | (DamageMap.cellHeight &- 1)) &+ 1, area.maxY)
      takeRuns(damage)
    }
  }

  /// Loads the runs of the current row of cells that meet the area.
  private mutating func takeRuns(_ damage: borrowing DamageMap) {
    (index, last) = damage.runRange(atPixelRow: row)
    while index < last && damage.run(index).maxX <= area.minX { index += 1 }
    while index < last && damage.run(last - 1).minX >= area.maxX { last -= 1 }
  }
}

extension MutableSpan where Element == UInt64 {
  /// Sets the bits of the cells that contain half-open ranges of pixel columns, in up to four rows
  /// whose words are `perRow` apart.
  @inline(__always)
  fileprivate mutating func set(
    from starts: SIMD4<Int32>, to ends: SIMD4<Int32>, at index: Int, _ perRow: Int, _ count: Int
  ) {
    set(from: starts[0], to: ends[0], at: index)
    if count > 1 { set(from: starts[1], to: ends[1], at: index &+ perRow) }
    if count > 2 { set(from: starts[2], to: ends[2], at: index &+ 2 &* perRow) }
    if count > 3 { set(from: starts[3], to: ends[3], at: index &+ 3 &* perRow) }
  }

  /// Sets the bits of one row, whose words begin at `index`.
  @inline(__always)
  private mutating func set(from start: Int32, to end: Int32, at index: Int) {
    guard start < end else { return }
    let first = Int(start >> DamageMap.columnShift)
    let last = Int((end &- 1) >> DamageMap.columnShift)
    if first >> 6 == last >> 6 {
      let bits = (~0 &<< UInt64(truncatingIfNeeded: first & 63))
      self[index &+ (first >> 6)] |= bits & (~0 &>> UInt64(truncatingIfNeeded: 63 &- (last & 63)))
    } else {
      setAcross(first, last, at: index)
    }
  }

  /// Sets cells in more than one word.
  ///
  /// Kept apart, since it is rare and its loop would slow the common path.
  @inline(never)
  private mutating func setAcross(_ first: Int, _ last: Int, at index: Int) {
    for word in first >> 6...last >> 6 {
      self[index &+ word] |= CellRange.mask(first, last, word: word)
    }
  }
}
