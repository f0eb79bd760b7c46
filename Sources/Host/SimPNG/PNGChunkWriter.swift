/// Collects the bytes of a PNG file chunk by chunk.
struct PNGChunkWriter {
  private(set) var bytes: [UInt8]

  /// Starts a file, or another part of a started file.
  init(continuing: Bool = false) {
    bytes = continuing ? [] : PNGFormat.signature
  }

  /// Appends a chunk with a given content.
  mutating func append(_ name: StaticString, _ content: [UInt8]) {
    append(name) { $0.append(contentsOf: content) }
  }

  /// Appends a chunk whose content `body` appends to the array; it may be large.
  mutating func append(_ name: StaticString, _ body: (inout [UInt8]) -> Void) {
    let start = bytes.count
    // The length is known only after `body` has run.
    appendBigEndian(0)
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    body(&bytes)
    let contentByteCount = bytes.count - start - 8
    precondition(
      contentByteCount <= Int(PNGFormat.largestChunkByteCount), "PNG chunk longer than 2 GiB")
    let length = UInt32(contentByteCount)
    for index in 0..<4 {
      bytes[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * UInt32(index)))
    }
    // The checksum covers the name and the content, but not the length.
    let checksum = bytes.withUnsafeBytes { PNGFormat.checksum(.init(rebasing: $0[(start + 4)...])) }
    appendBigEndian(checksum)
  }

  private mutating func appendBigEndian(_ value: UInt32) {
    bytes.append(contentsOf: Self.bigEndian(value))
  }

  /// The four bytes of a number, big-endian.
  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [
      UInt8(truncatingIfNeeded: value >> 24), UInt8(truncatingIfNeeded: value >> 16),
      UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value),
    ]
  }
}
