import SimRaster

/// Encodes pixels as PNG files.
///
/// Equal pixels and options give equal bytes with the same version of zlib. Other versions may
/// compress differently, so compare images by their pixels.
package enum PNGEncoder {
  /// The choice of a filter for each row.
  package enum FilterChoice: Equatable, Sendable {
    /// The filter that is probably most compressible, chosen for each row.
    case adaptive
    /// The same filter for all rows.
    case fixed(PNGFilter)
  }

  /// The trade-off between time and size.
  package struct Options: Equatable, Sendable {
    /// The compression level of zlib, 0 (none) to 9 (best).
    package var level: Int32
    /// The choice of a filter for each row.
    package var filter: FilterChoice

    /// Makes options.
    ///
    /// - Precondition: `level` is 0 to 9.
    package init(level: Int32 = 6, filter: FilterChoice = .adaptive) {
      precondition((0...9).contains(level), "compression level must be 0 to 9")
      self.level = level
      self.filter = filter
    }

    /// Small files: level 6 and adaptive filters.
    package static let standard = Options()
    /// Several times faster and slightly larger files: level 1 and the filter `sub`.
    package static let fast = Options(level: 1, filter: .fixed(.sub))
  }

  /// The layout of straight pixels, with one byte per channel.
  package enum ByteLayout: Equatable, Sendable {
    /// Red, green, blue.
    case rgb
    /// Red, green, blue, alpha; not premultiplied.
    case rgba

    /// The PNG color type for this layout.
    package var colorType: PNGColorType { self == .rgb ? .rgb : .rgba }
  }

  /// Encodes a surface as a PNG file.
  ///
  /// An opaque surface is written without alpha, any other with straight alpha; colors with low
  /// alpha keep as many levels as the surface has.
  ///
  /// - Complexity: O(*n*) in the number of pixels.
  package static func encode(
    _ surface: borrowing Surface, options: Options = .standard
  ) -> [UInt8] {
    let width = Int(surface.width)
    let height = Int(surface.height)
    let stride = Int(surface.stride)
    return surface.withPixels { pixels in
      pixels.withUnsafeBufferPointer { pixels in
        // All pixels are checked first: the color type is in the header, before the first row.
        let isOpaque = (0..<height).allSatisfy { y in
          pixels[(y * stride)..<(y * stride + width)].allSatisfy { $0 >> 24 == 255 }
        }
        let layout = isOpaque ? ByteLayout.rgb : .rgba
        return encode(width: width, height: height, layout: layout, options: options) { y, row in
          fill(row, from: pixels, start: y * stride, isOpaque: isOpaque)
        }
      }
    }
  }

  /// Encodes straight pixels as a PNG file, row by row from the top.
  ///
  /// - Precondition: Width and height are 1 to 16,384, and `pixels` has exactly the required number
  ///   of bytes.
  /// - Complexity: O(*n*) in the number of pixels.
  package static func encode(
    _ pixels: [UInt8], width: Int32, height: Int32, layout: ByteLayout = .rgba,
    options: Options = .standard
  ) -> [UInt8] {
    let sides = 1...Int32(PNGFormat.largestSide)
    precondition(
      sides.contains(width) && sides.contains(height), "PNG sides must be 1 to 16,384 pixels")
    let rowByteCount = Int(width) * layout.colorType.channelCount
    precondition(pixels.count == rowByteCount * Int(height), "pixels do not match the PNG's size")
    return pixels.withUnsafeBufferPointer { pixels in
      encode(width: Int(width), height: Int(height), layout: layout, options: options) { y, row in
        _ = row.update(fromContentsOf: pixels[(y * rowByteCount)..<((y + 1) * rowByteCount)])
      }
    }
  }

  // MARK: - Implementation

  private static func encode(
    width: Int, height: Int, layout: ByteLayout, options: Options,
    fillRow: (_ y: Int, _ row: UnsafeMutableBufferPointer<UInt8>) -> Void
  ) -> [UInt8] {
    let header = PNGHeader(
      width: width, height: height, colorType: layout.colorType, bitDepth: 8, isInterlaced: false)
    var writer = PNGChunkWriter()
    writer.append("IHDR", header.content)
    // Perceptual rendering intent, the usual one for images.
    writer.append("sRGB", [0])
    writer.append("IDAT") { output in
      compress(header, options: options, to: &output) { _, y, row in fillRow(y, row) }
    }
    writer.append("IEND", [])
    return writer.bytes
  }

  /// Filters and compresses the rows of all passes.
  ///
  /// - Parameter fillRow: Writes a row of a pass, counted from 0 in each pass, without its filter
  ///   byte.
  static func compress(
    _ header: PNGHeader, options: Options, to output: inout [UInt8],
    fillRow: (_ pass: PNGPass, _ y: Int, _ row: UnsafeMutableBufferPointer<UInt8>) -> Void
  ) {
    let stream = DeflateStream(level: options.level)
    for pass in header.passes {
      // One for each pass, since the row above the first row of a pass counts as zeros.
      var filter = PNGRowFilter(
        rowByteCount: pass.rowByteCount(header.bitsPerPixel), bytesPerPixel: header.filterReach,
        choice: options.filter)
      for y in 0..<pass.height {
        filter.nextRow(fill: { fillRow(pass, y, $0) }, body: { stream.write($0, to: &output) })
      }
    }
    stream.finish(to: &output)
  }

  private static func fill(
    _ row: UnsafeMutableBufferPointer<UInt8>, from pixels: UnsafeBufferPointer<UInt32>,
    start: Int, isOpaque: Bool
  ) {
    var target = 0
    let channelCount = isOpaque ? 3 : 4
    for index in start..<(start + row.count / channelCount) {
      let packed = pixels[index]
      if isOpaque {
        row[target] = UInt8(truncatingIfNeeded: packed)
        row[target + 1] = UInt8(truncatingIfNeeded: packed >> 8)
        row[target + 2] = UInt8(truncatingIfNeeded: packed >> 16)
      } else {
        let color = PremultipliedColor(uncheckedPacked: packed).straight
        row[target] = color.red
        row[target + 1] = color.green
        row[target + 2] = color.blue
        row[target + 3] = color.alpha
      }
      target += channelCount
    }
  }
}
