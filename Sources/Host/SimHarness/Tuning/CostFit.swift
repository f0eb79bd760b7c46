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
  /// - Complexity: O(units² · samples), and O(units⁴) at most for the solution.
  package static func fit(_ samples: [CostSample]) -> CostTable {
    var table = CostTable()
    for phase in FramePhase.allCases {
      let units = WorkUnit.all.filter { unit in
        unit.phase == phase && samples.contains { $0.counts[unit] > 0 }
      }
      var fit = NonNegativeFit(width: units.count)
      for sample in samples where sample.nanoseconds[phase] > 0 {
        let scale = 1 / sample.nanoseconds[phase]
        fit.add(units.map { sample.counts[$0] * scale }, target: 1)
      }
      for (unit, cost) in zip(units, fit.nonNegative()) { table[unit] = cost }
    }
    return table
  }

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
