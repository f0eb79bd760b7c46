import SimMath

/// One short vibration.
public struct HapticPulse: Equatable, Sendable {
  /// What a vibration says.
  public enum Role: UInt32, Equatable, Sendable {
    /// The finger left the path.
    case deviation
    /// The letter is traced.
    case completion
  }

  /// What it says.
  public var role: Role
  /// When it starts, in nanoseconds of the run.
  public var time: UInt64
  /// How long it lasts.
  public var milliseconds: UInt32
  /// Where the finger was, in points.
  public var position: Vector2
}
