import SimbenchKit

/// One short vibration.
package struct HapticPulse: Equatable, Sendable {
  /// The meaning of a vibration.
  package enum Role: UInt32, Equatable, Sendable {
    /// The finger left the path.
    case deviation
    /// The letter is completed.
    case completion
  }

  /// The meaning of the vibration.
  package var role: Role
  /// The start time, in nanoseconds since the start of the run.
  package var time: UInt64
  /// The duration.
  package var milliseconds: UInt32
  /// The position of the finger, in points.
  package var position: Vector2
}
