import DeterministicMath

/// Distances of two curves given as points; all need points of comparable density.
///
/// Each is 0 for no points at all and infinite if only one curve has points.
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

  /// The Hausdorff distance: how far any point of either is from the other; order plays no part.
  ///
  /// - Complexity: O(n × m).
  public static func hausdorff(_ one: [Vector2], _ other: [Vector2]) -> Float {
    guard let empty = distanceOfEmpty(one, other) else {
      return max(farthest(one, other), farthest(other, one))
    }
    return empty
  }

  private static func farthest(_ one: [Vector2], _ other: [Vector2]) -> Float {
    var farthest: Float = 0
    for point in one {
      var nearest = Float.infinity
      for target in other { nearest = min(nearest, (point - target).lengthSquared) }
      farthest = max(farthest, nearest)
    }
    return farthest.squareRoot()
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
