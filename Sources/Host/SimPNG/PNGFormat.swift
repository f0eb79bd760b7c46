internal import CZlib

/// The predictor that is subtracted from each byte of a row for better compression.
package enum PNGFilter: UInt8, CaseIterable, Sendable {
  /// Nothing.
  case none = 0
  /// The byte of the pixel to the left.
  case sub = 1
  /// The byte above.
  case up = 2
  /// The mean of both, rounded down.
  case average = 3
  /// Whichever of left, above and above left is nearest to left plus above minus above left.
  case paeth = 4
}

/// Constants of the file format, and limits of this implementation.
enum PNGFormat {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let largestSide: UInt32 = 16_384
  /// Lengths in the file have 31 bits.
  static let largestChunkByteCount: UInt32 = 0x7FFF_FFFF
  /// Length, name and checksum around the content of a chunk.
  static let chunkOverheadByteCount = 12

  /// The checksum of a chunk's name and content.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return UInt32(truncatingIfNeeded: crc32_z(0, start, bytes.count))
  }

  /// Alan Paeth's predictor; ties prefer left, then above, as the format requires.
  @inline(__always)
  static func paeth(left: UInt8, above: UInt8, aboveLeft: UInt8) -> UInt8 {
    let a = Int32(left)
    let b = Int32(above)
    let c = Int32(aboveLeft)
    // The estimate is a + b - c, so its distance from a is |b - c|, and so on.
    let toLeft = (b - c).magnitude
    let toAbove = (a - c).magnitude
    let toAboveLeft = (a + b - 2 * c).magnitude
    if toLeft <= toAbove && toLeft <= toAboveLeft { return left }
    return toAbove <= toAboveLeft ? above : aboveLeft
  }
}
