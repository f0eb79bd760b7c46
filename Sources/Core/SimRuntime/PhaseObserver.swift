/// Receives the start and end of each phase of a frame.
///
/// The harness reads its clock and counters there; embedded targets do nothing.
public protocol PhaseObserver: ~Copyable {
  /// Called before a phase runs.
  mutating func begin(_ phase: FramePhase)
  /// Called after a phase has run.
  mutating func end(_ phase: FramePhase)
  /// Called in the raster phase before a pixel stage of the scene runs.
  mutating func begin(stage: StageKey)
  /// Called after a pixel stage has run.
  mutating func end(stage: StageKey)
}

extension PhaseObserver where Self: ~Copyable {
  /// Does nothing.
  public mutating func begin(stage: StageKey) {}
  /// Does nothing.
  public mutating func end(stage: StageKey) {}
}

/// An observer that does nothing.
public struct NoOpObserver: PhaseObserver {
  /// Creates an observer.
  public init() {}
  /// Does nothing.
  public mutating func begin(_ phase: FramePhase) {}
  /// Does nothing.
  public mutating func end(_ phase: FramePhase) {}
}
