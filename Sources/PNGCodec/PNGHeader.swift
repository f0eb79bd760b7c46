/// The content of the first chunk.
struct PNGHeader {
  var width: Int
  var height: Int
  var colorType: PNGColorType

  /// Bytes of one row without the filter's number.
  var rowByteCount: Int { width * colorType.channelCount }
  /// Bytes of all rows with their filters' numbers.
  var filteredByteCount: Int { (rowByteCount + 1) * height }

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
    guard let type = PNGColorType(rawValue: bytes[start + 9]) else {
      throw bad("color type", UInt32(bytes[start + 9]))
    }
    let bitDepth = bytes[start + 8]
    guard Self.bitDepths(of: type).contains(bitDepth) else {
      throw bad("bit depth", UInt32(bitDepth))
    }
    if bytes[start + 10] != 0 { throw bad("compression method", UInt32(bytes[start + 10])) }
    if bytes[start + 11] != 0 { throw bad("filter method", UInt32(bytes[start + 11])) }
    if bytes[start + 12] > 1 { throw bad("interlace method", UInt32(bytes[start + 12])) }
    guard bitDepth == 8 else {
      throw .unsupported(feature: "bit depth", value: UInt32(bitDepth), byteOffset: offset)
    }
    guard bytes[start + 12] == 0 else {
      throw .unsupported(feature: "interlace method", value: 1, byteOffset: offset)
    }
    self.width = Int(width)
    self.height = Int(height)
    colorType = type
  }

  /// The bits per channel that the format allows.
  private static func bitDepths(of type: PNGColorType) -> [UInt8] {
    switch type {
    case .gray: return [1, 2, 4, 8, 16]
    case .palette: return [1, 2, 4, 8]
    case .rgb, .grayAlpha, .rgba: return [8, 16]
    }
  }
}
