/// The counts between which a quality controller may choose on a device class.
package struct CapLevels: Equatable, Sendable {
  /// The scenario.
  package var scenario: String
  /// The device class.
  package var device: String
  /// Frames per second.
  package var frameRate: UInt32
  /// The population, such as `flakes`.
  package var population: String
  /// The minimum: the cap of a hot device at pessimistic costs.
  package var minimum: UInt32
  /// Where to begin: the cap.
  package var start: UInt32
  /// The maximum: the cap of a cool device at optimistic costs.
  package var maximum: UInt32
  /// The difference between neighboring levels, at least a fiftieth of the most: less is not worth
  /// a change that might be seen.
  package var quantum: UInt32

  /// The levels of a class from its caps when it is cool and when it is hot.
  ///
  /// - Returns: nil when the scene has nothing to choose, or nothing fits a cool device.
  package init?(cool: CapResult, hot: CapResult) {
    guard cool.quantum > 0, cool.cap > 0 else { return nil }
    scenario = cool.scenario
    device = cool.device.name
    frameRate = cool.frameRate
    population = cool.population
    start = cool.cap
    maximum = max(cool.optimisticCap ?? cool.cap, cool.cap)
    minimum = min(max(hot.cap, cool.quantum), cool.cap)
    let least = (maximum + 49) / 50
    quantum = (max(least, cool.quantum) + cool.quantum - 1) / cool.quantum * cool.quantum
  }
}
