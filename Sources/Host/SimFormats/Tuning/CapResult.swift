/// How many members of a population a device class can afford in one scene.
package struct CapResult: Sendable {
  /// A count and what a frame with it is predicted to take.
  package struct Point: Equatable, Sendable {
    /// The count.
    package var count: UInt32
    /// The 99th percentile of predicted frame times on a cool device, in nanoseconds.
    package var nanoseconds: Double

    /// Makes a point.
    package init(count: UInt32, nanoseconds: Double) {
      self.count = count
      self.nanoseconds = nanoseconds
    }
  }

  /// What became of the search.
  package enum Outcome: Equatable, Sendable {
    /// The highest count that fits, run at it and, below the product's cap, one quantum above.
    case found(UInt32)
    /// Not even the fewest fit; the reason in words.
    case impossible(String)
    /// The costs of some work are unknown; their units.
    case refused([String])
    /// The device class lacks what the scenario needs; what that is in words.
    case skipped(String)
  }

  /// The scenario.
  package var scenario: String
  /// The device class.
  package var device: Device
  /// The population and parameter, such as `flakes`; empty when the scene has nothing to choose.
  package var population: String
  /// The product's cap.
  package var productCap: UInt32
  /// The step between counts that are considered.
  package var quantum: UInt32
  /// What became of the search.
  package var outcome: Outcome
  /// The input that made the dearest frames.
  package var worstInput: String
  /// What a frame may take at most on a device of the class, in nanoseconds: the frame interval
  /// less the head-room.
  package var budgetNanoseconds: Double
  /// The factor from a predicted time to the longest it may stand for.
  package var margin: Double
  /// Every count that was run, ascending.
  package var points: [Point]
  /// Cost against count; nil when nothing could be fitted.
  package var curve: CostCurve?

  /// Makes a result of a search that has yet to begin.
  package init(
    scenario: String, device: Device, outcome: Outcome, budgetNanoseconds: Double
  ) {
    self.scenario = scenario
    self.device = device
    self.outcome = outcome
    self.budgetNanoseconds = budgetNanoseconds
    population = ""
    productCap = 0
    quantum = 0
    worstInput = ""
    margin = 1
    points = []
  }

  /// What a predicted time may be at most, in nanoseconds.
  package var limitNanoseconds: Double { budgetNanoseconds / margin }

  /// The cap, 0 when there is none.
  package var cap: UInt32 {
    if case .found(let count) = outcome { count } else { 0 }
  }

  /// The count at which the curve meets the limit, even beyond the product's cap; nil when it never
  /// does, or only beyond every count there can be.
  package var knee: Double? {
    guard let curve, curve.isTrusted, let count = curve.count(reaching: limitNanoseconds),
      count <= Double(UInt32.max)
    else { return nil }
    return count
  }

  /// The predicted time at a count that was run.
  package func nanoseconds(at count: UInt32) -> Double? {
    points.first { $0.count == count }?.nanoseconds
  }
}
