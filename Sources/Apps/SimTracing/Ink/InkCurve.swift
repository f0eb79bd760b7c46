import SimbenchKit

/// The most recent points of a stroke and the smooth curve through them.
///
/// The curve is a centripetal Catmull-Rom spline, which passes through every point and has no loops
/// or cusps between two points (Yuksel, Schaefer and Keyser, "Parameterization and applications of
/// Catmull-Rom curves", 2011). A piece depends on the points before and after it. The piece up to
/// the most recent point is extrapolated, and redrawn when the next point is known.
package struct InkCurve: Equatable, Sendable {
  /// A point with the ink's radius.
  package struct Point: Equatable, Sendable {
    /// The position in points.
    package var position: Vector2
    /// Half the width of the ink in points.
    package var radius: Float

    /// Makes a point.
    package init(position: Vector2, radius: Float) {
      self.position = position
      self.radius = radius
    }
  }

  /// The maximum number of segments per piece.
  package static var maximumSegmentCount: UInt32 { 16 }
  /// The maximum distance of a segment from the curve, in points.
  private static var flatness: Float { 0.08 }
  /// Points closer than this, in points, count as one.
  private static var minimumMove: Float { 0.4 }

  /// The number of points, counted up to 4.
  package private(set) var count: UInt32 = 0
  private var first: Point
  private var second: Point
  private var newest: Point

  /// Makes a curve without points.
  package init() {
    first = Point(position: .zero, radius: 0)
    second = first
    newest = first
  }

  /// Adds a point; ignores it if it is too close to the most recent one.
  ///
  /// - Parameter commit: Receives the segments that are final.
  package mutating func append(
    _ point: Point, commit: (_ from: Vector2, _ to: Vector2, _ radius: Float) -> Void
  ) {
    if count > 0 && (point.position - newest.position).length < Self.minimumMove { return }
    if count >= 2 { piece(then: point, commit) }
    first = second
    second = newest
    newest = point
    count = min(count + 1, 4)
  }

  /// Calls `segment` for the provisional segments up to the most recent point: at first a dot.
  package func tip(_ segment: (_ from: Vector2, _ to: Vector2, _ radius: Float) -> Void) {
    guard count > 0 else { return }
    guard count > 1 else {
      segment(newest.position, newest.position, newest.radius)
      return
    }
    let ahead = newest.position + (newest.position - second.position)
    piece(then: Point(position: ahead, radius: newest.radius), segment)
  }

  /// Moves and scales all points.
  package mutating func transform(_ change: (Vector2) -> Vector2) {
    first.position = change(first.position)
    second.position = change(second.position)
    newest.position = change(newest.position)
  }

  /// The piece between the second and the most recent point.
  private func piece(
    then next: Point, _ segment: (_ from: Vector2, _ to: Vector2, _ radius: Float) -> Void
  ) {
    let (p1, p2, p3) = (second.position, newest.position, next.position)
    let p0 = count > 2 ? first.position : p1 + (p1 - p2)
    // Knots are spaced by the square roots of the distances.
    let d1 = max((p1 - p0).length.squareRoot(), 0.001)
    let d2 = max((p2 - p1).length.squareRoot(), 0.001)
    let d3 = max((p3 - p2).length.squareRoot(), 0.001)
    let start = tangent(p0, p1, p2, d1, d2) * d2
    let end = tangent(p1, p2, p3, d2, d3) * d2
    let (c1, c2) = (p1 + start * (1 / 3), p2 - end * (1 / 3))
    let bend = max((p1 - c1 * 2 + c2).length, (c1 - c2 * 2 + p2).length)
    let wanted = (6 * bend / (8 * Self.flatness)).squareRoot().roundedUp
    let maximum = Float(Self.maximumSegmentCount)
    let steps = max(1, min(wanted, maximum))
    var from = p1
    for step in 1...UInt32(steps) {
      let t = Float(step) / steps
      let u = 1 - t
      let near = p1 * (u * u * u) + c1 * (3 * u * u * t)
      let far = c2 * (3 * u * t * t) + p2 * (t * t * t)
      let to = step == UInt32(steps) ? p2 : near + far
      segment(from, to, second.radius + (newest.radius - second.radius) * t)
      from = to
    }
  }

  /// The derivative at `b` of the curve through three points with two knot intervals.
  private func tangent(
    _ a: Vector2, _ b: Vector2, _ c: Vector2, _ before: Float, _ after: Float
  ) -> Vector2 {
    (b - a) * (1 / before) - (c - a) * (1 / (before + after)) + (c - b) * (1 / after)
  }
}

extension InkCurve: StateFields {
  /// Visits the points that affect later segments.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&count, in: 0...4, "count")
    visitor.field(&first, "first")
    visitor.field(&second, "second")
    visitor.field(&newest, "newest")
  }
}

extension InkCurve.Point: StateFields {
  /// Visits every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&position, "position")
    visitor.field(&radius, "radius")
  }
}
