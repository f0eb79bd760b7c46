// Soft discs and glows: light that falls off with the square of the distance, eight pixels at a
// time in 16-bit fixed point. Squares of rows and columns add up, so a column's share is computed
// once per command, and a pixel costs one subtraction and its profile.

/// How light falls off, from 0 at the rim to 1 at the core, in fixed point.
///
/// Heights come as differences in steps of 2⁻¹⁵, or of 2ᵏ⁻¹⁵ for a core of height 1 within a disc.
protocol FalloffProfile {
  /// Steps of `fullWeight` in a weight of 1.
  static var weightSteps: Float { get }
  /// Weights, 0 to 256, at eight heights.
  static func weights(_ heights: Channels, _ core: FalloffCore, full: Channels) -> Channels
}

/// `t² (3 - 2t)` of a disc that is soft all through.
enum SmoothProfile: FalloffProfile {
  static var weightSteps: Float { 256 }

  @inline(__always)
  static func weights(_ heights: Channels, _ core: FalloffCore, full: Channels) -> Channels {
    let twice = heights &+ heights
    let level = highProduct(
      highProduct(twice, twice), Channels(repeating: 49_152) &- heights)
    return (highProduct(level, full) &+ Channels(repeating: 32)) &>> 6
  }
}

/// `t² (3 - 2t)` around a core.
enum CoreProfile: FalloffProfile {
  static var weightSteps: Float { 256 }

  @inline(__always)
  static func weights(_ heights: Channels, _ core: FalloffCore, full: Channels) -> Channels {
    let limited = lesser(heights, core.height)
    return SmoothProfile.weights(limited &* core.step, core, full: full)
  }
}

/// `t²`.
enum SquareProfile: FalloffProfile {
  static var weightSteps: Float { 128 }

  @inline(__always)
  static func weights(_ heights: Channels, _ core: FalloffCore, full: Channels) -> Channels {
    let twice = heights &+ heights
    return (highProduct(highProduct(twice, twice), full) &+ Channels(repeating: 64)) &>> 7
  }
}

/// The greatest height, eight times, and the factor that brings heights to steps of 2⁻¹⁵.
struct FalloffCore {
  /// `⌊32767 / 2ᵏ⌋`.
  let height: Channels
  /// 2ᵏ.
  let step: Channels

  init(shift: UInt16) {
    height = Channels(repeating: 32_767 >> shift)
    step = Channels(repeating: 1 << shift)
  }
}

/// Heights `t = (o² - d²) / (o² - i²)`, limited to 0...1, between radii `i` and `o`.
///
/// With `u = 2¹⁵⁻ᵏ / (o² - i²)` and k the least for which no height exceeds 2ᵏ, the height in steps
/// of 2⁻¹⁵ is `min(max(a - b, 0), ⌊32767 / 2ᵏ⌋) · 2ᵏ`, where `a = (o² - dy²) u` and `b = dx² u` are
/// limited to 0...32767 and rounded to nearest.
struct Falloff {
  /// The largest k: beyond, an edge is too thin for 16 bits.
  private static let largestShift: UInt16 = 4

  private let centerX: Float
  private let centerY: Float
  private let outerSquared: Float
  private let unit: Float
  /// What a disc within holds.
  let core: FalloffCore
  /// Whether heights are limited by the core.
  let hasCore: Bool
  /// Full coverage amounts to this: below 1 for discs thinner than a pixel.
  let strength: Float
  private let rows: DiscExtent

  /// Light out to a radius; nil when it is not positive.
  init?(glow geometry: SIMD8<Float>) {
    let radius = geometry[2]
    guard radius > 0 else { return nil }
    self.init(
      centerX: geometry[0], centerY: geometry[1], inner: 0, outer: radius, strength: 1)
  }

  /// A soft disc; nil when its edge is too thin.
  init?(_ disc: SoftDisc) {
    self.init(
      centerX: disc.centerX, centerY: disc.centerY, inner: disc.inner, outer: disc.outer,
      strength: disc.strength)
  }

  private init?(
    centerX: Float, centerY: Float, inner: Float, outer: Float, strength: Float
  ) {
    self.centerX = centerX
    self.centerY = centerY
    self.strength = strength
    outerSquared = outer * outer
    let span = outerSquared - inner * inner
    var shift: UInt16 = 0
    if inner > 0 {
      while shift <= Self.largestShift, outerSquared > span * Float(1 << shift) { shift += 1 }
    }
    guard shift <= Self.largestShift else { return nil }
    core = FalloffCore(shift: shift)
    hasCore = inner > 0
    unit = 1 / span * Float(32_768 >> shift)
    // Two of the coarsest steps are less than 1/512.
    let flat = inner * inner - span / 512
    rows = DiscExtent(
      centerX: centerX, centerY: centerY, outer: outer, inner: flat > 0 ? flat.squareRoot() : 0)
  }

  /// The shares `b` of four columns in the low halves of the words, given their centers.
  @inline(__always)
  func columnShares(x: Lanes) -> Channels {
    let dx = x - centerX
    let shares = lesser(dx * dx * unit, Lanes(repeating: 32_767))
    return channels(integersInLowBits(shares))
  }

  /// The shares `a` of four rows in the low halves of the words, given their centers.
  @inline(__always)
  func rowShares(y: Lanes) -> Channels {
    let dy = y - centerY
    let shares = lesser(
      greater((outerSquared - dy * dy) * unit, Lanes(repeating: 0)), Lanes(repeating: 32_767))
    return channels(integersInLowBits(shares))
  }

  /// The columns of a row that may have coverage.
  @inline(__always)
  func extent(y: Float) -> RowExtent { rows.row(y) }

  /// Whether rows are painted whole: cutting narrow ones would cost more than it spares.
  var isNarrow: Bool { outerSquared <= 1024 }

  /// Whether any row has columns of full coverage.
  var hasInner: Bool { rows.hasInner }

  /// The columns of a row that have full coverage.
  @inline(__always)
  func inner(y: Float) -> RowExtent { rows.inner(y) }
}

/// Paints a falloff in one color, mixed by the rule; `room` is for the area's columns and rows
/// and 11 more.
///
/// The pixels are the same however the area is cut: a weight depends on the pixel's center only.
func paintFalloff<Profile: FalloffProfile, Rule: CompositingRule>(
  _ falloff: Falloff, _ profile: Profile.Type, _ rule: Rule.Type, _ source: SolidSource,
  _ area: PaintArea, _ damage: borrowing DamageMap, _ room: inout [UInt16],
  _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  var shares = room.mutableSpan
  let full = min(source.fullWeight * falloff.strength * Profile.weightSteps, 65_535)
  let ink = FalloffInk<Profile>(
    color: source.color, core: falloff.core,
    fullWeight: Channels(repeating: roundedToNearest(full)))
  let columns = area.rectangles.columns
  fillColumnShares(falloff, columns, &shares)
  var rectangles = area.rectangles
  while let rectangle = rectangles.next(in: damage) {
    // Columns beyond the area have no coverage: whole steps may reach over them.
    let limit = rectangle.maxX == columns.last ? area.columnEnd : rectangle.maxX
    let place = FalloffPlace(
      rectangle: rectangle, limit: limit, origin: columns.first,
      rowShares: Int(columns.last &- columns.first) &+ 8, layout: area.layout)
    fillRowShares(falloff, place, &shares)
    if falloff.isNarrow {
      paintWhole(place, ink, rule, shares, &pixels, &work)
    } else {
      paintByRows(place, falloff, ink, source, rule, shares, &pixels, &work)
    }
  }
}

/// Where a rectangle's pixels and its columns' shares are.
private struct FalloffPlace {
  let rectangle: PixelRectangle
  /// One past the last column that may be rewritten.
  var limit: Int32
  /// The column of the first of the shares.
  let origin: Int32
  /// The number of the first row's share.
  let rowShares: Int
  let layout: PixelLayout
}

/// Paints every column of a rectangle.
@inline(__always)
private func paintWhole<Profile: FalloffProfile, Rule: CompositingRule>(
  _ place: FalloffPlace, _ ink: FalloffInk<Profile>, _ rule: Rule.Type,
  _ shares: borrowing MutableSpan<UInt16>, _ pixels: inout MutableSpan<UInt32>,
  _ work: inout RasterWork
) {
  let rectangle = place.rectangle
  let columns = FalloffColumns(rectangle.minX, rectangle.maxX, of: place)
  columns.check(shares)
  let (left, right) = unsafe columns.leastShares(shares)
  var start = place.layout.index(rectangle.minX, rectangle.minY)
  let rowCount = Int(rectangle.maxY &- rectangle.minY)
  pixels.check((rowCount &- 1) &* place.layout.stride &+ columns.count, from: start)
  var row = place.rowShares
  for _ in 0..<rowCount {
    let share = shares[row]
    row &+= 1
    if share > 0 {
      unsafe paintColumns(
        columns, from: share > left ? 0 : 8, to: columns.stepped &- (share > right ? 0 : 8),
        at: start, Channels(repeating: share), ink, rule, shares, &pixels)
    }
    start &+= place.layout.stride
  }
  work.pixelsBlended &+= UInt32(
    truncatingIfNeeded: rowCount &* Int(rectangle.maxX &- rectangle.minX))
}

/// Paints the columns of each row that have coverage; those of full coverage are mixed alike.
@inline(never)
private func paintByRows<Profile: FalloffProfile, Rule: CompositingRule>(
  _ place: FalloffPlace, _ falloff: Falloff, _ ink: FalloffInk<Profile>,
  _ source: SolidSource, _ rule: Rule.Type, _ shares: borrowing MutableSpan<UInt16>,
  _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  func paint(
    _ first: Int32, _ last: Int32, _ row: Int32, _ share: UInt16, upTo place: FalloffPlace,
    _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
  ) {
    guard first < last else { return }
    work.pixelsBlended &+= UInt32(truncatingIfNeeded: last &- first)
    let columns = FalloffColumns(first, last, of: place)
    let start = place.layout.index(first, row)
    columns.check(shares)
    pixels.check(columns.count, from: start)
    unsafe paintColumns(
      columns, from: 0, to: columns.stepped, at: start, Channels(repeating: share), ink, rule,
      shares, &pixels)
  }
  let rectangle = place.rectangle
  let flatWeight = Float(ink.weights(falloff.core.height)[0])
  for row in rectangle.minY..<rectangle.maxY {
    let y = Float(row) + 0.5
    let share = shares[place.rowShares &+ Int(row &- rectangle.minY)]
    guard share > 0 else { continue }
    let extent = falloff.extent(y: y)
    let first = max(rectangle.minX, extent.first)
    let last = min(rectangle.maxX, extent.last)
    let inner = falloff.hasInner ? falloff.inner(y: y) : .nothing
    let innerFirst = min(max(first, inner.first), last)
    let innerLast = max(innerFirst, min(last, inner.last))
    guard innerFirst < innerLast else {
      paint(first, last, row, share, upTo: place, &pixels, &work)
      continue
    }
    var before = place
    before.limit = innerFirst
    paint(first, innerFirst, row, share, upTo: before, &pixels, &work)
    mixRun(
      source, flatWeight, rule, count: Int(innerLast &- innerFirst),
      place.layout.index(innerFirst, row), &pixels, &work)
    paint(innerLast, last, row, share, upTo: place, &pixels, &work)
  }
}

/// A color and how it is mixed in.
private struct FalloffInk<Profile: FalloffProfile> {
  /// The color with full alpha.
  let color: SplitPixels
  let core: FalloffCore
  /// The weight of full coverage in the profile's steps.
  let fullWeight: Channels

  /// Weights, 0 to 256, at eight heights.
  @inline(__always)
  func weights(_ heights: Channels) -> Channels {
    Profile.weights(heights, core, full: fullWeight)
  }
}

/// Columns of a row as steps of eight and a rest.
private struct FalloffColumns {
  /// The number of the first column's share.
  let firstShare: Int
  /// How many columns are painted in whole steps; these may reach beyond the last.
  let stepped: Int
  /// How many remain.
  let rest: Int

  init(_ first: Int32, _ last: Int32, of place: FalloffPlace) {
    let count = Int(last &- first)
    let rounded = (count &+ 7) & ~7
    firstShare = Int(first &- place.origin)
    stepped = Int(place.limit &- first) >= rounded ? rounded : count & ~7
    rest = max(0, count &- stepped)
  }

  /// How many pixels are rewritten.
  var count: Int { stepped &+ rest }

  /// The least share of the first step and of the last one, 0 when there are not several.
  ///
  /// Rows with no larger share have nothing there. Shares are checked.
  @unsafe
  func leastShares(_ shares: borrowing MutableSpan<UInt16>) -> (first: UInt16, last: UInt16) {
    guard stepped >= 16 else { return (0, 0) }
    return unsafe (
      shares.uncheckedEight(at: firstShare).min(),
      shares.uncheckedEight(at: firstShare &+ stepped &- 8).min()
    )
  }

  /// Stops the program unless there are shares for all columns.
  func check(_ shares: borrowing MutableSpan<UInt16>) {
    precondition(
      firstShare >= 0 && firstShare &+ stepped &+ (rest > 0 ? 8 : 0) <= shares.count,
      "columns without shares")
  }
}

/// Stores the share of every column, then eight that leave nothing of any row's share.
@inline(__always)
private func fillColumnShares(
  _ falloff: Falloff, _ columns: (first: Int32, last: Int32),
  _ shares: inout MutableSpan<UInt16>
) {
  let count = Int(columns.last &- columns.first)
  precondition(count >= 0 && count &+ 8 <= shares.count, "no room for the columns' shares")
  var x = Lanes(0.5, 1.5, 2.5, 3.5) + Float(columns.first)
  var index = 0
  while index < count {
    unsafe shares.setUncheckedFour(falloff.columnShares(x: x).evenHalf, at: index)
    x += 4
    index &+= 4
  }
  unsafe shares.setUncheckedEight(Channels(repeating: 32_767), at: count)
}

/// Stores the share of every row of a rectangle.
@inline(__always)
private func fillRowShares(
  _ falloff: Falloff, _ place: FalloffPlace, _ shares: inout MutableSpan<UInt16>
) {
  var index = place.rowShares
  let end = index &+ Int(place.rectangle.maxY &- place.rectangle.minY)
  precondition(index >= 0 && end &+ 3 <= shares.count, "no room for the rows' shares")
  var y = Lanes(0.5, 1.5, 2.5, 3.5) + Float(place.rectangle.minY)
  while index < end {
    unsafe shares.setUncheckedFour(falloff.rowShares(y: y).evenHalf, at: index)
    y += 4
    index &+= 4
  }
}

/// Paints columns of a row; pixels from `start` on and shares are checked.
@unsafe @inline(__always)
private func paintColumns<Profile: FalloffProfile, Rule: CompositingRule>(
  _ columns: FalloffColumns, from first: Int, to last: Int, at start: Int,
  _ rowShare: Channels, _ ink: FalloffInk<Profile>, _ rule: Rule.Type,
  _ shares: borrowing MutableSpan<UInt16>,
  _ pixels: inout MutableSpan<UInt32>
) {
  var index = start &+ first
  var share = columns.firstShare &+ first
  let end = start &+ last
  while index < end {
    let heights = limitedFromBelow(unsafe rowShare &- shares.uncheckedEight(at: share))
    let weights = ink.weights(heights)
    let low = Rule.mixed(
      ink.color, weights: weights.lowPairs, over: unsafe pixels.uncheckedFour(at: index))
    let high = Rule.mixed(
      ink.color, weights: weights.highPairs, over: unsafe pixels.uncheckedFour(at: index &+ 4))
    unsafe pixels.setUncheckedFour(low, at: index)
    unsafe pixels.setUncheckedFour(high, at: index &+ 4)
    index &+= 8
    share &+= 8
  }
  guard columns.rest > 0 else { return }
  let (rest, next) = (columns.firstShare &+ columns.stepped, start &+ columns.stepped)
  let heights = limitedFromBelow(unsafe rowShare &- shares.uncheckedEight(at: rest))
  mixFew(columns.rest, ink.color, ink.weights(heights), rule, next, &pixels)
}
