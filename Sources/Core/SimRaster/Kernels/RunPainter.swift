import SimMath

/// Counts a run of pixels that `mixRun` blends or replaces.
@inline(__always)
func countRun(_ count: Int, isReplacing: Bool, _ work: inout RasterWork) {
  if isReplacing {
    work.pixelsFilled &+= UInt32(truncatingIfNeeded: count)
  } else {
    work.pixelsBlended &+= UInt32(truncatingIfNeeded: count)
  }
}

/// A color with the same weight in every pixel.
struct EvenInk<Rule: CompositingRule> {
  let color: SplitPixels
  let parts: Channels
  /// Whether the color replaces the destination.
  let isReplacing: Bool

  @inline(__always)
  init(_ color: SplitPixels, parts: Channels, isReplacing: Bool) {
    (self.color, self.parts, self.isReplacing) = (color, parts, isReplacing)
  }

  /// Takes a weight from 0 to 256.
  @inline(__always)
  init(_ color: SplitPixels, weight: Float) {
    let parts = Rule.parts(ofWeights: SolidSource.weights(Lanes(repeating: weight)))
    self.init(color, parts: parts, isReplacing: Rule.isReplacing && weight == 256)
  }
}

/// Blends one color into a run of pixels, or replaces them.
@inline(__always)
func mixRun<Rule: CompositingRule>(
  _ ink: EvenInk<Rule>, count: Int, _ start: Int, _ pixels: inout Pixels
) {
  guard !ink.isReplacing else {
    return fillRun(ink.color.packed[0], count: count, start, &pixels)
  }
  pixels.check(count, from: start)
  var index = start
  let end = start &+ count
  while index &+ 4 <= end {
    let below = unsafe pixels.uncheckedFour(at: index)
    unsafe pixels.setUncheckedFour(Rule.mixed(ink.color, parts: ink.parts, over: below), at: index)
    index &+= 4
  }
  let rest = end &- index
  guard rest > 0 else { return }
  let mixed = Rule.mixed(ink.color, parts: ink.parts, over: pixels.few(rest, at: index))
  pixels.setFew(rest, mixed, at: index)
}

/// Blends a color into up to seven pixels with the given `parts`.
@inline(never)
func mixFew<Rule: CompositingRule>(
  _ count: Int, _ color: SplitPixels, _ parts: Channels, _ rule: Rule.Type, _ start: Int,
  _ pixels: inout Pixels
) {
  guard count >= 4 else {
    let mixed = Rule.mixed(color, parts: parts.lowPairs, over: pixels.few(count, at: start))
    return pixels.setFew(count, mixed, at: start)
  }
  let low = Rule.mixed(color, parts: parts.lowPairs, over: pixels.four(at: start))
  pixels.setFour(low, at: start)
  guard count > 4 else { return }
  let (rest, next) = (count &- 4, start &+ 4)
  let mixed = Rule.mixed(color, parts: parts.highPairs, over: pixels.few(rest, at: next))
  pixels.setFew(rest, mixed, at: next)
}

/// Stores one color into a run of pixels.
@inline(__always)
func fillRun(_ packed: UInt32, count: Int, _ start: Int, _ pixels: inout Pixels) {
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
  _ rule: Rule.Type, _ source: SolidSource, _ target: inout PaintTarget, _ pixels: inout Pixels
) {
  let layout = target.area.layout
  let ink = EvenInk<Rule>(source.color, weight: source.fullWeight)
  var rectangles = target.area.rectangles
  while let rectangle = rectangles.next(in: target.damage) {
    let count = Int(rectangle.maxX - rectangle.minX)
    for row in rectangle.minY..<rectangle.maxY {
      mixRun(ink, count: count, layout.index(rectangle.minX, row), &pixels)
    }
    let rowCount = Int(rectangle.maxY &- rectangle.minY)
    countRun(count &* rowCount, isReplacing: ink.isReplacing, &target.work)
  }
}

/// Stores transparent black in every pixel of the area, without counting work.
func clear(_ target: borrowing PaintTarget, _ pixels: inout Pixels) {
  let layout = target.area.layout
  var rectangles = target.area.rectangles
  while let rectangle = rectangles.next(in: target.damage) {
    let count = Int(rectangle.maxX - rectangle.minX)
    for row in rectangle.minY..<rectangle.maxY {
      var index = layout.index(rectangle.minX, row)
      pixels.check(count, from: index)
      var rest = count
      while rest >= 4 {
        unsafe pixels.setUncheckedFour(Words(repeating: 0), at: index)
        index &+= 4
        rest &-= 4
      }
      fillRun(0, count: rest, index, &pixels)
    }
  }
}
