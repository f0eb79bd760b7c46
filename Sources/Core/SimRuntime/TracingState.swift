/// The progress of tracing in a scene that shows something to trace.
public struct TracingState: Equatable, Sendable {
  /// The share of what there is to trace that was traced, 0 to 1.
  public var covered: Float
  /// The share of the newest ink that is where it should be, 0 to 1.
  public var onPath: Float
  /// Whether enough was traced.
  public var isComplete: Bool

  /// Makes a state.
  public init(covered: Float, onPath: Float, isComplete: Bool) {
    (self.covered, self.onPath, self.isComplete) = (covered, onPath, isComplete)
  }
}
