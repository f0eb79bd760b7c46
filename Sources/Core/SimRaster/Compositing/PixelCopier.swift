// Opaque layers and pictures: copies of stored pixels.
//
// Method: the system's copy routine, which may use vectors wider than four elements, copies each
// row of a block. A layer of fills and vertical gradients repeats the first eight pixels of each
// row, the period of dithering. Wide blocks are filled from one period, so the memory read does not
// depend on the canvas size.
//
// Measured against the simple form: 0.1 instructions per pixel instead of 1.4; both are limited by
// memory bandwidth if the picture is not cached.
//
// Rejected: loops over four elements without a call per row, which store fewer bytes at once.

/// The period of rows that repeat their first pixels.
enum PixelPeriod {
  /// Pixels per period: one row of the dither matrix.
  static var length: Int32 { 8 }
  /// Blocks of up to this many columns are copied from the start of their rows, which stay in the
  /// fastest caches; wider ones are filled from a single period.
  static var widestCopied: Int { 128 }
}

/// Copies the stored pixels of opaque layers and pictures, without scaling, over the destination.
///
/// `sourceLayout` maps canvas pixels to indices in `source`. Of periodic rows only the start is
/// read, whatever the canvas size.
func copyPixels(
  _ source: Span<UInt32>, _ sourceLayout: PixelLayout, isPeriodic: Bool,
  _ target: inout PaintTarget, _ pixels: inout Pixels
) {
  let layout = target.area.layout
  var filled: UInt32 = 0
  var rectangles = target.area.rectangles
  while let rectangle = rectangles.next(in: target.damage) {
    let column = isPeriodic ? rectangle.minX & (PixelPeriod.length - 1) : rectangle.minX
    let block = Block(
      width: Int(rectangle.maxX &- rectangle.minX), height: Int(rectangle.maxY &- rectangle.minY),
      start: sourceLayout.index(column, rectangle.minY), stride: sourceLayout.stride)
    let start = layout.index(rectangle.minX, rectangle.minY)
    if isPeriodic && block.width > PixelPeriod.widestCopied {
      pixels.repeatEight(of: block, in: source, to: start, stride: layout.stride)
    } else {
      pixels.copy(block, of: source, to: start, stride: layout.stride)
    }
    filled &+= UInt32(truncatingIfNeeded: block.width &* block.height)
  }
  target.work.pixelsFilled &+= filled
}
