import SimbenchKit

/// A style in which a sketch is redrawn.
package enum ImageStyle: UInt8, CaseIterable, Sendable {
  /// A lifelike photo.
  case photo = 1
  /// A soft watercolor.
  case watercolor
  /// An anime picture.
  case anime
  /// 16-bit pixel art.
  case pixelArt
  /// A glowing fantasy scene.
  case fantasy
  /// A bold flat comic.
  case comic
  /// A thick old oil painting.
  case oil
  /// A fine shaded pencil drawing.
  case pencil
  /// Bright pop art with dots.
  case popArt
  /// A cozy picture-book page.
  case pictureBook

  /// Whether the style is available without Pro.
  package var isFree: Bool {
    switch self {
    case .watercolor, .anime, .pixelArt, .comic, .pictureBook: true
    case .photo, .fantasy, .oil, .pencil, .popArt: false
    }
  }

  /// The words for the style in the prompt.
  package var words: StaticString {
    switch self {
    case .photo: "a lifelike photo"
    case .watercolor: "a soft watercolor"
    case .anime: "an anime picture"
    case .pixelArt: "16-bit pixel art"
    case .fantasy: "a glowing fantasy scene"
    case .comic: "a bold flat comic"
    case .oil: "a thick old oil painting"
    case .pencil: "a fine shaded pencil drawing"
    case .popArt: "bright pop art with dots"
    case .pictureBook: "a cozy picture-book page"
    }
  }
}
