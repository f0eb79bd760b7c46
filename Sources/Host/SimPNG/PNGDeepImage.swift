/// A decoded image with 16 bits per channel: straight RGBA, row by row from the top, unpadded.
package struct PNGDeepImage: Equatable, Sendable {
  /// Columns, 1 to 16,384.
  package let width: Int32
  /// Rows, 1 to 16,384.
  package let height: Int32
  /// Color and orientation information that is not applied, in words.
  package let ignored: [String]
  /// Red, green, blue and alpha of every pixel, not premultiplied.
  ///
  /// Values of fewer than 16 bits are scaled to the full range.
  package let pixels: [UInt16]

  /// Makes an image from matching parts.
  init(width: Int32, height: Int32, ignored: [String], pixels: [UInt16]) {
    self.width = width
    self.height = height
    self.ignored = ignored
    self.pixels = pixels
  }

  /// Converts an 8-bit image to 16 bits, with a factor of 257.
  package init(_ image: PNGImage) {
    self.init(
      width: image.width, height: image.height, ignored: image.ignored,
      pixels: image.pixels.map { UInt16(byte: $0) })
  }

  /// The nearest 8-bit value.
  @inline(__always)
  package static func byte(_ value: UInt16) -> UInt8 {
    // A rounded division by 257 without a division; exact for all 65,536 values.
    UInt8(truncatingIfNeeded: (UInt32(value) * 255 + 32_895) >> 16)
  }
}
