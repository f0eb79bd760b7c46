import DeterministicMath

/// Paints a shape in one color: coverage as the weight of the color, mixed by the rule.
///
/// The pixels are the same however the area is cut: coverage depends on the pixel's center only.
func paintShape<Shape: CoverageShape, Rule: CompositingRule>(
  _ shape: Shape, _ rule: Rule.Type, _ source: SolidSource, _ area: PaintArea,
  _ damage: borrowing DamageMap, _ room: inout [UInt16], _ pixels: inout MutableSpan<UInt32>,
  _ work: inout RasterWork
) {
  let layout = area.layout
  let fullWeight = source.fullWeight * shape.strength
  let hasInner = shape.hasInner
  var rectangles = area.rectangles
  while let rectangle = rectangles.next(in: damage) {
    if hasInner {
      paintAround(
        shape, rule, source, fullWeight, rectangle, layout, &room, &pixels, &work)
      continue
    }
    var start = layout.index(rectangle.minX, rectangle.minY)
    var y = Float(rectangle.minY) + 0.5
    for _ in rectangle.minY..<rectangle.maxY {
      let extent = shape.extent(y: y)
      let first = max(rectangle.minX, extent.first)
      let last = min(rectangle.maxX, extent.last)
      if first < last {
        work.pixelsBlended &+= UInt32(truncatingIfNeeded: last &- first)
        // Whole steps of four from the rectangle's edge: columns beyond the extent have no
        // coverage, and a rectangle of whole steps leaves no rest.
        let skipped = (first &- rectangle.minX) & ~3
        let from = rectangle.minX &+ skipped
        let to = min(from &+ ((last &- from &+ 3) & ~3), rectangle.maxX)
        paintRow(
          shape, rule, source.color, fullWeight, from: from, to: to, y, start &+ Int(skipped),
          &pixels)
      }
      start &+= layout.stride
      y += 1
    }
  }
}

/// Paints a rectangle of a shape some of whose rows have columns that need not be computed.
@inline(__always)
private func paintAround<Shape: CoverageShape, Rule: CompositingRule>(
  _ shape: Shape, _ rule: Rule.Type, _ source: SolidSource, _ fullWeight: Float,
  _ rectangle: PixelRectangle, _ layout: PixelLayout, _ levels: inout [UInt16],
  _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  var isKnown = false
  for row in rectangle.minY..<rectangle.maxY {
    let y = Float(row) + 0.5
    let extent = shape.extent(y: y)
    let first = max(rectangle.minX, extent.first)
    let last = min(rectangle.maxX, extent.last)
    guard first < last else { continue }
    let inner = shape.inner(y: y)
    let innerFirst = min(max(first, inner.first), last)
    let innerLast = max(innerFirst, min(last, inner.last))
    work.pixelsBlended &+= UInt32(truncatingIfNeeded: last &- first &- (innerLast &- innerFirst))
    if shape.isSteady(y: y) {
      let span = SteadyColumns(origin: rectangle.minX, y: y, isKnown: isKnown)
      isKnown = true
      paintSteady(
        shape, rule, source.color, fullWeight, span, from: first, to: innerFirst,
        layout.index(first, row), &levels, &pixels)
      paintSteady(
        shape, rule, source.color, fullWeight, span, from: innerLast, to: last,
        layout.index(innerLast, row), &levels, &pixels)
      continue
    }
    // Whole steps of four reach into columns without coverage where the rectangle has them.
    let start = max(rectangle.minX, innerFirst &- ((innerFirst &- first &+ 3) & ~3))
    let end = min(rectangle.maxX, innerLast &+ ((last &- innerLast &+ 3) & ~3))
    paintRow(
      shape, rule, source.color, fullWeight, from: start, to: innerFirst, y,
      layout.index(start, row), &pixels)
    let weight = innerFirst < innerLast ? shape.innerCoverage(y: y) * fullWeight : 0
    if weight > 0 {
      mixRun(
        source, weight, rule, count: Int(innerLast &- innerFirst),
        layout.index(innerFirst, row), &pixels, &work)
    }
    paintRow(
      shape, rule, source.color, fullWeight, from: innerLast, to: end, y,
      layout.index(innerLast, row), &pixels)
  }
}

/// A row like others before it, whose weights may be known.
private struct SteadyColumns {
  /// The column of the first weight.
  let origin: Int32
  /// The row's center.
  let y: Float
  /// Whether the weights were computed for a row before.
  let isKnown: Bool
}

/// Paints columns of a steady row, remembering their weights or using those remembered.
@inline(never)
private func paintSteady<Shape: CoverageShape, Rule: CompositingRule>(
  _ shape: Shape, _ rule: Rule.Type, _ color: SplitPixels, _ fullWeight: Float,
  _ columns: SteadyColumns, from first: Int32, to last: Int32, _ start: Int,
  _ levels: inout [UInt16], _ pixels: inout MutableSpan<UInt32>
) {
  guard first < last else { return }
  let count = Int(last &- first)
  let from = Int(first &- columns.origin)
  var levels = levels.mutableSpan
  precondition(from >= 0 && from &+ count &+ 8 <= levels.count, "no room for the weights")
  if !columns.isKnown {
    var x = Lanes(0.5, 1.5, 2.5, 3.5) + Float(first)
    for index in stride(from: from, to: from &+ count, by: 4) {
      let weights = integersInLowBits(shape.coverage(x: x, y: columns.y) * fullWeight)
      unsafe levels.setUncheckedFour(channels(weights).evenHalf, at: index)
      x += 4
    }
  }
  pixels.check(count, from: start)
  var done = 0
  while done &+ 8 <= count {
    let weights = unsafe levels.uncheckedEight(at: from &+ done)
    let index = start &+ done
    let low = Rule.mixed(
      color, weights: weights.lowPairs, over: unsafe pixels.uncheckedFour(at: index))
    let high = Rule.mixed(
      color, weights: weights.highPairs, over: unsafe pixels.uncheckedFour(at: index &+ 4))
    unsafe pixels.setUncheckedFour(low, at: index)
    unsafe pixels.setUncheckedFour(high, at: index &+ 4)
    done &+= 8
  }
  guard done < count else { return }
  let weights = unsafe levels.uncheckedEight(at: from &+ done)
  mixFew(count &- done, color, weights, rule, start &+ done, &pixels)
}

@inline(__always)
private func paintRow<Shape: CoverageShape, Rule: CompositingRule>(
  _ shape: Shape, _ rule: Rule.Type, _ color: SplitPixels, _ fullWeight: Float,
  from first: Int32, to last: Int32, _ y: Float, _ start: Int,
  _ pixels: inout MutableSpan<UInt32>
) {
  let count = Int(last &- first)
  pixels.check(count, from: start)
  var x = Lanes(0.5, 1.5, 2.5, 3.5) + Float(first)
  var index = start
  let end = start &+ count
  while index &+ 4 <= end {
    let weights = SolidSource.weights(shape.coverage(x: x, y: y) * fullWeight)
    let mixed = Rule.mixed(color, weights: weights, over: unsafe pixels.uncheckedFour(at: index))
    unsafe pixels.setUncheckedFour(mixed, at: index)
    x += 4
    index &+= 4
  }
  if index < end {
    paintRest(shape, rule, color, fullWeight, end &- index, of: count, x, y, end, &pixels)
  }
}

/// Paints the last `rest` pixels, 1 to 3, of a row of `count`.
@inline(never)
private func paintRest<Shape: CoverageShape, Rule: CompositingRule>(
  _ shape: Shape, _ rule: Rule.Type, _ color: SplitPixels, _ fullWeight: Float, _ rest: Int,
  of count: Int, _ x: Lanes, _ y: Float, _ end: Int, _ pixels: inout MutableSpan<UInt32>
) {
  guard count >= 4 else {
    let weights = SolidSource.weights(shape.coverage(x: x, y: y) * fullWeight)
    let below = pixels.few(rest, at: end &- rest)
    pixels.setFew(rest, Rule.mixed(color, weights: weights, over: below), at: end &- rest)
    return
  }
  // The last four pixels again: those that are done get no weight, which changes nothing.
  let overlap = Float(4 &- rest)
  let products = shape.coverage(x: x - overlap, y: y) * fullWeight
  let isDone = Lanes(0, 1, 2, 3) .< overlap
  let weights = SolidSource.weights(products.replacing(with: 0, where: isDone))
  let below = pixels.four(at: end &- 4)
  pixels.setFour(Rule.mixed(color, weights: weights, over: below), at: end &- 4)
}

/// Mixes one color into a run of pixels; an opaque color painted over replaces them.
@inline(__always)
func mixRun<Rule: CompositingRule>(
  _ source: SolidSource, _ fullWeight: Float, _ rule: Rule.Type, count: Int, _ start: Int,
  _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  if Rule.isReplacing && fullWeight == 256 {
    work.pixelsFilled &+= UInt32(truncatingIfNeeded: count)
    fillRun(source.color.packed[0], count: count, start, &pixels)
    return
  }
  work.pixelsBlended &+= UInt32(truncatingIfNeeded: count)
  let weights = SolidSource.weights(Lanes(repeating: fullWeight))
  pixels.check(count, from: start)
  var index = start
  let end = start &+ count
  while index &+ 4 <= end {
    let below = unsafe pixels.uncheckedFour(at: index)
    let mixed = Rule.mixed(source.color, weights: weights, over: below)
    unsafe pixels.setUncheckedFour(mixed, at: index)
    index &+= 4
  }
  let rest = end &- index
  guard rest > 0 else { return }
  let mixed = Rule.mixed(source.color, weights: weights, over: pixels.few(rest, at: index))
  pixels.setFew(rest, mixed, at: index)
}

/// Mixes a color at up to seven weights into as many pixels.
@inline(never)
func mixFew<Rule: CompositingRule>(
  _ count: Int, _ color: SplitPixels, _ weights: Channels, _ rule: Rule.Type, _ start: Int,
  _ pixels: inout MutableSpan<UInt32>
) {
  guard count >= 4 else {
    let mixed = Rule.mixed(color, weights: weights.lowPairs, over: pixels.few(count, at: start))
    return pixels.setFew(count, mixed, at: start)
  }
  let low = Rule.mixed(color, weights: weights.lowPairs, over: pixels.four(at: start))
  pixels.setFour(low, at: start)
  guard count > 4 else { return }
  let (rest, next) = (count &- 4, start &+ 4)
  let mixed = Rule.mixed(color, weights: weights.highPairs, over: pixels.few(rest, at: next))
  pixels.setFew(rest, mixed, at: next)
}

/// Stores one color into a run of pixels.
@inline(__always)
func fillRun(_ packed: UInt32, count: Int, _ start: Int, _ pixels: inout MutableSpan<UInt32>) {
  let value = Words(repeating: packed)
  pixels.check(count, from: start)
  var index = start
  let end = start &+ count
  while index &+ 4 <= end {
    unsafe pixels.setUncheckedFour(value, at: index)
    index &+= 4
  }
  if index < end { pixels.setFew(end &- index, value, at: index) }
}

/// Paints every pixel of the area in one color.
func paintFill<Rule: CompositingRule>(
  _ rule: Rule.Type, _ source: SolidSource, _ area: PaintArea,
  _ damage: borrowing DamageMap, _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  let layout = area.layout
  var rectangles = area.rectangles
  while let rectangle = rectangles.next(in: damage) {
    let count = Int(rectangle.maxX - rectangle.minX)
    for row in rectangle.minY..<rectangle.maxY {
      mixRun(
        source, source.fullWeight, rule, count: count, layout.index(rectangle.minX, row), &pixels,
        &work)
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
      var place = layout.index(rectangle.minX, row)
      pixels.check(count, from: place)
      var rest = count
      while rest >= 4 {
        unsafe pixels.setUncheckedFour(Words(repeating: 0), at: place)
        place &+= 4
        rest &-= 4
      }
      fillRun(0, count: rest, place, &pixels)
    }
  }
}
