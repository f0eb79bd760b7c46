/// Which cells of the canvas, 16 by 16 pixels each, must be repainted: one bit per cell.
struct DamageMap {
  /// Pixels along a cell's side.
  static var cellSide: Int32 { 16 }

  private(set) var columns: Int32 = 0
  private(set) var rows: Int32 = 0
  private var wordsPerRow = 0
  private var bits: [UInt64]

  /// Takes storage for the largest canvas: `maximumSide` pixels in both directions.
  init(maximumSide: Int32) {
    let cells = Int((maximumSide &+ Self.cellSide - 1) / Self.cellSide)
    bits = [UInt64](repeating: 0, count: cells * ((cells + 63) / 64))
  }

  /// Takes a canvas size and forgets all damage.
  mutating func reset(width: Int32, height: Int32) {
    columns = (width &+ Self.cellSide - 1) / Self.cellSide
    rows = (height &+ Self.cellSide - 1) / Self.cellSide
    wordsPerRow = (Int(columns) + 63) / 64
    let used = wordsPerRow * Int(rows)
    for index in 0..<used { bits[index] = 0 }
  }

  /// Marks every cell that a rectangle of pixels touches; the rectangle lies on the canvas.
  mutating func mark(_ area: PixelRectangle) {
    guard !area.isEmpty else { return }
    let (first, last) = (Int(area.minX >> 4), Int((area.maxX - 1) >> 4))
    for row in Int(area.minY >> 4)...Int((area.maxY - 1) >> 4) {
      for word in (first >> 6)...(last >> 6) {
        bits[row * wordsPerRow + word] |= Self.mask(word: word, first: first, last: last)
      }
    }
  }

  /// True when a cell is damaged.
  func isDamaged(column: Int32, row: Int32) -> Bool {
    let word = bits[Int(row) * wordsPerRow + Int(column >> 6)]
    return word >> UInt64(column & 63) & 1 == 1
  }

  /// True when every cell that a non-empty rectangle of pixels touches is damaged.
  func coversAll(of area: PixelRectangle) -> Bool {
    let (first, last) = (Int(area.minX >> 4), Int((area.maxX - 1) >> 4))
    for row in Int(area.minY >> 4)...Int((area.maxY - 1) >> 4) {
      for word in (first >> 6)...(last >> 6) {
        let mask = Self.mask(word: word, first: first, last: last)
        if bits[row * wordsPerRow + word] & mask != mask { return false }
      }
    }
    return true
  }

  /// True when any cell that a rectangle of pixels touches is damaged.
  func touches(_ area: PixelRectangle) -> Bool {
    guard !area.isEmpty else { return false }
    let (first, last) = (Int(area.minX >> 4), Int((area.maxX - 1) >> 4))
    for row in Int(area.minY >> 4)...Int((area.maxY - 1) >> 4) {
      for word in (first >> 6)...(last >> 6) {
        let mask = Self.mask(word: word, first: first, last: last)
        if bits[row * wordsPerRow + word] & mask != 0 { return true }
      }
    }
    return false
  }

  /// The first column at or after `column`, before `limit`, that is (or is not) damaged in a row
  /// of cells; `limit` when there is none.
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

  /// How many cells are damaged.
  var count: UInt32 {
    var total: UInt32 = 0
    for index in 0..<wordsPerRow * Int(rows) {
      total &+= UInt32(truncatingIfNeeded: bits[index].nonzeroBitCount)
    }
    return total
  }

  /// The bits `first...last` of a row that fall into one of its words.
  @inline(__always)
  private static func mask(word: Int, first: Int, last: Int) -> UInt64 {
    let low = max(first - word * 64, 0)
    let high = min(last - word * 64, 63)
    return (~0 << UInt64(low)) & (~0 >> UInt64(63 - high))
  }
}

/// Walks the damaged part of a rectangle as few rectangles: itself when all of it is damaged,
/// else the runs of damaged cells in each row of cells.
struct DamagedRectangles {
  private let area: PixelRectangle
  private let isWhole: Bool
  private var column: Int32
  private var row: Int32

  /// Starts the walk over `area`, which lies on the canvas.
  init(of area: PixelRectangle, in damage: borrowing DamageMap) {
    self.area = area
    isWhole = area.isEmpty || damage.coversAll(of: area)
    column = area.minX >> 4
    row = area.isEmpty ? Int32.max : area.minY >> 4
  }

  /// The whole of `area` as one rectangle.
  init(allOf area: PixelRectangle) {
    self.area = area
    isWhole = true
    column = 0
    row = area.isEmpty ? Int32.max : 0
  }

  /// The walk, not yet begun, over the part within a rectangle.
  func limited(to limit: PixelRectangle) -> DamagedRectangles {
    DamagedRectangles(area.intersection(limit), isWhole: isWhole)
  }

  private init(_ area: PixelRectangle, isWhole: Bool) {
    self.area = area
    self.isWhole = isWhole
    column = area.minX >> 4
    row = area.isEmpty ? Int32.max : area.minY >> 4
  }

  /// The next rectangle, or nil at the end.
  mutating func next(in damage: borrowing DamageMap) -> PixelRectangle? {
    guard row != Int32.max else { return nil }
    if isWhole {
      row = Int32.max
      return area
    }
    let lastRow = (area.maxY - 1) >> 4
    let limit = ((area.maxX - 1) >> 4) + 1
    while row <= lastRow {
      let first = damage.nextColumn(from: column, before: limit, row: row, damaged: true)
      if first < limit {
        let end = damage.nextColumn(from: first, before: limit, row: row, damaged: false)
        column = end
        return area.intersection(
          PixelRectangle(
            minX: first << 4, minY: row << 4, maxX: end << 4, maxY: (row + 1) << 4))
      }
      column = area.minX >> 4
      row += 1
    }
    row = Int32.max
    return nil
  }
}
