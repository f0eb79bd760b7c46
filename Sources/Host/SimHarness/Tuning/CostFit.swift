import SimFormats
import SimRuntime

/// Work and time of a stretch of frames: what costs are fitted to.
package struct CostSample: Equatable, Sendable {
  /// The scene.
  package var scene: String
  /// The size at which it ran, such as `600 members, 1170 × 2532`.
  package var size: String
  /// Mean counts per frame, unit by unit.
  package var counts: PerWorkUnit<Double>
  /// Mean nanoseconds per frame, phase by phase.
  package var nanoseconds: PerPhase<Double>

  /// Makes a sample.
  package init(
    scene: String, size: String, counts: PerWorkUnit<Double>, nanoseconds: PerPhase<Double>
  ) {
    self.scene = scene
    self.size = size
    self.counts = counts
    self.nanoseconds = nanoseconds
  }
}

/// Finds what each unit of work costs from samples of work and time.
///
/// Costs are never negative, and errors count in proportion to the time, so that cheap frames
/// matter as much as dear ones. Each phase is fitted to its own units.
package enum CostFit {
  /// The costs that explain the samples best; unknown where no sample did the unit.
  ///
  /// - Complexity: O(units² · (samples + rounds)).
  package static func fit(_ samples: [CostSample]) -> CostTable {
    var table = CostTable()
    for phase in FramePhase.allCases {
      let units = WorkUnit.all.filter { unit in
        unit.phase == phase && samples.contains { $0.counts[unit] > 0 }
      }
      let rows = samples.filter { $0.nanoseconds[phase] > 0 }.map { sample in
        let scale = 1 / sample.nanoseconds[phase]
        return units.map { sample.counts[$0] * scale }
      }
      let costs = nonNegative(rows)
      for (unit, cost) in zip(units, costs) { table[unit] = cost }
    }
    return table
  }

  /// The non-negative factors whose products with every row come nearest to 1.
  ///
  /// Coordinate descent on the normal equations: one factor at a time, exactly, until none moves.
  package static func nonNegative(_ rows: [[Double]]) -> [Double] {
    guard let width = rows.first?.count else { return [] }
    var squares = [Double](repeating: 0, count: width * width)
    var sums = [Double](repeating: 0, count: width)
    for row in rows {
      for left in 0..<width where row[left] != 0 {
        sums[left] += row[left]
        for right in 0..<width { squares[left * width + right] += row[left] * row[right] }
      }
    }
    // Columns scaled alike, so that one tolerance fits all.
    let scales = (0..<width).map { squares[$0 * width + $0].squareRoot() }
    for left in 0..<width where scales[left] > 0 {
      sums[left] /= scales[left]
      for right in 0..<width where scales[right] > 0 {
        squares[left * width + right] /= scales[left] * scales[right]
      }
    }
    var factors = [Double](repeating: 0, count: width)
    for _ in 0..<maximumRounds {
      var largest = 0.0
      for index in 0..<width where scales[index] > 0 {
        var slope = sums[index]
        for other in 0..<width { slope -= squares[index * width + other] * factors[other] }
        let next = max(0, factors[index] + slope)
        largest = max(largest, abs(next - factors[index]))
        factors[index] = next
      }
      if largest < 1e-12 { break }
    }
    return (0..<width).map { scales[$0] > 0 ? factors[$0] / scales[$0] : 0 }
  }

  /// Rounds after which the factors are taken as they are; far more than they need.
  private static var maximumRounds: Int { 200_000 }

  /// The share of the variation of frame times that a table explains, errors in proportion.
  package static func determination(of table: CostTable, _ samples: [CostSample]) -> Double {
    let weights = samples.map { 1 / ($0.nanoseconds.total * $0.nanoseconds.total) }
    let all = weights.reduce(0, +)
    let mean = zip(samples, weights).reduce(0) { $0 + $1.0.nanoseconds.total * $1.1 } / all
    var (unexplained, variation) = (0.0, 0.0)
    for (sample, weight) in zip(samples, weights) {
      guard let time = try? table.predict(sample.counts).total else { return 0 }
      let (error, spread) = (sample.nanoseconds.total - time, sample.nanoseconds.total - mean)
      unexplained += weight * error * error
      variation += weight * spread * spread
    }
    return variation > 0 ? 1 - unexplained / variation : 0
  }
}
