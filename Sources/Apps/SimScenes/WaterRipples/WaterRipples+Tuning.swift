/// All constants of the water: unit, reason for the value, and the effect of other values.
package enum WaterRipplesTuning {
  /// The product's cap on rings, for which storage is allocated.
  package static let maximumRingCount = 12
  /// The maximum number of waiting rings: one per finger and a few drops.
  package static let maximumWaitingCount = 16

  // MARK: - Wave law

  /// The speed at which a ring grows, in points per second; above 130 water looks like a drum.
  package static let ringPointsPerSecond: Float = 74
  /// The distance between crests in points; below five cells of the picture crests would show
  /// steps.
  package static let wavelengthPoints: Float = 40
  /// Half the width of a young ring's wave packet, in points.
  package static let packetPoints: Float = 34
  /// The widening of each half of the packet per second, by dispersion.
  package static let dispersionPointsPerSecond: Float = 9
  /// The radius in points from which a ring's height falls with the inverse square root of its
  /// radius.
  ///
  /// A ring's energy is spread along its circumference, and its height is the square root of
  /// energy.
  package static let spreadingRadiusPoints: Float = 64
  /// The lifetime of a ring in seconds.
  package static let ringLifeSeconds: Float = 6
  /// The time in which a new ring rises, in seconds; at 0 rings would pop up.
  package static let riseSeconds: Float = 0.28
  /// The time in which the oldest ring sinks if another one needs its slot, in seconds.
  package static let retireSeconds: Float = 0.34
  /// The radius around a ring's center within which its tip is rounded, in points.
  package static let tipPoints: Float = 9

  // MARK: - Touch

  /// The height of a new touch's ring.
  package static let touchStrength: Float = 1
  /// The height of the rings that a moving finger leaves.
  package static let trailStrength: Float = 0.55
  /// The distance between the rings of a moving finger, in points; with much less a drag takes all
  /// slots at once.
  package static let trailPoints: Float = 64

  // MARK: - Motion

  /// Accelerations below this, in g, count as hand tremor.
  package static let tremorThreshold: Float = 0.08
  /// The number of falling drops per second under one g.
  package static let dropsPerSecond: Float = 4
  /// The height of the lowest drop's ring.
  package static let minimumDropStrength: Float = 0.4
  /// The height of the highest drop's ring.
  package static let maximumDropStrength: Float = 0.8
  /// The number of rings in the first frame.
  package static let firstRingCount = 3
  /// The angular acceleration of the water's tilt per g, in 1/s².
  package static let sloshPerSecondSquared: Float = 9
  /// The angular acceleration of the water's tilt per rad/s, in 1/s².
  package static let tiltPerSecondSquared: Float = 2.6
  /// The spring constant of the whole water, in 1/s²: an oscillation takes about two seconds.
  package static let sloshStiffness: Float = 9
  /// The damping of the whole water, in 1/s.
  package static let sloshDamping: Float = 2
  /// Tilts below this count as rest.
  package static let restingSlosh: Float = 0.002

  /// The factor on all motion under Reduce Motion.
  package static let reducedMotionFactor: Float = 0.4

  // MARK: - Appearance

  /// The minimum number of points per cell of the picture.
  package static let cellPoints: Float = 6
  /// Columns and rows of the picture: enough for a longer side of 1,380 points.
  package static let maximumCellCount: Int32 = 230
  /// The weight of height in the shade.
  package static let heightShade: Float = 0.5
  /// The weight of slope toward the light in the shade.
  package static let slopeShade: Float = 0.95
  /// The fraction of the crest's color at the highest crest: from there to the deepest trough
  /// luminance changes by less than 1/10 of white, so that crossing rings do not flicker.
  package static let crestShare: Float = 0.135
  /// The fraction of the trough's color at the deepest trough; see `crestShare`.
  package static let troughShare: Float = 0.25
  /// The shade of fully tilted water.
  package static let sloshShade: Float = 0.3
}
