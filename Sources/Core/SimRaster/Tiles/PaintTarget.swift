/// A surface's, layer's or group's pixels.
typealias Pixels = MutableSpan<UInt32>

/// What the painters of a tile's commands share: where they paint, and what it takes.
///
/// Travels `inout` beside the pixels, whose span is an argument of its own: a structure that holds
/// one needs an experimental feature of the compiler.
struct PaintTarget {
  /// Where the command at hand is painted.
  var area: PaintArea
  /// What must be repainted.
  let damage: DamageMap
  /// Gradients and layers.
  var resources = PaintResources()
  /// The list's masks.
  var sprites: [DisplayList.CoverageMask] = []
  /// The list's pictures.
  var images: [DisplayList.Picture] = []
  /// Memory for what a painter computes once per row or column.
  var scratch: PaintScratch
  /// What was painted so far.
  var work = RasterWork()
}

/// Where a painter paints: the damaged part of a rectangle, and how its pixels lie in memory.
struct PaintArea {
  /// The walk over the pixels to paint.
  var rectangles: DamagedRectangles
  /// Where they lie.
  var layout: PixelLayout
  /// The part of the canvas that no other thread paints meanwhile.
  var tile: PixelRectangle
  /// Whether what lies below may be in memory only, as a retained layer's pixels are.
  ///
  /// Those of a frame's tile and of groups were just painted, and are near.
  var isFar = false

  /// Keeps the part within a rectangle.
  mutating func limit(to limit: PixelRectangle) {
    rectangles = rectangles.limited(to: limit)
  }
}

/// Memory for what a painter computes once per row or column.
struct PaintScratch {
  /// Shares, weights and ranges.
  var numbers: [UInt16] = []
  /// A row of colors that are yet to be mixed in.
  var colors: [UInt32] = []
}

extension PaintScratch {
  /// Takes storage for a canvas of up to `maximumSide` columns and rows.
  init(maximumSide: Int32) {
    let count = max(
      2 * Int(maximumSide) + 11, FalloffPart.scratchCount(maximumSide: maximumSide),
      StretchedRows.scratchCount)
    numbers = [UInt16](repeating: 0, count: count)
    colors = [UInt32](repeating: 0, count: Int(maximumSide))
  }
}
