/// The storage format of pixels in a PNG file.
package enum PNGColorType: UInt8, Sendable {
  /// Grayscale.
  case gray = 0
  /// Red, green and blue.
  case rgb = 2
  /// An index into a palette.
  case palette = 3
  /// Grayscale with alpha.
  case grayAlpha = 4
  /// Red, green, blue and alpha.
  case rgba = 6

  /// The number of values per pixel.
  package var channelCount: Int {
    switch self {
    case .gray, .palette: return 1
    case .grayAlpha: return 2
    case .rgb: return 3
    case .rgba: return 4
    }
  }
}

extension PNGColorType {
  /// The allowed numbers of bits per channel.
  package var bitDepths: [UInt8] {
    switch self {
    case .gray: [1, 2, 4, 8, 16]
    case .palette: [1, 2, 4, 8]
    case .rgb, .grayAlpha, .rgba: [8, 16]
    }
  }
}
