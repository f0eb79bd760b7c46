/// Every constant of the scene: its unit, why this value, and what another one breaks.
enum Tuning {
  /// The maximum count of lights; storage is sized by it.
  static let cap: UInt32 = 24
  /// Typical drift, points per second; above 40 it is no longer calm.
  static let driftPointsPerSecond: Float = 9
  /// Seconds in which a light takes up a new velocity; much less and it jerks.
  static let responseSeconds: Float = 0.8
  /// Reach of a finger in points.
  static let reachPoints: Float = 120
  /// Speed at which a finger pushes lights away, points per second.
  static let pushPointsPerSecond: Float = 140
  /// Sideways speed per rad/s of the device, points.
  static let leanPoints: Float = 30
  /// Radius of a light in points.
  static let radiusPoints: Float = 46
  /// Factor on every drive under Reduce Motion.
  static let reducedMotionFactor: Float = 0.4
}
