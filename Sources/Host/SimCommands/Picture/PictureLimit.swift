import SimFormats
import SimPNG

/// The maximum number of pixels of an image, checked before it is decoded.
struct PictureLimit {
  /// The maximum number of pixels in an image.
  let pixelCount: UInt64
  /// The option that raises it, if there is one.
  private let option: String?

  /// The limit of `--limit-pixels`, or the default.
  init(_ parsed: ParsedCommand) throws {
    let maximum = Limits.pictureSide.maximum * Limits.pictureSide.maximum
    pixelCount =
      try parsed.unsigned("limit-pixels", in: 1...maximum) ?? Limits.picturePixels.maximum
    option = "--limit-pixels"
  }

  /// The limit of images that a run saves, which no option raises.
  static let kept = PictureLimit(Limits.keptPixels)

  private init(_ limit: Limit) {
    pixelCount = limit.maximum
    option = nil
  }

  /// Refuses an image with too many pixels.
  func check(width: Int32, height: Int32, _ path: String) throws {
    let count = UInt64(width) * UInt64(height)
    guard count > pixelCount else { return }
    let way = option.map { "; allow it with \($0) \(count)" } ?? ""
    throw CommandError.badInput(
      "\(path): \(width) by \(height) pixels exceed the limit of \(pixelCount) pixels in "
        + "total\(way)")
  }

  /// Refuses an image sequence that would take hours.
  func check(frames: UInt64, width: Int32, height: Int32, _ path: String) throws {
    guard frames <= Limits.frames.maximum else {
      throw CommandError.badInput(
        "\(path): \(frames) frames exceed the limit of \(Limits.frames.maximum); give a "
          + "shorter part")
    }
    let (count, maximum) = (
      frames * UInt64(width) * UInt64(height), pixelCount * Limits.filmPictures.maximum
    )
    guard count > maximum else { return }
    let minimum = (count + Limits.filmPictures.maximum - 1) / Limits.filmPictures.maximum
    let isRaisable = minimum <= Limits.pictureSide.maximum * Limits.pictureSide.maximum
    let way = isRaisable ? "allow it with --limit-pixels \(minimum)" : "give a shorter part"
    throw CommandError.badInput(
      "\(path): \(frames) frames of \(width) by \(height) pixels exceed the limit of "
        + "\(maximum) pixels in total; \(way)")
  }

  /// Decodes an image within the limit, in 8 bits.
  func decode(_ bytes: [UInt8], _ path: String) throws -> PNGImage {
    try checkSize(bytes, path)
    return try PictureFile.decode(bytes, file: path, PNGDecoder.decode)
  }

  /// Decodes an image within the limit, without loss.
  func decodeWhole(_ bytes: [UInt8], _ path: String) throws -> DecodedPicture {
    try checkSize(bytes, path)
    return try PictureFile.decode(bytes, file: path) { (bytes) throws(PNGError) in
      try PNGDecoder.bitDepth(bytes) == 16
        ? .deep(PNGDecoder.decodeDeep(bytes)) : .plain(PNGDecoder.decode(bytes))
    }
  }

  /// Refuses a file whose header has more pixels.
  func checkSize(_ bytes: [UInt8], _ path: String) throws {
    let size = try PictureFile.decode(bytes, file: path, PNGDecoder.size)
    try check(width: size.width, height: size.height, path)
  }
}
