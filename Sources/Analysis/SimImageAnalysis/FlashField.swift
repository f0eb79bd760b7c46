/// Finds the field of 10 degrees with the largest flashing area.
///
/// WCAG 2.2 measures at a reference distance, where 10 degrees are 341 by 256 points (technique
/// G176). A field is never larger, and is clipped to a smaller image. It may lie anywhere: a cell
/// at its border, or at the right or bottom border of the image, counts by the fraction inside
/// both. The area is largest where one of the field's sides coincides with a side of a cell or of
/// the image, so only such positions are tried.
///
/// Method: a summed-area table (Crow, 1984), with which the sum of any rectangle costs a few reads,
/// so all fields together cost O(cells). Rejected: a field rounded up to blocks of 8 points and
/// moved by blocks, which passed 25.04 % of 10 degrees as 24.8 %; and ignoring partial cells at the
/// image's right and bottom border, which passed 25.2 % of 390 by 256 points as 25 %.
struct FlashField: Sendable {
  /// The width of a field in points.
  static var width: UInt32 { 341 }
  /// The height of a field in points, a multiple of the cell.
  static var height: UInt32 { 256 }
  /// A cell's side in points.
  private static var cellSide: UInt32 { 4 }

  /// The number of flashing cells above and to the left, with a row and a column of zeros.
  private var sums: [UInt32]
  /// The number of sums per row.
  private var stride = 1

  /// Allocates storage for images of up to `blockCapacity` blocks of 8 by 8 points.
  init(blockCapacity: Int) {
    // Four cells per block; the additional row and column are at most half as many again.
    sums = [UInt32](repeating: 0, count: blockCapacity * 6 + 3)
  }

  /// A field in points with its flashing area.
  struct Box: Equatable, Sendable {
    /// The flashing area in square points.
    var area: UInt32
    /// The left edge.
    var x: UInt32
    /// The top edge.
    var y: UInt32
    /// The width.
    var width: UInt32
    /// The height.
    var height: UInt32

    /// The flashing fraction.
    var share: Float { Float(area) / Float(width &* height) }
    /// Whether more than 1/4 of the field flashes.
    var isOverQuarter: Bool { area &* 4 > width &* height }
  }

  /// The field with the largest area of cells with at least a given count; the first if several are
  /// equal.
  ///
  /// - Parameter counts: One value per middle cell of the grid, for example its transitions.
  ///
  /// - Complexity: O(cells).
  mutating func worst(
    _ counts: [UInt8], atLeast count: UInt32, _ grid: borrowing LuminanceGrid
  ) -> Box {
    add(counts, atLeast: count, grid)
    let (width, height) = Self.size(grid)
    var worst = Box(area: 0, x: 0, y: 0, width: width, height: height)
    let (lastX, lastY) = (grid.pointWidth &- width, grid.pointHeight &- height)
    // The height is a multiple of the cell, so the bottom edge is on a cell border if the top edge
    // is.
    var y: UInt32 = 0
    while true {
      var x: UInt32 = 0
      while true {
        let area = strip(to: x &+ width, y, height) &- strip(to: x, y, height)
        if area > worst.area { (worst.area, worst.x, worst.y) = (area, x, y) }
        if x == lastX { break }
        // First one point before a cell border, where the right edge is on a border; then on the
        // border.
        x = min(lastX, x % Self.cellSide == 3 ? x &+ 1 : x &+ 3)
      }
      if y == lastY { return worst }
      y = min(lastY, y &+ Self.cellSide)
    }
  }

  /// Whether more than 1/4 of some field has made at least `count` transitions.
  mutating func isOverQuarter(
    _ window: borrowing TransitionWindow, atLeast count: UInt32, _ grid: borrowing LuminanceGrid
  ) -> Bool {
    // If the whole image has too few, no search is needed.
    let (width, height) = Self.size(grid)
    let maximum = window.cells(atLeast: count) &* UInt64(Self.cellSide &* Self.cellSide)
    guard maximum &* 4 > UInt64(width &* height) else { return false }
    return worst(window.counts, atLeast: count, grid).isOverQuarter
  }

  /// The size of a field in points, clipped to the image.
  static func size(_ grid: borrowing LuminanceGrid) -> (width: UInt32, height: UInt32) {
    (min(width, grid.pointWidth), min(height, grid.pointHeight))
  }

  /// Sums the flashing cells.
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

  /// The flashing area to the left of a column of points, within `height` rows from `y`.
  @inline(__always)
  private func strip(to x: UInt32, _ y: UInt32, _ height: UInt32) -> UInt32 {
    let (column, rest) = (Int(x / Self.cellSide), x % Self.cellSide)
    let whole = lines(column, y &+ height) &- lines(column, y)
    guard rest > 0 else { return whole &* Self.cellSide }
    let next = lines(column &+ 1, y &+ height) &- lines(column &+ 1, y)
    return whole &* Self.cellSide &+ rest &* (next &- whole)
  }

  /// The total height above `y`, in points, of all flashing cells left of a column of cells.
  @inline(__always)
  private func lines(_ column: Int, _ y: UInt32) -> UInt32 {
    let index = Int(y / Self.cellSide) &* stride &+ column
    let rest = y % Self.cellSide
    guard rest > 0 else { return sums[index] &* Self.cellSide }
    return sums[index] &* Self.cellSide &+ rest &* (sums[index &+ stride] &- sums[index])
  }
}
