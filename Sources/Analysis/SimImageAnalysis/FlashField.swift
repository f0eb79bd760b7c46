/// Finds the field of 10 degrees in which the maximum area flashes.
///
/// WCAG 2.2 measures at a reference distance, where 10 degrees are 341 by 256 points (technique
/// G176). A field is never larger; it is cut to a smaller picture. It may lie anywhere: a cell at
/// its side, or at the right or lower side of the picture, counts by the share within both. The
/// area in it is largest where one of its sides is a side of a cell or of the picture, so that no
/// place has more than the best of those that are tried.
///
/// Method: sums of all cells above and to the left (the summed-area table of Crow, 1984), from
/// which any rectangle costs a few look-ups, so that all fields together cost O(cells). Tried and
/// dropped: a field rounded up to whole blocks of 8 points and moved by blocks, by which 25.04 % of
/// 10 degrees passed as 24.8 %; and one that did not count the part of a cell at the picture's
/// right and lower side, by which 25.2 % of 390 by 256 points passed as 25 %.
struct FlashField: Sendable {
  /// The width of a field in points.
  static var width: UInt32 { 341 }
  /// The height of a field in points: whole cells.
  static var height: UInt32 { 256 }
  /// A cell's side in points.
  private static var cellSide: UInt32 { 4 }

  /// Flashing cells above and to the left, with a row and a column of zeros.
  private var sums: [UInt32]
  /// Sums in a row.
  private var stride = 1

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

  /// The field with the most area whose cells have at least such a count, the first of several.
  ///
  /// - Parameter counts: One for each middle cell of the grid, of transitions for instance.
  ///
  /// - Complexity: O(cells).
  mutating func worst(
    _ counts: [UInt8], atLeast count: UInt32, _ grid: borrowing LuminanceGrid
  ) -> Box {
    add(counts, atLeast: count, grid)
    let (width, height) = Self.size(grid)
    var worst = Box(area: 0, x: 0, y: 0, width: width, height: height)
    let (lastX, lastY) = (grid.pointWidth &- width, grid.pointHeight &- height)
    // The height is whole cells: the lower side is one of a cell where the upper side is.
    var y: UInt32 = 0
    while true {
      var x: UInt32 = 0
      while true {
        let area = strip(to: x &+ width, y, height) &- strip(to: x, y, height)
        if area > worst.area { (worst.area, worst.x, worst.y) = (area, x, y) }
        if x == lastX { break }
        // One point before a cell's left side, where the right side is one of a cell; then there.
        x = min(lastX, x % Self.cellSide == 3 ? x &+ 1 : x &+ 3)
      }
      if y == lastY { return worst }
      y = min(lastY, y &+ Self.cellSide)
    }
  }

  /// Whether more than a quarter of some field has made at least so many transitions.
  mutating func isOverQuarter(
    _ window: borrowing TransitionWindow, atLeast count: UInt32, _ grid: borrowing LuminanceGrid
  ) -> Bool {
    // Too few in the whole picture need no search.
    let (width, height) = Self.size(grid)
    let maximum = window.cells(atLeast: count) &* UInt64(Self.cellSide &* Self.cellSide)
    guard maximum &* 4 > UInt64(width &* height) else { return false }
    return worst(window.counts, atLeast: count, grid).isOverQuarter
  }

  /// The size of a field in points, cut to the picture.
  static func size(_ grid: borrowing LuminanceGrid) -> (width: UInt32, height: UInt32) {
    (min(width, grid.pointWidth), min(height, grid.pointHeight))
  }

  /// Adds up the flashing cells.
  private mutating func add(
    _ counts: [UInt8], atLeast count: UInt32, _ grid: borrowing LuminanceGrid
  ) {
    let (columns, rows) = (grid.cellColumns, grid.cellRows)
    stride = columns &+ 1
    for column in 0...columns { sums[column] = 0 }
    for row in 0..<rows {
      var line: UInt32 = 0
      sums[(row &+ 1) &* stride] = 0
      for column in 0..<columns {
        if UInt32(counts[grid.cell(column, row)]) >= count { line &+= 1 }
        let above = row &* stride &+ column &+ 1
        sums[above &+ stride] = sums[above] &+ line
      }
    }
  }

  /// The flashing area to the left of a column of points, in so many rows of points from `y` on.
  @inline(__always)
  private func strip(to x: UInt32, _ y: UInt32, _ height: UInt32) -> UInt32 {
    let (column, rest) = (Int(x / Self.cellSide), x % Self.cellSide)
    let whole = lines(column, y &+ height) &- lines(column, y)
    guard rest > 0 else { return whole &* Self.cellSide }
    let next = lines(column &+ 1, y &+ height) &- lines(column &+ 1, y)
    return whole &* Self.cellSide &+ rest &* (next &- whole)
  }

  /// Lines of points above `y` of all flashing cells before a column of cells.
  @inline(__always)
  private func lines(_ column: Int, _ y: UInt32) -> UInt32 {
    let index = Int(y / Self.cellSide) &* stride &+ column
    let rest = y % Self.cellSide
    guard rest > 0 else { return sums[index] &* Self.cellSide }
    return sums[index] &* Self.cellSide &+ rest &* (sums[index &+ stride] &- sums[index])
  }
}
