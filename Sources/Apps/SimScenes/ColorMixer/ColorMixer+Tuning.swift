/// All constants of the color mixer: unit, reason for the value, and the effect of other values.
package enum ColorMixerTuning {
  /// The product's cap on blobs, for which storage is allocated.
  package static let maximumBlobCount: Float = 2
  /// The minimum number of blobs that a scenario may set.
  package static let minimumBlobCount: Float = 1

  // MARK: - Blobs

  /// The radius of a held blob, as a fraction of the canvas's shorter side.
  package static let radiusShare: Float = 0.40
  /// The maximum radius in points: on a tablet a blob need not be larger than a hand.
  package static let maximumRadiusPoints: Float = 300
  /// The radius of a resting blob, as a fraction of a held blob's.
  package static let restingSize: Float = 0.82
  /// The time constant of a blob's growth, in seconds.
  package static let growSeconds: Float = 0.5
  /// The distance of a resting blob from the middle, as a fraction of its radius.
  package static let homeShare: Float = 0.50
  /// The lean of the resting pair from the horizontal, in turns.
  package static let homeTurns: Float = 0.13

  // MARK: - Following

  /// The natural frequency of the spring to a finger, in 1/s; above 25 the blob jitters with the
  /// finger.
  package static let heldFrequency: Float = 15
  /// The natural frequency without a finger and at the start of a touch, in 1/s.
  package static let freeFrequency: Float = 2.2
  /// The time constant of the grip's growth after a touch, in seconds.
  package static let gripSeconds: Float = 0.45
  /// The maximum speed of a blob, in points per second; keeps the scene calm.
  package static let maximumSpeedPointsPerSecond: Float = 900
  /// The time constant of a released blob's return, in seconds.
  package static let returnSeconds: Float = 3.5

  // MARK: - Color

  /// The perceived lightness of every color.
  ///
  /// It is constant, so that mixing changes only the hue, and the luminance of paint and background
  /// differs by less than 1/10 of white, however quickly a blob passes.
  package static let lightness: Float = 0.735
  /// The chroma of every color; above 0.13 blue leaves the sRGB gamut.
  package static let chroma: Float = 0.105
  /// The hues of the first blob in turns, used one after the other: rose, peach, coral.
  package static let firstHues: (Float, Float, Float) = (0.015, 0.105, 0.06)
  /// The hues of the second blob: sky, violet, periwinkle; none is opposite a hue of the first.
  package static let secondHues: (Float, Float, Float) = (0.71, 0.83, 0.77)
  /// The time constant of color changes, in seconds.
  package static let colorSeconds: Float = 1.1
  /// The maximum speed of color changes, in Oklab units per second; five times that starts to
  /// flash.
  package static let maximumColorPerSecond: Float = 0.12

  // MARK: - Motion

  /// The acceleration of a blob per g of the device, in points per second squared, opposite to the
  /// device's.
  package static let pushPointsPerSecondSquared: Float = 900
  /// The fraction of that acceleration for a held blob.
  package static let heldPushShare: Float = 0.25
  /// Accelerations below this, in g, count as hand tremor and have no effect.
  package static let tremorThreshold: Float = 0.06
  /// The agitation gained per second under one g; agitation is limited to 0...1.
  package static let agitationPerSecond: Float = 2.2
  /// The time constant of the agitation's decay, in seconds.
  package static let agitationDecaySeconds: Float = 2.2
  /// The speed at which stirred blobs circle each other, in turns per second.
  package static let stirTurnsPerSecond: Float = 0.2
  /// The growth of stirred blobs, as a fraction of their radius.
  package static let stirGrowth: Float = 0.14
  /// The time constant of the tilt's decay, in seconds: the leak of the integral of rotation rate.
  package static let tiltLeakSeconds: Float = 4
  /// The largest tilt, in radians.
  package static let maximumTilt: Float = 0.6
  /// The displacement of resting blobs toward the lower side at a tilt of one radian, in radii.
  package static let tiltShare: Float = 0.9

  // MARK: - Appearance

  /// The minimum number of points per cell of the picture; the smallest detail is a blob's slope.
  package static let cellPoints: Float = 8
  /// Columns and rows of the picture: enough for a longer side of 1,370 points.
  package static let maximumCellCount: Int32 = 173
  /// The square of the distance, in radii, at which a blob's paint ends; its slope is half as wide.
  package static let bodySquaredRadii: Float = 1.35
  /// The square of the distance, in radii, at which a blob's halo ends.
  package static let haloSquaredRadii: Float = 2.9
  /// The coverage of the paint in the middle, without the halo.
  package static let bodyAlpha: Float = 0.82
  /// The coverage of the halo in the middle; at most 1 - `bodyAlpha`.
  package static let haloAlpha: Float = 0.14
  /// The fraction of the distance to white that a blob's highlight adds.
  package static let gleamAlpha: Float = 0.06

  /// The factor on all motion under Reduce Motion.
  package static let reducedMotionFactor: Float = 0.4
}
