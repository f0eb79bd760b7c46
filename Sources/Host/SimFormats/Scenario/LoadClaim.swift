/// A claim that a run really carries a load: at least 95 % of a count for 60 frames in a row.
package struct LoadClaim: Equatable, Sendable {
  /// The population's name.
  package var population: String
  /// Its index in the scene's descriptor.
  package var index: Int
  /// The count claimed.
  package var count: UInt32
  /// The line of the scenario file that claims it, from 1; nil when there is none.
  package var line: UInt32?

  /// Makes a claim.
  package init(population: String, index: Int, count: UInt32) {
    self.population = population
    self.index = index
    self.count = count
  }

  /// The minimum count that keeps the claim: 95 % of it, rounded up.
  package var threshold: UInt32 { (count * 95 + 99) / 100 }
  /// Frames in a row that prove the claim.
  package static var requiredFrames: UInt32 { 60 }
}
