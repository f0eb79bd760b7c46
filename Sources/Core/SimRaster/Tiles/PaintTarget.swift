/// The pixels of a surface, layer or group.
typealias Pixels = MutableSpan<UInt32>

/// The context of a tile's painters: the area to paint, resources, scratch space and work counts.
///
/// Passed `inout` next to the pixels, which are a separate argument, since a structure that stores
/// their span needs an experimental compiler feature.
struct PaintTarget {
  /// The area of the current command.
  var area: PaintArea
  /// The cells to repaint.
  let damage: DamageMap
  /// The gradients and layers.
  var resources = PaintResources()
  /// The list's coverage masks.
  var sprites: [DisplayList.CoverageMask] = []
  /// The list's pictures.
  var images: [DisplayList.Picture] = []
  /// Scratch space for values computed once per row or column.
  var scratch: PaintScratch
  /// Counts of the work so far.
  var work = RasterWork()
}

/// The area of a painter: the damaged part of a rectangle and the layout of its pixels.
struct PaintArea {
  /// Iterates over the pixels to paint.
  var rectangles: DamagedRectangles
  /// Maps pixels to elements in memory.
  var layout: PixelLayout
  /// The part of the canvas that no other thread paints at the same time.
  var tile: PixelRectangle
  /// Whether the destination may not be in a CPU cache, as with a retained layer.
  ///
  /// The pixels of a frame's tile and of groups were painted just before, so they are cached.
  var isFar = false

  /// Restricts the area to a rectangle.
  mutating func limit(to limit: PixelRectangle) {
    rectangles = rectangles.limited(to: limit)
  }
}

/// Scratch space for values computed once per row or column.
struct PaintScratch {
  /// Shares, weights and ranges.
  var numbers: [UInt16] = []
  /// A row of colors to be blended.
  var colors: [UInt32] = []
}

extension PaintScratch {
  /// Allocates storage for a canvas of up to `maximumSide` columns and rows.
  init(maximumSide: Int32) {
    let count = max(
      2 * Int(maximumSide) + 11, FalloffPart.scratchCount(maximumSide: maximumSide),
      StretchedRows.scratchCount)
    numbers = [UInt16](repeating: 0, count: count)
    colors = [UInt32](repeating: 0, count: Int(maximumSide))
  }
}
