/// The content of the header chunk.
struct PNGHeader {
  var width: Int
  var height: Int
  var colorType: PNGColorType
  var bitDepth: UInt8
  var isInterlaced: Bool

  /// The number of bits per pixel.
  var bitsPerPixel: Int { Int(bitDepth) * colorType.channelCount }
  /// The distance of the left neighbor in filters: one pixel, but at least one byte.
  var filterReach: Int { max(1, bitsPerPixel / 8) }
  /// The passes of the image in file order, without empty ones.
  var passes: [PNGPass] { PNGPass.passes(width: width, height: height, isInterlaced: isInterlaced) }
  /// The number of bytes of all rows, including their filter bytes.
  var filteredByteCount: Int {
    passes.reduce(0) { $0 + ($1.rowByteCount(bitsPerPixel) + 1) * $1.height }
  }

  /// Makes a header from matching values.
  init(width: Int, height: Int, colorType: PNGColorType, bitDepth: UInt8, isInterlaced: Bool) {
    self.width = width
    self.height = height
    self.colorType = colorType
    self.bitDepth = bitDepth
    self.isInterlaced = isInterlaced
  }

  /// The content of the header chunk.
  var content: [UInt8] {
    PNGChunkWriter.bigEndian(UInt32(width)) + PNGChunkWriter.bigEndian(UInt32(height))
      + [bitDepth, colorType.rawValue, 0, 0, isInterlaced ? 1 : 0]
  }

  /// Reads and checks the chunk.
  init(_ chunk: PNGChunk, in bytes: [UInt8]) throws(PNGError) {
    let offset = chunk.byteOffset
    guard chunk.name == PNGChunk.header else {
      throw .missing(chunk: "IHDR", byteOffset: offset)
    }
    guard chunk.content.count == 13 else {
      throw .badLength(
        chunk: chunk.text, byteOffset: offset, byteCount: UInt32(chunk.content.count))
    }
    let start = chunk.content.lowerBound
    func bad(_ field: String, _ value: UInt32) -> PNGError {
      .badValue(chunk: chunk.text, field: field, value: value, byteOffset: offset)
    }
    let width = PNGChunkReader.bigEndian(bytes, at: start)
    let height = PNGChunkReader.bigEndian(bytes, at: start + 4)
    if width == 0 { throw bad("width", 0) }
    if height == 0 { throw bad("height", 0) }
    guard width <= PNGFormat.largestSide && height <= PNGFormat.largestSide else {
      throw .tooLarge(width: width, height: height, byteOffset: offset)
    }
    // Before the depth, which precedes it in the file, since it decides which depths are allowed.
    guard let type = PNGColorType(rawValue: bytes[start + 9]) else {
      throw bad("color type", UInt32(bytes[start + 9]))
    }
    let bitDepth = bytes[start + 8]
    guard type.bitDepths.contains(bitDepth) else {
      throw bad("bit depth", UInt32(bitDepth))
    }
    if bytes[start + 10] != 0 { throw bad("compression method", UInt32(bytes[start + 10])) }
    if bytes[start + 11] != 0 { throw bad("filter method", UInt32(bytes[start + 11])) }
    if bytes[start + 12] > 1 { throw bad("interlace method", UInt32(bytes[start + 12])) }
    self.init(
      width: Int(width), height: Int(height), colorType: type, bitDepth: bitDepth,
      isInterlaced: bytes[start + 12] == 1)
  }
}
