import SimbenchKit

/// Whether a leash is long enough for two walkers on lines who never go back.
///
/// Alt and Godau, "Computing the Fréchet distance between two polygonal curves", 1995: for a part
/// of either line the pairs of positions within the leash are convex, so of the border between two
/// pairs of parts an interval can be reached. One row of intervals is kept and rewritten for each
/// part of the other line, where the plain form keeps the whole diagram.
struct FreeSpace {
  private let one: [Vector2]
  private let other: [Vector2]
  /// For each part of `other`, what can be reached of it while the walker on `one` stands at the
  /// corner between two parts.
  private var reached: [Reach]

  /// What can be reached of a straight part, from 0 to 1; nothing when `low` is above `high`.
  private struct Reach {
    var low = 1.0
    var high = 0.0

    var isEmpty: Bool { low > high }

    /// What is not before a position.
    func notBefore(_ position: Double) -> Reach { Reach(low: max(low, position), high: high) }
  }

  /// Takes two lines of two points or more.
  init(_ one: [Vector2], _ other: [Vector2]) {
    self.one = one
    self.other = other
    reached = [Reach](repeating: Reach(), count: other.count - 1)
  }

  /// Whether both walkers come to their ends.
  ///
  /// - Complexity: O(n × m), less where few pairs of positions are within the leash.
  mutating func isWalkable(leash: Double) -> Bool {
    guard Self.distance(one[0], other[0]) <= leash,
      Self.distance(one[one.count - 1], other[other.count - 1]) <= leash
    else { return false }
    // Up to where the walker on `other` comes while the one on `one` waits at the start.
    var isOpen = true
    for part in 0..<other.count - 1 {
      let free = Self.free(of: one[0], other[part], other[part + 1], leash)
      reached[part] = isOpen && free.low == 0 ? free : Reach()
      isOpen = isOpen && free.low == 0 && free.high == 1
    }
    var isOpenAtStart = true
    for step in 1..<one.count {
      let (from, to) = (one[step - 1], one[step])
      // The same with the roles exchanged.
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
    // The ends are within the leash, so the last interval holds its end unless it is empty.
    return !(reached.last?.isEmpty ?? true)
  }

  /// The positions of a straight part that are within a distance of a point.
  private static func free(
    of point: Vector2, _ start: Vector2, _ end: Vector2, _ leash: Double
  ) -> Reach {
    let (toStartX, toStartY) = difference(start, point)
    let (alongX, alongY) = difference(end, start)
    let square = alongX * alongX + alongY * alongY
    // Ends are judged by their own distance, so that neighboring parts agree on a corner.
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
    // An end that is not free itself stays outside, however little.
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
