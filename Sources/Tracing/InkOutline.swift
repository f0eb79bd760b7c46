import DeterministicMath

/// Strokes as a fixed number of points, evenly along all of the ink, each with its direction.
///
/// Order and sense of writing are gone: a direction is stored as its doubled angle, the same for a
/// stroke and its reverse.
struct InkOutline: Equatable, Sendable {
  /// Points of every outline.
  static var count: Int { 48 }
  /// Directions are measured over this share of the outline's larger side to both sides.
  private static var directionReach: Float { 0.12 }

  let points: [Vector2]
  let directions: [Vector2]
  let length: Float
  let low: Vector2
  let high: Vector2

  /// Nil without ink: no strokes, or taps only.
  init?(_ strokes: [[Vector2]]) {
    let walk = StrokesWalk(strokes)
    let total = walk.length
    guard total > 0, total.isFinite, let first = strokes.first?.first else { return nil }
    var (low, high) = (first, first)
    for point in strokes.joined() {
      low = Vector2(min(low.x, point.x), min(low.y, point.y))
      high = Vector2(max(high.x, point.x), max(high.y, point.y))
    }
    let reach = max(high.x - low.x, high.y - low.y) * Self.directionReach
    guard reach > 0 else { return nil }
    let step = total / Float(Self.count)
    var (points, directions): ([Vector2], [Vector2]) = ([], [])
    for index in 0..<Self.count {
      let place = walk.place(at: (Float(index) + 0.5) * step)
      points.append(walk.point(at: place))
      let course =
        walk.point(at: place.moved(by: reach)) - walk.point(at: place.moved(by: 0 - reach))
      directions.append(Self.doubled(course))
    }
    self.points = points
    self.directions = directions
    self.low = low
    self.high = high
    length = total
  }

  /// The unit vector at twice the angle; zero for no direction.
  private static func doubled(_ course: Vector2) -> Vector2 {
    let squared = course.lengthSquared
    guard squared > 0 else { return .zero }
    return Vector2(course.x * course.x - course.y * course.y, 2 * course.x * course.y)
      * (1 / squared)
  }

  /// The mean of the points.
  var center: Vector2 {
    points.reduce(.zero, +) * (1 / Float(points.count))
  }

  /// The standard deviation of the points along each axis.
  var spread: Vector2 {
    let center = center
    var sum = Vector2.zero
    for point in points {
      let offset = point - center
      sum += Vector2(offset.x * offset.x, offset.y * offset.y)
    }
    let mean = sum * (1 / Float(points.count))
    return Vector2(mean.x.squareRoot(), mean.y.squareRoot())
  }
}
