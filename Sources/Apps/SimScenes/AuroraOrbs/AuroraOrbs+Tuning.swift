import SimbenchKit

/// All constants of the aurora: unit, reason for the value, and the effect of other values.
package enum AuroraOrbsTuning {
  /// The maximum number of orbs, for which storage is allocated.
  package static let maximumOrbCount: Float = 8
  /// The minimum number of orbs.
  package static let minimumOrbCount: Float = 1
  /// The default number of orbs.
  package static let defaultOrbCount: Float = 6
  /// The maximum number of hollows: one per finger, and one that is fading.
  package static let maximumHollowCount = FrameInput.maximumTouchCount + 1

  // MARK: - Drift

  /// Cells of coherent noise per second; above 0.15 the light moves too fast.
  package static let noiseCellsPerSecond: Float = 0.075
  /// The distance an orb wanders from its anchor, as a fraction of the canvas.
  package static let wanderShare: Float = 0.26
  /// The radius of the smallest orb, as a fraction of the mean of the canvas's sides.
  package static let minimumRadiusShare: Float = 0.34
  /// The radius of the largest orb, as a fraction of the mean of the canvas's sides.
  package static let maximumRadiusShare: Float = 0.52

  // MARK: - Touch

  /// The time constant of a hollow's rise, in seconds (63 %); with half of it, repeated taps on one
  /// spot flicker.
  package static let riseSeconds: Float = 0.9
  /// The time constant of a hollow's fading after the finger is lifted, in seconds (37 %).
  package static let fadeSeconds: Float = 2.2
  /// The minimum time for which a tap counts as held, in seconds.
  package static let tapSeconds: Float = 0.4
  /// Levels below this count as 0.
  package static let minimumLevel: Float = 0.004
  /// The maximum speed at which a hollow follows its finger, in points per second; faster light
  /// would flicker.
  package static let maximumFollowPointsPerSecond: Float = 110
  /// The radius of a hollow in points.
  package static let hollowReachPoints: Float = 150
  /// The fraction of the light that a hollow removes at its center.
  package static let hollowDepth: Float = 0.45
  /// The radius in points within which a finger pushes orbs.
  package static let pushReachPoints: Float = 280
  /// The acceleration of an orb by a finger, in points per second squared.
  package static let pushPointsPerSecondSquared: Float = 90

  // MARK: - Motion

  /// The acceleration of orbs per g, in points per second squared.
  package static let shakePointsPerSecondSquared: Float = 190
  /// The acceleration of orbs per rad/s, in points per second squared.
  package static let tiltPointsPerSecondSquared: Float = 60
  /// Accelerations below this, in g, count as hand tremor.
  package static let tremorThreshold: Float = 0.08
  /// The stiffness of the pull toward the anchor, in 1/s².
  package static let returnPerSecondSquared: Float = 0.9
  /// The damping in 1/s: an orb returns without oscillation.
  package static let damping: Float = 1.9
  /// The maximum speed of an orb from pushes, in points per second.
  package static let maximumPushPointsPerSecond: Float = 90

  /// The factor on all motion under Reduce Motion.
  package static let reducedMotionFactor: Float = 0.4

  // MARK: - Appearance

  /// The minimum number of points per cell of the picture.
  package static let cellPoints: Float = 9
  /// Columns and rows of the picture: enough for a longer side of 1,370 points.
  package static let maximumCellCount: Int32 = 154
}
