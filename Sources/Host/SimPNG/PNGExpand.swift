/// The palette and transparency of a file.
struct PNGColorTable {
  /// The palette as straight RGBA, four bytes per color.
  var palette: [UInt8] = []
  /// The gray value that is transparent.
  var transparentGray: UInt16?
  /// The color that is transparent: red, green, blue.
  var transparentColor: [UInt16]?

  /// Reads a palette chunk.
  mutating func readPalette(
    _ chunk: PNGChunk, in bytes: [UInt8], header: PNGHeader
  ) throws(PNGError) {
    let count = chunk.content.count
    // A palette image has at most as many colors as its bit depth can index.
    // In other images the palette only suggests up to 256 colors.
    let limit = header.colorType == .palette ? 3 << Int(header.bitDepth) : 768
    guard count > 0, count <= limit, count % 3 == 0 else {
      throw .badLength(
        chunk: chunk.text, byteOffset: chunk.byteOffset, byteCount: UInt32(count))
    }
    for start in stride(from: chunk.content.lowerBound, to: chunk.content.upperBound, by: 3) {
      palette += [bytes[start], bytes[start + 1], bytes[start + 2], 255]
    }
  }

  /// Reads a transparency chunk.
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
      // Without a palette before it, every alpha is too many.
      guard count <= palette.count / 4 else { throw badLength }
      for index in 0..<count { palette[index * 4 + 3] = bytes[start + index] }
    case .grayAlpha, .rgba:
      throw .misplaced(chunk: chunk.text, byteOffset: chunk.byteOffset)
    }
  }
}

/// A channel of a decoded image with 8 or 16 bits.
protocol PNGChannel: FixedWidthInteger, UnsignedInteger {
  /// Makes a channel from an 8-bit value.
  init(byte: UInt8)
  /// Makes a channel from a 16-bit value.
  init(word: UInt16)
}

extension UInt8: PNGChannel {
  init(byte: UInt8) { self = byte }
  /// Rounds to the nearest 8-bit value.
  init(word: UInt16) { self = PNGDeepImage.byte(word) }
}

extension UInt16: PNGChannel {
  init(byte: UInt8) { self = UInt16(byte) * 257 }
  init(word: UInt16) { self = word }
}

/// Converts unfiltered rows of any color type and bit depth to straight RGBA.
struct PNGExpand {
  let header: PNGHeader
  let colors: PNGColorTable
  let data: PNGData

  /// The pixels of all rows, with 8 or 16 bits per channel.
  ///
  /// Values with fewer bits are scaled to the full range; values with more are rounded to nearest.
  ///
  /// - Throws: `badPaletteIndex`.
  func pixels<Channel: PNGChannel>(
    _ bytes: [UInt8], of type: Channel.Type
  ) throws(PNGError) -> [Channel] {
    // Opaque from the start, so that colors without alpha need not write it.
    var pixels = [Channel](repeating: .max, count: header.width * header.height * 4)
    let failure = pixels.withUnsafeMutableBufferPointer { target -> PNGError? in
      do throws(PNGError) {
        try PNGRowReader(header: header, data: data).forEach(in: bytes) { pass, y, samples in
          expand(samples, pass, y, into: target)
        }
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    return pixels
  }

  private func expand<Channel: PNGChannel>(
    _ samples: UnsafeBufferPointer<UInt16>, _ pass: PNGPass, _ y: Int,
    into target: UnsafeMutableBufferPointer<Channel>
  ) -> PNGError? {
    var offset = (y * header.width + pass.x) * 4
    var source = 0
    let step = header.colorType.channelCount
    for column in 0..<pass.width {
      switch header.colorType {
      case .gray, .grayAlpha:
        let gray = value(samples[source], Channel.self)
        target[offset] = gray
        target[offset + 1] = gray
        target[offset + 2] = gray
        if step == 2 {
          target[offset + 3] = value(samples[source + 1], Channel.self)
        } else if colors.transparentGray.map(lowBits) == samples[source] {
          target[offset + 3] = 0
        }
      case .rgb, .rgba:
        for i in 0..<step { target[offset + i] = value(samples[source + i], Channel.self) }
        // By the stored samples: rounded to 8 bits, other colors of 16 bits would be equal, too.
        if step == 3, isTransparent(samples, source) { target[offset + 3] = 0 }
      case .palette:
        let index = Int(samples[source])
        guard index * 4 < colors.palette.count else {
          return .badPaletteIndex(
            chunk: data.chunk, x: pass.x + column * pass.stepX, y: y, index: UInt8(index),
            colorCount: colors.palette.count / 4, byteOffset: data.byteOffset)
        }
        for i in 0..<4 { target[offset + i] = Channel(byte: colors.palette[index * 4 + i]) }
      }
      source += step
      offset += pass.stepX * 4
    }
    return nil
  }

  @inline(__always)
  private func isTransparent(_ samples: UnsafeBufferPointer<UInt16>, _ source: Int) -> Bool {
    guard let clear = colors.transparentColor else { return false }
    return lowBits(clear[0]) == samples[source] && lowBits(clear[1]) == samples[source + 1]
      && lowBits(clear[2]) == samples[source + 2]
  }

  /// The bits of a transparent color that are significant at the image's bit depth.
  @inline(__always)
  private func lowBits(_ value: UInt16) -> UInt16 {
    header.bitDepth == 16 ? value : value & ((1 << UInt16(header.bitDepth)) - 1)
  }

  /// A sample, scaled to the full range of a channel.
  @inline(__always)
  private func value<Channel: PNGChannel>(_ sample: UInt16, _ type: Channel.Type) -> Channel {
    switch header.bitDepth {
    // Each factor is 255 divided by the largest value of the depth, so that full stays full.
    case 1: Channel(byte: UInt8(truncatingIfNeeded: sample * 255))
    case 2: Channel(byte: UInt8(truncatingIfNeeded: sample * 85))
    case 4: Channel(byte: UInt8(truncatingIfNeeded: sample * 17))
    case 8: Channel(byte: UInt8(truncatingIfNeeded: sample))
    default: Channel(word: sample)
    }
  }
}
