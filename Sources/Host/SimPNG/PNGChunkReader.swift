/// The name and position of a chunk in a file.
struct PNGChunk {
  /// The four bytes of the name, big-endian.
  var name: UInt32
  /// The offset of the chunk's length field.
  var byteOffset: Int
  /// The range of the chunk's content.
  var content: Range<Int>

  /// The name as text.
  var text: String { Self.text(name) }

  /// Whether decoders that do not know the chunk must fail.
  var isCritical: Bool { name & 0x2000_0000 == 0 }

  static func text(_ name: UInt32) -> String {
    var text = ""
    for shift: UInt32 in [24, 16, 8, 0] {
      let byte = UInt8(truncatingIfNeeded: name >> shift)
      let isLetter = (65...90).contains(byte) || (97...122).contains(byte)
      text.unicodeScalars.append(isLetter ? Unicode.Scalar(byte) : "?")
    }
    return text
  }

  static let header: UInt32 = 0x4948_4452
  static let palette: UInt32 = 0x504C_5445
  static let transparency: UInt32 = 0x7452_4E53
  static let data: UInt32 = 0x4944_4154
  static let end: UInt32 = 0x4945_4E44
  static let animation: UInt32 = 0x6163_544C
  static let frameControl: UInt32 = 0x6663_544C
  static let frameData: UInt32 = 0x6664_4154
}

/// Iterates over the chunks of a file; checks lengths and checksums.
struct PNGChunkReader {
  private let bytes: [UInt8]
  private var position: Int

  init(_ bytes: [UInt8]) throws(PNGError) {
    guard bytes.starts(with: PNGFormat.signature) else { throw .notPNG }
    self.bytes = bytes
    position = PNGFormat.signature.count
  }

  /// Reads the next chunk; throws if the file ends before its last chunk.
  mutating func next() throws(PNGError) -> PNGChunk {
    let start = position
    let left = bytes.count - start
    if left == 0 { throw .missing(chunk: "IEND", byteOffset: start) }
    guard left >= 8 else { throw .truncated(chunk: "????", byteOffset: start) }
    let length = Self.bigEndian(bytes, at: start)
    let name = Self.bigEndian(bytes, at: start + 4)
    let text = PNGChunk.text(name)
    // First, since a length beyond the format is a wrong field, not a file that was cut off.
    guard length <= PNGFormat.largestChunkByteCount else {
      throw .badLength(chunk: text, byteOffset: start, byteCount: length)
    }
    guard Int(length) <= left - PNGFormat.chunkOverheadByteCount else {
      throw .truncated(chunk: text, byteOffset: start)
    }
    let content = (start + 8)..<(start + 8 + Int(length))
    let stored = Self.bigEndian(bytes, at: content.upperBound)
    let computed = bytes.withUnsafeBytes {
      PNGFormat.checksum(.init(rebasing: $0[(start + 4)..<content.upperBound]))
    }
    guard stored == computed else {
      throw .badChecksum(chunk: text, byteOffset: start, stored: stored, computed: computed)
    }
    position = content.upperBound + 4
    return PNGChunk(name: name, byteOffset: start, content: content)
  }

  /// A big-endian 32-bit number.
  static func bigEndian(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16
      | UInt32(bytes[offset + 2]) << 8 | UInt32(bytes[offset + 3])
  }
}
