import Raster

/// Sums of luminance samples in blocks and cells, and how they have changed since the frame before.
package struct BlockSums: Sendable {
  /// Sums of the fine cells, row after row, four to a block's side.
  package private(set) var fine: [Float]
  /// Sums of the blocks, row after row.
  package private(set) var coarse: [Float]
  /// The magnitudes of the changes of each block's middle cells, added up.
  package private(set) var changes: [UInt32]
  /// The numbers of the blocks in which anything has changed; the first `changedCount` count.
  package private(set) var changedBlocks: [UInt32]
  /// How many blocks have changed.
  package private(set) var changedCount: UInt32 = 0
  /// The magnitudes of all middle cells' changes, added up.
  package private(set) var summedChange: UInt64 = 0
  /// Middle cells that have changed by more than the threshold.
  package private(set) var movingCells: UInt32 = 0

  /// Light of the middle cells, four to a block: upper left, upper right, lower left, lower right.
  package private(set) var light: [PackedLight]
  /// The numbers of the blocks whose light has changed; the first `recoloredCount` count.
  package private(set) var recoloredBlocks: [UInt32]
  /// How many blocks have other light than before; luminance may be the same.
  package private(set) var recoloredCount: UInt32 = 0

  private var middle: [UInt32]
  private var fineLight: [UInt64]
  /// For each block one bit per row of fine cells that has to be sampled again.
  private var staleRows: [UInt8]
  private let movingThreshold: UInt32

  init(capacity: Int, movingThreshold: UInt32) {
    self.movingThreshold = movingThreshold
    fine = [Float](repeating: 0, count: capacity * 16)
    fineLight = [UInt64](repeating: 0, count: capacity * 16)
    middle = [UInt32](repeating: 0, count: capacity * 4)
    light = [PackedLight](repeating: PackedLight(packed: 0), count: capacity * 4)
    recoloredBlocks = [UInt32](repeating: 0, count: capacity)
    coarse = [Float](repeating: 0, count: capacity)
    changes = [UInt32](repeating: 0, count: capacity)
    changedBlocks = [UInt32](repeating: 0, count: capacity)
    staleRows = [UInt8](repeating: 0, count: capacity)
  }

  /// Makes the next update sample some blocks again, in those of their four rows of fine cells
  /// whose bits are set.
  mutating func mark(_ blocks: ClosedRange<Int>, rows: UInt8) {
    for block in blocks { staleRows[block] |= rows }
  }

  /// Samples every stale block again.
  ///
  /// - Parameter isComparable: Whether the sums so far are those of the frame before.
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
          let (middle, light) = Self.sample(
            &fine, &fineLight, source, stale, column, row, stride: columns &* 4)
          takeLight(light, index)
          take(middle, index, isComparable)
        } else {
          changes[index] = 0
        }
        index &+= 1
      }
    }
  }

  /// Samples a block's stale rows of fine cells; returns luminance and light of its four middle
  /// cells.
  @inline(__always)
  private static func sample(
    _ fine: inout [Float], _ fineLight: inout [UInt64], _ source: borrowing SampleSource,
    _ stale: UInt8, _ column: Int, _ row: Int, stride: Int
  ) -> (SIMD4<UInt32>, SIMD4<UInt64>) {
    var fineCells = fine.mutableSpan
    var fineLights = fineLight.mutableSpan
    var halves = (SIMD4<UInt32>.zero, SIMD4<UInt32>.zero)
    var lights = (SIMD4<UInt64>.zero, SIMD4<UInt64>.zero)
    for line in 0..<4 {
      let place = (row &* 4 &+ line) &* stride &+ column &* 4
      var cells = SIMD4<UInt32>.zero
      var light = SIMD4<UInt64>.zero
      if stale >> line & 1 == 1 {
        light = source.cells(column &* 8, row &* 8 &+ line &* 2)
        for cell in 0..<4 {
          cells[cell] = PackedLight(packed: light[cell]).luminance
          fineLights[place &+ cell] = light[cell]
          fineCells[place &+ cell] = Float(cells[cell])
        }
      } else {
        for cell in 0..<4 {
          light[cell] = fineLights[place &+ cell]
          cells[cell] = UInt32(fineCells[place &+ cell])
        }
      }
      if line < 2 {
        (halves.0, lights.0) = (halves.0 &+ cells, lights.0 &+ light)
      } else {
        (halves.1, lights.1) = (halves.1 &+ cells, lights.1 &+ light)
      }
    }
    return (
      SIMD4(
        halves.0[0] &+ halves.0[1], halves.0[2] &+ halves.0[3], halves.1[0] &+ halves.1[1],
        halves.1[2] &+ halves.1[3]),
      SIMD4(
        lights.0[0] &+ lights.0[1], lights.0[2] &+ lights.0[3], lights.1[0] &+ lights.1[1],
        lights.1[2] &+ lights.1[3])
    )
  }

  /// Takes the light of a block's four middle cells.
  @inline(__always)
  private mutating func takeLight(_ cells: SIMD4<UInt64>, _ block: Int) {
    var isSame = true
    for cell in 0..<4 {
      let new = PackedLight(packed: cells[cell])
      isSame = isSame && light[block &* 4 &+ cell] == new
      light[block &* 4 &+ cell] = new
    }
    guard !isSame else { return }
    recoloredBlocks[Int(recoloredCount)] = UInt32(truncatingIfNeeded: block)
    recoloredCount &+= 1
  }

  /// Takes the sums of a block's four middle cells.
  @inline(__always)
  private mutating func take(_ cells: SIMD4<UInt32>, _ index: Int, _ isComparable: Bool) {
    var (sum, changed) = (UInt32(0), UInt32(0))
    for cell in 0..<4 {
      let (new, old) = (cells[cell], middle[index &* 4 &+ cell])
      middle[index &* 4 &+ cell] = new
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

/// A picture and where its samples are.
struct SampleSource {
  /// Packed pixels; a second reference to the surface's own.
  let pixels: [UInt32]
  /// Where they lie.
  let layout: PixelLayout
  /// Pixels in a row.
  let width: Int
  /// A luminance table's shares.
  let shares: [UInt64]
  /// The column of pixels of each column of samples, less than `width`.
  let columns: [UInt32]
  /// The row of pixels of each row of samples.
  let rows: [UInt32]

  /// The light of four fine cells side by side, packed, from a column and a row of samples on.
  @inline(__always)
  func cells(_ left: Int, _ top: Int) -> SIMD4<UInt64> {
    precondition(shares.count == 768 && left &+ 8 <= columns.count, "samples are missing")
    let first = layout.index(0, Int32(truncatingIfNeeded: rows[top]))
    let second = layout.index(0, Int32(truncatingIfNeeded: rows[top &+ 1]))
    precondition(first >= 0 && first &+ width <= pixels.count, "too few pixels")
    precondition(second >= 0 && second &+ width <= pixels.count, "too few pixels")
    let (pixels, shares, columns) = (pixels.span, shares.span, columns.span)
    @inline(__always) func light(_ start: Int, _ sample: Int) -> UInt64 {
      let column = unsafe Int(columns[unchecked: left &+ sample])
      let pixel = unsafe pixels[unchecked: start &+ column]
      return unsafe shares[unchecked: Int(pixel & 0xFF)]
        &+ shares[unchecked: 256 &+ Int(pixel &>> 8 & 0xFF)]
        &+ shares[unchecked: 512 &+ Int(pixel &>> 16 & 0xFF)]
    }
    @inline(__always) func cell(_ number: Int) -> UInt64 {
      light(first, number &* 2) &+ light(first, number &* 2 &+ 1)
        &+ light(second, number &* 2) &+ light(second, number &* 2 &+ 1)
    }
    return SIMD4(cell(0), cell(1), cell(2), cell(3))
  }
}
