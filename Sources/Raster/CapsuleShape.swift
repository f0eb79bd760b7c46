/// A segment with round caps and an edge one pixel wide: `min(r + 1/2 - d, 1, 2r)`, d being the
/// distance to the segment.
struct CapsuleShape: CoverageShape {
  // What every step reads has the same number in all lanes.
  private let startX: Lanes
  private let startY: Float
  private let alongX: Lanes
  private let alongY: Lanes
  private let inverseLengthSquared: Lanes
  private let reach: Float
  private let peak: Lanes
  private let isCut: Bool
  private let inverseAlongY: Float
  private let normalX: Float
  private let normalY: Float
  private let hasSides: Bool

  /// Reads both ends and the radius; nil when the radius is not positive.
  init?(_ geometry: SIMD8<Float>) {
    let radius = geometry[4]
    guard radius > 0 else { return nil }
    startX = Lanes(repeating: geometry[0])
    startY = geometry[1]
    let (alongX, alongY) = (geometry[2] - geometry[0], geometry[3] - geometry[1])
    self.alongX = Lanes(repeating: alongX)
    self.alongY = Lanes(repeating: alongY)
    let lengthSquared = alongX * alongX + alongY * alongY
    // Ends closer than a thousandth of a pixel are one point.
    let inverseLengthSquared = lengthSquared > 0.000_001 ? 1 / lengthSquared : 0
    self.inverseLengthSquared = Lanes(repeating: inverseLengthSquared)
    reach = radius + 0.5
    peak = Lanes(repeating: radius < 0.5 ? radius * 2 : 1)
    let largest = max(
      max(geometry[0].magnitude, geometry[1].magnitude),
      max(geometry[2].magnitude, geometry[3].magnitude))
    isCut = max(largest, radius) < 32_768
    inverseAlongY = alongY.magnitude > 1 ? 1 / alongY : 0
    let inverseLength = inverseLengthSquared.squareRoot()
    normalX = 0 - alongY * inverseLength
    normalY = alongX * inverseLength
    // Coordinates are then exact to 2⁻¹⁰, and a side's column to 32 times as much.
    hasSides =
      alongY.magnitude > 1 && alongX.magnitude < 32 * alongY.magnitude
      && max(largest, radius) < 8192
  }

  @inline(__always)
  func coverage(x: Lanes, y: Float) -> Lanes {
    let (dx, dy) = (x - startX, y - startY)
    let along = clampedToUnit((dx * alongX + dy * alongY) * inverseLengthSquared)
    let (offX, offY) = (dx - along * alongX, dy - along * alongY)
    let distance = (offX * offX + offY * offY).squareRoot()
    return lesser(greater(reach - distance, Lanes(repeating: 0)), peak)
  }

  @inline(__always)
  func extents(y: Lanes) -> StripExtents {
    guard isCut else { return .everything }
    guard hasSides else { return wideExtents(y) }
    let (low, high) = columns(y, within: reach + 0.125)
    let columns = StripExtents(first: floored(low - 0.5), last: floored(high - 0.5) &+ 1)
    return columns.without(low .> high)
  }

  var hasInner: Bool { isCut && reach > 5 && reach < 8192 }

  @inline(__always)
  func inners(y: Lanes) -> StripExtents {
    let (low, high) = columns(y, within: reach - 1.125)
    let columns = StripExtents(first: floored(low - 0.5) &+ 1, last: floored(high - 0.5))
    return columns.without(high - low .<= 8)
  }

  /// The ends of each row's points within `radius` of the segment, the first above the second when
  /// there are none: on the circles around the segment's ends or on the lines beside it.
  ///
  /// Lines too flat to be met exactly are left out, which can only make the range smaller.
  @inline(__always)
  private func columns(_ y: Lanes, within radius: Float) -> (low: Lanes, high: Lanes) {
    let dy = y - startY
    let (fromStart, fromEnd) = (dy * dy, (dy - alongY) * (dy - alongY))
    let ofStart = Self.chord(radius * radius - fromStart, around: startX)
    let ofEnd = Self.chord(radius * radius - fromEnd, around: startX + alongX)
    var low = lesser(ofStart.low, ofEnd.low)
    var high = greater(ofStart.high, ofEnd.high)
    guard hasSides else { return (low, high) }
    let (one, isBesideOne) = side(dy, at: radius)
    low = low.replacing(with: lesser(low, one), where: isBesideOne)
    high = high.replacing(with: greater(high, one), where: isBesideOne)
    let (two, isBesideTwo) = side(dy, at: -radius)
    low = low.replacing(with: lesser(low, two), where: isBesideTwo)
    high = high.replacing(with: greater(high, two), where: isBesideTwo)
    return (low, high)
  }

  /// Where rows meet the line beside the segment, and whether that is between its ends.
  @inline(__always)
  private func side(
    _ dy: Lanes, at distance: Float
  ) -> (x: Lanes, isBeside: SIMDMask<SIMD4<Int32>>) {
    let place = (dy - distance * normalY) * inverseAlongY
    let x = (startX + distance * normalX) + place * alongX
    return (x, clampedToUnit(place) .== place)
  }

  /// The ends of a circle's chords, given half their lengths squared; the first far above the
  /// second where there is none.
  @inline(__always)
  private static func chord(_ squared: Lanes, around x: Lanes) -> (low: Lanes, high: Lanes) {
    // Limited to 0 the compiler would take the roots one by one, each behind a branch.
    let half = magnitudes(squared).squareRoot()
    let isMissed = squared .<= 0
    return (
      (x - half).replacing(with: 1e9, where: isMissed),
      (x + half).replacing(with: -1e9, where: isMissed)
    )
  }

  /// The part of the segment within reach of each row, by height alone, widened by the reach.
  ///
  /// A sixteenth of a pixel and a thousandth of the length more than exact arithmetic would need.
  @inline(never)
  private func wideExtents(_ y: Lanes) -> StripExtents {
    var (low, high) = (Lanes(repeating: 0), Lanes(repeating: 1))
    let slack = reach + 0.0625
    if inverseAlongY != 0 {
      let one = (y - slack - startY) * inverseAlongY
      let two = (y + slack - startY) * inverseAlongY
      low = greater(lesser(one, two) - 0.001, low)
      high = lesser(greater(one, two) + 0.001, high)
    }
    let (one, two) = (startX + low * alongX, startX + high * alongX)
    let columns = StripExtents(
      first: floored(lesser(one, two) - slack - 0.5),
      last: floored(greater(one, two) + slack - 0.5) &+ 1)
    return columns.without(low .> high)
  }
}
