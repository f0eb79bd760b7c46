/// A shrunk run.
package struct ShrunkRun: Sendable {
  /// Number of external events before.
  package var before: Int
  /// Number of remaining events.
  package var after: Int
  /// Number of runs tried.
  package var executions: Int
  /// Whether it is minimal: removing any one event makes the run pass.
  package var isMinimal: Bool
  /// The property that fails in it.
  package var failure: ExploreFailure
  /// The remaining numbers that matter.
  package var ranges: [String]

  /// Creates a description.
  package init(
    before: Int, after: Int, executions: Int, isMinimal: Bool, failure: ExploreFailure,
    ranges: [String]
  ) {
    self.before = before
    self.after = after
    self.executions = executions
    self.isMinimal = isMinimal
    self.failure = failure
    self.ranges = ranges
  }
}
