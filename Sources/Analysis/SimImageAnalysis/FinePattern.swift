/// Tells a fine, balanced pattern from what else flashes.
///
/// WCAG 2.2 exempts white noise and checkerboards of squares smaller than 0.1 degree. Ten degrees
/// are 341 points (technique G176), so that 0.1 degree is 3.41 points; with one sample a point, a
/// square of four by four samples on one side of the mean is of no smaller ones. Where pixels are
/// no points, squares of up to 3.64 points may still count as fine: their sides are now 3 samples
/// and now 4.
///
/// A transition of a cell belongs to a fine, balanced pattern when, in the 20 by 20 points around
/// it, both hold:
/// - balanced: rises and falls of cells cancel out to less than half of them;
/// - fine: less than half of the samples lie in a square of four by four that is all above the mean
///   or all not above it.
enum FinePattern {
  /// What changes.
  enum Quantity {
    /// Relative luminance.
    case luminance
    /// R − G − B, or 0.
    case red

    @inline(__always)
    func value(_ light: PackedLight) -> Int64 {
      switch self {
      case .luminance: Int64(light.luminance)
      case .red: Int64(FlashCell.redValue(light))
      }
    }
  }

  /// The minimum whole side of a square that is no smaller than 0.1 degree, in points: a hundredth
  /// of the field's 10 degrees, rounded up to 4.
  private static var solidSide: Int { Int((FlashField.width &+ 99) / 100) }
  /// Cells around a cell, on each side, that are looked at.
  private static var reach: Int { 2 }

  /// Whether the transition that a cell has just made belongs to such a pattern.
  static func contains(
    _ cell: Int, _ quantity: Quantity, _ grid: borrowing LuminanceGrid
  ) -> Bool {
    let (column, row) = grid.position(ofCell: cell)
    let columns = max(0, column &- reach)..<min(grid.cellColumns, column &+ reach &+ 1)
    let rows = max(0, row &- reach)..<min(grid.cellRows, row &+ reach &+ 1)
    // A cell of a block that reaches beyond the canvas has no position in a field.
    guard !columns.isEmpty, !rows.isEmpty else { return false }
    return isBalanced(columns, rows, quantity, grid) && isFine(columns, rows, quantity, grid)
  }

  /// Whether the changes of some cells cancel out to less than half.
  private static func isBalanced(
    _ columns: Range<Int>, _ rows: Range<Int>, _ quantity: Quantity,
    _ grid: borrowing LuminanceGrid
  ) -> Bool {
    var (sum, size): (Int64, Int64) = (0, 0)
    for row in rows {
      for column in columns {
        let (before, now) = grid.sums.change(ofCell: grid.cell(column, row))
        let change = quantity.value(now) &- quantity.value(before)
        sum &+= change
        size &+= abs(change)
      }
    }
    return 2 &* abs(sum) < size
  }

  /// Whether less than half of the samples lie in squares on one side of their mean.
  private static func isFine(
    _ columns: Range<Int>, _ rows: Range<Int>, _ quantity: Quantity,
    _ grid: borrowing LuminanceGrid
  ) -> Bool {
    let (left, top) = (columns.lowerBound &* 4, rows.lowerBound &* 4)
    let width = min(Int(grid.pointWidth), columns.upperBound &* 4) &- left
    let height = min(Int(grid.pointHeight), rows.upperBound &* 4) &- top
    @inline(__always) func value(_ x: Int, _ y: Int) -> Int64 {
      quantity.value(grid.light(left &+ x, top &+ y))
    }
    var sum: Int64 = 0
    for y in 0..<height {
      for x in 0..<width { sum &+= value(x, y) }
    }
    // A bit for each sample of a row that is above the mean, or is not.
    var (above, others) = (SIMD32<UInt32>.zero, SIMD32<UInt32>.zero)
    let count = width &* height
    for y in 0..<height {
      for x in 0..<width {
        let bit = 1 &<< UInt32(x)
        if value(x, y) &* Int64(count) > sum { above[y] |= bit } else { others[y] |= bit }
      }
    }
    return 2 &* (solidCount(above) &+ solidCount(others)) < count
  }

  /// How many bits lie in whole squares of set bits.
  private static func solidCount(_ rows: SIMD32<UInt32>) -> Int {
    // Bits at which a run of the square's side begins.
    var runs = rows
    for step in 1..<solidSide { runs &= rows &>> UInt32(step) }
    var squares = SIMD32<UInt32>.zero
    for first in 0...rows.scalarCount &- solidSide {
      var corner = runs[first]
      for row in 1..<solidSide { corner &= runs[first &+ row] }
      for row in 0..<solidSide { squares[first &+ row] |= corner }
    }
    var covered = squares
    for step in 1..<solidSide { covered |= squares &<< UInt32(step) }
    var count = 0
    for row in 0..<rows.scalarCount { count &+= covered[row].nonzeroBitCount }
    return count
  }
}
