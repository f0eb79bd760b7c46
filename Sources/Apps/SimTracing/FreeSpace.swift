import SimbenchKit

/// Decides whether a leash is long enough for two walkers on lines who never go back.
///
/// Alt and Godau, "Computing the Fréchet distance between two polygonal curves", 1995: for a pair
/// of straight parts, the positions within the leash form a convex set, so on each border between
/// pairs an interval is reachable. One row of intervals is kept and updated for each part of the
/// other line; the simple form keeps the whole diagram.
struct FreeSpace {
  private let one: [Vector2]
  private let other: [Vector2]
  /// The reachable interval of each part of `other` while the walker on `one` is at a corner.
  private var reached: [Reach]

  /// The reachable interval of a straight part, in fractions from 0 to 1; empty if `low` is above
  /// `high`.
  private struct Reach {
    var low = 1.0
    var high = 0.0

    var isEmpty: Bool { low > high }

    /// The part of the interval at or after a position.
    func notBefore(_ position: Double) -> Reach { Reach(low: max(low, position), high: high) }
  }

  /// Takes two lines of at least two points.
  init(_ one: [Vector2], _ other: [Vector2]) {
    self.one = one
    self.other = other
    reached = [Reach](repeating: Reach(), count: other.count - 1)
  }

  /// Whether both walkers can reach their ends.
  ///
  /// - Complexity: O(n × m); less if few pairs of positions are within the leash.
  mutating func isWalkable(leash: Double) -> Bool {
    guard Self.distance(one[0], other[0]) <= leash,
      Self.distance(one[one.count - 1], other[other.count - 1]) <= leash
    else { return false }
    // The positions that the walker on `other` can reach while the one on `one` waits at the start.
    var isOpen = true
    for part in 0..<other.count - 1 {
      let free = Self.free(of: one[0], other[part], other[part + 1], leash)
      reached[part] = isOpen && free.low == 0 ? free : Reach()
      isOpen = isOpen && free.low == 0 && free.high == 1
    }
    var isOpenAtStart = true
    for step in 1..<one.count {
      let (from, to) = (one[step - 1], one[step])
      // The same with the lines swapped.
      let first = Self.free(of: other[0], from, to, leash)
      var below = isOpenAtStart && first.low == 0 ? first : Reach()
      isOpenAtStart = isOpenAtStart && first.low == 0 && first.high == 1
      for part in 0..<other.count - 1 {
        let left = reached[part]
        guard !left.isEmpty || !below.isEmpty else { continue }
        let right = Self.free(of: to, other[part], other[part + 1], leash)
        let above = Self.free(of: other[part + 1], from, to, leash)
        reached[part] = below.isEmpty ? right.notBefore(left.low) : right
        below = left.isEmpty ? above.notBefore(below.low) : above
      }
    }
    // The ends are within the leash, so the last interval contains its end unless it is empty.
    return !(reached.last?.isEmpty ?? true)
  }

  /// The positions on a straight part that are within a distance of a point.
  private static func free(
    of point: Vector2, _ start: Vector2, _ end: Vector2, _ leash: Double
  ) -> Reach {
    let (toStartX, toStartY) = difference(start, point)
    let (alongX, alongY) = difference(end, start)
    let square = alongX * alongX + alongY * alongY
    // Ends are decided by their own distance, so that neighboring parts agree on a corner.
    let startIsFree = distance(point, start) <= leash
    let endIsFree = distance(point, end) <= leash
    if startIsFree && endIsFree { return Reach(low: 0, high: 1) }
    let half = toStartX * alongX + toStartY * alongY
    let rest = toStartX * toStartX + toStartY * toStartY - leash * leash
    let discriminant = half * half - square * rest
    guard square > 0 && discriminant >= 0 else {
      return startIsFree
        ? Reach(low: 0, high: 0) : endIsFree ? Reach(low: 1, high: 1) : Reach()
    }
    let root = discriminant.squareRoot()
    let low = (-half - root) / square
    let high = (-half + root) / square
    guard low <= 1 && high >= 0 else {
      return startIsFree ? Reach(low: 0, high: 0) : endIsFree ? Reach(low: 1, high: 1) : Reach()
    }
    // An end that is not within the leash is excluded, by the smallest possible amount.
    return Reach(
      low: startIsFree ? 0 : min(max(low, .leastNonzeroMagnitude), 1),
      high: endIsFree ? 1 : max(min(high, 1.0.nextDown), 0))
  }

  static func distance(_ one: Vector2, _ other: Vector2) -> Double {
    let (x, y) = difference(one, other)
    return (x * x + y * y).squareRoot()
  }

  private static func difference(_ one: Vector2, _ other: Vector2) -> (Double, Double) {
    (Double(one.x) - Double(other.x), Double(one.y) - Double(other.y))
  }
}
