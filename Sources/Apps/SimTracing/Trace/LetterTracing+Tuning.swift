import SimbenchKit

/// All constants of tracing: unit, reason for the value, and the effect of other values.
package enum TraceTuning {
  // MARK: - Letter

  /// The margin around the letter, as a fraction of the shorter side; with less it touches the
  /// edge.
  package static let marginShare: Float = 0.1
  /// The maximum height and width of the letter in millimeters: the reach of one arm movement.
  package static let maximumLetterMillimeters: Float = 120
  /// Half the width of the letter's band, as a fraction of its height.
  package static let bandShare: Float = 0.052
  /// The minimum half width of the band in points, so that a finger fits.
  package static let minimumBandPoints: Float = 9
  /// The maximum half width of the band in points.
  package static let maximumBandPoints: Float = 22

  /// The maximum distance of the drawn letter from its curves, in heights of the letter: too small
  /// for visible corners.
  package static let flatness: Float = 0.00003

  // MARK: - Fade

  /// The time in which a completed letter fades, in seconds; the product requires one to two.
  package static let fadeSeconds: Float = 1.5
  /// The time in which it returns when a finger draws, in seconds.
  package static let returnSeconds: Float = 0.3

  // MARK: - Starts over ink

  /// The time without a drawing finger after which starts appear over the ink, in seconds, so that
  /// nothing covers fresh ink and nothing flickers between two strokes.
  package static let startDelaySeconds: Float = 0.4
  /// The time in which the starts fade in, in seconds.
  package static let startRiseSeconds: Float = 0.5

  // MARK: - Ink

  /// Half the width of a finger's ink in points.
  package static let fingerInkPoints: Float = 6.5
  /// Half the width of a pencil's ink without pressure, in points: fully covers one pixel.
  package static let lightInkPoints: Float = 1.6
  /// The additional half width at full pressure, in points.
  package static let pressureInkPoints: Float = 3.6
  /// Touches with at least this radius, in points, are palms and do not draw.
  package static let palmPoints: Float = 20
  /// The distance in millimeters after which a touch counts as moved.
  package static let advanceMillimeters: Float = 1
  /// The maximum number of tracked touches: all that a frame can have.
  package static let maximumStrokeCount = FrameInput.maximumTouchCount

  // MARK: - Appearance

  /// The distance between the starts of dashes, in points.
  package static let dashSpacingPoints: Float = 17
  /// The length of a dash in points.
  package static let dashPoints: Float = 8
  /// Half the width of a dash in points.
  package static let dashRadiusPoints: Float = 1.3
  /// The radius of a start's dot, in half widths of the band: well inside the letter.
  package static let startRadiusShare: Float = 0.55
  /// The maximum number of commands for the letter: three per chord, dashes and starts.
  package static let letterCommandCount = 3072
}
