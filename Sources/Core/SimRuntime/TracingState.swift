/// Progress of tracing a path.
public struct TracingState: Equatable, Sendable {
  /// The traced fraction of the path, 0 to 1.
  public var covered: Float
  /// The fraction of the newest ink that is on the path, 0 to 1.
  public var onPath: Float
  /// Whether tracing is complete.
  public var isComplete: Bool

  /// Creates a state.
  public init(covered: Float, onPath: Float, isComplete: Bool) {
    (self.covered, self.onPath, self.isComplete) = (covered, onPath, isComplete)
  }
}
