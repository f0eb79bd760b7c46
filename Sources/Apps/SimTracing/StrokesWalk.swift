import SimbenchKit

/// Arc length along consecutive strokes; lifting the pen adds nothing.
struct StrokesWalk {
  /// A stroke, and the distance from its start.
  struct Place {
    let stroke: Int
    let arc: Float

    /// A place farther along the same stroke; `point(at:)` limits it to the stroke's ends.
    func moved(by distance: Float) -> Place { Place(stroke: stroke, arc: arc + distance) }
  }

  /// The arc length of all strokes.
  let length: Float

  private let strokes: [[Vector2]]
  private let arcs: [[Float]]

  /// Takes strokes of at least one point each.
  init(_ strokes: [[Vector2]]) {
    self.strokes = strokes
    arcs = strokes.map { Self.arcs($0) }
    length = arcs.reduce(0) { $0 + ($1.last ?? 0) }
  }

  /// The arc length of a stroke.
  func length(ofStroke stroke: Int) -> Float { arcs[stroke].last ?? 0 }

  /// The arc length of a polyline.
  static func length(_ points: [Vector2]) -> Float { arcs(points).last ?? 0 }

  /// The arc length from the first point to each point.
  private static func arcs(_ points: [Vector2]) -> [Float] {
    var arcs: [Float] = []
    arcs.reserveCapacity(points.count)
    var arc: Float = 0
    for (index, point) in points.enumerated() {
      if index > 0 { arc += (point - points[index - 1]).length }
      arcs.append(arc)
    }
    return arcs
  }

  /// The place at an arc length from the start of the first stroke.
  ///
  /// - Complexity: O(n) in the number of strokes.
  func position(at arc: Float) -> Place {
    var (stroke, start): (Int, Float) = (0, 0)
    while stroke < strokes.count - 1, let own = arcs[stroke].last, arc > start + own {
      start += own
      stroke += 1
    }
    return Place(stroke: stroke, arc: arc - start)
  }

  /// The point at a place, limited to the stroke's ends.
  ///
  /// - Complexity: O(log n) in the number of the stroke's points.
  func point(at position: Place) -> Vector2 {
    let (points, arcs) = (strokes[position.stroke], arcs[position.stroke])
    return PolylineSearch.point(
      at: position.arc, arcs: arcs, in: points.indices, points: points)
  }
}

/// Finds points at an arc length on a polyline.
enum PolylineSearch {
  /// The point at an arc length from the first of a range of points, limited to its ends.
  ///
  /// - Parameter arcs: The arc length of each point from the first point of the range.
  /// - Complexity: O(log n) in the number of points in the range.
  static func point(
    at arc: Float, arcs: [Float], in range: Range<Int>, points: [Vector2]
  ) -> Vector2 {
    var (low, high) = (range.lowerBound, range.upperBound - 1)
    guard arc > 0 else { return points[low] }
    guard arc < arcs[high] else { return points[high] }
    while high - low > 1 {
      let middle = (low + high) / 2
      if arcs[middle] <= arc { low = middle } else { high = middle }
    }
    let part = arcs[high] - arcs[low]
    guard part > 0 else { return points[low] }
    return points[low] + (points[high] - points[low]) * ((arc - arcs[low]) / part)
  }
}
