import SimbenchKit

extension TraceTuning {
  /// The contrast of everything drawn.
  package enum Contrast: UInt8, CaseIterable, Sendable {
    /// Soft colors: at least 3 : 1 for all elements, 4.5 : 1 for the letter's outline and the ink.
    case standard
    /// White paper, a bolder outline and at least 4.5 : 1 for all elements.
    case high

    /// The name in scenarios.
    package var name: StaticString { self == .high ? "high" : "standard" }

    /// The width of the letter's outline in points.
    package var outlinePoints: Float { self == .high ? 4 : 2.5 }
  }

  /// The drawn elements from bottom to top, with their colors, what they overlap, and their rims.
  ///
  /// There are three levels of lightness, each at least three times as bright as the next,
  /// including room glare, as in WCAG 2 (non-text contrast, 1.4.11): backgrounds are light, ink is
  /// almost black, and the elements of the letter lie between. So each element is distinguishable
  /// from any other that it overlaps, for every kind of color vision. Elements of the middle level
  /// do not touch: a rim in a background color separates them.
  package enum Mark: UInt8, CaseIterable, Sendable {
    /// The paper, a background.
    case paper
    /// The lines of the paper.
    case ruling
    /// The outline of the letter.
    case outline
    /// The inside of the letter, a background.
    case band
    /// The dashes along the middle of the letter.
    case dash
    /// The starts of strokes, with their direction.
    case start
    /// The child's ink, the same in both contrasts.
    ///
    /// No other element has its color, and it is not saturated red, for which R would be at least
    /// 0.8 of R + G + B in linear light.
    case ink

    /// The element's color in a contrast.
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

    /// The element whose color forms this one's rim, which keeps it from touching earlier elements.
    package var rim: Mark? {
      switch self {
      case .outline: .paper
      case .start: .band
      default: nil
      }
    }

    /// Whether this element can overlap or touch an element drawn before.
    package func lies(on other: Mark) -> Bool {
      switch self {
      // Backgrounds carry no information: the letter is visible by its outline.
      case .paper, .band: false
      case .ruling: other == .paper
      case .outline: other == .paper || other == .band
      case .dash, .start: other == .band
      case .ink: other != .ink
      }
    }
  }

  /// The width of the letter's rim in points; the lines of the paper end at this distance.
  package static let outlineRimPoints: Float = 3
  /// The width of a start's rim, in half widths of the band.
  package static let startRimShare: Float = 0.14
}
