import SimbenchKit

/// One short vibration.
package struct HapticPulse: Equatable, Sendable {
  /// What a vibration says.
  package enum Role: UInt32, Equatable, Sendable {
    /// The finger left the path.
    case deviation
    /// The letter is traced.
    case completion
  }

  /// What it says.
  package var role: Role
  /// When it starts, in nanoseconds of the run.
  package var time: UInt64
  /// How long it lasts.
  package var milliseconds: UInt32
  /// Where the finger was, in points.
  package var position: Vector2
}
