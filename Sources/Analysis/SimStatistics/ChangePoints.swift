import SimMath

/// Finds lasting changes in a series: E-divisive with a permutation test.
///
/// Source: D. S. Matteson and N. A. James, "A nonparametric approach for multiple change point
/// analysis of multivariate data", Journal of the American Statistical Association 109 (2014). The
/// series is cut where the distance between the distributions on both sides is largest, if shuffled
/// series rarely reach that distance; then each part is cut in the same way. As in the paper, the
/// second side may end before the series does (κ there), so that a resolved incident does not hide
/// a lasting change after it. No distribution and no size of change is assumed. Autocorrelated
/// noise has larger distances than shuffled series. The distance is then divided by the length of
/// the `LastingNoise`, the noise without the change is shuffled, and a change must last at least
/// half as long as the noise.
package enum ChangePoints {
  /// The kind of change.
  package enum Kind: String, Equatable, Sendable {
    /// Values are larger or smaller than before.
    case level
    /// Values vary more or less than before, around about the same level.
    case spread
  }

  /// An index at which a series changes.
  package struct Point: Equatable, Sendable {
    /// The first index after the change.
    package var index: Int
    /// The median of the stretch before.
    package var before: Double
    /// The median of the stretch after.
    package var after: Double
    /// At most this fraction of shuffled series has at least this distance; 0 for exact series, as
    /// in `steps(in:)`.
    package var chance: Double
    /// The kind of change.
    package var kind: Kind
  }

  /// The minimum number of samples in a stretch: distances within a side need two.
  package static var minimumStretch: Int { 2 }
  /// The number of shuffles per test.
  ///
  /// Short series need more, since their smallest possible chance is close to 1/100: with 199
  /// shuffles, 3 samples after 7 were found but 3 after 10 were not, by chance.
  package static func shuffleCount(of samples: Int) -> Int { samples <= 100 ? 1_999 : 199 }
  /// The maximum chance of an accepted cut.
  static var maximumChance: Double { 0.01 }
  /// The weight of a distance whose second side ends before the series does.
  ///
  /// With 1, as in the paper, shuffled series have so many more possible cuts that a single change
  /// at either end is found less often (+2 % in the last 5 of 60 samples at 1 % noise: in 44 % of
  /// cases instead of 66 %). With 0.5, 0.65 and 0.8, a change after a resolved incident is found in
  /// at least 99 of 100 cases, and single changes as often as without the second end. Shuffled
  /// series use the same weight, so the rate of false alarms stays the same.
  package static var innerWeight: Double { 0.65 }

  /// The changes of a series with noise, in order.
  ///
  /// - Parameter seed: The seed of the shuffles; the same seed and series give the same result.
  /// - Complexity: O(changes · shuffles · n²); a stretch without a change needs only some of the
  ///   shuffles, since the test ends after too many large distances.
  package static func find(in series: [Double], seed: UInt64 = 1) -> [Point] {
    var stream = RandomStream(seed: seed, name: "change-points")
    var search = CutSearch(capacity: series.count)
    var cuts: [Cut] = []
    var open = [0..<series.count]
    while let part = open.popLast() {
      guard let cut = significantCut(in: series, part, &search, &stream) else { continue }
      cuts.append(cut)
      open.append(part.lowerBound..<cut.index)
      open.append(cut.index..<part.upperBound)
    }
    return points(at: cuts.sorted { $0.index < $1.index }, of: series)
  }

  /// The changes of a series without noise: every sample that differs from the previous one.
  ///
  /// - Complexity: O(n log n).
  package static func steps(in series: [Double]) -> [Point] {
    let indices = series.indices.dropFirst().filter { series[$0] != series[$0 - 1] }
    return points(at: indices.map { Cut(index: $0, chance: 0) }, of: series)
  }

  private struct Cut {
    var index: Int
    var chance: Double
  }

  private static func significantCut(
    in series: [Double], _ range: Range<Int>, _ search: inout CutSearch,
    _ stream: inout RandomStream
  ) -> Cut? {
    guard range.count >= 2 * minimumStretch else { return nil }
    let part = Array(series[range])
    let best = search.best(in: part)
    guard best.distance > 0 else { return nil }
    let noise = LastingNoise(in: part, cut: best.index, end: best.end)
    // A change must outlast half of the noise's length; undetected changes make that length larger.
    let shortest = Double(min(best.index, best.end - best.index))
    guard noise.length == 1 || 2 * shortest >= noise.length else { return nil }
    let values = noise.length == 1 ? part : noise.samples
    // Equal distances of shuffled ties count, with a margin for rounding.
    let least = best.distance / noise.length * (1 - 1e-12)
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var ranks = values.indices.map { $0 }
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    let sorted = order.map { values[$0] }
    var bound = CutBound(sorted: sorted, distance: least, share: 0.2)
    let shuffleCount = shuffleCount(of: range.count)
    let limit = Int(maximumChance * Double(shuffleCount + 1)) - 1
    var asGreat = 0
    for _ in 0..<shuffleCount {
      shuffle(&ranks, &stream)
      if bound?.excludes(ranks) ?? false { continue }
      guard search.best(in: ranks.map { sorted[$0] }).distance >= least else { continue }
      asGreat += 1
      // Further shuffles cannot change the result.
      if asGreat > limit { return nil }
    }
    return Cut(
      index: range.lowerBound + best.index,
      chance: Double(asGreat + 1) / Double(shuffleCount + 1))
  }

  private static func points(at cuts: [Cut], of series: [Double]) -> [Point] {
    cuts.indices.map { index in
      let cut = cuts[index]
      let start = index == 0 ? 0 : cuts[index - 1].index
      let end = index + 1 < cuts.count ? cuts[index + 1].index : series.count
      let (before, after) = (
        Stretch(Array(series[start..<cut.index])), Stretch(Array(series[cut.index..<end]))
      )
      return Point(
        index: cut.index, before: before.median, after: after.median, chance: cut.chance,
        kind: before.isLevel(with: after) ? .spread : .level)
    }
  }

  private static func shuffle(_ part: inout [Int], _ stream: inout RandomStream) {
    for index in part.indices.dropFirst().reversed() {
      part.swapAt(index, Int(stream.below(UInt32(index + 1))))
    }
  }
}

/// The location and scale of a stretch.
private struct Stretch {
  let median: Double
  /// The median absolute deviation.
  let spread: Double
  let count: Int

  init(_ samples: [Double]) {
    let middle = Quantiles.median(samples)
    median = middle
    spread = Quantiles.median(samples.map { abs($0 - middle) })
    count = samples.count
  }

  /// Whether two stretches differ in spread by more than half, but not in location by more than
  /// three standard errors of the median.
  func isLevel(with other: Stretch) -> Bool {
    let (narrow, wide) = (min(spread, other.spread), max(spread, other.spread))
    guard wide > 1.5 * narrow else { return false }
    let errors = squaredError + other.squaredError
    let apart = median - other.median
    return apart * apart <= 9 * errors
  }

  /// The squared standard error of the median of normal samples: σ = 1.4826 · spread, and σ ·
  /// 1.2533 / √n.
  private var squaredError: Double {
    let error = 1.4826 * 1.2533 * spread
    return error * error / Double(count)
  }
}

/// Finds the best cut of a stretch; owns the scratch storage.
///
/// For a cut `t` and an end `e` the distance needs three sums of |x − y|: within `..<t`, within
/// `t..<e`, and between them. One pass over all pairs is enough: `left[k]` accumulates the sum of
/// |x[i] − x[k]| over `i < t`, so the sums for one `t` are running sums over `e`, with n² additions
/// in total. Reciprocals are tabulated, since two divisions per pair took half of the time.
package struct CutSearch {
  private var left: [Double]
  private var before: [Double]
  private let reciprocals: [Double]

  /// Allocates storage for stretches of at most `capacity` samples.
  package init(capacity: Int) {
    left = [Double](repeating: 0, count: capacity)
    before = left
    reciprocals = (0...capacity).map { $0 == 0 ? 0 : 1 / Double($0) }
  }

  /// The cut with the maximum distance between the samples before it and a stretch after it.
  ///
  /// - Complexity: O(n²).
  package mutating func best(in part: [Double]) -> (index: Int, end: Int, distance: Double) {
    let count = part.count
    for index in 0..<count {
      var sum = 0.0
      for earlier in 0..<index { sum += abs(part[earlier] - part[index]) }
      before[index] = sum
      left[index] = 0
    }
    var best = (index: 0, end: 0, distance: 0.0)
    var within = 0.0
    for cut in 1..<max(count, 1) {
      within += left[cut - 1]
      let moved = part[cut - 1]
      for index in cut..<count { left[index] += abs(moved - part[index]) }
      guard cut >= ChangePoints.minimumStretch else { continue }
      let (distance, end) = maximum(cut, count, within: within)
      if distance > best.distance { best = (cut, end, distance) }
    }
    return best
  }

  /// The maximum distance of one cut over all ends, with the end.
  private func maximum(
    _ cut: Int, _ count: Int, within: Double
  ) -> (distance: Double, end: Int) {
    var (between, after, inner, outer) = (0.0, 0.0, 0.0, 0.0)
    let size = Double(cut)
    let leftShare = 2 * within / (size - 1)
    var (length, end) = (1, count)
    for index in cut..<count {
      between += left[index]
      after += before[index] - left[index]
      if length >= ChangePoints.minimumStretch {
        // m n / (m + n) · (2 B / (m n) − L / (m (m − 1) / 2) − R / (n (n − 1) / 2))
        let distance =
          (2 * between - leftShare * Double(length)
            - 2 * after * size * reciprocals[length - 1]) * reciprocals[cut + length]
        outer = distance
        if distance > inner { (inner, end) = (distance, index + 1) }
      }
      length += 1
    }
    inner *= ChangePoints.innerWeight
    return inner > outer ? (inner, end) : (outer, count)
  }
}
