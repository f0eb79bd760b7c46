import DeterministicMath

/// Copies stored pixels one to one over what lies below: opaque layers and pictures.
///
/// `sourceLayout` says where the canvas' pixels lie in `source`.
func copyPixels(
  _ source: Span<UInt32>, _ sourceLayout: PixelLayout, _ area: PaintArea,
  _ damage: borrowing DamageMap, _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  let layout = area.layout
  var filled: UInt32 = 0
  var rectangles = area.rectangles
  while let rectangle = rectangles.next(in: damage) {
    let block = Block(
      width: Int(rectangle.maxX &- rectangle.minX), height: Int(rectangle.maxY &- rectangle.minY),
      start: sourceLayout.index(rectangle.minX, rectangle.minY), stride: sourceLayout.stride)
    pixels.copy(
      block, of: source, to: layout.index(rectangle.minX, rectangle.minY), stride: layout.stride)
    filled &+= UInt32(truncatingIfNeeded: block.width &* block.height)
  }
  work.pixelsFilled &+= filled
}

/// Rows that repeat their first pixels.
enum PixelPeriod {
  /// Pixels after which they do: those of a row of the dither.
  static var length: Int32 { 8 }
  /// Columns of the shortest row of which a whole period can be read from any of its columns on.
  static var readable: Int32 { 2 * length }
}

/// The same as `copyPixels` where each row of `source` repeats its first pixels.
///
/// Only those are read, which stay in the fastest caches, whatever the size of the canvas.
func repeatPixels(
  _ source: Span<UInt32>, _ sourceLayout: PixelLayout, _ area: PaintArea,
  _ damage: borrowing DamageMap, _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  let layout = area.layout
  var filled: UInt32 = 0
  var rectangles = area.rectangles
  while let rectangle = rectangles.next(in: damage) {
    let (width, height) = (rectangle.maxX &- rectangle.minX, rectangle.maxY &- rectangle.minY)
    guard width > 0, height > 0 else { continue }
    let column = rectangle.minX & (PixelPeriod.length - 1)
    var from = sourceLayout.index(column, rectangle.minY)
    var to = layout.index(rectangle.minX, rectangle.minY)
    let (count, last) = (Int(width), Int(height &- 1))
    source.check(8, from: from)
    source.check(8, from: from &+ last &* sourceLayout.stride)
    pixels.check(count, from: to)
    pixels.check(count, from: to &+ last &* layout.stride)
    for _ in 0...last {
      unsafe pixels.fillUnchecked(
        source.uncheckedFour(at: from), source.uncheckedFour(at: from &+ 4), count: count, to)
      from &+= sourceLayout.stride
      to &+= layout.stride
    }
    filled &+= UInt32(truncatingIfNeeded: count &* (last &+ 1))
  }
  work.pixelsFilled &+= filled
}
