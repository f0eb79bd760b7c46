/// A rectangle of premultiplied 8-bit sRGB pixels, row after row from the top, without padding.
///
/// Storage is taken once for the largest size and kept when the surface shrinks or turns, so
/// resizing within that size allocates nothing.
public struct Surface: ~Copyable {
  /// Columns, at least 1.
  public private(set) var width: Int32
  /// Rows, at least 1.
  public private(set) var height: Int32
  /// Packed pixels: red in the low byte, then green, blue and alpha.
  ///
  /// Only the first `width * height` are the picture.
  package var pixels: [UInt32]

  /// Makes a transparent surface.
  ///
  /// - Precondition: width and height are 1 to 16,384 and `capacity`, in pixels, holds them.
  public init(width: Int32, height: Int32, capacity: Int32 = 0) {
    precondition((1...16_384).contains(width), "surface width must be 1 to 16,384 pixels")
    precondition((1...16_384).contains(height), "surface height must be 1 to 16,384 pixels")
    self.width = width
    self.height = height
    pixels = [UInt32](repeating: 0, count: Int(max(capacity, width * height)))
  }

  /// Gives the surface another size within its capacity and clears it.
  ///
  /// - Precondition: the new size fits the capacity given at the start.
  public mutating func resize(width: Int32, height: Int32) {
    precondition(width > 0 && height > 0, "surface size must be positive")
    precondition(Int(width) * Int(height) <= pixels.count, "surface larger than its capacity")
    self.width = width
    self.height = height
    for index in 0..<Int(width) * Int(height) { pixels[index] = 0 }
  }

  /// The color of one pixel.
  ///
  /// - Precondition: the pixel is inside the surface.
  public func color(x: Int32, y: Int32) -> PremultipliedColor {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the surface")
    return PremultipliedColor(uncheckedPacked: pixels[Int(y) * Int(width) + Int(x)])
  }

  /// Calls `body` with the packed pixels of the picture, row after row from the top.
  public borrowing func withPixels<Result, Failure: Error>(
    _ body: (Span<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(pixels.span.extracting(0..<Int(width) * Int(height)))
  }
}
