/// Bounds a segment with round ends on lines of pixels: rows or columns.
struct CapsuleExtent {
  /// The position of the segment's start across the lines, and its extent in that direction.
  private let start: Float
  private let length: Float
  /// The position of the segment's start along the lines, and its extent in that direction.
  private let startAlong: Float
  private let lengthAlong: Float
  /// The segment's advance along the lines from one line to the next.
  private let slope: Float
  /// The distance along a line that equals one unit perpendicular to the segment.
  private let stretch: Float
  /// The component across the lines of a unit vector perpendicular to the segment that points to
  /// higher positions along the lines.
  private let lean: Float
  /// Whether the straight sides can be intersected with the lines: the segment is not a point and
  /// not nearly parallel to the lines.
  let hasSides: Bool

  /// Takes the segment's start and extent across and along the lines, and 1 / length.
  @inline(__always)
  init(
    across: (start: Float, length: Float), along: (start: Float, length: Float),
    _ inverseLength: Float, hasSides: Bool
  ) {
    (start, length) = across
    (startAlong, lengthAlong) = along
    self.hasSides = hasSides
    let inverse = hasSides ? 1 / across.length : 0
    slope = along.length * inverse
    stretch = inverse.magnitude * (inverseLength > 0 ? 1 / inverseLength : 0)
    let turned = along.length * inverseLength
    lean = across.length > 0 ? 0 - turned : turned
  }

  /// The range across the lines in which every line meets both straight sides within `radius`,
  /// reduced by a margin for rounding.
  @inline(__always)
  func sides(within radius: Float) -> (first: Float, last: Float) {
    let margin = radius * lean.magnitude + 0.0625
    return (start + (min(length, 0) + margin), start + (max(length, 0) - margin))
  }

  /// Where the lines meet the segment or its extension.
  @inline(__always)
  func middle(of lines: Lanes) -> Lanes { (lines - start) * slope + startAlong }

  /// The distance along a line from the segment to a side at `radius`.
  @inline(__always)
  func reach(_ radius: Float) -> Float { radius * stretch }

  /// The segment's end that is lower along the lines, then the higher one.
  @inline(__always)
  var ends: (low: (across: Float, along: Float), high: (across: Float, along: Float)) {
    let one = (across: start, along: startAlong)
    let two = (across: start + length, along: startAlong + lengthAlong)
    return lengthAlong < 0 ? (two, one) : (one, two)
  }

  /// The range of each line within `radius` of the segment, bounded by the circles around its ends
  /// or by its straight sides; if a line has no such points, `low` is above `high`.
  ///
  /// Without sides, only the circles are considered, so the range may be too small.
  @inline(always)
  func range(of lines: Lanes, within radius: Float) -> (low: Lanes, high: Lanes) {
    let offset = lines - start
    let (fromStart, fromEnd) = (offset * offset, (offset - length) * (offset - length))
    let ofStart = Self.chord(radius * radius - fromStart, around: startAlong)
    let ofEnd = Self.chord(radius * radius - fromEnd, around: startAlong + lengthAlong)
    let low = minimum(ofStart.low, ofEnd.low)
    let high = maximum(ofStart.high, ofEnd.high)
    guard hasSides else { return (low, high) }
    let middle = middle(of: lines)
    return (
      low.replacing(with: middle - reach(radius), where: isBeside(offset + radius * lean)),
      high.replacing(with: middle + reach(radius), where: isBeside(offset - radius * lean))
    )
  }

  /// Whether the foot of a perpendicular lies between the segment's ends.
  @inline(__always)
  private func isBeside(_ foot: Lanes) -> SIMDMask<SIMD4<Int32>> {
    let (first, last) = (min(length, 0), max(length, 0))
    return (foot .>= first) .& (foot .<= last)
  }

  /// A position on a line above all that occur.
  private static var farAway: Float { 1_048_576 }

  /// The ends of chords of a circle, from the squares of half their lengths; `low` is far above
  /// `high` if a line misses the circle.
  @inline(__always)
  private static func chord(_ squared: Lanes, around center: Float) -> (low: Lanes, high: Lanes) {
    // With a maximum with 0 the compiler would compute the roots one by one, each behind a branch,
    // and the root of a negative number is a library call.
    let half = magnitudes(squared).squareRoot()
    let isMissed = squared .<= 0
    return (
      (center - half).replacing(with: farAway, where: isMissed),
      (center + half).replacing(with: -farAway, where: isMissed)
    )
  }
}
