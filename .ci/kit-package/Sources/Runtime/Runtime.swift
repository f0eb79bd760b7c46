/// Has the name of a type of simbench.
public struct FrameLoop {
  /// Makes nothing.
  public init() {}
}
