import Raster
import Simulation

/// Every constant of tracing: its unit, why this value, and what another one breaks.
package enum TraceTuning {
  // MARK: - Letter

  /// The share of the shorter side left free around the letter; less and it touches the edge.
  package static let marginShare: Float = 0.1
  /// The greatest height and width of the letter in millimeters: what an arm writes at once.
  package static let maximumLetterMillimeters: Float = 120
  /// Half the width of the letter's band as a share of its height.
  package static let bandShare: Float = 0.052
  /// The least half width of the band in points: a finger fits.
  package static let minimumBandPoints: Float = 9
  /// The greatest half width of the band in points.
  package static let maximumBandPoints: Float = 22
  /// The width of the band's outline in points.
  package static let outlinePoints: Float = 2.5

  /// How far the drawn letter may stray from its curves, in heights of the letter: less than what
  /// the eye sees as a corner.
  package static let flatness: Float = 0.00003

  // MARK: - Fade

  /// Seconds in which a traced letter fades: one to two are asked for.
  package static let fadeSeconds: Float = 1.5
  /// Seconds in which it comes back when a finger draws on.
  package static let returnSeconds: Float = 0.3

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

  /// The paper.
  package static let paper = StraightColor(hex: 0xFF_FBF2)
  /// The lines of the paper.
  package static let ruling = StraightColor(hex: 0xE8_DFCC)
  /// The outline of the letter: at least 4.5 : 1 on paper and in the letter.
  package static let outline = StraightColor(hex: 0x2F_5680)
  /// The inside of the letter.
  package static let band = StraightColor(hex: 0xE6_EFF8)
  /// The dashes along the letter's middle.
  package static let dash = StraightColor(hex: 0x7C_9CBF)
  /// Where strokes start, and their direction.
  package static let start = StraightColor(hex: 0x1F_7A57)
  /// The child's ink: at least 4.5 : 1 on paper and in the letter, and no saturated red, of which
  /// R would be 0.8 of R + G + B in linear light; nothing else has its color.
  package static let ink = StraightColor(hex: 0xA8_532F)

  /// From one dash to the next, in points.
  package static let dashSpacingPoints: Float = 17
  /// The length of a dash in points.
  package static let dashPoints: Float = 8
  /// Half the width of a dash in points.
  package static let dashRadiusPoints: Float = 1.3
  /// Commands of the letter at most: two per chord, dashes and starts.
  package static let letterCommandCount = 2048
}
