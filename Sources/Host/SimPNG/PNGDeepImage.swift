/// A decoded picture of 16 bits a channel: straight RGBA, row after row from the top, without
/// padding.
package struct PNGDeepImage: Equatable, Sendable {
  /// Columns, 1 to 16,384.
  package let width: Int32
  /// Rows, 1 to 16,384.
  package let height: Int32
  /// What the file says of color and orientation that is not applied, in words.
  package let ignored: [String]
  /// Red, green, blue and alpha of every pixel; alpha is not multiplied into the others.
  ///
  /// Fewer bits than 16 are spread over the whole range.
  package let pixels: [UInt16]

  /// Makes an image from parts known to match.
  init(width: Int32, height: Int32, ignored: [String], pixels: [UInt16]) {
    self.width = width
    self.height = height
    self.ignored = ignored
    self.pixels = pixels
  }

  /// The same picture in 16 bits: of 8, each step is 257.
  package init(_ image: PNGImage) {
    self.init(
      width: image.width, height: image.height, ignored: image.ignored,
      pixels: image.pixels.map { UInt16(byte: $0) })
  }

  /// A value in 8 bits, the nearest.
  @inline(__always)
  package static func byte(_ value: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(value) * 255 + 32_895) >> 16)
  }
}
