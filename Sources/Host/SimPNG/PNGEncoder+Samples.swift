import SimRaster

extension PNGEncoder {
  /// Encodes the given values as a PNG file, with any color type and bit depth.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package static func encode(_ samples: PNGSamples, options: Options = .standard) -> [UInt8] {
    let header = PNGHeader(
      width: Int(samples.width), height: Int(samples.height), colorType: samples.colorType,
      bitDepth: samples.bitDepth, isInterlaced: samples.isInterlaced)
    var writer = PNGChunkWriter()
    writer.append("IHDR", header.content)
    writer.append("sRGB", [0])
    if !samples.palette.isEmpty {
      writer.append("PLTE", samples.palette.flatMap { [$0.red, $0.green, $0.blue] })
      // Alpha may be omitted for opaque colors at the end of the palette.
      if let last = samples.palette.lastIndex(where: { $0.alpha < 255 }) {
        writer.append("tRNS", samples.palette[...last].map(\.alpha))
      }
    }
    if let transparentValue = samples.transparentValue {
      writer.append(
        "tRNS",
        transparentValue.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] })
    }
    writer.append("IDAT") { output in
      samples.values.withUnsafeBufferPointer { values in
        compress(header, options: options, to: &output) { pass, y, row in
          pack(values, header, pass, pass.y + y * pass.stepY, into: row)
        }
      }
    }
    writer.append("IEND", [])
    return writer.bytes
  }

  /// Packs the values of a row of a pass, the leftmost into the highest bits.
  private static func pack(
    _ values: UnsafeBufferPointer<UInt16>, _ header: PNGHeader, _ pass: PNGPass, _ y: Int,
    into row: UnsafeMutableBufferPointer<UInt8>
  ) {
    // Low depths are combined with the bits before them, and unused bits at the end stay 0.
    row.update(repeating: 0)
    let channelCount = header.colorType.channelCount
    let depth = Int(header.bitDepth)
    var bit = 0
    for column in 0..<pass.width {
      let start = (y * header.width + pass.x + column * pass.stepX) * channelCount
      for value in values[start..<(start + channelCount)] {
        switch depth {
        case 16:
          row[bit / 8] = UInt8(value >> 8)
          row[bit / 8 + 1] = UInt8(truncatingIfNeeded: value)
        case 8: row[bit / 8] = UInt8(truncatingIfNeeded: value)
        default:
          row[bit / 8] |= UInt8(truncatingIfNeeded: value) << UInt8(8 - depth - bit % 8)
        }
        bit += depth
      }
    }
  }
}
