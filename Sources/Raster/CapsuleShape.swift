/// A segment with round caps and an edge one pixel wide: `min(r + 1/2 - d, 1, 2r)`, d being the
/// distance to the segment.
struct CapsuleShape: CoverageShape {
  private let startX: Float
  private let startY: Float
  private let alongX: Float
  private let alongY: Float
  private let inverseLengthSquared: Float
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
    startX = geometry[0]
    startY = geometry[1]
    alongX = geometry[2] - geometry[0]
    alongY = geometry[3] - geometry[1]
    let lengthSquared = alongX * alongX + alongY * alongY
    // Ends closer than a thousandth of a pixel are one point.
    inverseLengthSquared = lengthSquared > 0.000_001 ? 1 / lengthSquared : 0
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
  func extent(y: Float) -> RowExtent {
    guard isCut else { return .everything }
    guard hasSides else { return wideExtent(y) }
    let (low, high) = columns(y, within: reach + 0.125)
    guard low <= high else { return .nothing }
    return RowExtent(first: floored(low - 0.5), last: floored(high - 0.5) &+ 1)
  }

  var hasInner: Bool { isCut && reach > 5 && reach < 8192 }

  @inline(__always)
  func inner(y: Float) -> RowExtent {
    let (low, high) = columns(y, within: reach - 1.125)
    guard high - low > 8 else { return .nothing }
    return RowExtent(first: floored(low - 0.5) &+ 1, last: floored(high - 0.5))
  }

  /// The ends of a row's points within `radius` of the segment, the first above the second when
  /// there are none: on the circles around the segment's ends or on the lines beside it.
  ///
  /// Lines too flat to be met exactly are left out, which can only make the range smaller.
  @inline(__always)
  private func columns(_ y: Float, within radius: Float) -> (low: Float, high: Float) {
    var (low, high) = (Float.greatestFiniteMagnitude, -Float.greatestFiniteMagnitude)
    let dy = y - startY
    let atStart = radius * radius - dy * dy
    if atStart > 0 {
      let half = atStart.squareRoot()
      (low, high) = (startX - half, startX + half)
    }
    let atEnd = radius * radius - (dy - alongY) * (dy - alongY)
    if atEnd > 0 {
      let half = atEnd.squareRoot()
      low = min(low, startX + alongX - half)
      high = max(high, startX + alongX + half)
    }
    guard hasSides else { return (low, high) }
    let one = (dy - radius * normalY) * inverseAlongY
    if one >= 0 && one <= 1 {
      let x = startX + radius * normalX + one * alongX
      (low, high) = (min(low, x), max(high, x))
    }
    let two = (dy + radius * normalY) * inverseAlongY
    if two >= 0 && two <= 1 {
      let x = startX - radius * normalX + two * alongX
      (low, high) = (min(low, x), max(high, x))
    }
    return (low, high)
  }

  /// The part of the segment within reach of the row, by height alone, widened by the reach.
  ///
  /// A sixteenth of a pixel and a thousandth of the length more than exact arithmetic would need.
  private func wideExtent(_ y: Float) -> RowExtent {
    var (low, high): (Float, Float) = (0, 1)
    let slack = reach + 0.0625
    if inverseAlongY != 0 {
      let one = (y - slack - startY) * inverseAlongY
      let two = (y + slack - startY) * inverseAlongY
      low = max(0, min(one, two) - 0.001)
      high = min(1, max(one, two) + 0.001)
      guard low <= high else { return .nothing }
    }
    let (one, two) = (startX + low * alongX, startX + high * alongX)
    return RowExtent(
      first: floored(min(one, two) - slack - 0.5), last: floored(max(one, two) + slack - 0.5) &+ 1)
  }
}
