import SimbenchKit

/// Ink as a fixed number of points, evenly spaced along everything on the paper, with directions.
///
/// The order and direction of writing are removed: a direction is stored as its doubled angle,
/// which is the same for a stroke and its reverse.
struct InkOutline: Equatable, Sendable {
  /// The number of points per outline.
  ///
  /// High enough that the position of the first point changes a score by less than 0.01. With 48,
  /// an `o` started four degrees later scored 0.966.
  static var count: Int { 96 }

  let points: [Vector2]
  let directions: [Vector2]
  /// The length of the lines on the paper, counting each once.
  let length: Float
  let low: Vector2
  let high: Vector2
  /// The mean position of the ink.
  let center: Vector2
  /// The standard deviation of the ink along each axis.
  let spread: Vector2

  /// Nil without ink: no strokes, or only taps.
  init?(_ strokes: [[Vector2]]) {
    guard let ink = InkSpots(strokes) else { return nil }
    let step = ink.length / Float(Self.count)
    var (points, directions): ([Vector2], [Vector2]) = ([], [])
    var reached: Float = 0
    for (index, spot) in ink.spots.enumerated() {
      reached += spot.weight
      // Rounding may place the last points beyond the sum.
      let isLast = index == ink.spots.count - 1
      while points.count < Self.count, isLast || (Float(points.count) + 0.5) * step <= reached {
        points.append(spot.position)
        directions.append(spot.direction)
      }
    }
    self.points = points
    self.directions = directions
    low = ink.low
    high = ink.high
    length = ink.length
    center = ink.center
    spread = ink.spread
  }
}
