/// Why bytes are not a picture this decoder can give.
///
/// Offsets count bytes from the start of the file, to the chunk meant; data that goes over several
/// chunks has the offset of the first of them. Names of chunks are as in the file, with bytes
/// that are no letters shown as `?`.
package enum PNGError: Error, Equatable, Sendable {
  /// The first eight bytes are not the signature of a PNG file.
  case notPNG
  /// The file ends inside a chunk, or before the chunk that must come last.
  case truncated(chunk: String, byteOffset: Int)
  /// A chunk says that it is longer than the format allows or than its kind can be.
  case badLength(chunk: String, byteOffset: Int, byteCount: UInt32)
  /// The check value of a chunk does not match its bytes.
  case badChecksum(chunk: String, byteOffset: Int, stored: UInt32, computed: UInt32)
  /// A chunk that must be there is missing.
  case missing(chunk: String, byteOffset: Int)
  /// A chunk comes twice or where the format does not allow it.
  case misplaced(chunk: String, byteOffset: Int)
  /// A chunk that decoders must know, and this one does not.
  case unknownChunk(chunk: String, byteOffset: Int)
  /// A field of a chunk has a value that the format does not allow.
  case badValue(chunk: String, field: String, value: UInt32, byteOffset: Int)
  /// The picture is larger than 16,384 pixels on a side.
  case tooLarge(width: UInt32, height: UInt32, byteOffset: Int)
  /// Compressed data is damaged.
  case badCompression(chunk: String, reason: String, byteOffset: Int)
  /// The data holds fewer bytes than the picture needs.
  case tooLittleData(chunk: String, byteCount: Int, neededByteCount: Int, byteOffset: Int)
  /// The data holds more bytes than the picture needs.
  case tooMuchData(chunk: String, neededByteCount: Int, byteOffset: Int)
  /// A row names a filter that does not exist; rows of interlaced pictures count on over passes.
  case badFilter(chunk: String, row: Int, value: UInt8, byteOffset: Int)
  /// A pixel names a color that the palette does not have.
  case badPaletteIndex(
    chunk: String, x: Int, y: Int, index: UInt8, colorCount: Int, byteOffset: Int)

  /// One line for people.
  package var message: String {
    switch self {
    case .notPNG: return "not a PNG file"
    case .truncated(let chunk, let offset):
      return "the file ends in chunk \(chunk) at byte \(offset)"
    case .badLength(let chunk, let offset, let count):
      return "chunk \(chunk) at byte \(offset) has a wrong length of \(count) bytes"
    case .badChecksum(let chunk, let offset, let stored, let computed):
      return "chunk \(chunk) at byte \(offset) is damaged: its checksum is "
        + "\(String(computed, radix: 16)), not \(String(stored, radix: 16))"
    case .missing(let chunk, let offset):
      return "chunk \(chunk) is missing before byte \(offset)"
    case .misplaced(let chunk, let offset): return "chunk \(chunk) at byte \(offset) is misplaced"
    case .unknownChunk(let chunk, let offset):
      return "chunk \(chunk) at byte \(offset) is required and unknown"
    case .badValue(let chunk, let field, let value, let offset):
      return "chunk \(chunk) at byte \(offset) has a wrong \(field) of \(value)"
    case .tooLarge(let width, let height, let offset):
      return "chunk IHDR at byte \(offset) says \(width) by \(height) pixels; at most 16384 by "
        + "16384 are allowed"
    case .badCompression(let chunk, let reason, let offset):
      return "the data of chunk \(chunk) at byte \(offset) is damaged: \(reason)"
    case .tooLittleData(let chunk, let count, let needed, let offset):
      return "the data of chunk \(chunk) at byte \(offset) holds \(count) bytes and the picture "
        + "needs \(needed)"
    case .tooMuchData(let chunk, let needed, let offset):
      return "the data of chunk \(chunk) at byte \(offset) holds more than the \(needed) bytes "
        + "that the picture needs"
    case .badFilter(let chunk, let row, let value, let offset):
      return "row \(row) in chunk \(chunk) at byte \(offset) has the unknown filter \(value)"
    case .badPaletteIndex(let chunk, let x, let y, let index, let count, let offset):
      return "the pixel at \(x), \(y) in chunk \(chunk) at byte \(offset) has color \(index) "
        + "of a palette of \(count)"
    }
  }
}
