/// Finds the field of 10 degrees in which the most area flashes.
///
/// WCAG 2.2 measures at a reference distance, where 10 degrees are 341 by 256 points (technique
/// G176). A field is never larger; it is cut to a smaller picture. It may lie anywhere: a cell at
/// its side, or at the right or lower side of the picture, counts by the share within both. The
/// area in it is greatest where one of its sides is a side of a cell, so that no place has more
/// than the best of those that are tried.
struct FlashField: Sendable {
  /// The width of a field in points.
  static var width: UInt32 { 341 }
  /// The height of a field in points: whole cells.
  static var height: UInt32 { 256 }
  /// A cell's side in points.
  private static var cellSide: UInt32 { 4 }
  /// Whole columns of cells in a field; one point of another is left.
  private static var wholeColumns: Int { Int(width / cellSide) }

  /// Flashing points above and to the left, with a row and a column of zeros.
  private var sums: [UInt32]

  /// Takes storage for pictures of so many blocks of 8 by 8 points.
  init(blockCapacity: Int) {
    // Four cells to a block; a row and a column more at most add half as many again.
    sums = [UInt32](repeating: 0, count: blockCapacity * 6 + 3)
  }

  /// A field, in points, and how much of it flashes.
  struct Box: Equatable, Sendable {
    /// Square points that flash.
    var area: UInt32
    /// The left side.
    var x: UInt32
    /// The upper side.
    var y: UInt32
    /// The width.
    var width: UInt32
    /// The height.
    var height: UInt32

    /// The flashing share.
    var share: Float { Float(area) / Float(width &* height) }
    /// Whether that is more than a quarter.
    var isOverQuarter: Bool { area &* 4 > width &* height }
  }

  /// The field with the most area whose cells have made at least so many transitions, the first of
  /// several.
  ///
  /// - Complexity: O(cells).
  mutating func worst(
    _ window: borrowing TransitionWindow, atLeast count: UInt32, _ grid: borrowing LuminanceGrid
  ) -> Box {
    add(window, atLeast: count, grid)
    let (width, height) = Self.size(grid)
    let (columns, rows) = Self.cells(grid)
    let stride = columns &+ 1
    var worst = Box(area: 0, x: 0, y: 0, width: width, height: height)
    let fieldRows = min(rows, Int(Self.height / Self.cellSide))
    for row in 0...(rows &- fieldRows) {
      let (top, bottom) = (row &* stride, (row &+ fieldRows) &* stride)
      let y = min(UInt32(row) &* Self.cellSide, grid.pointHeight &- height)
      guard grid.pointWidth > Self.width else {
        let area = sums[bottom &+ columns] &- sums[top &+ columns]
        if area > worst.area { (worst.area, worst.y) = (area, y) }
        continue
      }
      for column in 0...(columns &- Self.wholeColumns) {
        let end = column &+ Self.wholeColumns
        let whole = area(column, end, top, bottom)
        // One point is left: of the column after the whole ones, or of that before them.
        var (after, before) = (UInt32(0), UInt32(0))
        if end < columns {
          after = area(end, end &+ 1, top, bottom) / min(4, grid.pointWidth &- UInt32(end) &* 4)
        }
        if column > 0 { before = area(column &- 1, column, top, bottom) / Self.cellSide }
        guard whole &+ max(after, before) > worst.area else { continue }
        let x = UInt32(column) &* Self.cellSide &- (before > after ? 1 : 0)
        (worst.area, worst.x, worst.y) = (
          whole &+ max(after, before), min(x, grid.pointWidth &- width), y
        )
      }
    }
    return worst
  }

  /// Whether more than a quarter of some field has made at least so many transitions.
  mutating func isOverQuarter(
    _ window: borrowing TransitionWindow, atLeast count: UInt32, _ grid: borrowing LuminanceGrid
  ) -> Bool {
    // Too few in the whole picture need no search.
    let (width, height) = Self.size(grid)
    let most = window.cells(atLeast: count) &* UInt64(Self.cellSide &* Self.cellSide)
    guard most &* 4 > UInt64(width &* height) else { return false }
    return worst(window, atLeast: count, grid).isOverQuarter
  }

  /// The size of a field in points, cut to the picture.
  private static func size(_ grid: borrowing LuminanceGrid) -> (width: UInt32, height: UInt32) {
    (min(width, grid.pointWidth), min(height, grid.pointHeight))
  }

  /// Columns and rows of cells that have a part of the picture.
  private static func cells(_ grid: borrowing LuminanceGrid) -> (columns: Int, rows: Int) {
    (Int((grid.pointWidth &+ 3) / cellSide), Int((grid.pointHeight &+ 3) / cellSide))
  }

  /// Adds up the flashing area.
  private mutating func add(
    _ window: borrowing TransitionWindow, atLeast count: UInt32, _ grid: borrowing LuminanceGrid
  ) {
    let (columns, rows) = Self.cells(grid)
    let stride = columns &+ 1
    for column in 0...columns { sums[column] = 0 }
    for row in 0..<rows {
      let height = min(Self.cellSide, grid.pointHeight &- UInt32(row) &* Self.cellSide)
      var line: UInt32 = 0
      sums[(row &+ 1) &* stride] = 0
      for column in 0..<columns {
        let block = row / 2 &* Int(grid.columns) &+ column / 2
        let cell = block &* 4 &+ (row & 1) &* 2 &+ column & 1
        if UInt32(window.counts[cell]) >= count {
          let width = min(Self.cellSide, grid.pointWidth &- UInt32(column) &* Self.cellSide)
          line &+= width &* height
        }
        let above = row &* stride &+ column &+ 1
        sums[above &+ stride] = sums[above] &+ line
      }
    }
  }

  /// The area of some columns between the rows whose sums start at two places.
  @inline(__always)
  private func area(_ first: Int, _ end: Int, _ top: Int, _ bottom: Int) -> UInt32 {
    (sums[bottom &+ end] &- sums[bottom &+ first]) &- (sums[top &+ end] &- sums[top &+ first])
  }
}
