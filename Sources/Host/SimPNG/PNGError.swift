/// The reason why a file cannot be decoded.
///
/// Offsets are in bytes from the start of the file to the affected chunk; for data in several
/// chunks, to the first of them. Chunk names are as in the file, with bytes that are not letters
/// shown as `?`.
package enum PNGError: Error, Equatable, Sendable {
  /// The first eight bytes are not the PNG signature.
  case notPNG
  /// The file ends inside a chunk, or before the required last chunk.
  case truncated(chunk: String, byteOffset: Int)
  /// A chunk's length exceeds the limit of the format or does not fit its type.
  case badLength(chunk: String, byteOffset: Int, byteCount: UInt32)
  /// The checksum of a chunk does not match its bytes.
  case badChecksum(chunk: String, byteOffset: Int, stored: UInt32, computed: UInt32)
  /// A required chunk is missing.
  case missing(chunk: String, byteOffset: Int)
  /// A chunk is repeated or at a place that the format does not allow.
  case misplaced(chunk: String, byteOffset: Int)
  /// A critical chunk of unknown type.
  case unknownChunk(chunk: String, byteOffset: Int)
  /// A field of a chunk has an invalid value.
  case badValue(chunk: String, field: String, value: UInt32, byteOffset: Int)
  /// The image has more than 16,384 pixels on a side.
  case tooLarge(width: UInt32, height: UInt32, byteOffset: Int)
  /// The compressed data is damaged.
  case badCompression(chunk: String, reason: String, byteOffset: Int)
  /// The data has fewer bytes than the image needs.
  case tooLittleData(chunk: String, byteCount: Int, neededByteCount: Int, byteOffset: Int)
  /// The data has more bytes than the image needs.
  case tooMuchData(chunk: String, neededByteCount: Int, byteOffset: Int)
  /// A row has an undefined filter type; in interlaced images, rows are counted across passes.
  case badFilter(chunk: String, row: Int, value: UInt8, byteOffset: Int)
  /// A pixel has an index beyond the palette.
  case badPaletteIndex(
    chunk: String, x: Int, y: Int, index: UInt8, colorCount: Int, byteOffset: Int)

  /// A one-line message.
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
