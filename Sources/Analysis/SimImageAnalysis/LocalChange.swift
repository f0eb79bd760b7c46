/// Finds the largest mean change of luminance in any box of about 10 degrees.
///
/// The box is the field of the flash rules, 341 by 256 points, rounded to blocks of 8 points,
/// clipped to the canvas and moved by blocks; a mean does not need more precise borders.
struct LocalChange {
  static var boxColumns: UInt32 { 43 }
  static var boxRows: UInt32 { 32 }

  /// Sums of all changes above and to the left, with a row and a column of zeros.
  private var sums: [UInt64]

  init(blockCapacity: Int) {
    // The additional row and column can more than double the number on a long, thin canvas.
    sums = [UInt64](repeating: 0, count: blockCapacity * 2 + 2)
  }

  /// The box with the largest sum; the first if several are equal.
  ///
  /// - Complexity: O(blocks).
  mutating func worst(
    _ changes: borrowing [UInt32], columns: UInt32, rows: UInt32
  ) -> Box {
    let (width, height) = (Int(columns), Int(rows))
    let stride = width + 1
    for column in 0...width { sums[column] = 0 }
    for row in 0..<height {
      var line: UInt64 = 0
      sums[(row + 1) * stride] = 0
      for column in 0..<width {
        line &+= UInt64(changes[row &* width &+ column])
        let above = row &* stride &+ column &+ 1
        sums[above &+ stride] = sums[above] &+ line
      }
    }
    let boxWidth = min(width, Int(Self.boxColumns))
    let boxHeight = min(height, Int(Self.boxRows))
    var worst = Box(
      change: 0, column: 0, row: 0, columns: UInt32(boxWidth), rows: UInt32(boxHeight))
    for row in 0...(height - boxHeight) {
      let (top, bottom) = (row * stride, (row + boxHeight) * stride)
      for column in 0...(width - boxWidth) {
        let sum =
          sums[bottom &+ column &+ boxWidth] &- sums[bottom &+ column]
          &- sums[top &+ column &+ boxWidth] &+ sums[top &+ column]
        guard sum > worst.change else { continue }
        (worst.change, worst.column, worst.row) = (sum, UInt32(column), UInt32(row))
      }
    }
    return worst
  }

  /// A box of blocks with the sum of its changes.
  struct Box: Equatable, Sendable {
    var change: UInt64
    var column: UInt32
    var row: UInt32
    var columns: UInt32
    var rows: UInt32

    /// The number of samples in the box.
    var samples: UInt64 {
      UInt64(columns) &* UInt64(rows) &* UInt64(LuminanceGrid.blockSamples)
    }
  }
}
