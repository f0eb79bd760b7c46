import DeterministicMath

/// Distances of two curves.
///
/// Those in order are of curves given as points, which need comparable density. Each is 0 for no
/// points at all and infinite if only one curve has points.
public enum CurveDistance {
  /// The discrete Fréchet distance: the longest leash of two walkers who never go back.
  ///
  /// Eiter and Mannila 1994.
  ///
  /// - Complexity: O(n × m), memory O(m).
  public static func frechet(_ one: [Vector2], _ other: [Vector2]) -> Float {
    coupled(one, other) { best, distance in max(best, distance) }
  }

  /// Dynamic time warping: the least sum of distances over pairings that never go back.
  ///
  /// - Complexity: O(n × m), memory O(m).
  public static func warped(_ one: [Vector2], _ other: [Vector2]) -> Float {
    coupled(one, other) { best, distance in best + distance }
  }

  /// The Hausdorff distance of two sets of lines: how far any point of either is from the other;
  /// order plays no part.
  ///
  /// Every point of the lines counts, not their corners alone. The distance from a point to the
  /// other lines changes no faster than the point moves, so a piece of line whose ends are d and e
  /// away has no point farther than (d + e + its length) / 2; pieces that may hold the farthest
  /// point are halved until that is known to `exactness`.
  ///
  /// - Parameters:
  ///   - one: lines of at least one point each.
  ///   - other: the same.
  ///   - exactness: how far the result may be below the true distance, more than 0.
  /// - Complexity: O(n × m) and, for each piece that is halved, O(m).
  public static func hausdorff(
    _ one: [[Vector2]], _ other: [[Vector2]], exactness: Float
  ) -> Float {
    let isEmpty = (one.allSatisfy { $0.isEmpty }, other.allSatisfy { $0.isEmpty })
    if isEmpty.0 && isEmpty.1 { return 0 }
    if isEmpty.0 || isEmpty.1 { return .infinity }
    let there = farthest(one, other, atLeast: 0, exactness)
    return farthest(other, one, atLeast: there, exactness)
  }

  /// The largest distance from any point of lines to other lines, or what is known to be exceeded.
  private static func farthest(
    _ lines: [[Vector2]], _ target: [[Vector2]], atLeast known: Float, _ exactness: Float
  ) -> Float {
    let distances = lines.map { line in line.map { distance(of: $0, to: target) } }
    var farthest = known
    for distance in distances.joined() { farthest = max(farthest, distance) }
    var pieces: [Piece] = []
    for (line, ends) in zip(lines, distances) {
      for index in line.indices.dropFirst() {
        pieces.append(Piece(line[index - 1], line[index], ends[index - 1], ends[index]))
      }
      while let piece = pieces.popLast() {
        guard piece.bound > farthest + exactness else { continue }
        let middle = (piece.start + piece.end) * 0.5
        let distance = distance(of: middle, to: target)
        farthest = max(farthest, distance)
        pieces.append(Piece(piece.start, middle, piece.startDistance, distance))
        pieces.append(Piece(middle, piece.end, distance, piece.endDistance))
      }
    }
    return farthest
  }

  /// A straight piece of line and how far its ends are from other lines.
  private struct Piece {
    let start: Vector2
    let end: Vector2
    let startDistance: Float
    let endDistance: Float

    init(_ start: Vector2, _ end: Vector2, _ startDistance: Float, _ endDistance: Float) {
      (self.start, self.end) = (start, end)
      (self.startDistance, self.endDistance) = (startDistance, endDistance)
    }

    /// No point of the piece is farther away.
    var bound: Float { (startDistance + endDistance + (end - start).length) * 0.5 }
  }

  private static func distance(of point: Vector2, to lines: [[Vector2]]) -> Float {
    var nearest = Float.infinity
    for line in lines {
      if line.count == 1 { nearest = min(nearest, (point - line[0]).lengthSquared) }
      for index in line.indices.dropFirst() {
        let found = Segment.nearest(to: point, from: line[index - 1], to: line[index])
        nearest = min(nearest, found.distanceSquared)
      }
    }
    return nearest.squareRoot()
  }

  private static func distanceOfEmpty(_ one: [Vector2], _ other: [Vector2]) -> Float? {
    if one.isEmpty && other.isEmpty { return 0 }
    return one.isEmpty || other.isEmpty ? .infinity : nil
  }

  private static func coupled(
    _ one: [Vector2], _ other: [Vector2], _ join: (Float, Float) -> Float
  ) -> Float {
    if let empty = distanceOfEmpty(one, other) { return empty }
    var row = [Float](repeating: 0, count: other.count)
    for (index, point) in one.enumerated() {
      var diagonal: Float = 0
      for (place, target) in other.enumerated() {
        let above = row[place]
        var best: Float = 0
        if index == 0 {
          best = place == 0 ? 0 : row[place - 1]
        } else if place == 0 {
          best = above
        } else {
          best = min(above, diagonal, row[place - 1])
        }
        diagonal = above
        row[place] = join(best, (point - target).length)
      }
    }
    return row[other.count - 1]
  }
}
