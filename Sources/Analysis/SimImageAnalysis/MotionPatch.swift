/// Eight by eight samples.
///
/// Stored as eight vectors instead of an array, so that it stays in registers and needs no
/// allocation; sums are computed in a fixed order, by halves, so they are the same on every target.
struct Patch {
  /// The rows from the top.
  var row0, row1, row2, row3, row4, row5, row6, row7: SIMD8<Float>

  /// Eight rows of zeros.
  static var zero: Patch {
    let row = SIMD8<Float>.zero
    return Patch(
      row0: row, row1: row, row2: row, row3: row, row4: row, row5: row, row6: row, row7: row)
  }

  /// The result of a function of the rows of two patches, row by row.
  @inline(__always)
  func combined(
    _ other: borrowing Patch, _ mix: (SIMD8<Float>, SIMD8<Float>) -> SIMD8<Float>
  ) -> Patch {
    Patch(
      row0: mix(row0, other.row0), row1: mix(row1, other.row1), row2: mix(row2, other.row2),
      row3: mix(row3, other.row3), row4: mix(row4, other.row4), row5: mix(row5, other.row5),
      row6: mix(row6, other.row6), row7: mix(row7, other.row7))
  }

  /// The sum of all samples, in a fixed order.
  @inline(__always)
  var total: Float {
    (((row0 + row1) + (row2 + row3)) + ((row4 + row5) + (row6 + row7))).total
  }

  /// The sum of the products with another patch's samples, in a fixed order.
  @inline(__always)
  func product(_ other: borrowing Patch) -> Float {
    let first = (row0 * other.row0 + row1 * other.row1) + (row2 * other.row2 + row3 * other.row3)
    let last = (row4 * other.row4 + row5 * other.row5) + (row6 * other.row6 + row7 * other.row7)
    return (first + last).total
  }

  /// The samples minus their mean, scaled to a length of 1, and the original length.
  ///
  /// The result does not depend on brightness or contrast, so light that only fades does not move.
  @inline(__always)
  func normalized() -> (unit: Patch, length: Float)? {
    let mean = total * (1 / 64)
    let centered = combined(self) { row, _ in row - mean }
    let length = centered.product(centered).squareRoot()
    guard length > 0 else { return nil }
    let factor = 1 / length
    return (centered.combined(centered) { row, _ in row * factor }, length)
  }
}

extension SIMD8<Float> {
  /// The sum of all elements, added by halving.
  @inline(__always)
  var total: Float {
    let lanes4 = lowHalf + highHalf
    let lanes2 = lanes4.lowHalf + lanes4.highHalf
    return lanes2[0] + lanes2[1]
  }
}

/// The size of a luminance grid at one resolution; the cells are in a span.
package struct MotionGrid {
  /// Columns of cells.
  let columns: Int
  /// Rows of cells.
  let rows: Int

  /// Makes the size of a resolution.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Eight cells of a row, starting at a column; checks the bounds.
  @inline(__always)
  private func eight(_ cells: Span<Float>, _ column: Int, _ row: Int) -> SIMD8<Float> {
    let start = row &* columns &+ column
    precondition(start >= 0 && start &+ 8 <= cells.count, "cells outside the grid")
    return unsafe cells.bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: start &* 4, as: SIMD8<Float>.self)
  }

  /// The samples around a position; nil if they extend beyond the grid.
  ///
  /// The cells are the coefficients of a quadratic B-spline, which blurs equally at every position
  /// between cells. A bilinear surface blurs most in the middle, which biases position estimates
  /// toward whole cells.
  @inline(__always)
  func patch(_ cells: Span<Float>, x: Float, y: Float) -> Patch? {
    guard x >= 5, y >= 5, x < Float(columns - 5), y < Float(rows - 5) else { return nil }
    let (column, row) = (Int(x + 0.5), Int(y + 0.5))
    let across = Self.weights(x - Float(column))
    let down = Self.weights(y - Float(row))
    @inline(__always) func line(_ offset: Int) -> SIMD8<Float> {
      let (left, top) = (column &- 5, row &- 5 &+ offset)
      return eight(cells, left, top) * across.before
        + eight(cells, left &+ 1, top) * across.at
        + eight(cells, left &+ 2, top) * across.after
    }
    let (l0, l1, l2, l3, l4) = (line(0), line(1), line(2), line(3), line(4))
    let (l5, l6, l7, l8, l9) = (line(5), line(6), line(7), line(8), line(9))
    @inline(__always) func mixed(
      _ before: SIMD8<Float>, _ at: SIMD8<Float>, _ after: SIMD8<Float>
    ) -> SIMD8<Float> {
      before * down.before + at * down.at + after * down.after
    }
    return Patch(
      row0: mixed(l0, l1, l2), row1: mixed(l1, l2, l3), row2: mixed(l2, l3, l4),
      row3: mixed(l3, l4, l5), row4: mixed(l4, l5, l6), row5: mixed(l5, l6, l7),
      row6: mixed(l6, l7, l8), row7: mixed(l7, l8, l9))
  }

  @inline(__always)
  private static func weights(_ offset: Float) -> (before: Float, at: Float, after: Float) {
    let (before, after) = (0.5 - offset, 0.5 + offset)
    return (0.5 * before * before, 0.75 - offset * offset, 0.5 * after * after)
  }

  /// The normalized correlation, −1 to 1, of a patch with the cells around a whole position.
  @inline(__always)
  func likeness(_ cells: Span<Float>, _ template: Patch, column: Int, row: Int) -> Float {
    var sums = SIMD8<Float>.zero
    var squares = SIMD8<Float>.zero
    var products = SIMD8<Float>.zero
    @inline(__always) func add(_ line: Int, _ part: SIMD8<Float>) {
      let values = eight(cells, column &- 4, row &- 4 &+ line)
      sums += values
      squares += values * values
      products += values * part
    }
    add(0, template.row0)
    add(1, template.row1)
    add(2, template.row2)
    add(3, template.row3)
    add(4, template.row4)
    add(5, template.row5)
    add(6, template.row6)
    add(7, template.row7)
    let sum = sums.total
    let spread = squares.total - sum * sum * (1 / 64)
    return spread > 0 ? products.total / spread.squareRoot() : 0
  }

  /// Whether `likeness` is defined at a position.
  @inline(__always)
  func holds(column: Int, row: Int) -> Bool {
    column >= 4 && row >= 4 && column &+ 4 <= columns && row &+ 4 <= rows
  }
}

/// A patch to follow, with its derivatives.
///
/// After Lucas and Kanade, in the inverse compositional form of Baker and Matthews (2004), with
/// brightness and contrast projected out.
package struct MotionTemplate {
  /// The samples, normalized.
  var unit: Patch
  /// The derivative of the normalized samples per cell to the right.
  var slopeX: Patch
  /// The derivative of the normalized samples per cell downward.
  var slopeY: Patch
  /// The inverse of the matrix of the slopes' products.
  var inverseXX: Float
  var inverseXY: Float
  var inverseYY: Float

  static var empty: MotionTemplate {
    MotionTemplate(
      unit: .zero, slopeX: .zero, slopeY: .zero, inverseXX: 0, inverseXY: 0, inverseYY: 0)
  }

  /// Makes a template of the patch at a whole position; nil if it has too little texture to follow.
  ///
  /// - Parameters:
  ///   - texture: The minimum sum of squared slopes in the direction of least texture; compared
  ///     with luminance noise of a sample.
  ///   - cellSamples: The number of samples per cell.
  package init?(
    _ cells: Span<Float>, _ grid: MotionGrid, x: Float, y: Float, texture: Float,
    cellSamples: Float
  ) {
    guard let patch = grid.patch(cells, x: x, y: y), let (unit, length) = patch.normalized(),
      Self.contrast(patch, length, cellSamples) >= MotionTracker.minimumContrast,
      let left = grid.patch(cells, x: x - 1, y: y), let right = grid.patch(cells, x: x + 1, y: y),
      let above = grid.patch(cells, x: x, y: y - 1), let below = grid.patch(cells, x: x, y: y + 1)
    else { return nil }
    let slopeX = Self.slope(from: left, to: right, unit, 0.5 / length)
    let slopeY = Self.slope(from: above, to: below, unit, 0.5 / length)
    let xx = slopeX.product(slopeX)
    let xy = slopeX.product(slopeY)
    let yy = slopeY.product(slopeY)
    let half = (xx - yy) * 0.5
    let minimum = (xx + yy) * 0.5 - (half * half + xy * xy).squareRoot()
    let determinant = xx * yy - xy * xy
    guard minimum * length * length >= texture, determinant > 0 else { return nil }
    self.init(
      unit: unit, slopeX: slopeX, slopeY: slopeY, inverseXX: yy / determinant,
      inverseXY: -xy / determinant, inverseYY: xx / determinant)
  }

  private init(
    unit: Patch, slopeX: Patch, slopeY: Patch, inverseXX: Float, inverseXY: Float,
    inverseYY: Float
  ) {
    self.unit = unit
    self.slopeX = slopeX
    self.slopeY = slopeY
    self.inverseXX = inverseXX
    self.inverseXY = inverseXY
    self.inverseYY = inverseYY
  }

  /// The standard deviation of a patch's samples, relative to their mean plus glare.
  private static func contrast(_ patch: Patch, _ length: Float, _ cellSamples: Float) -> Float {
    let glare = 0.05 * Float(LuminanceTable.white) * cellSamples
    return length * 0.125 / (patch.total * (1 / 64) + glare)
  }

  /// Half the difference of two patches, without changes of brightness or contrast.
  private static func slope(
    from before: Patch, to after: Patch, _ unit: Patch, _ factor: Float
  ) -> Patch {
    let slope = before.combined(after) { ($1 - $0) * factor }
    let mean = slope.total * (1 / 64)
    let centered = slope.combined(slope) { row, _ in row - mean }
    let share = centered.product(unit)
    return centered.combined(unit) { $0 - $1 * share }
  }

  /// The refined position of the patch near a position, and its likeness there, −1 to 1.
  func refined(
    _ cells: Span<Float>, _ grid: MotionGrid, x: Float, y: Float
  ) -> (x: Float, y: Float, likeness: Float)? {
    var (x, y, likeness) = (x, y, Float(-1))
    for _ in 0..<8 {
      guard let (seen, _) = grid.patch(cells, x: x, y: y)?.normalized() else { return nil }
      likeness = seen.product(unit)
      let error = seen.combined(unit) { $0 - $1 }
      let pullX = slopeX.product(error)
      let pullY = slopeY.product(error)
      let stepX = min(max(inverseXX * pullX + inverseXY * pullY, -1), 1)
      let stepY = min(max(inverseXY * pullX + inverseYY * pullY, -1), 1)
      x -= stepX
      y -= stepY
      if stepX * stepX + stepY * stepY < 1e-6 { break }
    }
    return (x, y, likeness)
  }

  /// The whole position within a radius that is most like the patch, with a preference for near
  /// ones.
  package func found(
    _ cells: Span<Float>, _ grid: MotionGrid, x: Float, y: Float, radius: Int
  ) -> (x: Float, y: Float)? {
    guard x >= 0, y >= 0, x < Float(grid.columns), y < Float(grid.rows) else { return nil }
    let (column, row) = (Int(x + 0.5), Int(y + 0.5))
    var best: (score: Float, column: Int, row: Int)?
    for down in -radius...radius {
      for right in -radius...radius
      where grid.holds(column: column &+ right, row: row &+ down) {
        let distance = Float(right &* right &+ down &* down)
        let likeness = grid.likeness(cells, unit, column: column &+ right, row: row &+ down)
        // Reduces likeness by 0.001 per cell: of two equally good matches, the nearer is probably
        // right.
        let score = likeness - 0.001 * distance
        if score > best?.score ?? -2 { best = (score, column &+ right, row &+ down) }
      }
    }
    guard let best else { return nil }
    return (Float(best.column), Float(best.row))
  }
}
