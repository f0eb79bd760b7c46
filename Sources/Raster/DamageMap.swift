/// Which cells of the canvas, 16 by 16 pixels each, must be repainted: one bit per cell.
struct DamageMap {
  /// Pixels along a cell's side.
  static var cellSide: Int32 { 16 }

  private(set) var columns: Int32 = 0
  private(set) var rows: Int32 = 0
  private var wordsPerRow = 0
  private var bits: [UInt64]
  private var runs: [DamageRun]
  private var runStarts: [Int32]

  /// Takes storage for the largest canvas: `maximumSide` pixels in both directions.
  init(maximumSide: Int32) {
    let cells = Int((maximumSide &+ Self.cellSide - 1) / Self.cellSide)
    bits = [UInt64](repeating: 0, count: cells * ((cells + 63) / 64))
    runs = [DamageRun](repeating: DamageRun(minX: 0, maxX: 0), count: cells * (cells + 1) / 2)
    runStarts = [Int32](repeating: 0, count: cells + 1)
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

  /// Collects the runs of damaged cells; `mark` has no effect on them afterwards.
  mutating func collectRuns() {
    var count: Int32 = 0
    for row in 0..<rows {
      runStarts[Int(row)] = count
      var column = nextColumn(from: 0, before: columns, row: row, damaged: true)
      while column < columns {
        let end = nextColumn(from: column, before: columns, row: row, damaged: false)
        runs[Int(count)] = DamageRun(minX: column << 4, maxX: end << 4)
        count += 1
        column = nextColumn(from: end, before: columns, row: row, damaged: true)
      }
    }
    runStarts[Int(rows)] = count
  }

  /// The numbers of the runs in the row of cells that holds a row of pixels.
  @inline(__always)
  func runRange(atPixelRow y: Int32) -> (first: Int32, last: Int32) {
    (runStarts[Int(y >> 4)], runStarts[Int(y >> 4) + 1])
  }

  /// One of the collected runs.
  @inline(__always)
  func run(_ number: Int32) -> DamageRun { runs[Int(number)] }

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

/// Columns of pixels, `minX ..< maxX`, whose cells are all damaged.
struct DamageRun {
  var minX: Int32
  var maxX: Int32
}

/// Walks the damaged part of a rectangle as few rectangles: itself when all of it is damaged,
/// else the runs of damaged pixels row by row.
///
/// Rows and not cells come first: neighboring cells of a row share pages and cache lines' order.
struct DamagedRectangles {
  private let area: PixelRectangle
  private let isWhole: Bool
  private var row: Int32
  private var number: Int32 = 0
  private var first: Int32 = 0
  private var last: Int32 = 0

  /// Starts the walk over `area`, which lies on the canvas.
  init(of area: PixelRectangle, in damage: borrowing DamageMap) {
    self.init(area, isWhole: area.isEmpty || damage.coversAll(of: area))
  }

  /// The whole of `area` as one rectangle.
  init(allOf area: PixelRectangle) {
    self.init(area, isWhole: true)
  }

  private init(_ area: PixelRectangle, isWhole: Bool) {
    self.area = area
    self.isWhole = isWhole
    // The row before the first: the first step moves on to it.
    row = area.isEmpty ? Int32.max : area.minY - 1
  }

  /// The walk, not yet begun, over the part within a rectangle.
  func limited(to limit: PixelRectangle) -> DamagedRectangles {
    DamagedRectangles(area.intersection(limit), isWhole: isWhole)
  }

  /// The next rectangle, or nil at the end.
  @inline(__always)
  mutating func next(in damage: borrowing DamageMap) -> PixelRectangle? {
    guard row != Int32.max else { return nil }
    if isWhole {
      row = Int32.max
      return area
    }
    while true {
      while number < last {
        let run = damage.run(number)
        number &+= 1
        let (minX, maxX) = (max(area.minX, run.minX), min(area.maxX, run.maxX))
        if minX < maxX {
          return PixelRectangle(minX: minX, minY: row, maxX: maxX, maxY: row &+ 1)
        }
      }
      row &+= 1
      guard row < area.maxY else {
        row = Int32.max
        return nil
      }
      if row & 15 == 0 || row == area.minY { takeRuns(damage) }
      number = first
    }
  }

  /// Takes the runs of the row's cells that meet the area.
  private mutating func takeRuns(_ damage: borrowing DamageMap) {
    (first, last) = damage.runRange(atPixelRow: row)
    while first < last && damage.run(first).maxX <= area.minX { first += 1 }
    while first < last && damage.run(last - 1).minX >= area.maxX { last -= 1 }
  }
}
