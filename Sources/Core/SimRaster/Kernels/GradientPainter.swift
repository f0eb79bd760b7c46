import SimMath

// Gradients: table entries eight pixels at a time, dithered.
//
// Method: a table of 4,097 colors in steps of 1/256 for each gradient, looked up at the nearest
// position, plus the pixel's threshold, cut off. Entries are in the order of a pixel's bytes, so
// that four of them are packed by one instruction. A row whose position does not change along it is
// computed once for its eight thresholds and stored; positions are limited to the table only in
// rows that leave it.
//
// Measured against the plain form, which has no table and two stops: oblique 8.4 instructions a
// pixel instead of 114, radial 8.6 instead of 81, upright 0.85.
//
// Dropped: positions taken one by one out of their vector, which the compiler then computes by
// halves, each with instructions of its own. Loops for each rule: colors that do not replace are
// stored first and mixed in afterwards.

/// Where a pixel lies along a gradient.
protocol GradientAxis {
  /// Whether the position depends on the row alone.
  var isConstantAlongRows: Bool { get }
  /// Positions at four centers of one row, in steps of the table; below 0 and above the last step
  /// the end colors go on.
  func steps(x: Lanes, y: Float) -> Lanes
}

// Both axes count in steps from the start: a power of two as a factor changes no rounding.

/// Paints a command's gradient along an axis.
func paintGradient<Axis: GradientAxis>(
  _ axis: Axis, _ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels
) {
  let (index, tables) = (Int(command.resource), target.resources.gradients)
  guard index < tables.isOpaque.count else { return }
  let finish = GradientFinish(
    tableStart: index * GradientTables.tableStride, opacity: UInt32(command.opacity),
    isReplacing: command.blend == .sourceOver && command.opacity == 255
      && tables.isOpaque[index])
  paintGradient(axis, command.blend, finish, tables, &target, &pixels)
}

/// How a gradient's colors reach the surface.
private struct GradientFinish {
  /// Where the gradient's table starts.
  var tableStart: Int
  /// 0 to 255.
  var opacity: UInt32
  /// Whether the colors replace what lies below.
  var isReplacing: Bool
}

/// Paints a dithered gradient: the table's nearest entry plus the pixel's threshold, rounded down.
private func paintGradient<Axis: GradientAxis>(
  _ axis: Axis, _ blend: BlendMode, _ finish: GradientFinish, _ tables: borrowing GradientTables,
  _ target: inout PaintTarget, _ pixels: inout Pixels
) {
  let layout = target.area.layout
  let entries = tables.entries.span
  let thresholds = tables.dither.span
  precondition(
    finish.tableStart >= 0
      && finish.tableStart &+ GradientTables.tableStride <= entries.count, "no such table")
  var rectangles = target.area.rectangles
  while let rectangle = rectangles.next(in: target.damage) {
    let width = Int(rectangle.maxX - rectangle.minX)
    for row in rectangle.minY..<rectangle.maxY {
      let index = layout.index(rectangle.minX, row)
      let line = GradientRow(
        column: rectangle.minX, row: row, count: width, table: finish.tableStart,
        dither: RowDither(thresholds, row: row, column: rectangle.minX))
      if finish.isReplacing {
        unsafe paintRow(axis, entries, line, at: index, &pixels)
      } else {
        // A row of colors, mixed in afterwards.
        var colors = target.scratch.colors.mutableSpan
        unsafe paintRow(axis, entries, line, at: 0, &colors)
        mixColors(
          target.scratch.colors.span, blend, finish.opacity, count: width, to: index, &pixels)
      }
    }
    let count = UInt32(truncatingIfNeeded: width * Int(rectangle.maxY - rectangle.minY))
    if finish.isReplacing {
      target.work.pixelsFilled &+= count
    } else {
      target.work.pixelsBlended &+= count
    }
  }
}

/// A row of a gradient's pixels.
private struct GradientRow {
  /// The first column.
  let column: Int32
  let row: Int32
  /// How many pixels there are.
  let count: Int
  /// Where the gradient's table starts.
  let table: Int
  let dither: RowDither
}

/// The thresholds of eight pixels in a row, four times each.
private struct RowDither {
  let low: (Channels, Channels)
  let high: (Channels, Channels)

  /// Reads the thresholds of the pixels from a column on.
  @inline(__always)
  init(_ thresholds: Span<UInt64>, row: Int32, column: Int32) {
    let first = Int(row & 7) &* GradientTables.ditherStride
    let (start, next) = (first &+ Int(column & 7), first &+ Int((column &+ 4) & 7))
    precondition(first &+ GradientTables.ditherStride <= thresholds.count, "no thresholds")
    low = unsafe (
      thresholds.uncheckedPair(start, start &+ 1), thresholds.uncheckedPair(start &+ 2, start &+ 3)
    )
    high = unsafe (
      thresholds.uncheckedPair(next, next &+ 1), thresholds.uncheckedPair(next &+ 2, next &+ 3)
    )
  }
}

/// Stores a row of colors from an index on; the table has been checked.
@unsafe
private func paintRow<Axis: GradientAxis>(
  _ axis: Axis, _ entries: Span<UInt64>, _ row: GradientRow, at start: Int, _ pixels: inout Pixels
) {
  let x = Lanes(0.5, 1.5, 2.5, 3.5) + Float(row.column)
  let y = Float(row.row) + 0.5
  if axis.isConstantAlongRows {
    let indices = tableIndices(TableLimits.limited(axis.steps(x: x, y: y)))
    let (one, two) = unsafe (
      ditheredColors(entries, row.table, indices, row.dither.low),
      ditheredColors(entries, row.table, indices, row.dither.high)
    )
    pixels.check(row.count, from: start)
    return unsafe pixels.fillUnchecked(one, two, count: row.count, start)
  }
  let end = x + Float(row.count - 4)
  // Positions grow or shrink all along a row, or shrink and then grow: between two that need no
  // limits none does.
  if isWithinTable(axis.steps(x: x, y: y)) && isWithinTable(axis.steps(x: end, y: y)) {
    unsafe paintRow(axis, NoLimits.self, entries, row, at: start, &pixels)
  } else {
    unsafe paintRow(axis, TableLimits.self, entries, row, at: start, &pixels)
  }
}

/// Stores a row of colors from left to right; the table has been checked.
@unsafe @inline(__always)
private func paintRow<Axis: GradientAxis, Limits: StepLimits>(
  _ axis: Axis, _ limits: Limits.Type, _ entries: Span<UInt64>, _ row: GradientRow,
  at start: Int, _ pixels: inout Pixels
) {
  pixels.check(row.count, from: start)
  let (y, dither) = (Float(row.row) + 0.5, row.dither)
  @inline(__always)
  func colors(_ x: Lanes, _ thresholds: (Channels, Channels)) -> Words {
    unsafe ditheredColors(
      entries, row.table, tableIndices(Limits.limited(axis.steps(x: x, y: y))), thresholds)
  }
  var x = Lanes(0.5, 1.5, 2.5, 3.5) + Float(row.column)
  var index = start
  let end = start &+ row.count
  while index &+ 8 <= end {
    unsafe pixels.setUncheckedFour(colors(x, dither.low), at: index)
    unsafe pixels.setUncheckedFour(colors(x + 4, dither.high), at: index &+ 4)
    x += 8
    index &+= 8
  }
  guard index < end else { return }
  var last = colors(x, dither.low)
  if index &+ 4 <= end {
    unsafe pixels.setUncheckedFour(last, at: index)
    index &+= 4
    last = colors(x + 4, dither.high)
  }
  if index < end { pixels.setFew(end &- index, last, at: index) }
}

/// How positions are brought into a table.
private protocol StepLimits {
  /// Positions limited to the table's; what is not a number becomes the first.
  static func limited(_ steps: Lanes) -> Lanes
}

/// Positions anywhere.
private enum TableLimits: StepLimits {
  @inline(__always)
  static func limited(_ steps: Lanes) -> Lanes {
    minimum(maximum(steps, Lanes(repeating: 0)), Lanes(repeating: Float(GradientTables.stepCount)))
  }
}

/// Positions that are within the table.
private enum NoLimits: StepLimits {
  @inline(__always)
  static func limited(_ steps: Lanes) -> Lanes { steps }
}

/// Whether four positions need no limits.
@inline(__always)
private func isWithinTable(_ steps: Lanes) -> Bool {
  all((steps .>= 0) .& (steps .<= Float(GradientTables.stepCount)))
}

/// The indices of the table's entries nearest to four positions, two to an element.
///
/// In pairs, because taken one by one from the vector they would be computed by halves, each with
/// instructions of its own.
@inline(__always)
private func tableIndices(_ steps: Lanes) -> SIMD2<UInt64> {
  let mask = UInt32(GradientTables.tableStride - 1)
  return doubleWords(integersInLowBits(steps) & Words(repeating: mask))
}

/// Four colors of a table at indices that `tableIndices` made; the table is checked.
///
/// Steps of 1/256 are brought to whole ones: each channel plus the pixel's threshold over 256.
@unsafe @inline(__always)
private func ditheredColors(
  _ entries: Span<UInt64>, _ table: Int, _ indices: SIMD2<UInt64>,
  _ thresholds: (Channels, Channels)
) -> Words {
  @inline(__always)
  func pair(_ indices: UInt64) -> Channels {
    let low = Int(truncatingIfNeeded: indices & UInt64(GradientTables.tableStride - 1))
    let high = Int(truncatingIfNeeded: indices &>> 32)
    return unsafe entries.uncheckedPair(table &+ low, table &+ high)
  }
  return packedBytes(
    (pair(indices[0]) &+ thresholds.0) &>> 8, (pair(indices[1]) &+ thresholds.1) &>> 8)
}
