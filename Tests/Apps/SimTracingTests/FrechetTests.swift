import SimMath
import Testing
import SimTracing

/// Goal: the distance of two walkers is that of the lines, not of some points on them.
///
/// Method: lines that are worked out by hand; random ones against the discrete distance of Eiter
/// and Mannila, 1994, of points so dense that it is nearly the same, and never less.
@Suite struct FrechetTests {
  private static func distance(_ one: [Vector2], _ other: [Vector2]) -> Float {
    CurveDistance.frechet(one, other, exactness: 1e-4)
  }

  @Test func linesByHand() {
    let (low, high) = ([Vector2(0, 0), Vector2(10, 0)], [Vector2(0, 3), Vector2(10, 3)])
    #expect(abs(Self.distance(low, high) - 3) < 1e-3)
    // More corners on the same line change nothing.
    let corners = [Vector2(0, 3), Vector2(1, 3), Vector2(1.5, 3), Vector2(9, 3), Vector2(10, 3)]
    #expect(abs(Self.distance(low, corners) - 3) < 1e-3)
    // One goes back from 6 to 2; the other waits in the middle of both, at 4.
    let back = [Vector2(0, 0), Vector2(6, 0), Vector2(2, 0), Vector2(10, 0)]
    #expect(abs(Self.distance(low, back) - 2) < 1e-3)
    #expect(abs(Self.distance(back, low) - 2) < 1e-3)
    // A spike of 5 in the middle, where the other has no corner.
    let spike = [Vector2(0, 0), Vector2(5, 5), Vector2(10, 0)]
    #expect(abs(Self.distance(low, spike) - 5) < 1e-3)
  }

  @Test func pointsAndLinesWithoutLength() {
    let line = [Vector2(0, 0), Vector2(4, 3), Vector2(1, 1)]
    #expect(Self.distance([.zero], line) == 5 && Self.distance(line, [.zero]) == 5)
    #expect(abs(Self.distance([.zero, .zero], line) - 5) < 1e-3)
    #expect(Self.distance([.zero, .zero, .zero], [.zero, .zero]) == 0)
    #expect(Self.distance(line, line) == 0)
    let doubled = line.flatMap { [$0, $0] }
    #expect(Self.distance(doubled, line) == 0)
    #expect(Self.distance([.zero], []) == .infinity && Self.distance([], line) == .infinity)
  }

  @Test func distanceIsThatOfDensePoints() {
    var random = RandomStream(seed: 3, name: "walkers")
    var gaps = 0
    for _ in 0..<40 {
      func line() -> [Vector2] {
        (0..<(2 + Int(random.range(0, 7)))).map { _ in
          Vector2(random.range(0, 10), random.range(0, 10))
        }
      }
      let (one, other) = (line(), line())
      let spacing: Float = 0.1
      let dense = Self.discrete(Self.dense(one, spacing), Self.dense(other, spacing))
      let found = Self.distance(one, other)
      #expect(found <= dense + 1e-3 && found >= dense - spacing, "\(one) \(other)")
      let hausdorff = CurveDistance.hausdorff([one], [other], exactness: 1e-4)
      #expect(found >= hausdorff - 1e-5)
      if found > hausdorff + 0.1 { gaps += 1 }
    }
    // Order matters in most of them, so that the comparison says something.
    #expect(gaps > 20)
  }

  /// Points of a line at most a spacing apart, its corners among them.
  private static func dense(_ line: [Vector2], _ spacing: Float) -> [Vector2] {
    var points = [line[0]]
    for (from, to) in zip(line, line.dropFirst()) {
      let count = max(1, Int((to - from).length / spacing) + 1)
      for step in 1...count { points.append(from + (to - from) * (Float(step) / Float(count))) }
    }
    return points
  }

  /// The longest leash of walkers who step from point to point.
  private static func discrete(_ one: [Vector2], _ other: [Vector2]) -> Float {
    var table = [[Float]](
      repeating: [Float](repeating: .infinity, count: other.count), count: one.count)
    for i in one.indices {
      for j in other.indices {
        var before: Float = i == 0 && j == 0 ? 0 : .infinity
        if i > 0 { before = min(before, table[i - 1][j]) }
        if j > 0 { before = min(before, table[i][j - 1]) }
        if i > 0 && j > 0 { before = min(before, table[i - 1][j - 1]) }
        table[i][j] = max(before, (one[i] - other[j]).length)
      }
    }
    return table[one.count - 1][other.count - 1]
  }
}
