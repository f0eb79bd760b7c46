/// Where the compressed data of one picture is: the contents of consecutive chunks.
struct PNGData {
  /// The name of the chunks.
  var chunk: String
  /// Where the first chunk begins.
  var byteOffset: Int
  /// Where the compressed bytes are, in order.
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
