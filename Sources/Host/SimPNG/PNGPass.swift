/// A regular grid of an image's pixels that the file stores separately.
///
/// An image that is not interlaced is a single pass; the Adam7 method has seven.
struct PNGPass {
  /// The first column and row.
  var x: Int
  var y: Int
  /// The distance between columns and between rows.
  var stepX: Int
  var stepY: Int
  /// The size of the pass in pixels.
  var width: Int
  var height: Int

  /// The number of bytes per row without the filter byte.
  func rowByteCount(_ bitsPerPixel: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  /// The passes of an image, without empty ones.
  static func passes(width: Int, height: Int, isInterlaced: Bool) -> [PNGPass] {
    guard isInterlaced else {
      return [PNGPass(x: 0, y: 0, stepX: 1, stepY: 1, width: width, height: height)]
    }
    return adam7.compactMap { x, y, stepX, stepY in
      // A pass without pixels has no bytes in the file, not even filter bytes.
      guard x < width, y < height else { return nil }
      return PNGPass(
        x: x, y: y, stepX: stepX, stepY: stepY, width: (width - x + stepX - 1) / stepX,
        height: (height - y + stepY - 1) / stepY)
    }
  }

  private static let adam7: [(x: Int, y: Int, stepX: Int, stepY: Int)] = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]
}
