import SimRaster

/// A decoded image: straight 8-bit RGBA, row by row from the top, without padding.
package struct PNGImage: Equatable, Sendable {
  /// Columns, 1 to 16,384.
  package let width: Int32
  /// Rows, 1 to 16,384.
  package let height: Int32
  /// The storage format in the file.
  package let colorType: PNGColorType
  /// Color and orientation information that is not applied, in words.
  package let ignored: [String]
  /// Red, green, blue and alpha of every pixel, not premultiplied.
  package let pixels: [UInt8]

  /// Makes an image from matching parts.
  init(
    width: Int32, height: Int32, colorType: PNGColorType, ignored: [String], pixels: [UInt8]
  ) {
    self.width = width
    self.height = height
    self.colorType = colorType
    self.ignored = ignored
    self.pixels = pixels
  }

  /// The color of one pixel.
  ///
  /// - Precondition: The pixel is inside the image.
  package func color(x: Int32, y: Int32) -> StraightColor {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the picture")
    let start = (Int(y) * Int(width) + Int(x)) * 4
    return StraightColor(
      red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2],
      alpha: pixels[start + 3])
  }

  /// The image with premultiplied colors, as a surface of the rasterizer.
  ///
  /// - Complexity: O(*n*) in the number of pixels.
  package func makeSurface() -> Surface {
    var surface = Surface(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { surface[x, y] = color(x: x, y: y).premultiplied.packed }
    }
    return surface
  }
}
