/// Decodes PNG files.
///
/// Supports every color type, bit depth and interlacing of the format, with up to 16,384 pixels per
/// side; of an animation, only the default image. Chunks with color or orientation information are
/// not applied: values are returned as stored, and `ignored` lists the chunks that would have
/// changed them. An invalid file causes an error with the offset of the damage, and never takes
/// more memory than the image; a valid one takes the memory of the image and two rows.
package enum PNGDecoder {
  /// Decodes a whole file; bytes after its last chunk are ignored.
  ///
  /// - Throws: The `PNGError` for the first error.
  /// - Complexity: O(*n*) in the number of bytes and pixels.
  package static func decode(_ bytes: [UInt8]) throws(PNGError) -> PNGImage {
    let layout = try PNGLayout(bytes)
    return try image(
      bytes, header: layout.header, colors: layout.colors, data: layout.data,
      ignored: layout.notes.ignored)
  }

  /// Decodes a whole file to 16 bits per channel; bytes after its last chunk are ignored.
  ///
  /// - Throws: The `PNGError` for the first error.
  /// - Complexity: O(*n*) in the number of bytes and pixels.
  package static func decodeDeep(_ bytes: [UInt8]) throws(PNGError) -> PNGDeepImage {
    let layout = try PNGLayout(bytes)
    let header = layout.header
    try PNGInflate.check(layout.data, neededByteCount: header.filteredByteCount)
    return PNGDeepImage(
      width: Int32(header.width), height: Int32(header.height), ignored: layout.notes.ignored,
      pixels: try PNGExpand(header: header, colors: layout.colors, data: layout.data)
        .pixels(bytes, of: UInt16.self))
  }

  /// The image size from the file's first chunk; the rest of the file is ignored.
  ///
  /// - Throws: The `PNGError` for the first error.
  package static func size(_ bytes: [UInt8]) throws(PNGError) -> (width: Int32, height: Int32) {
    var reader = try PNGChunkReader(bytes)
    let header = try PNGHeader(try reader.next(), in: bytes)
    return (Int32(header.width), Int32(header.height))
  }

  /// The number of bits per value from the file's first chunk: 1, 2, 4, 8 or 16.
  ///
  /// - Throws: The `PNGError` for the first error.
  package static func bitDepth(_ bytes: [UInt8]) throws(PNGError) -> UInt8 {
    var reader = try PNGChunkReader(bytes)
    return try PNGHeader(try reader.next(), in: bytes).bitDepth
  }

  /// Decodes a whole file to its stored values, without loss.
  ///
  /// - Throws: The `PNGError` for the first error.
  /// - Complexity: O(*n*) in the number of bytes and pixels.
  package static func decodeSamples(_ bytes: [UInt8]) throws(PNGError) -> PNGSamples {
    let layout = try PNGLayout(bytes)
    let header = layout.header
    try PNGInflate.check(layout.data, neededByteCount: header.filteredByteCount)
    let channelCount = header.colorType.channelCount
    var values = [UInt16](repeating: 0, count: header.width * header.height * channelCount)
    try PNGRowReader(header: header, data: layout.data).forEach(in: bytes) { pass, y, samples in
      for column in 0..<pass.width {
        let offset = (y * header.width + pass.x + column * pass.stepX) * channelCount
        for i in 0..<channelCount { values[offset + i] = samples[column * channelCount + i] }
      }
      return nil
    }
    return PNGSamples(header: header, colors: layout.colors, values: values)
  }

  /// Decodes the data of one image.
  static func image(
    _ bytes: [UInt8], header: PNGHeader, colors: PNGColorTable, data: PNGData, ignored: [String]
  ) throws(PNGError) -> PNGImage {
    try PNGInflate.check(data, neededByteCount: header.filteredByteCount)
    return PNGImage(
      width: Int32(header.width), height: Int32(header.height), colorType: header.colorType,
      ignored: ignored,
      pixels: try PNGExpand(header: header, colors: colors, data: data)
        .pixels(bytes, of: UInt8.self))
  }
}
