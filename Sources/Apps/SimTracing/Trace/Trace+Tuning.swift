import SimbenchKit

/// Every constant of tracing: its unit, why this value, and what another one breaks.
package enum TraceTuning {
  // MARK: - Letter

  /// The share of the shorter side left free around the letter; less and it touches the edge.
  package static let marginShare: Float = 0.1
  /// The maximum height and width of the letter in millimeters: what an arm writes at once.
  package static let maximumLetterMillimeters: Float = 120
  /// Half the width of the letter's band as a share of its height.
  package static let bandShare: Float = 0.052
  /// The minimum half width of the band in points: a finger fits.
  package static let minimumBandPoints: Float = 9
  /// The maximum half width of the band in points.
  package static let maximumBandPoints: Float = 22

  /// How far the drawn letter may stray from its curves, in heights of the letter: less than what
  /// the eye sees as a corner.
  package static let flatness: Float = 0.00003

  // MARK: - Fade

  /// Seconds in which a traced letter fades: one to two are asked for.
  package static let fadeSeconds: Float = 1.5
  /// Seconds in which it comes back when a finger draws on.
  package static let returnSeconds: Float = 0.3

  // MARK: - Starts over ink

  /// Seconds without a finger that draws after which starts come through the ink: while one draws,
  /// nothing lies over its ink, and between two strokes nothing flickers.
  package static let startDelaySeconds: Float = 0.4
  /// Seconds in which they do.
  package static let startRiseSeconds: Float = 0.5

  // MARK: - Ink

  /// Half the width of a finger's ink in points.
  package static let fingerInkPoints: Float = 6.5
  /// Half the width of a pencil's ink without pressure, in points: the pixel under it is full.
  package static let lightInkPoints: Float = 1.6
  /// What full pressure adds to it, in points.
  package static let pressureInkPoints: Float = 3.6
  /// Contacts of this radius in points and wider are palms and draw nothing.
  package static let palmPoints: Float = 20
  /// A contact that has moved as far, in millimeters, does not rest.
  package static let advanceMillimeters: Float = 1
  /// Contacts followed at once: all that a frame can have.
  package static let maximumStrokeCount = FrameInput.maximumTouchCount

  // MARK: - Look

  /// From one dash to the next, in points.
  package static let dashSpacingPoints: Float = 17
  /// The length of a dash in points.
  package static let dashPoints: Float = 8
  /// Half the width of a dash in points.
  package static let dashRadiusPoints: Float = 1.3
  /// The radius of a start's dot in half widths of the band: well within the letter.
  package static let startRadiusShare: Float = 0.55
  /// Commands of the letter at most: three per chord, dashes and starts.
  package static let letterCommandCount = 3072
}
