import DeterministicMath

/// How stored pixels reach the surface.
struct PictureFinish {
  /// 0 to 255.
  var opacity: UInt32
  /// Whether the pixels are known to replace what lies below.
  var isReplacing: Bool
}

/// Mixes stored pixels one to one into what lies below: layers, groups and unscaled images.
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
    for row in rectangle.minY..<rectangle.maxY {
      var from = sourceLayout.index(rectangle.minX, row)
      var to = layout.index(rectangle.minX, row)
      source.check(width, from: from)
      pixels.check(width, from: to)
      var rest = width
      while rest >= 4 {
        // Layers are mostly empty, and nothing changes nothing whatever the rule.
        let packed = unsafe source.uncheckedFour(at: from)
        if hasBits(packed) { unsafe mix(packed, rule, opacity, to, &pixels) }
        from &+= 4
        to &+= 4
        rest &-= 4
      }
      if rest > 0 { mixFew(rest, source.few(rest, at: from), rule, opacity, to, &pixels) }
    }
    work.pixelsBlended &+=
      UInt32(truncatingIfNeeded: width * Int(rectangle.maxY - rectangle.minY))
  }
}

/// Mixes four pixels in, at a place that has been checked.
@unsafe @inline(__always)
private func mix<Rule: CompositingRule>(
  _ packed: Words, _ rule: Rule.Type, _ opacity: Words, _ place: Int,
  _ pixels: inout MutableSpan<UInt32>
) {
  let below = unsafe SplitPixels(pixels.uncheckedFour(at: place))
  let mixed = Rule.mixed(SplitPixels(packed).scaled(by: opacity), over: below)
  unsafe pixels.setUncheckedFour(mixed.packed, at: place)
}

/// Mixes one to three pixels in.
@inline(__always)
private func mixFew<Rule: CompositingRule>(
  _ count: Int, _ packed: Words, _ rule: Rule.Type, _ opacity: Words, _ place: Int,
  _ pixels: inout MutableSpan<UInt32>
) {
  let below = SplitPixels(pixels.few(count, at: place))
  let mixed = Rule.mixed(SplitPixels(packed).scaled(by: opacity), over: below)
  pixels.setFew(count, mixed.packed, at: place)
}
