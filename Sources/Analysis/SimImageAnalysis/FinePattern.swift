/// Distinguishes a fine, balanced pattern from other flashing.
///
/// WCAG 2.2 exempts white noise and checkerboards with squares smaller than 0.1 degree. Ten degrees
/// are 341 points (technique G176), so 0.1 degree is 3.41 points. With one sample per point, a
/// square of four by four samples on the same side of the mean is not smaller. If pixels do not
/// coincide with points, squares of up to 3.64 points may still count as fine, since their sides
/// then alternate between 3 and 4 samples.
///
/// A transition of a cell belongs to a fine, balanced pattern if both conditions hold in the 20 by
/// 20 points around it:
/// - balanced: the net change of all cells is less than half of the sum of absolute changes;
/// - fine: less than half of the samples lie in a square of four by four samples that is entirely
///   above the mean, or entirely not above it.
enum FinePattern {
  /// The quantity that changes.
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

  /// The minimum side of a square of at least 0.1 degree, in whole points: 1/100 of the field's 10
  /// degrees, rounded up to 4.
  private static var solidSide: Int { Int((FlashField.width &+ 99) / 100) }
  /// The number of cells on each side of a cell that are checked.
  private static var reach: Int { 2 }

  /// Whether a cell's current transition belongs to such a pattern.
  static func contains(
    _ cell: Int, _ quantity: Quantity, _ grid: borrowing LuminanceGrid
  ) -> Bool {
    let (column, row) = grid.position(ofCell: cell)
    let columns = max(0, column &- reach)..<min(grid.cellColumns, column &+ reach &+ 1)
    let rows = max(0, row &- reach)..<min(grid.cellRows, row &+ reach &+ 1)
    // A cell beyond the canvas may have no neighbors on it.
    guard !columns.isEmpty, !rows.isEmpty else { return false }
    return isBalanced(columns, rows, quantity, grid) && isFine(columns, rows, quantity, grid)
  }

  /// Whether changes of opposite sign cancel more than half of the total change.
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
    // For each row, one bit per sample above the mean, and one per other sample.
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

  /// The number of bits in complete squares of set bits.
  private static func solidCount(_ rows: SIMD32<UInt32>) -> Int {
    // Bits at which a run of the square's side starts.
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
