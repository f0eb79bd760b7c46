import SimMath

// Gradients: table entries, eight pixels at a time, dithered.
//
// Method: each gradient has a table of 4,097 colors in units of 1/256. The entry nearest to the
// position plus the pixel's dither threshold is truncated. Entries are in the byte order of pixels,
// so that one instruction packs four of them. A row of constant position is computed once for its
// eight thresholds and stored. Positions are limited to the table only in rows that leave it.
//
// Measured against the simple form, without a table and with two stops: oblique gradients take 8.4
// instructions per pixel instead of 114, radial ones 8.6 instead of 81, vertical ones 0.85.
//
// Rejected: extracting positions one by one from their vector, for which the compiler computes each
// half separately. One loop per blend mode: colors that do not replace the destination are stored
// first and blended afterwards.

/// Maps pixels to positions along a gradient.
protocol GradientAxis {
  /// Whether the position depends only on the row.
  var isConstantAlongRows: Bool { get }
  /// Positions at four centers of one row, in table steps.
  ///
  /// The end colors continue below 0 and above the last step.
  func steps(x: Lanes, y: Float) -> Lanes
}

// Both axes count in table steps from the start: a factor that is a power of two changes no
// rounding.

/// Paints the gradient of a command along an axis.
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

/// Options for painting a gradient's colors.
private struct GradientFinish {
  /// The index at which the gradient's table starts.
  var tableStart: Int
  /// Opacity, 0 to 255.
  var opacity: UInt32
  /// Whether the colors replace the destination.
  var isReplacing: Bool
}

/// Paints a dithered gradient: the table's nearest entry plus the pixel's threshold, rounded down.
private func paintGradient<Axis: GradientAxis>(
  _ axis: Axis, _ blend: DisplayList.BlendMode, _ finish: GradientFinish,
  _ tables: borrowing GradientTables,
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
        // A row of colors, to be blended afterwards.
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

/// A row of gradient pixels.
private struct GradientRow {
  /// The first column.
  let column: Int32
  let row: Int32
  /// The number of pixels.
  let count: Int
  /// The index at which the gradient's table starts.
  let table: Int
  let dither: RowDither
}

/// The thresholds of eight pixels of a row, each repeated for four channels.
private struct RowDither {
  let low: (Channels, Channels)
  let high: (Channels, Channels)

  /// Reads the thresholds of eight pixels, starting at a column.
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

/// Stores a row of colors, starting at an index; the caller has checked the table.
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
  // Positions along a row are monotonic, or fall and rise again but never below 0: if both ends are
  // within the table, so is everything between them.
  if isWithinTable(axis.steps(x: x, y: y)) && isWithinTable(axis.steps(x: end, y: y)) {
    unsafe paintRow(axis, NoLimits.self, entries, row, at: start, &pixels)
  } else {
    unsafe paintRow(axis, TableLimits.self, entries, row, at: start, &pixels)
  }
}

/// Stores a row of colors from left to right; the caller has checked the table.
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

/// A way to limit positions to a table.
private protocol StepLimits {
  /// Positions limited to the table's range; NaN becomes the first position.
  static func limited(_ steps: Lanes) -> Lanes
}

/// Limits arbitrary positions.
private enum TableLimits: StepLimits {
  @inline(__always)
  static func limited(_ steps: Lanes) -> Lanes {
    minimum(maximum(steps, Lanes(repeating: 0)), Lanes(repeating: Float(GradientTables.stepCount)))
  }
}

/// Passes on positions that are already within the table.
private enum NoLimits: StepLimits {
  @inline(__always)
  static func limited(_ steps: Lanes) -> Lanes { steps }
}

/// Whether four positions are within the table.
@inline(__always)
private func isWithinTable(_ steps: Lanes) -> Bool {
  all((steps .>= 0) .& (steps .<= Float(GradientTables.stepCount)))
}

/// The indices of the table entries nearest to four positions, two per element.
///
/// In pairs, since the compiler computes each half separately if they are extracted one by one.
@inline(__always)
private func tableIndices(_ steps: Lanes) -> SIMD2<UInt64> {
  let mask = UInt32(GradientTables.tableStride - 1)
  return doubleWords(integersInLowBits(steps) & Words(repeating: mask))
}

/// Four colors at indices from `tableIndices`; the caller has checked the table.
///
/// Units of 1/256 are rounded to whole levels by adding the pixel's threshold and truncating.
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
