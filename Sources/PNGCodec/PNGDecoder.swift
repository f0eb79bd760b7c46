/// Turns the bytes of a PNG file into pixels.
///
/// Reads 8-bit gray, gray with alpha, RGB, RGBA and palette pictures that are not interlaced, up
/// to 16,384 pixels a side. Color space chunks are not applied: values come out as stored. Wrong
/// bytes are an error with the place of the damage and never take more memory than the picture.
public enum PNGDecoder {
  /// Decodes a whole file; bytes after its last chunk do not matter.
  ///
  /// - Throws: the case of `PNGError` for the first thing that is wrong.
  /// - Complexity: O(*n*) in the number of bytes and pixels.
  public static func decode(_ bytes: [UInt8]) throws(PNGError) -> PNGImage {
    var reader = try PNGChunkReader(bytes)
    let header = try PNGHeader(try reader.next(), in: bytes)
    let content = try readChunks(&reader, header: header, bytes: bytes)
    var rows = try PNGInflate.run(
      bytes, pieces: content.data, neededByteCount: header.filteredByteCount)
    try PNGUnfilter.run(&rows, header: header)
    return PNGImage(
      width: Int32(header.width), height: Int32(header.height), colorType: header.colorType,
      pixels: try PNGExpand.run(rows, header: header, colors: content.colors))
  }

  /// Collects what lies between the first and the last chunk.
  private static func readChunks(
    _ reader: inout PNGChunkReader, header: PNGHeader, bytes: [UInt8]
  ) throws(PNGError) -> (data: [Range<Int>], colors: PNGColorTable) {
    var data: [Range<Int>] = []
    var colors = PNGColorTable()
    var previous = PNGChunk.header
    var hasTransparency = false
    while true {
      let chunk = try reader.next()
      let misplaced = PNGError.misplaced(chunk: chunk.text, byteOffset: chunk.byteOffset)
      switch chunk.name {
      case PNGChunk.palette:
        let isAllowed = header.colorType != .gray && header.colorType != .grayAlpha
        guard data.isEmpty, colors.palette.isEmpty, !hasTransparency, isAllowed else {
          throw misplaced
        }
        try colors.readPalette(chunk, in: bytes)
      case PNGChunk.transparency:
        guard data.isEmpty, !hasTransparency else { throw misplaced }
        try colors.readTransparency(chunk, in: bytes, colorType: header.colorType)
        hasTransparency = true
      case PNGChunk.data:
        if header.colorType == .palette && colors.palette.isEmpty {
          throw .missing(chunk: "PLTE", byteOffset: chunk.byteOffset)
        }
        guard data.isEmpty || previous == PNGChunk.data else { throw misplaced }
        data.append(chunk.content)
      case PNGChunk.end:
        guard chunk.content.isEmpty else {
          throw .badLength(
            chunk: chunk.text, byteOffset: chunk.byteOffset,
            byteCount: UInt32(chunk.content.count))
        }
        if data.isEmpty { throw .missing(chunk: "IDAT", byteOffset: chunk.byteOffset) }
        return (data, colors)
      case PNGChunk.header: throw misplaced
      default:
        if chunk.isCritical {
          throw .unknownChunk(chunk: chunk.text, byteOffset: chunk.byteOffset)
        }
      }
      previous = chunk.name
    }
  }
}
