/// Two images of equal size to compare.
package struct ImagePair: Sendable {
  /// Columns.
  package let width: UInt32
  /// Rows.
  package let height: UInt32
  /// The reference image: straight RGBA, four bytes per pixel, row by row from the top.
  package let reference: [UInt8]
  /// The image to compare with the reference.
  package let test: [UInt8]

  /// Pairs two images.
  ///
  /// - Precondition: Neither side is 0, and both images have exactly the required number of bytes.
  package init(width: UInt32, height: UInt32, reference: [UInt8], test: [UInt8]) {
    let count = Int(width) * Int(height) * 4
    precondition(count > 0, "a picture without pixels")
    precondition(reference.count == count && test.count == count, "pictures of another size")
    self.width = width
    self.height = height
    self.reference = reference
    self.test = test
  }

  /// Copies a row of one of the images, composited over a checkerboard of two grays.
  ///
  /// On a single backdrop, different translucent colors could look alike. Works row by row, so that
  /// large images need no second copy.
  ///
  /// - Precondition: `row` has four bytes per column.
  package func copyOpaqueRow(_ y: Int, of pixels: [UInt8], into row: inout [UInt8]) {
    let start = y * Int(width) * 4
    for offset in stride(from: 0, to: Int(width) * 4, by: 4) {
      let alpha = UInt32(pixels[start + offset + 3])
      let backdrop: UInt32 = (offset / 32 + y / 8) & 1 == 0 ? 207 : 48
      for i in 0..<3 {
        let value = pixels[start + offset + i]
        let sum = UInt32(value) * alpha + backdrop * (255 - alpha)
        row[offset + i] = alpha == 255 ? value : UInt8((sum + 127) / 255)
      }
      row[offset + 3] = 255
    }
  }
}

/// Two images of equal size with 16 bits per channel.
package struct DeepImagePair: Sendable {
  /// Columns.
  package let width: UInt32
  /// Rows.
  package let height: UInt32
  /// The reference image: straight RGBA, four values per pixel, row by row from the top.
  package let reference: [UInt16]
  /// The image to compare with the reference.
  package let test: [UInt16]

  /// Pairs two images.
  ///
  /// - Precondition: Neither side is 0, and both images have exactly the required number of values.
  package init(width: UInt32, height: UInt32, reference: [UInt16], test: [UInt16]) {
    let count = Int(width) * Int(height) * 4
    precondition(count > 0, "a picture without pixels")
    precondition(reference.count == count && test.count == count, "pictures of another size")
    self.width = width
    self.height = height
    self.reference = reference
    self.test = test
  }
}
