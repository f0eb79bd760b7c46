import SimbenchKit

/// Every constant of the calm picture: its unit, why this value, and what another one breaks.
package enum CalmStaticTuning {
  /// Glows at most: every finger, and one that still fades.
  package static let maximumGlowCount = FrameInput.maximumTouchCount + 1

  // MARK: - Touch

  /// Seconds in which a glow comes to 63 %; quicker is a flash.
  package static let riseSeconds: Float = 1.1
  /// Seconds in which a glow falls to 37 % after the finger is gone.
  package static let fadeSeconds: Float = 2.2
  /// Seconds a tap counts as held, so that its glow can be seen at all.
  package static let tapSeconds: Float = 0.6
  /// Seconds in which a glow covers 63 % of the way to its finger.
  package static let followSeconds: Float = 0.9
  /// The fastest a glow follows, points per second.
  package static let maximumFollowPointsPerSecond: Float = 6
  /// Levels below this are dark.
  package static let darkLevel: Float = 0.004
  /// A glow's radius in points.
  package static let glowRadiusPoints: Float = 110

  // MARK: - Motion

  /// How fast one g moves the light, points per second.
  package static let leanPointsPerSecond: Float = 3
  /// How fast a turn of one rad/s moves the light, points per second.
  package static let tiltPointsPerSecond: Float = 3
  /// The farthest the light is moved, in points.
  package static let maximumLeanPoints: Float = 3
  /// Seconds in which the light comes back to 37 %.
  package static let leanReturnSeconds: Float = 1.8
  /// Moves below this, in points, are rest.
  package static let restingPoints: Float = 0.02
  /// Accelerations below this, in g, are hand tremor.
  package static let tremorThreshold: Float = 0.08

  /// Factor on every drive under Reduce Motion.
  package static let reducedMotionFactor: Float = 0.4

  // MARK: - Look

  /// Points per cell of the picture, at least: nothing in it is smaller than a glow.
  package static let cellPoints: Float = 9
  /// Columns and rows of the picture: enough for a longer side of 1,370 points.
  package static let maximumCellCount: Int32 = 154
}
