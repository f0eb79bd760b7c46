/// What the command line says differently from the scenario.
package struct ScenarioOverrides: Equatable, Sendable {
  /// Another seed.
  package var seed: UInt64?
  /// Another length in frames.
  package var frameCount: UInt32?
  /// Another length as a duration; generators then run for the whole length.
  package var milliseconds: UInt64?
  /// A different frame rate, from 24 to the limit of scenarios.
  package var frameRate: UInt32?
  /// Whether Reduce Motion is on whatever the scenario says.
  package var isMotionReduced = false

  /// Overrides nothing.
  package init() {}
}
