/// Every constant of the color mixer: its unit, why this value, and what another one breaks.
package enum ColorMixerTuning {
  /// The product's cap on blobs; storage is sized by it.
  package static let maximumBlobCount: Float = 2
  /// The minimum a scenario may ask for.
  package static let minimumBlobCount: Float = 1

  // MARK: - Blobs

  /// Radius of a held blob, as a share of the canvas's shorter side.
  package static let radiusShare: Float = 0.40
  /// The largest radius in points: a tablet's blob need not grow beyond a hand.
  package static let maximumRadiusPoints: Float = 300
  /// Radius of a blob at rest, as a share of that of a held one.
  package static let restingSize: Float = 0.82
  /// Seconds in which a blob grows or shrinks by 1/e.
  package static let growSeconds: Float = 0.5
  /// Distance of a resting blob from the middle, as a share of its radius.
  package static let homeShare: Float = 0.50
  /// Lean of the resting pair from the horizontal, in turns; neither a row nor a stack.
  package static let homeTurns: Float = 0.13

  // MARK: - Following

  /// Natural frequency of the spring to a finger, 1/s; above 25 the blob jitters with the finger.
  package static let heldFrequency: Float = 15
  /// Natural frequency right after a finger came and when none is there, 1/s.
  package static let freeFrequency: Float = 2.2
  /// Seconds in which the grip grows to all but 1/e after a finger came.
  package static let gripSeconds: Float = 0.45
  /// No blob ever moves faster, points per second; the calm bound of the scene.
  package static let maximumSpeedPointsPerSecond: Float = 900
  /// Seconds in which a blob that was let go returns to its position by all but 1/e.
  package static let returnSeconds: Float = 3.5

  // MARK: - Color

  /// Perceived lightness of every color: mixing changes hue alone, and so does paint on the ground,
  /// whose luminance differs by less than a tenth of white's however quickly a blob passes.
  package static let lightness: Float = 0.735
  /// Colorfulness of every color; above 0.13 blue leaves the sRGB gamut.
  package static let chroma: Float = 0.105
  /// Hues in turns that the first blob takes up one after the other: rose, peach, coral.
  package static let firstHues: (Float, Float, Float) = (0.015, 0.105, 0.06)
  /// Hues of the second blob: sky, violet, periwinkle; none is opposite one of the first's.
  package static let secondHues: (Float, Float, Float) = (0.71, 0.83, 0.77)
  /// Seconds in which a color comes 1/e closer to the next.
  package static let colorSeconds: Float = 1.1
  /// The fastest change of a color, in Oklab units per second; five times that starts to flash.
  package static let maximumColorPerSecond: Float = 0.12

  // MARK: - Motion

  /// Acceleration of a blob per g of the device, points per second squared; it stays behind.
  package static let pushPointsPerSecondSquared: Float = 900
  /// Share of that which a held blob feels.
  package static let heldPushShare: Float = 0.25
  /// Accelerations below this, in g, are hand tremor and do nothing.
  package static let tremorThreshold: Float = 0.06
  /// Agitation gained per second under one g; agitation is clamped to 0...1.
  package static let agitationPerSecond: Float = 2.2
  /// Seconds in which agitation falls to 1/e.
  package static let agitationDecaySeconds: Float = 2.2
  /// Speed at which stirred blobs go around each other, turns per second.
  package static let stirTurnsPerSecond: Float = 0.2
  /// Growth of stirred blobs, as a share of their radius.
  package static let stirGrowth: Float = 0.14
  /// Seconds in which a remembered tilt fades: the leak of the integral of rotation rate.
  package static let tiltLeakSeconds: Float = 4
  /// The largest tilt the scene shows, in radians.
  package static let maximumTilt: Float = 0.6
  /// How far resting blobs flow to the lower side at a tilt of one radian, in radii.
  package static let tiltShare: Float = 0.9

  // MARK: - Look

  /// Points per cell of the picture, at least: nothing in it is smaller than a blob's slope.
  package static let cellPoints: Float = 8
  /// Columns and rows of the picture: enough for a longer side of 1,370 points.
  package static let maximumCellCount: Int32 = 173
  /// Square of the distance, in radii, at which a blob's paint ends; its slope is half as wide.
  package static let bodySquaredRadii: Float = 1.35
  /// Square of the distance, in radii, at which a blob's halo ends.
  package static let haloSquaredRadii: Float = 2.9
  /// How much paint covers in the middle, without the halo.
  package static let bodyAlpha: Float = 0.82
  /// How much the halo covers in the middle; more than 1 - `bodyAlpha` would be too much paint.
  package static let haloAlpha: Float = 0.14
  /// How much of what is missing to white the light on a blob adds.
  package static let gleamAlpha: Float = 0.06

  /// Factor on every drive under Reduce Motion.
  package static let reducedMotionFactor: Float = 0.4
}
