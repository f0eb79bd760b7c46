/// The colors and transparency that a file states outside its rows.
struct PNGColorTable {
  /// The palette as straight RGBA, four bytes a color.
  var palette: [UInt8] = []
  /// The one gray that is transparent.
  var transparentGray: UInt16?
  /// The one color that is transparent: red, green, blue.
  var transparentColor: [UInt16]?

  /// Takes over a palette chunk.
  mutating func readPalette(_ chunk: PNGChunk, in bytes: [UInt8]) throws(PNGError) {
    let count = chunk.content.count
    guard count > 0, count <= 768, count % 3 == 0 else {
      throw .badLength(
        chunk: chunk.text, byteOffset: chunk.byteOffset, byteCount: UInt32(count))
    }
    for start in stride(from: chunk.content.lowerBound, to: chunk.content.upperBound, by: 3) {
      palette += [bytes[start], bytes[start + 1], bytes[start + 2], 255]
    }
  }

  /// Takes over a transparency chunk.
  mutating func readTransparency(
    _ chunk: PNGChunk, in bytes: [UInt8], colorType: PNGColorType
  ) throws(PNGError) {
    let start = chunk.content.lowerBound
    let count = chunk.content.count
    let badLength = PNGError.badLength(
      chunk: chunk.text, byteOffset: chunk.byteOffset, byteCount: UInt32(count))
    func value(_ index: Int) -> UInt16 {
      UInt16(bytes[start + index * 2]) << 8 | UInt16(bytes[start + index * 2 + 1])
    }
    switch colorType {
    case .gray:
      guard count == 2 else { throw badLength }
      transparentGray = value(0)
    case .rgb:
      guard count == 6 else { throw badLength }
      transparentColor = [value(0), value(1), value(2)]
    case .palette:
      guard count <= palette.count / 4 else { throw badLength }
      for index in 0..<count { palette[index * 4 + 3] = bytes[start + index] }
    case .grayAlpha, .rgba:
      throw .misplaced(chunk: chunk.text, byteOffset: chunk.byteOffset)
    }
  }
}

/// Turns restored rows of any color type into straight RGBA.
enum PNGExpand {
  /// The pixels of all rows.
  ///
  /// - Throws: `badPaletteIndex`.
  static func run(
    _ rows: [UInt8], header: PNGHeader, colors: PNGColorTable
  ) throws(PNGError) -> [UInt8] {
    var pixels = [UInt8](repeating: 255, count: header.width * header.height * 4)
    let step = header.colorType.channelCount
    var target = 0
    var source = 0
    for y in 0..<header.height {
      // The filter's number.
      source += 1
      for x in 0..<header.width {
        switch header.colorType {
        case .gray:
          set(&pixels, target, gray: rows[source])
          if colors.transparentGray == UInt16(rows[source]) { pixels[target + 3] = 0 }
        case .grayAlpha:
          set(&pixels, target, gray: rows[source])
          pixels[target + 3] = rows[source + 1]
        case .rgb:
          for i in 0..<3 { pixels[target + i] = rows[source + i] }
          if let clear = colors.transparentColor,
            (0..<3).allSatisfy({ clear[$0] == UInt16(rows[source + $0]) })
          {
            pixels[target + 3] = 0
          }
        case .rgba:
          for i in 0..<4 { pixels[target + i] = rows[source + i] }
        case .palette:
          let start = Int(rows[source]) * 4
          guard start < colors.palette.count else {
            throw .badPaletteIndex(
              x: x, y: y, index: rows[source], colorCount: colors.palette.count / 4)
          }
          for i in 0..<4 { pixels[target + i] = colors.palette[start + i] }
        }
        source += step
        target += 4
      }
    }
    return pixels
  }

  @inline(__always)
  private static func set(_ pixels: inout [UInt8], _ target: Int, gray: UInt8) {
    pixels[target] = gray
    pixels[target + 1] = gray
    pixels[target + 2] = gray
  }
}
