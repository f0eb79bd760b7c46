/// What became of a claimed load.
package struct LoadSummary: Equatable, Sendable {
  /// The population's name.
  package var population: String
  /// The count the scenario claims.
  package var claimed: UInt32
  /// The longest run of frames that carried at least 95 % of it.
  package var longestRun: UInt32
  /// Frames in a row that prove the claim.
  package var requiredRun: UInt32
  /// Whether the load was carried; not measured in a run too short to judge.
  package var status: CheckStatus
  /// The line of the scenario file that claims it, from 1; nil when there is none.
  package var line: UInt32?

  /// Makes a claim's outcome; runs are counted in frames.
  package init(
    population: String, claimed: UInt32, longestRun: UInt32, requiredRun: UInt32,
    status: CheckStatus
  ) {
    self.population = population
    self.claimed = claimed
    self.longestRun = longestRun
    self.requiredRun = requiredRun
    self.status = status
  }
}
