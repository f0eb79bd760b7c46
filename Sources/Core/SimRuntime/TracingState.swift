/// Progress of tracing a path.
public struct TracingState: Equatable, Sendable {
  /// Traced fraction of the path, 0 to 1.
  public var covered: Float
  /// Fraction of the newest ink on the path, 0 to 1.
  public var onPath: Float
  /// Whether tracing is complete.
  public var isComplete: Bool

  /// Makes a state.
  public init(covered: Float, onPath: Float, isComplete: Bool) {
    (self.covered, self.onPath, self.isComplete) = (covered, onPath, isComplete)
  }
}
