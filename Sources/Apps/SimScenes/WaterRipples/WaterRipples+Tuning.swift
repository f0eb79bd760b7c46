/// Every constant of the pond: its unit, why this value, and what another one breaks.
package enum WaterRipplesTuning {
  /// The product's cap on rings; storage is sized by it.
  package static let maximumRingCount = 12
  /// Rings that wait for a slot at most: one per finger and a few drops.
  package static let maximumWaitingCount = 16

  // MARK: - Wave law

  /// How fast a ring grows, points per second; above 130 water looks like a drum.
  package static let ringPointsPerSecond: Float = 74
  /// Points from crest to crest; below five cells of the picture crests would step.
  package static let wavelengthPoints: Float = 40
  /// Half the width of a young ring's wave packet, in points.
  package static let packetPoints: Float = 34
  /// How much wider each half of the packet gets per second: waves of different length part.
  package static let dispersionPointsPerSecond: Float = 9
  /// Radius in points from which on a ring's height falls as one over the root of its radius.
  ///
  /// A ring's energy is spread along its circumference, and height is the root of energy.
  package static let spreadingRadiusPoints: Float = 64
  /// Seconds until a ring is gone.
  package static let ringLifeSeconds: Float = 6
  /// Seconds in which a new ring rises; at 0 rings would pop up.
  package static let riseSeconds: Float = 0.28
  /// Seconds in which the oldest ring sinks when another one needs its slot.
  package static let retireSeconds: Float = 0.34
  /// Points around a ring's center in which its tip is rounded off.
  package static let tipPoints: Float = 9

  // MARK: - Touch

  /// Height of the ring of a new touch.
  package static let touchStrength: Float = 1
  /// Height of the rings that a moving finger leaves.
  package static let trailStrength: Float = 0.55
  /// Points of a finger's way from ring to ring; much less and a drag takes all slots at once.
  package static let trailPoints: Float = 64

  // MARK: - Motion

  /// Accelerations below this, in g, are hand tremor.
  package static let tremorThreshold: Float = 0.08
  /// Drops that fall per second under one g.
  package static let dropsPerSecond: Float = 4
  /// Height of the lowest drop's ring.
  package static let minimumDropStrength: Float = 0.4
  /// Height of the highest drop's ring.
  package static let maximumDropStrength: Float = 0.8
  /// Rings in the first frame.
  package static let firstRingCount = 3
  /// How hard one g tilts the water, 1/s².
  package static let sloshPerSecondSquared: Float = 9
  /// How hard a turn of one rad/s tilts the water, 1/s².
  package static let tiltPerSecondSquared: Float = 2.6
  /// Spring constant of the water as a whole, 1/s²: a swing takes about two seconds.
  package static let sloshStiffness: Float = 9
  /// Damping of the water as a whole, 1/s.
  package static let sloshDamping: Float = 2
  /// Tilts below this are rest.
  package static let restingSlosh: Float = 0.002

  /// Factor on every drive under Reduce Motion.
  package static let reducedMotionFactor: Float = 0.4

  // MARK: - Look

  /// Points per cell of the picture of the water, at least.
  package static let cellPoints: Float = 6
  /// Columns and rows of the picture: enough for a longer side of 1,380 points.
  package static let maximumCellCount: Int32 = 230
  /// Share of height in the shade.
  package static let heightShade: Float = 0.5
  /// Share of slope towards the light in the shade.
  package static let slopeShade: Float = 0.95
  /// Share of the crest's color at the highest crest: from it to the deepest trough luminance
  /// changes by less than a tenth of white's, so that crossing rings are no flicker.
  package static let crestShare: Float = 0.135
  /// Share of the trough's color at the deepest trough; see `crestShare`.
  package static let troughShare: Float = 0.25
  /// Shade of water that is tilted all the way.
  package static let sloshShade: Float = 0.3
}
