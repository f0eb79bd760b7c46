/// Percentiles of a time in nanoseconds, by the nearest-rank definition.
package struct Percentiles: Equatable, Sendable {
  /// The median in nanoseconds.
  package var p50: UInt64
  /// The 90th percentile in nanoseconds.
  package var p90: UInt64
  /// The 95th percentile in nanoseconds.
  package var p95: UInt64
  /// The 99th percentile in nanoseconds.
  package var p99: UInt64
  /// The longest time in nanoseconds.
  package var maximum: UInt64

  /// Makes percentiles from times in nanoseconds.
  package init(p50: UInt64, p90: UInt64, p95: UInt64, p99: UInt64, maximum: UInt64) {
    self.p50 = p50
    self.p90 = p90
    self.p95 = p95
    self.p99 = p99
    self.maximum = maximum
  }
}

/// The time of one phase.
package struct PhaseTiming: Equatable, Sendable {
  /// The phase's name: `input`, `step`, `draw` or `raster`.
  package var name: String
  /// Percentiles of the phase's time in each frame.
  package var percentiles: Percentiles

  /// Makes a phase's timing.
  package init(name: String, percentiles: Percentiles) {
    self.name = name
    self.percentiles = percentiles
  }
}
