import SimMath

// Capsules: coverage from the distance to a segment, four lines of pixels at a time.
//
// Method: paint strips of four lines, columns for flat segments and rows for steep ones. A stroke
// crosses these lines quickly, so its edges are short there; along it they would be long with ends
// that are hard to predict. Between the segment's ends the distance is a product without a square
// root. The ranges of all strips are found before any strip is painted.
//
// Measured against the simple form: a segment of 126 pixels and radius 6 takes 13 instructions per
// pixel instead of 204.
//
// Rejected: rows for all capsules, as for other shapes; `add` and `screen` still use them. Steep
// strokes without prefetching their rows: each row of a layer lies on a different memory page.

/// Paints a capsule in one color with a compositing rule.
///
/// The pixels do not depend on how the area is divided: coverage depends only on the pixel's
/// center.
func paintCapsule<Rule: CompositingRule>(
  _ shape: CapsuleShape, _ strips: CapsuleExtent, _: Rule.Type, _ source: SolidSource,
  _ target: inout PaintTarget, _ pixels: inout Pixels
) {
  let ink = CapsuleInk<Rule>(shape, source)
  if shape.isSteep {
    paint(ink, strips, FourRows.self, &target, &pixels)
  } else {
    paint(ink, strips, FourColumns.self, &target, &pixels)
  }
}

/// Paints a capsule in strips of four lines.
private func paint<Lines: FourLines, Rule: CompositingRule>(
  _ ink: CapsuleInk<Rule>, _ extent: CapsuleExtent, _ lines: Lines.Type,
  _ target: inout PaintTarget, _ pixels: inout Pixels
) {
  var rectangles = target.area.rectangles
  while let rectangle = rectangles.next(in: target.damage) {
    if Lines.areRows {
      fetchNarrow(rectangle, target.area.layout, &target.scratch.numbers, pixels)
    }
    let part = StripPart(rectangle, lines, target.area)
    var ranges = target.scratch.numbers.mutableSpan
    let counts = storeRanges(ink.shape, extent, part, &ranges)
    paintStrips(ink, extent, part, lines, ranges, &pixels)
    target.work.pixelsBlended &+= UInt32(truncatingIfNeeded: counts.edge)
    countRun(counts.inner, isReplacing: ink.isReplacing, &target.work)
  }
}

/// Access to four adjacent lines of pixels, and to the pixels at the same offset on each.
private protocol FourLines {
  /// Whether lines are rows.
  static var areRows: Bool { get }
  /// The lines that cross a rectangle, and the rectangle's offsets along them.
  static func bounds(_ rectangle: PixelRectangle) -> (lines: Bounds, offsets: Bounds)
  /// The index of a pixel from its line and its offset along the line.
  static func index(_ line: Int32, _ offset: Int32, _ layout: PixelLayout) -> Int
  /// The coverage of one pixel per line, from the centers of the lines and of the offset.
  static func coverage(_ shape: CapsuleShape, lines: Lanes, offset: Lanes) -> Lanes
  /// The same coverage, valid only for lines between the segment's ends, along the straight sides.
  static func coverageBeside(_ shape: CapsuleShape, lines: Lanes, offset: Lanes) -> Lanes
  /// Reads one pixel per line, the first at `index`; the caller has checked all indices.
  @unsafe static func four(_ pixels: borrowing Pixels, at index: Int, _ stride: Int) -> Words
  /// Stores one pixel per line, the first at `index`; the caller has checked all indices.
  @unsafe static func set(
    _ four: Words, _ pixels: inout Pixels, at index: Int, _ stride: Int)
  /// Stores the same pixel along each line, in the range `index ..< end` of the first line; the
  /// caller has checked all indices.
  @unsafe static func fill(
    _ four: Words, _ pixels: inout Pixels, from index: Int, to end: Int,
    _ stride: Int)
  /// Blends a color at full coverage along each line, in the range `index ..< end` of the first
  /// line; the caller has checked all indices.
  @unsafe static func mix<Rule: CompositingRule>(
    _ ink: CapsuleInk<Rule>, _ pixels: inout Pixels, from index: Int, to end: Int,
    _ stride: Int)
}

/// The first of a range of lines or offsets, and the one after its last.
private typealias Bounds = (first: Int32, end: Int32)

/// Four columns.
private enum FourColumns: FourLines {
  static var areRows: Bool { false }

  @inline(always)
  static func bounds(_ rectangle: PixelRectangle) -> (lines: Bounds, offsets: Bounds) {
    ((rectangle.minX, rectangle.maxX), (rectangle.minY, rectangle.maxY))
  }
  @inline(always)
  static func index(_ line: Int32, _ offset: Int32, _ layout: PixelLayout) -> Int {
    layout.index(line, offset)
  }
  @inline(always)
  static func coverage(_ shape: CapsuleShape, lines: Lanes, offset: Lanes) -> Lanes {
    shape.coverage(x: lines, y: offset)
  }
  @inline(always)
  static func coverageBeside(_ shape: CapsuleShape, lines: Lanes, offset: Lanes) -> Lanes {
    shape.coverageBeside(x: lines, y: offset)
  }
  @unsafe @inline(always)
  static func four(_ pixels: borrowing Pixels, at index: Int, _ stride: Int) -> Words {
    unsafe pixels.uncheckedFour(at: index)
  }
  @unsafe @inline(always)
  static func set(_ four: Words, _ pixels: inout Pixels, at index: Int, _ stride: Int) {
    unsafe pixels.setUncheckedFour(four, at: index)
  }
  @unsafe @inline(always)
  static func fill(
    _ four: Words, _ pixels: inout Pixels, from index: Int, to end: Int, _ stride: Int
  ) {
    var index = index
    while index < end {
      unsafe pixels.setUncheckedFour(four, at: index)
      index &+= stride
    }
  }
  @unsafe @inline(always)
  static func mix<Rule: CompositingRule>(
    _ ink: CapsuleInk<Rule>, _ pixels: inout Pixels, from index: Int, to end: Int, _ stride: Int
  ) {
    var index = index
    while index < end {
      let below = unsafe pixels.uncheckedFour(at: index)
      unsafe pixels.setUncheckedFour(ink.mixedFully(over: below), at: index)
      index &+= stride
    }
  }
}

/// Four rows.
private enum FourRows: FourLines {
  static var areRows: Bool { true }

  @inline(always)
  static func bounds(_ rectangle: PixelRectangle) -> (lines: Bounds, offsets: Bounds) {
    ((rectangle.minY, rectangle.maxY), (rectangle.minX, rectangle.maxX))
  }
  @inline(always)
  static func index(_ line: Int32, _ offset: Int32, _ layout: PixelLayout) -> Int {
    layout.index(offset, line)
  }
  @inline(always)
  static func coverage(_ shape: CapsuleShape, lines: Lanes, offset: Lanes) -> Lanes {
    shape.coverage(x: offset, y: lines)
  }
  @inline(always)
  static func coverageBeside(_ shape: CapsuleShape, lines: Lanes, offset: Lanes) -> Lanes {
    shape.coverageBeside(x: offset, y: lines)
  }
  @unsafe @inline(always)
  static func four(_ pixels: borrowing Pixels, at index: Int, _ stride: Int) -> Words {
    unsafe Words(
      pixels[unchecked: index], pixels[unchecked: index &+ stride],
      pixels[unchecked: index &+ 2 &* stride], pixels[unchecked: index &+ 3 &* stride])
  }
  @unsafe @inline(always)
  static func set(_ four: Words, _ pixels: inout Pixels, at index: Int, _ stride: Int) {
    unsafe pixels[unchecked: index] = four[0]
    unsafe pixels[unchecked: index &+ stride] = four[1]
    unsafe pixels[unchecked: index &+ 2 &* stride] = four[2]
    unsafe pixels[unchecked: index &+ 3 &* stride] = four[3]
  }
  @unsafe @inline(always)
  static func fill(
    _ four: Words, _ pixels: inout Pixels, from index: Int, to end: Int, _ stride: Int
  ) {
    guard index &+ 4 <= end else {
      for offset in index..<max(index, end) { unsafe set(four, &pixels, at: offset, stride) }
      return
    }
    var row = 0
    while row < 4 &* stride {
      var offset = index &+ row
      let last = end &+ row &- 4
      while offset < last {
        unsafe pixels.setUncheckedFour(four, at: offset)
        offset &+= 4
      }
      unsafe pixels.setUncheckedFour(four, at: last)
      row &+= stride
    }
  }
  @unsafe @inline(always)
  static func mix<Rule: CompositingRule>(
    _ ink: CapsuleInk<Rule>, _ pixels: inout Pixels, from index: Int, to end: Int, _ stride: Int
  ) {
    guard index &+ 4 <= end else {
      for offset in index..<max(index, end) {
        let below = unsafe four(pixels, at: offset, stride)
        unsafe set(ink.mixedFully(over: below), &pixels, at: offset, stride)
      }
      return
    }
    var row = 0
    while row < 4 &* stride {
      var offset = index &+ row
      let last = end &+ row &- 4
      // Read before blending, since the loop also blends some of these pixels.
      let lastBelow = unsafe pixels.uncheckedFour(at: last)
      while offset < last {
        let below = unsafe pixels.uncheckedFour(at: offset)
        unsafe pixels.setUncheckedFour(ink.mixedFully(over: below), at: offset)
        offset &+= 4
      }
      unsafe pixels.setUncheckedFour(ink.mixedFully(over: lastBelow), at: last)
      row &+= stride
    }
  }
}

/// A capsule, its color and its compositing rule.
private struct CapsuleInk<Rule: CompositingRule> {
  let shape: CapsuleShape
  let color: SplitPixels
  /// The color at full coverage over transparent black.
  let packed: Words
  let fullWeight: Float
  /// The `parts` of full coverage.
  let fullParts: Channels
  /// Whether full coverage replaces the destination.
  let isReplacing: Bool

  init(_ shape: CapsuleShape, _ source: SolidSource) {
    self.shape = shape
    color = source.color
    fullWeight = source.fullWeight
    fullParts = Rule.parts(ofWeights: SolidSource.weights(Lanes(repeating: source.fullWeight)))
    packed = Rule.mixed(source.color, parts: fullParts, over: .zero)
    isReplacing = Rule.isReplacing && source.fullWeight == 256
  }

  /// Four pixels with the color blended in by coverage.
  @inline(__always)
  func mixed(_ coverage: Lanes, over below: Words) -> Words {
    let weights = SolidSource.weights(coverage * fullWeight)
    return Rule.mixed(color, weights: weights, over: below)
  }

  /// Four pixels with the color blended in at full coverage.
  @inline(__always)
  func mixedFully(over below: Words) -> Words {
    Rule.mixed(color, parts: fullParts, packed: packed, over: below)
  }
}

/// The strips of a rectangle: four lines each, starting at a multiple of four.
private struct StripPart {
  /// The lines of the rectangle.
  let lines: Bounds
  /// The offsets of the rectangle along each line.
  let offsets: Bounds
  /// The lines that may be rewritten; lines beyond the area have no coverage.
  let writable: Bounds
  let layout: PixelLayout

  init<Lines: FourLines>(_ rectangle: PixelRectangle, _: Lines.Type, _ area: PaintArea) {
    (lines, offsets) = Lines.bounds(rectangle)
    let whole = Lines.bounds(area.rectangles.area).lines
    let tile = Lines.bounds(area.tile).lines
    writable = (
      lines.first == whole.first ? tile.first : lines.first,
      lines.end == whole.end ? tile.end : lines.end
    )
    layout = area.layout
  }

  /// The first line of the first strip.
  var first: Int32 { lines.first & ~3 }
  /// The number of strips.
  var count: Int { Int((lines.end &- first &+ 3) &>> 2) }
  /// The strips whose four lines may all be rewritten.
  var whole: Range<Int> {
    let from = writable.first <= first ? 0 : 1
    let cut = first &+ Int32(truncatingIfNeeded: count) &* 4 > writable.end ? 1 : 0
    return from..<max(from, count &- cut)
  }
  /// The lines of a strip that may be rewritten, relative to its first line.
  func lanes(_ index: Int) -> Range<Int> {
    let line = first &+ Int32(truncatingIfNeeded: index) &* 4
    let from = Int(max(writable.first &- line, 0))
    return from..<max(from, Int(min(writable.end &- line, 4)))
  }
  /// The number of scratch elements for the strips' ranges.
  var elementCount: Int { LineRange.elementCount(lines: count) }
}

/// Paints a rectangle strip by strip.
@inline(never)
private func paintStrips<Lines: FourLines, Rule: CompositingRule>(
  _ ink: CapsuleInk<Rule>, _ extent: CapsuleExtent, _ part: StripPart, _ lines: Lines.Type,
  _ ranges: borrowing MutableSpan<UInt16>, _ pixels: inout Pixels
) {
  precondition(part.elementCount <= ranges.count, "no scratch for the strips' ranges")
  let whole = part.whole
  func paintParts(_ indices: Range<Int>, _ pixels: inout Pixels) {
    for index in indices {
      let strip = unsafe LineRange(index, ranges.span, from: 0)
      paintPart(ink, strip, part, lines, index, &pixels)
    }
  }
  paintParts(0..<min(whole.lowerBound, part.count), &pixels)
  paintParts(whole.upperBound..<max(whole.upperBound, part.count), &pixels)
  guard !whole.isEmpty else { return }
  let layout = part.layout
  let first = part.first &+ Int32(truncatingIfNeeded: whole.lowerBound) &* 4
  let last = part.first &+ Int32(truncatingIfNeeded: whole.upperBound) &* 4 &- 1
  pixels.check(1, from: Lines.index(first, part.offsets.first, layout))
  pixels.check(1, from: Lines.index(last, part.offsets.end &- 1, layout))
  var start = Lines.index(first, 0, layout)
  let step = Lines.index(first &+ 4, 0, layout) &- start
  let along = Lines.index(first, 1, layout) &- start
  var centers = Lanes(0.5, 1.5, 2.5, 3.5) + Float(first)
  let sides = extent.sides(within: ink.shape.outer)
  for index in whole {
    // Pixels on these lines beyond the segment's ends are also out of reach, so both formulas give
    // no coverage.
    let strip = unsafe Strip(
      range: LineRange(index, ranges.span, from: 0), centers: centers,
      isBeside: centers[0] > sides.first && centers[3] < sides.last, start: start)
    unsafe paintStrip(ink, strip, lines, along: along, stride: layout.stride, &pixels)
    start &+= step
    centers += 4
  }
}

/// Finds the ranges of a rectangle's strips, and counts the pixels to compute and those of full
/// coverage.
///
/// All ranges are stored before painting, so that the CPU knows early where the next strips end.
@inline(never)
private func storeRanges(
  _ shape: CapsuleShape, _ extent: CapsuleExtent, _ part: StripPart,
  _ ranges: inout MutableSpan<UInt16>
) -> StripCounts {
  precondition(part.elementCount <= ranges.count, "no scratch for the strips' ranges")
  let hasInner = shape.inner > 0
  let sides = extent.sides(within: shape.outer)
  let (far, near) = (extent.reach(shape.outer), extent.reach(shape.inner))
  let ends = extent.ends
  let start = Lanes(repeating: Float(part.offsets.first))
  let end = Lanes(repeating: Float(part.offsets.end))
  var left = Lanes(0.5, 4.5, 8.5, 12.5) + Float(part.first)
  var (all, solid) = (SIMD4<Int32>.zero, SIMD4<Int32>.zero)
  var index = 0
  while index < part.elementCount {
    let right = left + 3
    var from: Lanes, to: Lanes, innerFrom: Lanes, innerTo: Lanes
    if left[0] > sides.first && right[3] < sides.last {
      let (one, two) = (extent.middle(of: left), extent.middle(of: right))
      let (low, high) = (minimum(one, two), maximum(one, two))
      (from, to) = (low - far, high + far)
      (innerFrom, innerTo) = (high - near, low + near)
    } else {
      let one = extent.range(of: left, within: shape.outer)
      let two = extent.range(of: right, within: shape.outer)
      // The outline is convex: it is outermost at one of the strip's borders or at the segment's
      // end.
      let hasLow = (left .<= ends.low.across) .& (right .>= ends.low.across)
      let hasHigh = (left .<= ends.high.across) .& (right .>= ends.high.across)
      from = minimum(one.low, two.low).replacing(with: ends.low.along - shape.outer, where: hasLow)
      to = maximum(one.high, two.high).replacing(
        with: ends.high.along + shape.outer, where: hasHigh)
      if hasInner {
        let one = extent.range(of: left, within: shape.inner)
        let two = extent.range(of: right, within: shape.inner)
        (innerFrom, innerTo) = (maximum(one.low, two.low), minimum(one.high, two.high))
      } else {
        (innerFrom, innerTo) = (to, from)
      }
    }
    from = minimum(maximum(from, start), end)
    to = minimum(maximum(to, from), end)
    innerFrom = minimum(maximum(innerFrom, from), to)
    innerTo = maximum(minimum(innerTo, to), innerFrom)
    let (first, last) = (integersInLowBits(from), integersInLowBits(to))
    let (innerFirst, innerLast) = (integersInLowBits(innerFrom), integersInLowBits(innerTo))
    unsafe ranges.setUncheckedRanges(
      first: first, innerFirst: innerFirst, innerLast: innerLast, last: last, at: index)
    all &+= SIMD4(truncatingIfNeeded: last &- first)
    solid &+= SIMD4(truncatingIfNeeded: innerLast &- innerFirst)
    left += 16
    index &+= 16
  }
  var counts = StripCounts()
  counts.add(Int(all.wrappedSum()), Int(solid.wrappedSum()), lines: 4)
  // Subtract the lines outside the rectangle, and the strips that pad the count to four.
  let lineEnd = part.first &+ Int32(truncatingIfNeeded: part.count) &* 4
  counts.take(ranges, 0, lines: Int(part.lines.first &- part.first))
  counts.take(ranges, part.count &- 1, lines: Int(lineEnd &- part.lines.end))
  for index in part.count..<part.elementCount / 4 { counts.take(ranges, index, lines: 4) }
  return counts
}

/// Pixel counts of strips.
private struct StripCounts {
  /// Pixels whose coverage is computed.
  var edge = 0
  /// Pixels of full coverage.
  var inner = 0

  /// Adds `lines` lines with `all` pixels each, `solid` of them of full coverage.
  mutating func add(_ all: Int, _ solid: Int, lines: Int) {
    edge &+= (all &- solid) &* lines
    inner &+= solid &* lines
  }

  /// Subtracts lines of a strip.
  mutating func take(_ ranges: borrowing MutableSpan<UInt16>, _ index: Int, lines: Int) {
    let strip = unsafe LineRange(index, ranges.span, from: 0)
    add(Int(strip.count), Int(strip.innerCount), lines: 0 &- lines)
  }
}

/// Four lines to paint.
private struct Strip {
  let range: LineRange
  /// The centers of the lines.
  let centers: Lanes
  /// Whether all lines lie between the segment's ends.
  let isBeside: Bool
  /// The index of the first line's pixel at offset 0.
  let start: Int
}

/// Paints four lines, which the caller has checked.
///
/// One loop covers the pixels before and after those of full coverage, since the branch between
/// them is hard to predict and should occur only once.
@unsafe @inline(__always)
private func paintStrip<Lines: FourLines, Rule: CompositingRule>(
  _ ink: CapsuleInk<Rule>, _ strip: Strip, _: Lines.Type, along: Int, stride: Int,
  _ pixels: inout Pixels
) {
  let range = strip.range
  let inner = strip.start &+ Int(range.innerFirst) &* along
  let innerEnd = strip.start &+ Int(range.innerLast) &* along
  let end = strip.start &+ Int(range.last) &* along
  var index = strip.start &+ Int(range.first) &* along
  var offset = Lanes(repeating: Float(range.first) + 0.5)
  let innerOffset = Lanes(repeating: Float(range.innerLast) + 0.5)
  if index == inner { (index, offset) = (innerEnd, innerOffset) }
  while index < end {
    let coverage =
      strip.isBeside
      ? Lines.coverageBeside(ink.shape, lines: strip.centers, offset: offset)
      : Lines.coverage(ink.shape, lines: strip.centers, offset: offset)
    let mixed = ink.mixed(coverage, over: unsafe Lines.four(pixels, at: index, stride))
    unsafe Lines.set(mixed, &pixels, at: index, stride)
    index &+= along
    offset += 1
    if index == inner { (index, offset) = (innerEnd, innerOffset) }
  }
  if ink.isReplacing {
    unsafe Lines.fill(ink.packed, &pixels, from: inner, to: innerEnd, stride)
  } else {
    unsafe Lines.mix(ink, &pixels, from: inner, to: innerEnd, stride)
  }
}

/// Paints only those lines of a strip that may be rewritten.
@inline(never)
private func paintPart<Lines: FourLines, Rule: CompositingRule>(
  _ ink: CapsuleInk<Rule>, _ range: LineRange, _ strips: StripPart, _: Lines.Type,
  _ stripIndex: Int, _ pixels: inout Pixels
) {
  let line = strips.first &+ Int32(truncatingIfNeeded: stripIndex) &* 4
  let centers = Lanes(0.5, 1.5, 2.5, 3.5) + Float(line)
  let lanes = strips.lanes(stripIndex)
  func index(_ lane: Int, _ offset: Int32) -> Int {
    Lines.index(line &+ Int32(truncatingIfNeeded: lane), offset, strips.layout)
  }
  for offset in range.first..<max(range.first, range.last) {
    var below = Words.zero
    for lane in lanes { below[lane] = pixels[index(lane, offset)] }
    let coverage = Lines.coverage(
      ink.shape, lines: centers, offset: Lanes(repeating: Float(offset) + 0.5))
    let mixed = ink.mixed(coverage, over: below)
    for lane in lanes { pixels[index(lane, offset)] = mixed[lane] }
  }
}
