/// Two pictures of one size, as they are compared.
package struct ImagePair: Sendable {
  /// Columns.
  package let width: UInt32
  /// Rows.
  package let height: UInt32
  /// The picture compared with: straight RGBA, four bytes a pixel, row after row from the top.
  package let reference: [UInt8]
  /// The picture compared.
  package let test: [UInt8]

  /// Pairs two pictures.
  ///
  /// - Precondition: neither side is 0 and both pictures have exactly as many bytes as needed.
  package init(width: UInt32, height: UInt32, reference: [UInt8], test: [UInt8]) {
    let count = Int(width) * Int(height) * 4
    precondition(count > 0, "a picture without pixels")
    precondition(reference.count == count && test.count == count, "pictures of another size")
    self.width = width
    self.height = height
    self.reference = reference
    self.test = test
  }

  /// Copies a row of one of the pictures as an eye sees it: opaque, what is translucent laid over
  /// squares of two grays.
  ///
  /// A single backdrop would hide a translucent color that only looks alike on it. A row at a
  /// time, so that large pictures need no second copy.
  ///
  /// - Precondition: `row` holds four bytes a column.
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

/// Two pictures of one size and 16 bits a channel.
package struct DeepImagePair: Sendable {
  /// Columns.
  package let width: UInt32
  /// Rows.
  package let height: UInt32
  /// The picture compared with: straight RGBA, four values a pixel, row after row from the top.
  package let reference: [UInt16]
  /// The picture compared.
  package let test: [UInt16]

  /// Pairs two pictures.
  ///
  /// - Precondition: neither side is 0 and both pictures have exactly as many values as needed.
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
