/// Bounds a segment with round ends on rows or columns of pixels: lines of one direction.
struct CapsuleExtent {
  /// The position of the segment's start across the lines, and of its end less that.
  private let start: Float
  private let length: Float
  /// The same along the lines.
  private let startAlong: Float
  private let lengthAlong: Float
  /// How far the segment goes along the lines from one line to the next.
  private let slope: Float
  /// What a unit beside the segment amounts to along a line.
  private let stretch: Float
  /// How far across the lines a unit beside the segment, towards higher positions on them, leads.
  private let lean: Float
  /// Whether the lines beside the segment are met exactly: they are not too close to its own
  /// direction, and neither is it a point.
  let hasSides: Bool

  /// Reads the start and the length across the lines, then along them, and 1 / length.
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

  /// The positions across the lines between which every line meets both sides within `radius`, less
  /// what rounding may amount to.
  @inline(__always)
  func sides(within radius: Float) -> (first: Float, last: Float) {
    let margin = radius * lean.magnitude + 0.0625
    return (start + (min(length, 0) + margin), start + (max(length, 0) - margin))
  }

  /// Where lines meet the segment, or what it would be if it went on.
  @inline(__always)
  func middle(of lines: Lanes) -> Lanes { (lines - start) * slope + startAlong }

  /// How far along a line the side at a distance from the segment is.
  @inline(__always)
  func reach(_ radius: Float) -> Float { radius * stretch }

  /// The segment's lower end, then its higher one: where each is across the lines and along them.
  @inline(__always)
  var ends: (low: (across: Float, along: Float), high: (across: Float, along: Float)) {
    let one = (across: start, along: startAlong)
    let two = (across: start + length, along: startAlong + lengthAlong)
    return lengthAlong < 0 ? (two, one) : (one, two)
  }

  /// The ends of each line's points within `radius` of the segment, the first above the second when
  /// there are none: on the circles around the segment's ends or on the lines beside it.
  ///
  /// Without sides the range may be too small, as if the segment were its ends.
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

  /// Whether the foot of a perpendicular is between the segment's ends.
  @inline(__always)
  private func isBeside(_ foot: Lanes) -> SIMDMask<SIMD4<Int32>> {
    let (first, last) = (min(length, 0), max(length, 0))
    return (foot .>= first) .& (foot .<= last)
  }

  /// A position on a line that is above all others.
  private static var farAway: Float { 1_048_576 }

  /// The ends of a circle's chords, given half their lengths squared; the first far above the
  /// second where there is none.
  @inline(__always)
  private static func chord(_ squared: Lanes, around center: Float) -> (low: Lanes, high: Lanes) {
    // Limited to 0 the compiler would take the roots one by one, each behind a branch; the root of
    // a negative number is a call.
    let half = magnitudes(squared).squareRoot()
    let isMissed = squared .<= 0
    return (
      (center - half).replacing(with: farAway, where: isMissed),
      (center + half).replacing(with: -farAway, where: isMissed)
    )
  }
}
