import SimbenchKit

extension TraceTuning {
  /// How strongly what is painted stands out.
  package enum Contrast: UInt8, CaseIterable, Sendable {
    /// Soft colors: at least 3 : 1 for every mark, 4.5 : 1 for the letter's outline and the ink.
    case standard
    /// White paper, a bolder outline and 4.5 : 1 for every mark.
    case high

    /// The name in scenarios.
    package var name: StaticString { self == .high ? "high" : "standard" }

    /// The width of the letter's outline in points.
    package var outlinePoints: Float { self == .high ? 4 : 2.5 }
  }

  /// What is painted, from the bottom up: its colors, what it lies on, and what keeps it apart.
  ///
  /// Three steps of lightness carry the picture, each at least three times as bright as the next,
  /// the glare of a room included, as WCAG 2 has it (contrast of non-text, 1.4.11): grounds are
  /// light, ink is nearly black, and what the letter shows lies between them. So a mark can be told
  /// from any other that it lies on, whatever colors an eye sees. Marks of the middle step do not
  /// touch: a rim in the color of a ground is between them.
  package enum Mark: UInt8, CaseIterable, Sendable {
    /// The paper, a ground.
    case paper
    /// The lines of the paper.
    case ruling
    /// The outline of the letter.
    case outline
    /// The inside of the letter, a ground.
    case band
    /// The dashes along the letter's middle.
    case dash
    /// Where strokes start, and their direction.
    case start
    /// The child's ink, the same in both contrasts; nothing else has its color, and it is no
    /// saturated red, of which R would be 0.8 of R + G + B in linear light.
    case ink

    /// The color in a contrast.
    package func color(in contrast: Contrast) -> StraightColor {
      let (standard, high) =
        switch self {
        case .paper: (StraightColor(hex: 0xFF_FBF2), StraightColor(hex: 0xFF_FFFF))
        case .ruling: (StraightColor(hex: 0x92_9190), StraightColor(hex: 0x68_707A))
        case .outline: (StraightColor(hex: 0x44_709F), StraightColor(hex: 0x24_70BE))
        case .band: (StraightColor(hex: 0xEA_F2FA), StraightColor(hex: 0xFF_FFFF))
        case .dash: (StraightColor(hex: 0x6C_8DB4), StraightColor(hex: 0x24_70BE))
        case .start: (StraightColor(hex: 0x2B_8A66), StraightColor(hex: 0x15_7D5A))
        case .ink: (StraightColor(hex: 0x38_1A0D), StraightColor(hex: 0x38_1A0D))
        }
      return contrast == .high ? high : standard
    }

    /// The mark in whose color this one has a rim: nothing else that was painted before touches it.
    package var rim: Mark? {
      switch self {
      case .outline: .paper
      case .start: .band
      default: nil
      }
    }

    /// Whether this mark can lie on one that was painted before, or end at it.
    package func lies(on other: Mark) -> Bool {
      switch self {
      // Grounds say nothing: the letter is seen by its outline.
      case .paper, .band: false
      case .ruling: other == .paper
      case .outline: other == .paper || other == .band
      case .dash, .start: other == .band
      case .ink: other != .ink
      }
    }
  }

  /// The width of a letter's rim in points: so far from it the lines of the paper end.
  package static let outlineRimPoints: Float = 3
  /// The width of the rim of a start, in half widths of the band.
  package static let startRimShare: Float = 0.14
}
