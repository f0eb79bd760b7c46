/// Two pictures of one size, as they are compared.
public struct ImagePair: Sendable {
  /// Columns.
  public let width: UInt32
  /// Rows.
  public let height: UInt32
  /// The picture compared with: straight RGBA, four bytes a pixel, row after row from the top.
  public let reference: [UInt8]
  /// The picture compared.
  public let test: [UInt8]

  /// Pairs two pictures.
  ///
  /// - Precondition: neither side is 0 and both pictures have exactly as many bytes as needed.
  public init(width: UInt32, height: UInt32, reference: [UInt8], test: [UInt8]) {
    let count = Int(width) * Int(height) * 4
    precondition(count > 0, "a picture without pixels")
    precondition(reference.count == count && test.count == count, "pictures of another size")
    self.width = width
    self.height = height
    self.reference = reference
    self.test = test
  }

  /// The pair as an eye sees it: opaque, what is translucent laid over squares of two grays.
  ///
  /// A single backdrop would hide a translucent color that only looks alike on it.
  package func opaque() -> ImagePair {
    ImagePair(
      width: width, height: height, reference: laidOverSquares(reference),
      test: laidOverSquares(test))
  }

  private func laidOverSquares(_ pixels: [UInt8]) -> [UInt8] {
    var result = pixels
    var place = 0
    for y in 0..<height {
      for x in 0..<width {
        let alpha = UInt32(pixels[place + 3])
        if alpha < 255 {
          let backdrop: UInt32 = (x / 8 + y / 8) & 1 == 0 ? 207 : 48
          for i in 0..<3 {
            let sum = UInt32(pixels[place + i]) * alpha + backdrop * (255 - alpha)
            result[place + i] = UInt8((sum + 127) / 255)
          }
          result[place + 3] = 255
        }
        place += 4
      }
    }
    return result
  }
}
