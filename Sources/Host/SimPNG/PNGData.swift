/// The location of an image's compressed data: the contents of consecutive chunks.
struct PNGData {
  /// The name of the chunks.
  var chunk: String
  /// The offset of the first chunk.
  var byteOffset: Int
  /// The ranges of the compressed bytes, in order.
  var pieces: [Range<Int>] = []

  func damaged(_ reason: String) -> PNGError {
    .badCompression(chunk: chunk, reason: reason, byteOffset: byteOffset)
  }

  func tooLittle(_ byteCount: Int, _ neededByteCount: Int) -> PNGError {
    .tooLittleData(
      chunk: chunk, byteCount: byteCount, neededByteCount: neededByteCount, byteOffset: byteOffset)
  }

  func tooMuch(_ neededByteCount: Int) -> PNGError {
    .tooMuchData(chunk: chunk, neededByteCount: neededByteCount, byteOffset: byteOffset)
  }
}
