import SimFormats
import SimPNG

/// How many pixels a picture may have, checked before it is decoded.
struct PictureLimit {
  /// The maximum count of pixels in a picture.
  let pixelCount: UInt64
  /// The option that raises it, if there is one.
  private let option: String?

  /// What `--limit-pixels` says, or what is usual.
  init(_ parsed: ParsedCommand) throws {
    let maximum = Limits.pictureSide.maximum * Limits.pictureSide.maximum
    pixelCount =
      try parsed.unsigned("limit-pixels", in: 1...maximum) ?? Limits.picturePixels.maximum
    option = "--limit-pixels"
  }

  /// The limit of pictures that a run keeps, which nothing raises.
  static let kept = PictureLimit(Limits.keptPixels)

  private init(_ limit: Limit) {
    pixelCount = limit.maximum
    option = nil
  }

  /// Refuses a picture of too many pixels.
  func check(width: Int32, height: Int32, _ path: String) throws {
    let count = UInt64(width) * UInt64(height)
    guard count > pixelCount else { return }
    let way = option.map { "; \($0) \(count) lets it through" } ?? ""
    throw CommandError.badInput(
      "\(path): \(width) by \(height) pixels, and at most \(pixelCount) in all are allowed\(way)")
  }

  /// Refuses a sequence of pictures that would take hours.
  func check(frames: UInt64, width: Int32, height: Int32, _ path: String) throws {
    guard frames <= Limits.frames.maximum else {
      throw CommandError.badInput(
        "\(path): \(frames) frames are shown, and at most \(Limits.frames.maximum) are allowed; "
          + "show a shorter part")
    }
    let (count, maximum) = (
      frames * UInt64(width) * UInt64(height), pixelCount * Limits.filmPictures.maximum
    )
    guard count > maximum else { return }
    let minimum = (count + Limits.filmPictures.maximum - 1) / Limits.filmPictures.maximum
    let isRaisable = minimum <= Limits.pictureSide.maximum * Limits.pictureSide.maximum
    let way = isRaisable ? "--limit-pixels \(minimum) lets it through" : "show a shorter part"
    throw CommandError.badInput(
      "\(path): \(frames) frames of \(width) by \(height) pixels, and at most \(maximum) pixels "
        + "together are allowed; \(way)")
  }

  /// Decodes a picture within the limit, in 8 bits.
  func decode(_ bytes: [UInt8], _ path: String) throws -> PNGImage {
    try checkSize(bytes, path)
    return try PictureFile.decode(bytes, file: path, PNGDecoder.decode)
  }

  /// Decodes a picture within the limit, without loss.
  func decodeWhole(_ bytes: [UInt8], _ path: String) throws -> DecodedPicture {
    try checkSize(bytes, path)
    return try PictureFile.decode(bytes, file: path) { (bytes) throws(PNGError) in
      try PNGDecoder.bitDepth(bytes) == 16
        ? .deep(PNGDecoder.decodeDeep(bytes)) : .plain(PNGDecoder.decode(bytes))
    }
  }

  /// Refuses a file whose header says more pixels.
  func checkSize(_ bytes: [UInt8], _ path: String) throws {
    let size = try PictureFile.decode(bytes, file: path, PNGDecoder.size)
    try check(width: size.width, height: size.height, path)
  }
}
