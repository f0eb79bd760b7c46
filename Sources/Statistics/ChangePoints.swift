import DeterministicMath

/// Finds where a series changes for good: E-divisive with a permutation test.
///
/// Source: D. S. Matteson and N. A. James, "A nonparametric approach for multiple change point
/// analysis of multivariate data", Journal of the American Statistical Association 109 (2014). The
/// series is cut where the distance between the distributions on both sides is greatest, as long
/// as shuffled series rarely show as great a distance; each part is then cut in the same way. It
/// asks for no distribution, and for no size of change.
public enum ChangePoints {
  /// A place where a series changes.
  public struct Point: Equatable, Sendable {
    /// The first index of what came after.
    public var index: Int
    /// The median of the stretch before.
    public var before: Double
    /// The median of the stretch after.
    public var after: Double
    /// The share of shuffled series with as great a distance.
    public var chance: Double
  }

  /// The least samples of a stretch.
  public static var minimumStretch: Int { 4 }
  /// Shuffles of a test.
  static var shuffleCount: Int { 199 }
  /// A cut counts when chance explains it at most this often.
  static var greatestChance: Double { 0.01 }

  /// The changes of a series, in its order.
  ///
  /// - Parameter seed: of the shuffles; the same seed and series give the same answer.
  /// - Complexity: O(changes · shuffles · n²).
  public static func find(in series: [Double], seed: UInt64 = 1) -> [Point] {
    var stream = RandomStream(seed: seed, name: "change-points")
    var cuts: [(index: Int, chance: Double)] = []
    search(series, 0, series.count, &stream, &cuts)
    cuts.sort { $0.index < $1.index }
    var points: [Point] = []
    for (place, cut) in cuts.enumerated() {
      let start = place == 0 ? 0 : cuts[place - 1].index
      let end = place + 1 < cuts.count ? cuts[place + 1].index : series.count
      points.append(
        Point(
          index: cut.index, before: Quantiles.median(Array(series[start..<cut.index])),
          after: Quantiles.median(Array(series[cut.index..<end])), chance: cut.chance))
    }
    return points
  }

  private static func search(
    _ series: [Double], _ start: Int, _ end: Int, _ stream: inout RandomStream,
    _ cuts: inout [(index: Int, chance: Double)]
  ) {
    guard end - start >= 2 * minimumStretch else { return }
    var part = Array(series[start..<end])
    let best = bestCut(part)
    guard best.distance > 0 else { return }
    var asGreat = 0
    for _ in 0..<shuffleCount {
      shuffle(&part, &stream)
      // Equal distances of shuffled ties must count, rounding apart.
      if bestCut(part).distance >= best.distance * (1 - 1e-12) { asGreat += 1 }
    }
    let chance = Double(asGreat + 1) / Double(shuffleCount + 1)
    guard chance <= greatestChance else { return }
    cuts.append((start + best.index, chance))
    search(series, start, start + best.index, &stream, &cuts)
    search(series, start + best.index, end, &stream, &cuts)
  }

  /// The cut with the greatest distance between both sides.
  static func bestCut(_ part: [Double]) -> (index: Int, distance: Double) {
    let count = part.count
    var (left, between, right) = (0.0, 0.0, 0.0)
    for first in 0..<count {
      for second in first + 1..<max(count, first + 1) { right += abs(part[first] - part[second]) }
    }
    var best = (index: 0, distance: 0.0)
    for cut in 1..<max(count, 1) {
      // The sample before the cut moves from the right side to the left one.
      let moved = part[cut - 1]
      var (toLeft, toRight) = (0.0, 0.0)
      for index in 0..<cut - 1 { toLeft += abs(part[index] - moved) }
      for index in cut..<count { toRight += abs(part[index] - moved) }
      left += toLeft
      right -= toRight
      between += toRight - toLeft
      guard cut >= minimumStretch, count - cut >= minimumStretch else { continue }
      let (m, n) = (Double(cut), Double(count - cut))
      let apart =
        2 * between / (m * n) - 2 * left / (m * (m - 1)) - 2 * right / (n * (n - 1))
      let distance = apart * m * n / (m + n)
      if distance > best.distance { best = (cut, distance) }
    }
    return best
  }

  private static func shuffle(_ part: inout [Double], _ stream: inout RandomStream) {
    for index in part.indices.dropFirst().reversed() {
      part.swapAt(index, Int(stream.below(UInt32(index + 1))))
    }
  }
}
