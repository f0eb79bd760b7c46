/// How stored pixels reach the surface.
struct PictureFinish {
  /// 0 to 255.
  var opacity: UInt32
  /// Whether the pixels are known to replace what lies below.
  var isReplacing: Bool
}

/// Paints stored pixels one to one: layers, groups and unscaled images.
///
/// `sourceLayout` says where the canvas' pixels lie in `source`.
func paintPixels<Rule: CompositingRule>(
  _ source: Span<UInt32>, _ sourceLayout: PixelLayout, _ rule: Rule.Type,
  _ finish: PictureFinish, _ area: PaintArea, _ damage: borrowing DamageMap,
  _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  let layout = area.layout
  let opacity = Words(repeating: finish.opacity)
  var rectangles = area.rectangles
  while let rectangle = rectangles.next(in: damage) {
    let width = Int(rectangle.maxX - rectangle.minX)
    if finish.isReplacing {
      pixels.copy(
        Block(
          width: width, height: Int(rectangle.maxY - rectangle.minY),
          start: sourceLayout.index(rectangle.minX, rectangle.minY), stride: sourceLayout.stride),
        of: source, to: layout.index(rectangle.minX, rectangle.minY), stride: layout.stride)
      work.pixelsFilled &+=
        UInt32(truncatingIfNeeded: width * Int(rectangle.maxY - rectangle.minY))
      continue
    }
    for row in rectangle.minY..<rectangle.maxY {
      var from = sourceLayout.index(rectangle.minX, row)
      var to = layout.index(rectangle.minX, row)
      var rest = width
      while rest >= 4 {
        // Layers are mostly empty, and nothing changes nothing whatever the rule.
        let packed = source.four(at: from)
        if any(packed .!= Words(repeating: 0)) {
          let colors = SplitPixels(packed).scaled(by: opacity)
          let mixed = Rule.mixed(colors, over: SplitPixels(pixels.four(at: to)))
          pixels.setFour(mixed.packed, at: to)
        }
        from &+= 4
        to &+= 4
        rest &-= 4
      }
      guard rest > 0 else { continue }
      let colors = SplitPixels(source.few(rest, at: from)).scaled(by: opacity)
      let mixed = Rule.mixed(colors, over: SplitPixels(pixels.few(rest, at: to)))
      pixels.setFew(rest, mixed.packed, at: to)
    }
    work.pixelsBlended &+=
      UInt32(truncatingIfNeeded: width * Int(rectangle.maxY - rectangle.minY))
  }
}
