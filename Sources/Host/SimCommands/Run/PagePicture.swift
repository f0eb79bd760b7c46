import SimFormats
import SimMath
import SimPNG
import SimReport

/// A contact sheet as a PNG file, with its pixels if this process rendered it.
struct SheetFile: Sendable {
  /// The file.
  let png: [UInt8]
  private let painted: FramePicture?

  /// Encodes a sheet.
  init(_ sheet: ContactSheet) {
    let picture = sheet.picture
    (png, painted) = (picture.png, picture)
  }

  /// Reads the file of another process.
  init(png: [UInt8]) { (self.png, painted) = (png, nil) }

  /// The pixels; a file of another process is decoded.
  func picture() throws -> FramePicture {
    if let painted { return painted }
    let image = try PictureLimit.kept.decode(png, "contact sheet")
    return FramePicture(frame: 0, surface: image.makeSurface())
  }
}

/// Contact sheets small enough for a page of a mebibyte.
enum PagePicture {
  /// Maximum pixels of a thumbnail.
  private static var thumbnailPixelCount: Int32 { 100_000 }
  /// Colors of a thumbnail.
  private static var thumbnailColorCount: Int { 32 }

  /// An image's PNG file if it is small enough, otherwise the image scaled down; if many share a
  /// page, its first row of frames in few colors.
  ///
  /// - Parameters:
  ///   - count: The contact sheets of the page.
  ///   - hasEvidence: Whether the page also shows worst frames.
  static func fitted(
    _ whole: FramePicture, png: [UInt8], count: Int, hasEvidence: Bool = false
  ) -> [UInt8] {
    let limit = HTMLReport.pictureByteCount(of: count, hasEvidence: hasEvidence)
    if HTMLReport.hasThumbnails(count) { return thumbnail(of: whole, limit: limit) }
    var (best, pixelCount) = (png, whole.width * whole.height)
    while best.count > limit, pixelCount > 10_000 {
      pixelCount = pixelCount / 3 * 2
      best = whole.scaled(toPixelCount: pixelCount).png
    }
    return best
  }

  private static func thumbnail(of whole: FramePicture, limit: Int) -> [UInt8] {
    let row = ContactSheet.firstRow(of: whole)
    var pixelCount = thumbnailPixelCount
    while true {
      let png = row.scaled(toPixelCount: pixelCount).png(colorCount: thumbnailColorCount)
      guard png.count > limit, pixelCount > 2000 else { return png }
      pixelCount = pixelCount / 4 * 3
    }
  }

  /// A digest of an image's size and pixels, independent of the file's compression.
  static func digest(of picture: FramePicture) -> UInt64 {
    let rgb = picture.rgb
    var digest = StateDigest()
    digest.combine(UInt64(picture.width))
    digest.combine(UInt64(picture.height))
    for start in stride(from: 0, to: rgb.count, by: 3) {
      digest.combine(
        UInt64(rgb[start]) | UInt64(rgb[start + 1]) << 8 | UInt64(rgb[start + 2]) << 16)
    }
    return digest.finalize()
  }
}
