/// Paints a shape in one color: coverage times color, mixed by the rule.
///
/// The pixels are the same however the area is cut: coverage depends on the pixel's center only.
func paintShape<Shape: CoverageShape, Rule: CompositingRule>(
  _ shape: Shape, _ rule: Rule.Type, _ color: PremultipliedColor, _ area: PaintArea,
  _ damage: borrowing DamageMap, _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  let source = SolidSource(color.packed)
  let layout = area.layout
  var rectangles = area.rectangles
  while let rectangle = rectangles.next(in: damage) {
    for row in rectangle.minY..<rectangle.maxY {
      let y = Float(row) + 0.5
      let extent = shape.extent(y: y)
      let first = max(rectangle.minX, extent.first)
      let last = min(rectangle.maxX, extent.last)
      guard first < last else { continue }
      let innerFirst = max(first, extent.innerFirst)
      let innerLast = min(last, extent.innerLast)
      guard innerFirst < innerLast else {
        work.pixelsBlended &+= UInt32(last - first)
        // Columns beyond the extent have no coverage: whole steps of four may run into them.
        let rounded = min(first + ((last - first + 3) & ~3), rectangle.maxX)
        paintRow(
          shape, rule, source, from: first, to: rounded, y, layout.index(first, row), &pixels)
        continue
      }
      work.pixelsBlended &+= UInt32(last - first - (innerLast - innerFirst))
      paintRow(
        shape, rule, source, from: first, to: innerFirst, y, layout.index(first, row), &pixels)
      if Shape.isInnerSolid {
        mixRun(
          color, rule, count: Int(innerLast - innerFirst), layout.index(innerFirst, row), &pixels,
          &work)
      }
      paintRow(
        shape, rule, source, from: innerLast, to: last, y, layout.index(innerLast, row), &pixels)
    }
  }
}

@inline(__always)
private func paintRow<Shape: CoverageShape, Rule: CompositingRule>(
  _ shape: Shape, _ rule: Rule.Type, _ source: SolidSource, from first: Int32, to last: Int32,
  _ y: Float, _ start: Int, _ pixels: inout MutableSpan<UInt32>
) {
  var x = Lanes(0.5, 1.5, 2.5, 3.5) + Float(first)
  var index = start
  var rest = Int(last) &- Int(first)
  while rest >= 4 {
    let levels = roundedToNearest(shape.coverage(x: x, y: y) * 255)
    pixels.setFour(source.mixed(rule, levels, over: pixels.four(at: index)), at: index)
    x += 4
    index &+= 4
    rest &-= 4
  }
  guard rest > 0 else { return }
  let levels = roundedToNearest(shape.coverage(x: x, y: y) * 255)
  pixels.setFew(rest, source.mixed(rule, levels, over: pixels.few(rest, at: index)), at: index)
}

/// Mixes one color into a run of pixels; an opaque color painted over replaces them.
@inline(__always)
func mixRun<Rule: CompositingRule>(
  _ color: PremultipliedColor, _ rule: Rule.Type, count: Int, _ start: Int,
  _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  if Rule.isReplacing && color.alpha == 255 {
    work.pixelsFilled &+= UInt32(truncatingIfNeeded: count)
    fillRun(color.packed, count: count, start, &pixels)
    return
  }
  work.pixelsBlended &+= UInt32(truncatingIfNeeded: count)
  let source = SplitPixels(Words(repeating: color.packed))
  var index = start
  var rest = count
  while rest >= 4 {
    let mixed = Rule.mixed(source, over: SplitPixels(pixels.four(at: index)))
    pixels.setFour(mixed.packed, at: index)
    index &+= 4
    rest &-= 4
  }
  guard rest > 0 else { return }
  let mixed = Rule.mixed(source, over: SplitPixels(pixels.few(rest, at: index)))
  pixels.setFew(rest, mixed.packed, at: index)
}

/// Stores one color into a run of pixels.
@inline(__always)
func fillRun(_ packed: UInt32, count: Int, _ start: Int, _ pixels: inout MutableSpan<UInt32>) {
  let value = Words(repeating: packed)
  var index = start
  var rest = count
  while rest >= 4 {
    pixels.setFour(value, at: index)
    index &+= 4
    rest &-= 4
  }
  if rest > 0 { pixels.setFew(rest, value, at: index) }
}

/// Paints every pixel of the area in one color.
func paintFill<Rule: CompositingRule>(
  _ rule: Rule.Type, _ color: PremultipliedColor, _ area: PaintArea,
  _ damage: borrowing DamageMap, _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  let layout = area.layout
  var rectangles = area.rectangles
  while let rectangle = rectangles.next(in: damage) {
    let count = Int(rectangle.maxX - rectangle.minX)
    for row in rectangle.minY..<rectangle.maxY {
      mixRun(color, rule, count: count, layout.index(rectangle.minX, row), &pixels, &work)
    }
  }
}

/// Stores transparent black in every pixel of the area, uncounted.
func clear(
  _ area: PaintArea, _ damage: borrowing DamageMap, _ pixels: inout MutableSpan<UInt32>
) {
  let layout = area.layout
  var rectangles = area.rectangles
  while let rectangle = rectangles.next(in: damage) {
    let count = Int(rectangle.maxX - rectangle.minX)
    for row in rectangle.minY..<rectangle.maxY {
      fillRun(0, count: count, layout.index(rectangle.minX, row), &pixels)
    }
  }
}
