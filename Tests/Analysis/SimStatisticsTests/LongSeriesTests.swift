import SimMath
import SimStatistics
import TestTier
import Testing

/// Goal: long series are searched fast, without another answer.
///
/// Method: the search of every shuffled series as the oracle.
@Suite struct LongSeriesTests {
  static let searches = Tier.isDebug ? 1 : 20

  /// Changes of every size, so that shuffled series are told apart by all means.
  @Test func longSeriesHaveTheChangesOfASlowSearch() {
    for seed in 0..<Self.searches {
      let noise = LastingNoiseTests.noise(130, keeping: seed % 3 == 2 ? 0.4 : 0, seed: seed)
      let size = [1.0, 4, 40][seed % 3]
      let values = noise.indices.map { noise[$0] + ($0 < 65 || $0 >= 104 ? 0 : size) }
      let found = ChangePoints.find(in: values)
      let wanted = Self.findSlowly(values)
      #expect(found.map(\.index) == wanted.map(\.index), "\(seed)")
      #expect(found.map(\.chance) == wanted.map(\.chance), "\(seed)")
    }
  }

  /// A bound may be unsure, but says of no series that it has no cut where it has one.
  @Test func boundExcludesNothingThatIsThere() {
    var excluded = 0
    for seed in 0..<4 * Self.searches {
      let noise = LastingNoiseTests.noise(100, keeping: 0, seed: seed)
      let values = noise.indices.map { index in
        let value = seed % 4 == 0 ? noise[index] * noise[index] * noise[index] : noise[index]
        return value + (index > 60 && seed % 4 == 1 ? 9 : 0)
      }
      let sorted = values.sorted()
      let ranks = values.map { value in sorted.firstIndex(of: value) ?? 0 }
      var search = CutSearch(capacity: values.count)
      let distance = search.best(in: values).distance
      for share in [1.0, 2, 9] {
        var bound = CutBound(sorted: sorted, distance: distance * 0.9999, share: share)
        #expect(bound?.excludes(ranks) != true, "\(seed)")
        bound = CutBound(sorted: sorted, distance: distance * 9, share: share / 9)
        if bound?.excludes(ranks) == true { excluded += 1 }
      }
    }
    #expect(excluded >= 4 * Self.searches, "\(excluded)")
  }

  /// E-divisive with every shuffled series searched.
  private static func findSlowly(_ series: [Double]) -> [(index: Int, chance: Double)] {
    var stream = RandomStream(seed: 1, name: "change-points")
    var search = CutSearch(capacity: series.count)
    var cuts: [(index: Int, chance: Double)] = []
    var open = [0..<series.count]
    while let part = open.popLast() {
      guard part.count >= 4 else { continue }
      var values = Array(series[part])
      let best = search.best(in: values)
      let noise = LastingNoise(in: values, cut: best.index, end: best.end)
      let least = best.distance / noise.length
      if noise.length > 1 {
        guard Double(2 * min(best.index, best.end - best.index)) >= noise.length else { continue }
        values = noise.samples
      }
      let count = ChangePoints.shuffleCount(of: part.count)
      var (asGreat, shuffles) = (0, 0)
      while shuffles < count && (asGreat + 1) * 100 <= count + 1 {
        for index in values.indices.dropFirst().reversed() {
          values.swapAt(index, Int(stream.below(UInt32(index + 1))))
        }
        if search.best(in: values).distance >= least * (1 - 1e-12) { asGreat += 1 }
        shuffles += 1
      }
      guard (asGreat + 1) * 100 <= count + 1 else { continue }
      let index = part.lowerBound + best.index
      cuts.append((index, Double(asGreat + 1) / Double(count + 1)))
      open += [part.lowerBound..<index, index..<part.upperBound]
    }
    return cuts.sorted { $0.index < $1.index }
  }
}
