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
