import SimMath

// A stroke crosses lines of pixels along it slowly: its edges there are long, and where they end is
// hard to predict. It crosses those across it quickly, so capsules are painted in strips of four
// lines: columns of flat ones, rows of steep ones.

/// Paints a capsule in one color, mixed by the rule.
///
/// The pixels are the same however the area is cut: coverage depends on the pixel's center only.
func paintCapsule<Rule: CompositingRule>(
  _ shape: CapsuleShape, _ strips: CapsuleExtent, _: Rule.Type, _ source: SolidSource,
  _ target: inout PaintTarget, _ pixels: inout MutableSpan<UInt32>
) {
  let ink = CapsuleInk<Rule>(shape, source)
  if shape.isSteep {
    paint(ink, strips, FourRows.self, &target, &pixels)
  } else {
    paint(ink, strips, FourColumns.self, &target, &pixels)
  }
}

/// Paints a capsule in strips of lines.
private func paint<Lines: FourLines, Rule: CompositingRule>(
  _ ink: CapsuleInk<Rule>, _ extent: CapsuleExtent, _ lines: Lines.Type,
  _ target: inout PaintTarget, _ pixels: inout MutableSpan<UInt32>
) {
  var rectangles = target.area.rectangles
  while let rectangle = rectangles.next(in: target.damage) {
    if Lines.areRows {
      fetchNarrow(rectangle, target.area.layout, &target.scratch.numbers, pixels)
    }
    let place = StripPlace(rectangle, lines, target.area)
    var ranges = target.scratch.numbers.mutableSpan
    let counts = storeRanges(ink.shape, extent, place, &ranges)
    paintStrips(ink, extent, place, lines, ranges, &pixels)
    target.work.pixelsBlended &+= UInt32(truncatingIfNeeded: counts.edge)
    countRun(counts.inner, isReplacing: ink.isReplacing, &target.work)
  }
}

/// Four lines of pixels side by side, and the pixels at the same place of each.
private protocol FourLines {
  /// Whether lines are rows.
  static var areRows: Bool { get }
  /// The lines that cross a rectangle, and its places on each of them.
  static func bounds(_ rectangle: PixelRectangle) -> (lines: Bounds, places: Bounds)
  /// The index of a pixel, given its line and its place on it.
  static func index(_ line: Int32, _ place: Int32, _ layout: PixelLayout) -> Int
  /// The coverage of a pixel of each line, given the centers of the lines and of the place.
  static func coverage(_ shape: CapsuleShape, lines: Lanes, place: Lanes) -> Lanes
  /// The same between the lines across the segment's ends.
  static func coverageBeside(_ shape: CapsuleShape, lines: Lanes, place: Lanes) -> Lanes
  /// A pixel of each line, the first of which is at an index; the caller has checked all.
  @unsafe static func four(
    _ pixels: borrowing MutableSpan<UInt32>, at index: Int, _ stride: Int
  ) -> Words
  /// Stores a pixel of each line, the first of which is at an index; the caller has checked all.
  @unsafe static func set(
    _ four: Words, _ pixels: inout MutableSpan<UInt32>, at index: Int, _ stride: Int)
  /// Stores the same pixels from one place to before another, given their indices on the first
  /// line; the caller has checked all.
  @unsafe static func fill(
    _ four: Words, _ pixels: inout MutableSpan<UInt32>, from index: Int, to end: Int,
    _ stride: Int)
  /// Mixes ink of full coverage in, else like `fill`.
  @unsafe static func mix<Rule: CompositingRule>(
    _ ink: CapsuleInk<Rule>, _ pixels: inout MutableSpan<UInt32>, from index: Int, to end: Int,
    _ stride: Int)
}

/// The first of some lines or places and the one past the last.
private typealias Bounds = (first: Int32, end: Int32)

/// Lines that are columns.
private enum FourColumns: FourLines {
  static var areRows: Bool { false }

  @inline(always)
  static func bounds(_ rectangle: PixelRectangle) -> (lines: Bounds, places: Bounds) {
    ((rectangle.minX, rectangle.maxX), (rectangle.minY, rectangle.maxY))
  }
  @inline(always)
  static func index(_ line: Int32, _ place: Int32, _ layout: PixelLayout) -> Int {
    layout.index(line, place)
  }
  @inline(always)
  static func coverage(_ shape: CapsuleShape, lines: Lanes, place: Lanes) -> Lanes {
    shape.coverage(x: lines, y: place)
  }
  @inline(always)
  static func coverageBeside(_ shape: CapsuleShape, lines: Lanes, place: Lanes) -> Lanes {
    shape.coverageBeside(x: lines, y: place)
  }
  @unsafe @inline(always)
  static func four(
    _ pixels: borrowing MutableSpan<UInt32>, at index: Int, _ stride: Int
  ) -> Words {
    unsafe pixels.uncheckedFour(at: index)
  }
  @unsafe @inline(always)
  static func set(
    _ four: Words, _ pixels: inout MutableSpan<UInt32>, at index: Int, _ stride: Int
  ) {
    unsafe pixels.setUncheckedFour(four, at: index)
  }
  @unsafe @inline(always)
  static func fill(
    _ four: Words, _ pixels: inout MutableSpan<UInt32>, from index: Int, to end: Int,
    _ stride: Int
  ) {
    var index = index
    while index < end {
      unsafe pixels.setUncheckedFour(four, at: index)
      index &+= stride
    }
  }
  @unsafe @inline(always)
  static func mix<Rule: CompositingRule>(
    _ ink: CapsuleInk<Rule>, _ pixels: inout MutableSpan<UInt32>, from index: Int, to end: Int,
    _ stride: Int
  ) {
    var index = index
    while index < end {
      let below = unsafe pixels.uncheckedFour(at: index)
      unsafe pixels.setUncheckedFour(ink.mixedFully(over: below), at: index)
      index &+= stride
    }
  }
}

/// Lines that are rows.
private enum FourRows: FourLines {
  static var areRows: Bool { true }

  @inline(always)
  static func bounds(_ rectangle: PixelRectangle) -> (lines: Bounds, places: Bounds) {
    ((rectangle.minY, rectangle.maxY), (rectangle.minX, rectangle.maxX))
  }
  @inline(always)
  static func index(_ line: Int32, _ place: Int32, _ layout: PixelLayout) -> Int {
    layout.index(place, line)
  }
  @inline(always)
  static func coverage(_ shape: CapsuleShape, lines: Lanes, place: Lanes) -> Lanes {
    shape.coverage(x: place, y: lines)
  }
  @inline(always)
  static func coverageBeside(_ shape: CapsuleShape, lines: Lanes, place: Lanes) -> Lanes {
    shape.coverageBeside(x: place, y: lines)
  }
  @unsafe @inline(always)
  static func four(
    _ pixels: borrowing MutableSpan<UInt32>, at index: Int, _ stride: Int
  ) -> Words {
    unsafe Words(
      pixels[unchecked: index], pixels[unchecked: index &+ stride],
      pixels[unchecked: index &+ 2 &* stride], pixels[unchecked: index &+ 3 &* stride])
  }
  @unsafe @inline(always)
  static func set(
    _ four: Words, _ pixels: inout MutableSpan<UInt32>, at index: Int, _ stride: Int
  ) {
    unsafe pixels[unchecked: index] = four[0]
    unsafe pixels[unchecked: index &+ stride] = four[1]
    unsafe pixels[unchecked: index &+ 2 &* stride] = four[2]
    unsafe pixels[unchecked: index &+ 3 &* stride] = four[3]
  }
  @unsafe @inline(always)
  static func fill(
    _ four: Words, _ pixels: inout MutableSpan<UInt32>, from index: Int, to end: Int,
    _ stride: Int
  ) {
    guard index &+ 4 <= end else {
      for place in index..<max(index, end) { unsafe set(four, &pixels, at: place, stride) }
      return
    }
    var row = 0
    while row < 4 &* stride {
      var place = index &+ row
      let last = end &+ row &- 4
      while place < last {
        unsafe pixels.setUncheckedFour(four, at: place)
        place &+= 4
      }
      unsafe pixels.setUncheckedFour(four, at: last)
      row &+= stride
    }
  }
  @unsafe @inline(always)
  static func mix<Rule: CompositingRule>(
    _ ink: CapsuleInk<Rule>, _ pixels: inout MutableSpan<UInt32>, from index: Int, to end: Int,
    _ stride: Int
  ) {
    guard index &+ 4 <= end else {
      for place in index..<max(index, end) {
        let below = unsafe four(pixels, at: place, stride)
        unsafe set(ink.mixedFully(over: below), &pixels, at: place, stride)
      }
      return
    }
    var row = 0
    while row < 4 &* stride {
      var place = index &+ row
      let last = end &+ row &- 4
      // Taken before any is mixed in: some of them are mixed in with the others, too.
      let lastBelow = unsafe pixels.uncheckedFour(at: last)
      while place < last {
        let below = unsafe pixels.uncheckedFour(at: place)
        unsafe pixels.setUncheckedFour(ink.mixedFully(over: below), at: place)
        place &+= 4
      }
      unsafe pixels.setUncheckedFour(ink.mixedFully(over: lastBelow), at: last)
      row &+= stride
    }
  }
}

/// A capsule and its color, mixed by the rule.
private struct CapsuleInk<Rule: CompositingRule> {
  let shape: CapsuleShape
  let color: SplitPixels
  /// The color at full coverage over nothing.
  let packed: Words
  let fullWeight: Float
  /// The parts of full coverage.
  let fullParts: Channels
  /// Whether full coverage replaces what lies below.
  let isReplacing: Bool

  init(_ shape: CapsuleShape, _ source: SolidSource) {
    self.shape = shape
    color = source.color
    fullWeight = source.fullWeight
    fullParts = Rule.parts(
      ofWeights: SolidSource.weights(Lanes(repeating: source.fullWeight)))
    packed = Rule.mixed(source.color, parts: fullParts, over: .zero)
    isReplacing = Rule.isReplacing && source.fullWeight == 256
  }

  /// Four pixels mixed with others.
  @inline(__always)
  func mixed(_ coverage: Lanes, over below: Words) -> Words {
    let weights = SolidSource.weights(coverage * fullWeight)
    return Rule.mixed(color, weights: weights, over: below)
  }

  /// Four pixels mixed with others at full coverage.
  @inline(__always)
  func mixedFully(over below: Words) -> Words {
    Rule.mixed(color, parts: fullParts, packed: packed, over: below)
  }
}

/// Where a rectangle's strips are: four lines each, the first line a multiple of four.
private struct StripPlace {
  /// The rectangle's lines.
  let lines: Bounds
  /// Its places on each line.
  let places: Bounds
  /// The lines that may be rewritten: those beyond the area have no coverage.
  let writable: Bounds
  let layout: PixelLayout

  init<Lines: FourLines>(_ rectangle: PixelRectangle, _: Lines.Type, _ area: PaintArea) {
    (lines, places) = Lines.bounds(rectangle)
    let whole = Lines.bounds(area.rectangles.area).lines
    let tile = Lines.bounds(area.tile).lines
    writable = (
      lines.first == whole.first ? tile.first : lines.first,
      lines.end == whole.end ? tile.end : lines.end
    )
    layout = area.layout
  }

  /// The first strip's first line.
  var first: Int32 { lines.first & ~3 }
  /// How many strips there are.
  var count: Int { Int((lines.end &- first &+ 3) &>> 2) }
  /// The strips all of whose lines may be rewritten.
  var whole: Range<Int> {
    let from = writable.first <= first ? 0 : 1
    let cut = first &+ Int32(truncatingIfNeeded: count) &* 4 > writable.end ? 1 : 0
    return from..<max(from, count &- cut)
  }
  /// The lines of a strip that may be rewritten, counted from its first.
  func lanes(_ number: Int) -> Range<Int> {
    let line = first &+ Int32(truncatingIfNeeded: number) &* 4
    let from = Int(max(writable.first &- line, 0))
    return from..<max(from, Int(min(writable.end &- line, 4)))
  }
  /// How many numbers the strips' ranges are.
  var numberCount: Int { LineRange.numberCount(lines: count) }
}

/// Paints a rectangle strip by strip.
@inline(never)
private func paintStrips<Lines: FourLines, Rule: CompositingRule>(
  _ ink: CapsuleInk<Rule>, _ extent: CapsuleExtent, _ place: StripPlace, _ lines: Lines.Type,
  _ ranges: borrowing MutableSpan<UInt16>, _ pixels: inout MutableSpan<UInt32>
) {
  precondition(place.numberCount <= ranges.count, "no scratch for the strips' ranges")
  let whole = place.whole
  func paintParts(_ numbers: Range<Int>, _ pixels: inout MutableSpan<UInt32>) {
    for number in numbers {
      let strip = unsafe LineRange(number, ranges.span, from: 0)
      paintPart(ink, strip, place, lines, number, &pixels)
    }
  }
  paintParts(0..<min(whole.lowerBound, place.count), &pixels)
  paintParts(whole.upperBound..<max(whole.upperBound, place.count), &pixels)
  guard !whole.isEmpty else { return }
  let layout = place.layout
  let first = place.first &+ Int32(truncatingIfNeeded: whole.lowerBound) &* 4
  let last = place.first &+ Int32(truncatingIfNeeded: whole.upperBound) &* 4 &- 1
  pixels.check(1, from: Lines.index(first, place.places.first, layout))
  pixels.check(1, from: Lines.index(last, place.places.end &- 1, layout))
  var start = Lines.index(first, 0, layout)
  let step = Lines.index(first &+ 4, 0, layout) &- start
  let along = Lines.index(first, 1, layout) &- start
  var centers = Lanes(0.5, 1.5, 2.5, 3.5) + Float(first)
  let sides = extent.sides(within: ink.shape.outer)
  for index in whole {
    // Pixels on these lines that are beyond an end are beyond reach, too: none by either formula.
    let strip = unsafe Strip(
      range: LineRange(index, ranges.span, from: 0), centers: centers,
      isBeside: centers[0] > sides.first && centers[3] < sides.last, start: start)
    unsafe paintStrip(ink, strip, lines, along: along, stride: layout.stride, &pixels)
    start &+= step
    centers += 4
  }
}

/// Finds the ranges of a rectangle's strips and counts the pixels to compute and those of full
/// coverage.
///
/// Before any is painted: while one strip is, it is known early where the next ones end.
@inline(never)
private func storeRanges(
  _ shape: CapsuleShape, _ extent: CapsuleExtent, _ place: StripPlace,
  _ ranges: inout MutableSpan<UInt16>
) -> StripCounts {
  precondition(place.numberCount <= ranges.count, "no scratch for the strips' ranges")
  let hasInner = shape.inner > 0
  let sides = extent.sides(within: shape.outer)
  let (far, near) = (extent.reach(shape.outer), extent.reach(shape.inner))
  let ends = extent.ends
  let start = Lanes(repeating: Float(place.places.first))
  let end = Lanes(repeating: Float(place.places.end))
  var left = Lanes(0.5, 4.5, 8.5, 12.5) + Float(place.first)
  var (all, solid) = (SIMD4<Int32>.zero, SIMD4<Int32>.zero)
  var index = 0
  while index < place.numberCount {
    let right = left + 3
    var from: Lanes, to: Lanes, innerFrom: Lanes, innerTo: Lanes
    if left[0] > sides.first && right[3] < sides.last {
      let (one, two) = (extent.middle(of: left), extent.middle(of: right))
      let (low, high) = (lesser(one, two), greater(one, two))
      (from, to) = (low - far, high + far)
      (innerFrom, innerTo) = (high - near, low + near)
    } else {
      let one = extent.range(of: left, within: shape.outer)
      let two = extent.range(of: right, within: shape.outer)
      // A side is bent outwards: it is outermost at the strip's ends, or at the segment's.
      let hasLow = (left .<= ends.low.place) .& (right .>= ends.low.place)
      let hasHigh = (left .<= ends.high.place) .& (right .>= ends.high.place)
      from = lesser(one.low, two.low).replacing(with: ends.low.along - shape.outer, where: hasLow)
      to = greater(one.high, two.high).replacing(
        with: ends.high.along + shape.outer, where: hasHigh)
      if hasInner {
        let one = extent.range(of: left, within: shape.inner)
        let two = extent.range(of: right, within: shape.inner)
        (innerFrom, innerTo) = (greater(one.low, two.low), lesser(one.high, two.high))
      } else {
        (innerFrom, innerTo) = (to, from)
      }
    }
    from = lesser(greater(from, start), end)
    to = lesser(greater(to, from), end)
    innerFrom = lesser(greater(innerFrom, from), to)
    innerTo = greater(lesser(innerTo, to), innerFrom)
    let (first, last) = (integersInLowBits(from), integersInLowBits(to))
    let (innerFirst, innerLast) = (
      integersInLowBits(innerFrom), integersInLowBits(innerTo)
    )
    unsafe ranges.setUncheckedRanges(
      first: first, innerFirst: innerFirst, innerLast: innerLast, last: last, at: index)
    all &+= SIMD4(truncatingIfNeeded: last &- first)
    solid &+= SIMD4(truncatingIfNeeded: innerLast &- innerFirst)
    left += 16
    index &+= 16
  }
  var counts = StripCounts()
  counts.add(Int(all.wrappedSum()), Int(solid.wrappedSum()), lines: 4)
  // Lines beyond the rectangle, and strips that only fill up four.
  let lineEnd = place.first &+ Int32(truncatingIfNeeded: place.count) &* 4
  counts.take(ranges, 0, lines: Int(place.lines.first &- place.first))
  counts.take(ranges, place.count &- 1, lines: Int(lineEnd &- place.lines.end))
  for number in place.count..<place.numberCount / 4 { counts.take(ranges, number, lines: 4) }
  return counts
}

/// Pixels of strips.
private struct StripCounts {
  /// Of those, all to be computed.
  var edge = 0
  /// Of full coverage.
  var inner = 0

  /// Adds lines, given their pixels and those of full coverage.
  mutating func add(_ all: Int, _ solid: Int, lines: Int) {
    edge &+= (all &- solid) &* lines
    inner &+= solid &* lines
  }

  /// Takes lines of a strip away.
  mutating func take(_ ranges: borrowing MutableSpan<UInt16>, _ number: Int, lines: Int) {
    let strip = unsafe LineRange(number, ranges.span, from: 0)
    add(Int(strip.count), Int(strip.innerCount), lines: 0 &- lines)
  }
}

/// Four lines to be painted.
private struct Strip {
  let range: LineRange
  /// The centers of the lines.
  let centers: Lanes
  /// Whether all lines are between those across the segment's ends.
  let isBeside: Bool
  /// The index of the first line's pixel at offset 0.
  let start: Int
}

/// Paints four lines, which are checked.
///
/// One loop before and after the places of full coverage: where they begin is hard to predict, and
/// should be so once.
@unsafe @inline(__always)
private func paintStrip<Lines: FourLines, Rule: CompositingRule>(
  _ ink: CapsuleInk<Rule>, _ strip: Strip, _: Lines.Type, along: Int, stride: Int,
  _ pixels: inout MutableSpan<UInt32>
) {
  let range = strip.range
  let inner = strip.start &+ Int(range.innerFirst) &* along
  let innerEnd = strip.start &+ Int(range.innerLast) &* along
  let end = strip.start &+ Int(range.last) &* along
  var index = strip.start &+ Int(range.first) &* along
  var place = Lanes(repeating: Float(range.first) + 0.5)
  let innerPlace = Lanes(repeating: Float(range.innerLast) + 0.5)
  if index == inner { (index, place) = (innerEnd, innerPlace) }
  while index < end {
    let coverage =
      strip.isBeside
      ? Lines.coverageBeside(ink.shape, lines: strip.centers, place: place)
      : Lines.coverage(ink.shape, lines: strip.centers, place: place)
    let mixed = ink.mixed(coverage, over: unsafe Lines.four(pixels, at: index, stride))
    unsafe Lines.set(mixed, &pixels, at: index, stride)
    index &+= along
    place += 1
    if index == inner { (index, place) = (innerEnd, innerPlace) }
  }
  if ink.isReplacing {
    unsafe Lines.fill(ink.packed, &pixels, from: inner, to: innerEnd, stride)
  } else {
    unsafe Lines.mix(ink, &pixels, from: inner, to: innerEnd, stride)
  }
}

/// Paints those of a strip's lines that may be rewritten.
@inline(never)
private func paintPart<Lines: FourLines, Rule: CompositingRule>(
  _ ink: CapsuleInk<Rule>, _ range: LineRange, _ strips: StripPlace, _: Lines.Type, _ number: Int,
  _ pixels: inout MutableSpan<UInt32>
) {
  let line = strips.first &+ Int32(truncatingIfNeeded: number) &* 4
  let centers = Lanes(0.5, 1.5, 2.5, 3.5) + Float(line)
  let lanes = strips.lanes(number)
  func index(_ lane: Int, _ place: Int32) -> Int {
    Lines.index(line &+ Int32(truncatingIfNeeded: lane), place, strips.layout)
  }
  for place in range.first..<max(range.first, range.last) {
    var below = Words.zero
    for lane in lanes { below[lane] = pixels[index(lane, place)] }
    let coverage = Lines.coverage(
      ink.shape, lines: centers, place: Lanes(repeating: Float(place) + 0.5))
    let mixed = ink.mixed(coverage, over: below)
    for lane in lanes { pixels[index(lane, place)] = mixed[lane] }
  }
}
