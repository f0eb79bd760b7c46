import SimbenchKit

/// Distances between two curves.
///
/// Each distance is 0 if neither curve has points, and infinite if only one has.
///
/// Method: the Fréchet distance by bisection of a decision in free space (Alt and Godau, 1995); the
/// Hausdorff distance by halving line pieces that may contain the farthest point; time warping by
/// dynamic programming. Rejected: both distances between 128 points per curve, with errors of up to
/// 0.03 mm for Fréchet, and of up to 1.65 mm for Hausdorff, which was even below the ink's largest
/// deviation. Using that the distance to a straight part is convex, and skipping points that cannot
/// be the farthest, reduced the tracing tests from 85 s to 18 s in a debug build.
package enum CurveDistance {
  /// The Fréchet distance of two lines: the shortest leash for two walkers who never go back.
  ///
  /// All points of the lines count, not only their corners (`FreeSpace`). It is at least the
  /// Hausdorff distance.
  ///
  /// - Parameter exactness: The maximum by which the result exceeds the true distance; above 0.
  /// - Complexity: O(n × m) per halving of the distance down to `exactness`; memory O(m).
  package static func frechet(
    _ one: [Vector2], _ other: [Vector2], exactness: Float
  ) -> Float {
    if let empty = distanceOfEmpty(one, other) { return empty }
    guard one.count > 1 && other.count > 1 else {
      let (point, line) = one.count > 1 ? (other[0], one) : (one[0], other)
      return line.reduce(0) { max($0, (point - $1).length) }
    }
    var space = FreeSpace(one, other)
    // The walkers begin and end together.
    var low = max(
      FreeSpace.distance(one[0], other[0]),
      FreeSpace.distance(one[one.count - 1], other[other.count - 1]))
    if space.isWalkable(leash: low) { return Float(low) }
    var high = max(low, Double(exactness))
    while !space.isWalkable(leash: high) { (low, high) = (high, high * 2) }
    while high - low > Double(exactness) {
      let middle = (low + high) / 2
      if space.isWalkable(leash: middle) { high = middle } else { low = middle }
    }
    return Float(high)
  }

  /// Dynamic time warping: the minimum sum of distances over monotonic pairings.
  ///
  /// Only the given points count, so both curves need comparable density.
  ///
  /// - Complexity: O(n × m), memory O(m).
  package static func warped(_ one: [Vector2], _ other: [Vector2]) -> Float {
    if let empty = distanceOfEmpty(one, other) { return empty }
    var row = [Float](repeating: 0, count: other.count)
    for (index, point) in one.enumerated() {
      var diagonal: Float = 0
      for (column, target) in other.enumerated() {
        let above = row[column]
        var best: Float = 0
        if index == 0 {
          best = column == 0 ? 0 : row[column - 1]
        } else if column == 0 {
          best = above
        } else {
          best = min(above, diagonal, row[column - 1])
        }
        diagonal = above
        row[column] = best + (point - target).length
      }
    }
    return row[other.count - 1]
  }

  /// The Hausdorff distance of two sets of lines: the maximum distance from any point of either to
  /// the other, regardless of order.
  ///
  /// All points of the lines count, not only their corners. Two upper bounds hold for the points of
  /// a line piece whose ends are d and e away from the other set: the larger distance of its ends
  /// from the straight part that is nearest to one of them, since that distance is convex; and (d +
  /// e + its length) / 2. Pieces that may contain the farthest point are halved until it is known
  /// to `exactness`.
  ///
  /// - Parameters:
  ///   - one: Lines of at least one point each.
  ///   - other: Lines of at least one point each.
  ///   - exactness: The maximum by which the result is below the true distance; above 0.
  /// - Complexity: O(n × m), plus O(m) per halved piece.
  package static func hausdorff(
    _ one: [[Vector2]], _ other: [[Vector2]], exactness: Float
  ) -> Float {
    let isEmpty = (one.allSatisfy { $0.isEmpty }, other.allSatisfy { $0.isEmpty })
    if isEmpty.0 && isEmpty.1 { return 0 }
    if isEmpty.0 || isEmpty.1 { return .infinity }
    let there = farthest(one, other, atLeast: 0, exactness)
    return farthest(other, one, atLeast: there, exactness)
  }

  /// The largest distance from any point of `lines` to `target`, or at least `known`.
  ///
  /// Most points are skipped: a point's distance is at most that of the last checked point plus the
  /// path length since.
  private static func farthest(
    _ lines: [[Vector2]], _ target: [[Vector2]], atLeast known: Float, _ exactness: Float
  ) -> Float {
    var farthest = known
    var pieces: [Piece] = []
    for line in lines {
      guard let first = line.first else { continue }
      var start = Nearest(to: first, target)
      farthest = max(farthest, start.distance)
      // The path length since `start`, and the previous point.
      var (way, previous): (Float, Vector2) = (0, first)
      for point in line.dropFirst() {
        way += (point - previous).length
        defer { previous = point }
        guard start.distance + way > farthest + exactness else { continue }
        if previous != start.point { start = Nearest(to: previous, target) }
        let end = Nearest(to: point, target)
        farthest = max(farthest, start.distance, end.distance)
        pieces.append(Piece(start: start, end: end))
        while let piece = pieces.popLast() {
          guard piece.bound > farthest + exactness else { continue }
          let middle = Nearest(to: (piece.start.point + piece.end.point) * 0.5, target)
          farthest = max(farthest, middle.distance)
          pieces.append(Piece(start: piece.start, end: middle))
          pieces.append(Piece(start: middle, end: piece.end))
        }
        (start, way) = (end, 0)
      }
    }
    return farthest
  }

  /// A straight line piece.
  private struct Piece {
    let start: Nearest
    let end: Nearest

    /// An upper bound of the distance of the piece's points.
    var bound: Float {
      let length = (end.point - start.point).length
      return min(
        (start.distance + end.distance + length) * 0.5,
        max(start.distance, start.part.distance(to: end.point)),
        max(end.distance, end.part.distance(to: start.point)))
    }
  }

  /// The straight part of `lines` that is nearest to a point.
  private struct Nearest {
    let point: Vector2
    private(set) var part = Part(start: .zero, end: .zero)
    private(set) var distance = Float.infinity

    init(to point: Vector2, _ lines: [[Vector2]]) {
      self.point = point
      var minimum = Float.infinity
      for line in lines {
        for index in line.indices {
          // A line of one point is a part of length 0.
          guard index > 0 || line.count == 1 else { continue }
          let start = line[max(index - 1, 0)]
          let found = Segment.nearest(to: point, from: start, to: line[index])
          if found.distanceSquared < minimum {
            minimum = found.distanceSquared
            part = Part(start: start, end: line[index])
          }
        }
      }
      distance = minimum.squareRoot()
    }
  }

  private struct Part {
    let start: Vector2
    let end: Vector2

    func distance(to point: Vector2) -> Float {
      Segment.nearest(to: point, from: start, to: end).distanceSquared.squareRoot()
    }
  }

  private static func distanceOfEmpty(_ one: [Vector2], _ other: [Vector2]) -> Float? {
    if one.isEmpty && other.isEmpty { return 0 }
    return one.isEmpty || other.isEmpty ? .infinity : nil
  }
}
