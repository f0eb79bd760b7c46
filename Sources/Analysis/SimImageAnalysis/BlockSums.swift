import SimRaster

/// Sums of luminance samples in blocks and cells, and their changes since the previous frame.
///
/// Method: a block is sampled by rows of fine cells, two rows of eight samples at a time; only rows
/// marked stale are read, and a block is summed again only if one of its samples changed. All sums
/// are of integers, so the order of additions has no effect. `LuminanceGrid` states the cost per
/// image.
package struct BlockSums: Sendable {
  /// Sums of the fine cells, row by row, four along a block's side.
  package private(set) var fine: [Float]
  /// Sums of the blocks, row by row.
  package private(set) var coarse: [Float]
  /// The sum of the absolute changes of each block's middle cells.
  package private(set) var changes: [UInt32]
  /// The indices of the changed blocks; the first `changedCount` are valid.
  package private(set) var changedBlocks: [UInt32]
  /// The number of changed blocks.
  package private(set) var changedCount: UInt32 = 0
  /// The sum of the absolute changes of all middle cells.
  package private(set) var summedChange: UInt64 = 0
  /// The number of middle cells that changed by more than the threshold.
  package private(set) var movingCells: UInt32 = 0

  /// The light of the middle cells, four per block: upper left, upper right, lower left, lower
  /// right.
  private var light: [SIMD4<UInt64>]
  /// The same in the previous frame, for blocks with a changed sample in this frame.
  private var lightBefore: [SIMD4<UInt64>]
  /// The samples, and which of them changed.
  package private(set) var samples: SampleHistory
  /// The indices of the blocks with a changed sample; the first `recoloredCount` are valid.
  package private(set) var recoloredBlocks: [UInt32]
  /// The number of blocks with changed samples; their luminance may be unchanged.
  package private(set) var recoloredCount: UInt32 = 0

  /// The luminance of the middle cells.
  private var middle: [SIMD4<UInt32>]
  private var fineLight: [UInt64]
  /// The rows of fine cells to sample again, one bit per row, for each block.
  private var staleRows: [UInt8]
  private let movingThreshold: UInt32

  init(capacity: Int, movingThreshold: UInt32) {
    self.movingThreshold = movingThreshold
    fine = [Float](repeating: 0, count: capacity * 16)
    fineLight = [UInt64](repeating: 0, count: capacity * 16)
    middle = [SIMD4<UInt32>](repeating: .zero, count: capacity)
    light = [SIMD4<UInt64>](repeating: .zero, count: capacity)
    // Separate storage: shared storage would be copied in the first frame.
    lightBefore = [SIMD4<UInt64>](repeating: .zero, count: capacity)
    samples = SampleHistory(capacity: capacity)
    recoloredBlocks = [UInt32](repeating: 0, count: capacity)
    coarse = [Float](repeating: 0, count: capacity)
    changes = [UInt32](repeating: 0, count: capacity)
    changedBlocks = [UInt32](repeating: 0, count: capacity)
    staleRows = [UInt8](repeating: 0, count: capacity)
  }

  /// Makes the next update sample some blocks again; each bit of `rows` stands for one of their
  /// four rows of fine cells.
  mutating func mark(_ blocks: ClosedRange<Int>, rows: UInt8) {
    for block in blocks { staleRows[block] |= rows }
  }

  /// Samples every stale block again.
  ///
  /// - Parameter isComparable: Whether the present sums belong to the previous frame.
  mutating func update(
    _ source: borrowing SampleSource, columns: Int, rows: Int, isComparable: Bool
  ) {
    changedCount = 0
    recoloredCount = 0
    summedChange = 0
    movingCells = 0
    var index = 0
    for row in 0..<rows {
      for column in 0..<columns {
        let stale = staleRows[index]
        if stale != 0 {
          staleRows[index] = 0
          let changed = Self.sample(
            &fine, &fineLight, &samples.rows, source, stale, column, row, columns, isComparable)
          samples.note(index, changed)
          if changed != 0 || !isComparable {
            takeSums(index, column, row, columns, isComparable)
          } else {
            changes[index] = 0
          }
        } else {
          changes[index] = 0
          samples.note(index, 0)
        }
        index &+= 1
      }
    }
  }

  /// Samples a block's stale rows of fine cells, and returns which samples changed.
  @inline(__always)
  private static func sample(
    _ fine: inout [Float], _ fineLight: inout [UInt64], _ samples: inout [SIMD8<UInt32>],
    _ source: borrowing SampleSource, _ stale: UInt8, _ column: Int, _ row: Int, _ columns: Int,
    _ isComparable: Bool
  ) -> UInt64 {
    var fineCells = fine.mutableSpan
    var fineLights = fineLight.mutableSpan
    var samples = samples.mutableSpan
    let block = row &* columns &+ column
    var changed: UInt64 = 0
    for line in 0..<4 where stale >> line & 1 == 1 {
      let upper = source.row(column &* 8, row &* 8 &+ line &* 2)
      let lower = source.row(column &* 8, row &* 8 &+ line &* 2 &+ 1)
      let isChanged = SampleHistory.take(
        upper, lower, at: block &* 8 &+ line &* 2, line: line, &samples, &changed)
      // After a change of size, the stored samples belong to other positions.
      guard isChanged || !isComparable else { continue }
      let start = ((row &* 4 &+ line) &* columns &+ column) &* 4
      let light = source.cells(upper, lower)
      for cell in 0..<4 {
        fineLights[start &+ cell] = light[cell]
        fineCells[start &+ cell] = Float(PackedLight(packed: light[cell]).luminance)
      }
    }
    return changed
  }

  /// Sums a block's fine cells after some of them changed.
  @inline(__always)
  private mutating func takeSums(
    _ block: Int, _ column: Int, _ row: Int, _ columns: Int, _ isComparable: Bool
  ) {
    var halves = (SIMD4<UInt32>.zero, SIMD4<UInt32>.zero)
    var lights = (SIMD4<UInt64>.zero, SIMD4<UInt64>.zero)
    for line in 0..<4 {
      let start = ((row &* 4 &+ line) &* columns &+ column) &* 4
      var cells = SIMD4<UInt32>.zero
      var light = SIMD4<UInt64>.zero
      for cell in 0..<4 {
        light[cell] = fineLight[start &+ cell]
        cells[cell] = UInt32(fine[start &+ cell])
      }
      if line < 2 {
        (halves.0, lights.0) = (halves.0 &+ cells, lights.0 &+ light)
      } else {
        (halves.1, lights.1) = (halves.1 &+ cells, lights.1 &+ light)
      }
    }
    recoloredBlocks[Int(recoloredCount)] = UInt32(truncatingIfNeeded: block)
    recoloredCount &+= 1
    lightBefore[block] = light[block]
    light[block] = SIMD4(
      lights.0[0] &+ lights.0[1], lights.0[2] &+ lights.0[3], lights.1[0] &+ lights.1[1],
      lights.1[2] &+ lights.1[3])
    take(
      SIMD4(
        halves.0[0] &+ halves.0[1], halves.0[2] &+ halves.0[3], halves.1[0] &+ halves.1[1],
        halves.1[2] &+ halves.1[3]), block, isComparable)
  }

  /// The light of a middle cell; the cells of a block are consecutive.
  @inline(__always)
  package func light(ofCell cell: Int) -> PackedLight {
    PackedLight(packed: light[cell / 4][cell & 3])
  }

  /// The light of a middle cell in the previous frame and now.
  @inline(__always)
  func change(ofCell cell: Int) -> (before: PackedLight, now: PackedLight) {
    let now = light(ofCell: cell)
    guard samples.isChanged(cell / 4) else { return (now, now) }
    return (PackedLight(packed: lightBefore[cell / 4][cell & 3]), now)
  }

  /// Updates the sums of a block's four middle cells.
  @inline(__always)
  private mutating func take(_ cells: SIMD4<UInt32>, _ index: Int, _ isComparable: Bool) {
    var (sum, changed) = (UInt32(0), UInt32(0))
    let before = middle[index]
    middle[index] = cells
    for cell in 0..<4 {
      let (new, old) = (cells[cell], before[cell])
      sum &+= new
      let change = new > old ? new &- old : old &- new
      changed &+= change
      if change > movingThreshold && isComparable { movingCells &+= 1 }
    }
    coarse[index] = Float(sum)
    changes[index] = isComparable ? changed : 0
    if changed > 0 && isComparable {
      summedChange &+= UInt64(changed)
      changedBlocks[Int(changedCount)] = UInt32(truncatingIfNeeded: index)
      changedCount &+= 1
    }
  }
}

/// An image and the positions of its samples.
struct SampleSource {
  /// Packed pixels; shares the surface's storage.
  let pixels: [UInt32]
  /// Maps pixels to elements of `pixels`.
  let layout: PixelLayout
  /// The number of pixels per row.
  let width: Int
  /// The entries of a luminance table.
  let shares: [UInt64]
  /// The pixel column of each column of samples; less than `width`.
  let columns: [UInt32]
  /// The pixel row of each row of samples.
  let rows: [UInt32]

  /// Eight packed pixels of a row of samples, starting at a column.
  @inline(__always)
  func row(_ left: Int, _ top: Int) -> SIMD8<UInt32> {
    precondition(left &+ 8 <= columns.count, "samples are missing")
    let start = layout.index(0, Int32(truncatingIfNeeded: rows[top]))
    precondition(start >= 0 && start &+ width <= pixels.count, "too few pixels")
    let (pixels, columns) = (pixels.span, columns.span)
    var row = SIMD8<UInt32>.zero
    for sample in 0..<8 {
      let column = unsafe Int(columns[unchecked: left &+ sample])
      row[sample] = unsafe pixels[unchecked: start &+ column]
    }
    return row
  }

  /// The packed light of four neighboring fine cells, from their two rows of pixels.
  @inline(__always)
  func cells(_ upper: SIMD8<UInt32>, _ lower: SIMD8<UInt32>) -> SIMD4<UInt64> {
    precondition(shares.count == 768, "shares are missing")
    let shares = shares.span
    @inline(__always) func light(_ pixel: UInt32) -> UInt64 {
      unsafe shares[unchecked: Int(pixel & 0xFF)]
        &+ shares[unchecked: 256 &+ Int(pixel &>> 8 & 0xFF)]
        &+ shares[unchecked: 512 &+ Int(pixel &>> 16 & 0xFF)]
    }
    @inline(__always) func cell(_ index: Int) -> UInt64 {
      light(upper[index &* 2]) &+ light(upper[index &* 2 &+ 1])
        &+ light(lower[index &* 2]) &+ light(lower[index &* 2 &+ 1])
    }
    return SIMD4(cell(0), cell(1), cell(2), cell(3))
  }
}
