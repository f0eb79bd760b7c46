import DeterministicMath

// A flat stroke crosses a row slowly: its edges there are long, and where they end is hard to
// predict. It crosses a column quickly, so flat capsules are painted in strips of four columns.

/// Paints a capsule in one color.
///
/// The pixels are the same however the area is cut: coverage depends on the pixel's center only.
func paintCapsule(
  _ shape: CapsuleShape, _ source: SolidSource, _ area: PaintArea, _ damage: borrowing DamageMap,
  _ room: inout [UInt16], _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  guard let extent = shape.columns else {
    return paintShape(shape, source, area, damage, &room, &pixels, &work)
  }
  let ink = CapsuleInk(shape, source)
  let columns = area.rectangles.columns
  var rectangles = area.rectangles
  while let rectangle = rectangles.next(in: damage) {
    let place = StripPlace(
      rectangle: rectangle,
      writable: (
        rectangle.minX == columns.first ? area.columnStart : rectangle.minX,
        rectangle.maxX == columns.last ? area.columnEnd : rectangle.maxX
      ), layout: area.layout)
    var rows = room.mutableSpan
    let counts = storeRows(shape, extent, place, &rows)
    work.pixelsBlended &+= UInt32(truncatingIfNeeded: counts.edge)
    countRun(counts.inner, isReplacing: ink.isReplacing, &work)
    paintStrips(ink, place, rows, &pixels)
  }
}

/// A capsule and its color.
private struct CapsuleInk {
  let shape: CapsuleShape
  let color: SplitPixels
  /// The color where it covers all.
  let packed: Words
  let fullWeight: Float
  /// The parts of full coverage.
  let fullParts: Channels
  /// Whether full coverage replaces what lies below.
  let isReplacing: Bool

  init(_ shape: CapsuleShape, _ source: SolidSource) {
    self.shape = shape
    color = source.color
    packed = source.color.packed
    fullWeight = source.fullWeight
    fullParts = SourceOverRule.parts(
      ofWeights: SolidSource.weights(Lanes(repeating: source.fullWeight)))
    isReplacing = source.fullWeight == 256
  }

  /// Four pixels of a row painted over others.
  @inline(__always)
  func mixed(x: Lanes, y: Lanes, over below: Words) -> Words {
    let weights = SolidSource.weights(shape.coverage(x: x, y: y) * fullWeight)
    return SourceOverRule.mixed(color, weights: weights, over: below)
  }
}

/// Where a rectangle's strips are: four columns each, the first column a multiple of four.
private struct StripPlace {
  let rectangle: PixelRectangle
  /// The columns that may be rewritten: those beyond the area have no coverage.
  let writable: (first: Int32, end: Int32)
  let layout: PixelLayout

  /// The first strip's first column.
  var first: Int32 { rectangle.minX & ~3 }
  /// How many strips there are.
  var count: Int { Int((rectangle.maxX &- first &+ 3) &>> 2) }
  /// The strips all of whose columns may be rewritten.
  var whole: Range<Int> {
    let from = writable.first <= first ? 0 : 1
    let cut = first &+ Int32(truncatingIfNeeded: count) &* 4 > writable.end ? 1 : 0
    return from..<max(from, count &- cut)
  }
  /// The columns of a strip that may be rewritten, counted from its first.
  func lanes(_ number: Int) -> Range<Int> {
    let column = first &+ Int32(truncatingIfNeeded: number) &* 4
    let from = Int(max(writable.first &- column, 0))
    return from..<max(from, Int(min(writable.end &- column, 4)))
  }
  /// How many numbers the strips' rows are.
  var numberCount: Int { LineRange.numberCount(lines: count) }
}

/// Paints a rectangle strip by strip.
@inline(never)
private func paintStrips(
  _ ink: CapsuleInk, _ place: StripPlace, _ rows: borrowing MutableSpan<UInt16>,
  _ pixels: inout MutableSpan<UInt32>
) {
  precondition(place.numberCount <= rows.count, "no room for the strips' rows")
  let whole = place.whole
  for number in 0..<place.count where !whole.contains(number) {
    let strip = unsafe LineRange(number, rows.span, from: 0)
    paintPart(ink, strip, place, number, &pixels)
  }
  guard !whole.isEmpty else { return }
  let (rectangle, layout) = (place.rectangle, place.layout)
  let first = place.first &+ Int32(truncatingIfNeeded: whole.lowerBound) &* 4
  pixels.check(whole.count &* 4, from: layout.index(first, rectangle.minY))
  pixels.check(whole.count &* 4, from: layout.index(first, rectangle.maxY &- 1))
  var start = layout.index(first, 0)
  var x = Lanes(0.5, 1.5, 2.5, 3.5) + Float(first)
  for number in whole {
    let strip = unsafe LineRange(number, rows.span, from: 0)
    unsafe paintStrip(ink, strip, x, start, layout.stride, &pixels)
    start &+= 4
    x += 4
  }
}

/// Finds the rows of a rectangle's strips and counts the pixels to compute and those of full
/// coverage.
///
/// Before any is painted: while one strip is, it is known early where the next ones end.
@inline(never)
private func storeRows(
  _ shape: CapsuleShape, _ extent: CapsuleExtent, _ place: StripPlace,
  _ rows: inout MutableSpan<UInt16>
) -> StripCounts {
  precondition(place.numberCount <= rows.count, "no room for the strips' rows")
  let hasInner = shape.inner > 0
  let sides = extent.sides(within: shape.outer)
  let (far, near) = (extent.reach(shape.outer), extent.reach(shape.inner))
  let ends = extent.ends
  let minY = Lanes(repeating: Float(place.rectangle.minY))
  let maxY = Lanes(repeating: Float(place.rectangle.maxY))
  var left = Lanes(0.5, 4.5, 8.5, 12.5) + Float(place.first)
  var (all, solid) = (SIMD4<Int32>.zero, SIMD4<Int32>.zero)
  for index in stride(from: 0, to: place.numberCount, by: 16) {
    let right = left + 3
    var top: Lanes, bottom: Lanes, innerTop: Lanes, innerBottom: Lanes
    if left[0] > sides.first && right[3] < sides.last {
      let (one, two) = (extent.middle(of: left), extent.middle(of: right))
      let (low, high) = (lesser(one, two), greater(one, two))
      (top, bottom) = (low - far, high + far)
      (innerTop, innerBottom) = (high - near, low + near)
    } else {
      let one = extent.range(of: left, within: shape.outer)
      let two = extent.range(of: right, within: shape.outer)
      // A side is bent outwards: it is outermost at the strip's ends, or at the segment's.
      let hasLow = (left .<= ends.low.place) .& (right .>= ends.low.place)
      let hasHigh = (left .<= ends.high.place) .& (right .>= ends.high.place)
      top = lesser(one.low, two.low).replacing(with: ends.low.along - shape.outer, where: hasLow)
      bottom = greater(one.high, two.high).replacing(
        with: ends.high.along + shape.outer, where: hasHigh)
      if hasInner {
        let one = extent.range(of: left, within: shape.inner)
        let two = extent.range(of: right, within: shape.inner)
        (innerTop, innerBottom) = (greater(one.low, two.low), lesser(one.high, two.high))
      } else {
        (innerTop, innerBottom) = (bottom, top)
      }
    }
    top = lesser(greater(top, minY), maxY)
    bottom = lesser(greater(bottom, top), maxY)
    innerTop = lesser(greater(innerTop, top), bottom)
    innerBottom = greater(lesser(innerBottom, bottom), innerTop)
    let (first, last) = (integersInLowBits(top), integersInLowBits(bottom))
    let (innerFirst, innerLast) = (
      integersInLowBits(innerTop), integersInLowBits(innerBottom)
    )
    unsafe rows.setUncheckedRanges(
      first: first, innerFirst: innerFirst, innerLast: innerLast, last: last, at: index)
    all &+= SIMD4(truncatingIfNeeded: last &- first)
    solid &+= SIMD4(truncatingIfNeeded: innerLast &- innerFirst)
    left += 16
  }
  var counts = StripCounts()
  counts.add(Int(all.wrappedSum()), Int(solid.wrappedSum()), columns: 4)
  // Columns beyond the rectangle, and strips that only fill up four.
  let end = place.first &+ Int32(truncatingIfNeeded: place.count) &* 4
  counts.take(rows, 0, columns: Int(place.rectangle.minX &- place.first))
  counts.take(rows, place.count &- 1, columns: Int(end &- place.rectangle.maxX))
  for number in place.count..<place.numberCount / 4 { counts.take(rows, number, columns: 4) }
  return counts
}

/// Pixels of strips.
private struct StripCounts {
  /// Of those, all to be computed.
  var edge = 0
  /// Of full coverage.
  var inner = 0

  /// Adds columns, given their rows and those of full coverage.
  mutating func add(_ all: Int, _ solid: Int, columns: Int) {
    edge &+= (all &- solid) &* columns
    inner &+= solid &* columns
  }

  /// Takes columns of a strip away.
  mutating func take(_ rows: borrowing MutableSpan<UInt16>, _ number: Int, columns: Int) {
    let strip = unsafe LineRange(number, rows.span, from: 0)
    add(Int(strip.count), Int(strip.innerCount), columns: 0 &- columns)
  }
}

/// Paints four columns, which are checked; `start` is the index of their first pixel in row 0.
///
/// One loop above and below the rows of full coverage: where they begin is hard to predict, and
/// should be so once.
@unsafe @inline(__always)
private func paintStrip(
  _ ink: CapsuleInk, _ rows: LineRange, _ x: Lanes, _ start: Int, _ stride: Int,
  _ pixels: inout MutableSpan<UInt32>
) {
  let inner = start &+ Int(rows.innerFirst) &* stride
  let innerEnd = start &+ Int(rows.innerLast) &* stride
  let end = start &+ Int(rows.last) &* stride
  var index = start &+ Int(rows.first) &* stride
  var y = Lanes(repeating: Float(rows.first) + 0.5)
  let innerY = Lanes(repeating: Float(rows.innerLast) + 0.5)
  if index == inner { (index, y) = (innerEnd, innerY) }
  while index < end {
    let mixed = ink.mixed(x: x, y: y, over: unsafe pixels.uncheckedFour(at: index))
    unsafe pixels.setUncheckedFour(mixed, at: index)
    index &+= stride
    y += 1
    if index == inner { (index, y) = (innerEnd, innerY) }
  }
  index = inner
  if ink.isReplacing {
    while index < innerEnd {
      unsafe pixels.setUncheckedFour(ink.packed, at: index)
      index &+= stride
    }
  } else {
    while index < innerEnd {
      let mixed = SourceOverRule.mixed(
        ink.color, parts: ink.fullParts, over: unsafe pixels.uncheckedFour(at: index))
      unsafe pixels.setUncheckedFour(mixed, at: index)
      index &+= stride
    }
  }
}

/// Paints those of a strip's columns that may be rewritten.
@inline(never)
private func paintPart(
  _ ink: CapsuleInk, _ rows: LineRange, _ place: StripPlace, _ number: Int,
  _ pixels: inout MutableSpan<UInt32>
) {
  let column = place.first &+ Int32(truncatingIfNeeded: number) &* 4
  let x = Lanes(0.5, 1.5, 2.5, 3.5) + Float(column)
  let (start, lanes) = (place.layout.index(column, 0), place.lanes(number))
  for row in rows.first..<max(rows.first, rows.last) {
    let index = start &+ Int(row) &* place.layout.stride
    var below = Words.zero
    for lane in lanes { below[lane] = pixels[index &+ lane] }
    let mixed = ink.mixed(x: x, y: Lanes(repeating: Float(row) + 0.5), over: below)
    for lane in lanes { pixels[index &+ lane] = mixed[lane] }
  }
}
