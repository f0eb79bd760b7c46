/// Is told when each phase of a frame begins and ends; the harness reads its clock and counters
/// there, bare targets do nothing.
public protocol PhaseObserver: ~Copyable {
  /// A phase is about to run.
  mutating func begin(_ phase: FramePhase)
  /// The phase has run.
  mutating func end(_ phase: FramePhase)
  /// Within the raster phase, a stage of the scene's descriptor is about to run.
  mutating func begin(stage: StageKey)
  /// The stage has run.
  mutating func end(stage: StageKey)
}

extension PhaseObserver where Self: ~Copyable {
  /// Does nothing.
  public mutating func begin(stage: StageKey) {}
  /// Does nothing.
  public mutating func end(stage: StageKey) {}
}

/// An observer that does nothing.
public struct SilentObserver: PhaseObserver {
  /// Makes one.
  public init() {}
  /// Does nothing.
  public mutating func begin(_ phase: FramePhase) {}
  /// Does nothing.
  public mutating func end(_ phase: FramePhase) {}
}
