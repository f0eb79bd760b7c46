import SimbenchKit

/// All constants of the calm picture: unit, reason for the value, and the effect of other values.
package enum CalmStaticTuning {
  /// The maximum number of glows: one per finger, and one that is fading.
  package static let maximumGlowCount = FrameInput.maximumTouchCount + 1

  // MARK: - Touch

  /// The time constant of a glow's rise, in seconds (63 %); a faster rise is a flash.
  package static let riseSeconds: Float = 1.1
  /// The time constant of a glow's fading after the finger is lifted, in seconds (37 %).
  package static let fadeSeconds: Float = 2.2
  /// The minimum time for which a tap counts as held, in seconds, so that its glow becomes visible.
  package static let tapSeconds: Float = 0.6
  /// The time constant of a glow's movement toward its finger, in seconds (63 %).
  package static let followSeconds: Float = 0.9
  /// The maximum speed of a glow, in points per second.
  package static let maximumFollowPointsPerSecond: Float = 6
  /// Levels below this count as dark.
  package static let darkLevel: Float = 0.004
  /// The radius of a glow in points.
  package static let glowRadiusPoints: Float = 110

  // MARK: - Motion

  /// The speed of the light per g, in points per second.
  package static let leanPointsPerSecond: Float = 3
  /// The speed of the light per rad/s, in points per second.
  package static let tiltPointsPerSecond: Float = 3
  /// The largest displacement of the light, in points.
  package static let maximumLeanPoints: Float = 3
  /// The time constant of the light's return, in seconds (37 %).
  package static let leanReturnSeconds: Float = 1.8
  /// Displacements below this, in points, count as rest.
  package static let restingPoints: Float = 0.02
  /// Accelerations below this, in g, count as hand tremor.
  package static let tremorThreshold: Float = 0.08

  /// The factor on all motion under Reduce Motion.
  package static let reducedMotionFactor: Float = 0.4

  // MARK: - Appearance

  /// The minimum number of points per cell of the picture; the smallest detail is a glow.
  package static let cellPoints: Float = 9
  /// Columns and rows of the picture: enough for a longer side of 1,370 points.
  package static let maximumCellCount: Int32 = 154
}
