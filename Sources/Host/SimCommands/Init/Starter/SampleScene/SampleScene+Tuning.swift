/// Constants of the scene, with their units and limits.
enum Tuning {
  /// Standard deviation of the drift in points per second; above 40 the scene is not calm.
  static let driftPointsPerSecond: Float = 9
  /// Time constant of a change of velocity, in seconds; if much shorter, lights jerk.
  static let responseSeconds: Float = 0.8
  /// Reach of a finger in points.
  static let reachPoints: Float = 120
  /// Speed at which a finger pushes lights away, in points per second.
  static let pushPointsPerSecond: Float = 140
  /// Sideways speed in points per second for each rad/s of the device's rotation.
  static let leanPoints: Float = 30
  /// Radius of a light in points.
  static let radiusPoints: Float = 46
  /// Factor on the drift, on pushes and on the sideways speed under Reduce Motion.
  static let reducedMotionFactor: Float = 0.4
}
