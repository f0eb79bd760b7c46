/// A segment with round caps and an edge one pixel wide: `min(r + 1/2 - d, 1, 2r)`, d being the
/// distance to the segment.
struct CapsuleShape: CoverageShape {
  static var isInnerSolid: Bool { true }

  private let startX: Float
  private let startY: Float
  private let alongX: Float
  private let alongY: Float
  private let inverseLengthSquared: Float
  private let reach: Float
  private let peak: Lanes
  private let isCut: Bool
  private let inverseAlongY: Float

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
  }

  @inline(__always)
  func coverage(x: Lanes, y: Float) -> Lanes {
    let (dx, dy) = (x - startX, y - startY)
    let along = clampedToUnit((dx * alongX + dy * alongY) * inverseLengthSquared)
    let (offX, offY) = (dx - along * alongX, dy - along * alongY)
    let distance = (offX * offX + offY * offY).squareRoot()
    return lesser(greater(reach - distance, Lanes(repeating: 0)), peak)
  }

  /// The part of the segment within reach of the row, by height alone, widened by the reach.
  ///
  /// A sixteenth of a pixel and a thousandth of the length more than exact arithmetic would need.
  @inline(__always)
  func extent(y: Float) -> RowExtent {
    guard isCut else { return .everything }
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
