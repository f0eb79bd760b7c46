import SimbenchKit

/// Every constant of the aurora: its unit, why this value, and what another one breaks.
package enum AuroraOrbsTuning {
  /// Orbs at most; storage is sized by it.
  package static let maximumOrbCount: Float = 8
  /// The minimum the scene shows.
  package static let minimumOrbCount: Float = 1
  /// Orbs when a scenario says nothing.
  package static let defaultOrbCount: Float = 6
  /// Places that push light away at most: every finger, and one that still fades.
  package static let maximumHollowCount = FrameInput.maximumTouchCount + 1

  // MARK: - Drift

  /// Cells of coherent noise per second; above 0.15 the light hurries.
  package static let noiseCellsPerSecond: Float = 0.075
  /// How far an orb wanders from its anchor, as a share of the canvas.
  package static let wanderShare: Float = 0.26
  /// Radius of the smallest orb, as a share of the canvas's mean side.
  package static let minimumRadiusShare: Float = 0.34
  /// Radius of the largest orb, as a share of the canvas's mean side.
  package static let maximumRadiusShare: Float = 0.52

  // MARK: - Touch

  /// Seconds in which a hollow comes to 63 %; at half of that taps on one spot flicker.
  package static let riseSeconds: Float = 0.9
  /// Seconds in which a hollow falls to 37 % after the finger is gone: light flows back.
  package static let fadeSeconds: Float = 2.2
  /// Seconds a tap counts as held.
  package static let tapSeconds: Float = 0.4
  /// Levels below this are none.
  package static let minimumLevel: Float = 0.004
  /// The fastest a hollow follows its finger, points per second; quicker light would flicker.
  package static let maximumFollowPointsPerSecond: Float = 110
  /// Reach of a hollow in points.
  package static let hollowReachPoints: Float = 150
  /// How much of the light a hollow takes away at its center.
  package static let hollowDepth: Float = 0.45
  /// Reach of a finger's push on orbs in points.
  package static let pushReachPoints: Float = 280
  /// Acceleration of an orb by a finger, points per second squared.
  package static let pushPointsPerSecondSquared: Float = 90

  // MARK: - Motion

  /// Acceleration of orbs per g, points per second squared.
  package static let shakePointsPerSecondSquared: Float = 190
  /// Acceleration of orbs per rad/s, points per second squared.
  package static let tiltPointsPerSecondSquared: Float = 60
  /// Accelerations below this, in g, are hand tremor.
  package static let tremorThreshold: Float = 0.08
  /// Pull back towards the anchor, 1/s².
  package static let returnPerSecondSquared: Float = 0.9
  /// Damping, 1/s: an orb comes back without swinging.
  package static let damping: Float = 1.9
  /// No push moves an orb faster, points per second.
  package static let maximumPushPointsPerSecond: Float = 90

  /// Factor on every drive under Reduce Motion.
  package static let reducedMotionFactor: Float = 0.4

  // MARK: - Look

  /// Points per cell of the picture of light, at least.
  package static let cellPoints: Float = 9
  /// Columns and rows of the picture: enough for a longer side of 1,370 points.
  package static let maximumCellCount: Int32 = 154
}
