import SimPNG
import SimRaster
import TestTier
import Testing

/// Goal: every color type, bit depth and interlacing of the format is read and written without
/// loss.
///
/// Method: files of random values are packed, filtered and interlaced here by a second,
/// plain implementation and decoded; encoded files go the other way around.
@Suite("PNG of every color type and bit depth")
struct PNGSamplesTests {
  typealias Bytes = PNGTestBytes

  static let formats: [(PNGColorType, UInt8)] =
    [PNGColorType.gray, .rgb, .palette, .grayAlpha, .rgba].flatMap { type in
      [UInt8(1), 2, 4, 8, 16].filter { type.bitDepths.contains($0) }.map { (type, $0) }
    }
  static let sizes: [(Int, Int)] =
    Tier.isDebug ? [(1, 1), (3, 2), (5, 9)] : [(1, 1), (3, 2), (5, 9), (8, 8), (33, 20), (2, 41)]

  /// The sixty-four places of the interlacing's eight by eight square, with the pass of each.
  static let passOfPlace: [[Int]] = [
    [1, 6, 4, 6, 2, 6, 4, 6], [7, 7, 7, 7, 7, 7, 7, 7], [5, 6, 5, 6, 5, 6, 5, 6],
    [7, 7, 7, 7, 7, 7, 7, 7], [3, 6, 4, 6, 3, 6, 4, 6], [7, 7, 7, 7, 7, 7, 7, 7],
    [5, 6, 5, 6, 5, 6, 5, 6], [7, 7, 7, 7, 7, 7, 7, 7],
  ]

  private func samples(
    _ type: PNGColorType, _ depth: UInt8, _ size: (Int, Int), isInterlaced: Bool,
    numbers: inout TestNumbers
  ) -> PNGSamples {
    let limit = UInt16((1 << UInt32(depth)) - 1)
    let colorCount = type == .palette ? Int(limit) / 2 + 1 : 0
    let top = type == .palette ? UInt16(colorCount - 1) : limit
    let valueCount: Int = size.0 * size.1 * type.channelCount
    let values = (0..<valueCount).map { _ in
      UInt16.random(in: 0...top, using: &numbers)
    }
    let palette = (0..<colorCount).map { index in
      StraightColor(
        red: UInt8(index), green: UInt8(truncatingIfNeeded: numbers.next()), blue: 7,
        alpha: index % 3 == 0 ? UInt8(index) : 255)
    }
    let keyCount: Int =
      switch type {
      case .gray: 1
      case .rgb: 3
      default: 0
      }
    return PNGSamples(
      width: Int32(size.0), height: Int32(size.1), colorType: type, bitDepth: depth,
      isInterlaced: isInterlaced, values: values, palette: palette,
      transparentValue: keyCount == 0 ? nil : Array(values.prefix(keyCount)))
  }

  /// A file of the samples, by way of strings of bits.
  private func plainFile(_ samples: PNGSamples, filter: UInt8) -> [UInt8] {
    let width = Int(samples.width)
    let count = samples.colorType.channelCount
    let depth = Int(samples.bitDepth)
    var data: [UInt8] = []
    for pass in samples.isInterlaced ? Array(1...7) : [0] {
      var above: [UInt8] = []
      for y in 0..<Int(samples.height) {
        let columns = (0..<width).filter { pass == 0 || Self.passOfPlace[y % 8][$0 % 8] == pass }
        if columns.isEmpty { continue }
        var bits = ""
        for column in columns {
          let first = (y * width + column) * count
          for value in samples.values[first..<(first + count)] {
            let text = String(value, radix: 2)
            bits += String(repeating: "0", count: depth - text.count) + text
          }
        }
        while bits.count % 8 != 0 { bits += "0" }
        let digits = Array(bits)
        let row = stride(from: 0, to: digits.count, by: 8).compactMap {
          UInt8(String(digits[$0..<($0 + 8)]), radix: 2)
        }
        if above.isEmpty { above = [UInt8](repeating: 0, count: row.count) }
        data.append(filter)
        data += filtered(row, above, filter, max(1, depth * count / 8))
        above = row
      }
    }
    return file(samples, data)
  }

  private func filtered(
    _ row: [UInt8], _ above: [UInt8], _ filter: UInt8, _ reach: Int
  ) -> [UInt8] {
    row.indices.map { i in
      let left = i < reach ? 0 : row[i - reach]
      switch filter {
      case 1: return row[i] &- left
      case 2: return row[i] &- above[i]
      case 3: return row[i] &- UInt8((Int(left) + Int(above[i])) / 2)
      default: return row[i]
      }
    }
  }

  private func file(_ samples: PNGSamples, _ data: [UInt8]) -> [UInt8] {
    var extra: [UInt8] = []
    if !samples.palette.isEmpty {
      extra += Bytes.chunk("PLTE", samples.palette.flatMap { [$0.red, $0.green, $0.blue] })
      extra += Bytes.chunk("tRNS", samples.palette.map(\.alpha))
    }
    if let key = samples.transparentValue {
      extra += Bytes.chunk("tRNS", key.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    }
    let header = Bytes.header(
      width: UInt32(samples.width), height: UInt32(samples.height), bitDepth: samples.bitDepth,
      colorType: samples.colorType.rawValue, interlace: samples.isInterlaced ? 1 : 0)
    return Bytes.file(header, extra, Bytes.chunk("IDAT", Bytes.stored(data)))
  }

  /// The pixel as 8-bit RGBA, in floating point.
  private func color(_ samples: PNGSamples, _ pixel: Int) -> [UInt8] {
    let count = samples.colorType.channelCount
    let values = Array(samples.values[(pixel * count)..<((pixel + 1) * count)])
    let limit = Double((1 << UInt32(samples.bitDepth)) - 1)
    let bytes = values.map { UInt8((Double($0) / limit * 255).rounded()) }
    let isClear = samples.transparentValue == values
    switch samples.colorType {
    case .gray: return [bytes[0], bytes[0], bytes[0], isClear ? 0 : 255]
    case .grayAlpha: return [bytes[0], bytes[0], bytes[0], bytes[1]]
    case .rgb: return bytes + [isClear ? 0 : 255]
    case .rgba: return bytes
    case .palette:
      let color = samples.palette[Int(values[0])]
      return [color.red, color.green, color.blue, color.alpha]
    }
  }

  @Test("Files packed by hand are read", arguments: formats, [false, true])
  func decoding(format: (PNGColorType, UInt8), isInterlaced: Bool) throws {
    var numbers = TestNumbers(state: UInt64(format.1))
    for size in Self.sizes {
      for filter: UInt8 in 0...3 {
        let samples = samples(
          format.0, format.1, size, isInterlaced: isInterlaced, numbers: &numbers)
        let bytes = plainFile(samples, filter: filter)
        #expect(try PNGDecoder.decodeSamples(bytes) == samples)
        let pixels = (0..<(size.0 * size.1)).flatMap { color(samples, $0) }
        #expect(try PNGDecoder.decode(bytes).pixels == pixels, "\(size), filter \(filter)")
      }
    }
  }

  @Test("What is written is read back the same", arguments: formats, [false, true])
  func encoding(format: (PNGColorType, UInt8), isInterlaced: Bool) throws {
    var numbers = TestNumbers(state: 40 + UInt64(format.1))
    for size in Self.sizes {
      for filter in PNGEncoderTests.choices {
        let samples = samples(
          format.0, format.1, size, isInterlaced: isInterlaced, numbers: &numbers)
        let bytes = PNGEncoder.encode(samples, options: .init(level: 6, filter: filter))
        #expect(try PNGDecoder.decodeSamples(bytes) == samples)
      }
    }
    // Without compression and filters the rows must be those packed by hand.
    let samples = samples(format.0, format.1, (5, 9), isInterlaced: isInterlaced, numbers: &numbers)
    let encoded = PNGEncoder.encode(samples, options: .init(level: 0, filter: .fixed(.none)))
    func data(_ file: [UInt8]) -> [UInt8] {
      Bytes.chunks(of: file).filter { $0.name == "IDAT" }.flatMap(\.content).dropFirst(2) + []
    }
    #expect(data(encoded) == data(plainFile(samples, filter: 0)))
  }

  @Test("A palette may not have more colors than its bits can name")
  func paletteSize() {
    let file = Bytes.file(
      Bytes.header(width: 1, height: 1, bitDepth: 1, colorType: 3),
      Bytes.chunk("PLTE", [UInt8](repeating: 0, count: 9)),
      Bytes.chunk("IDAT", Bytes.stored([0, 0])))
    #expect(throws: PNGError.badLength(chunk: "PLTE", byteOffset: 33, byteCount: 9)) {
      try PNGDecoder.decode(file)
    }
  }

  @Test("Damaged files of every format end in an error or a picture, never in a trap")
  func damage() {
    var numbers = TestNumbers(state: 77)
    let count = Tier.isDebug ? 20 : 400
    for format in Self.formats {
      for isInterlaced in [false, true] {
        let samples = samples(
          format.0, format.1, (11, 10), isInterlaced: isInterlaced, numbers: &numbers)
        let file = PNGEncoder.encode(samples)
        let contents = Bytes.chunks(of: file).flatMap { chunk in
          (0..<chunk.content.count).map { chunk.start + 8 + $0 }
        }
        for _ in 0..<count {
          var damaged = file
          for _ in 0...Int.random(in: 0..<3, using: &numbers) {
            let place = contents.randomElement(using: &numbers) ?? 0
            damaged[place] = UInt8(truncatingIfNeeded: numbers.next())
          }
          do throws(PNGError) {
            _ = try PNGDecoder.decode(Bytes.withChecksums(damaged))
          } catch {
            #expect(!error.message.isEmpty)
          }
        }
      }
    }
  }
}
