import SimPNG
import SimRaster
import Testing

@Suite("PNG encoder")
struct PNGEncoderTests {
  static let choices: [PNGEncoder.FilterChoice] =
    [.adaptive] + PNGFilter.allCases.map { .fixed($0) }

  @Test("Straight bytes come back as they were", arguments: choices, [PNGColorType.rgb, .rgba])
  func roundTrip(filter: PNGEncoder.FilterChoice, type: PNGColorType) throws {
    let layout = type == .rgb ? PNGEncoder.ByteLayout.rgb : .rgba
    var numbers = TestNumbers(state: 7)
    for (width, height) in [(1, 1), (1, 9), (9, 1), (2, 2), (3, 5), (17, 13), (31, 32)] {
      let count = width * height
      // Half noise, half smooth, so that every filter has both to work on.
      let pixels = (0..<(count * type.channelCount)).map { index in
        index.isMultiple(of: 2) ? UInt8(truncatingIfNeeded: numbers.next()) : UInt8(index & 255)
      }
      for level: Int32 in [0, 1, 6, 9] {
        let file = PNGEncoder.encode(
          pixels, width: Int32(width), height: Int32(height), layout: layout,
          options: .init(level: level, filter: filter))
        let image = try PNGDecoder.decode(file)
        #expect(image.width == Int32(width) && image.height == Int32(height))
        #expect(image.colorType == type)
        let restored =
          type == .rgba
          ? image.pixels : (0..<count).flatMap { image.pixels[($0 * 4)..<($0 * 4 + 3)] }
        #expect(restored == pixels, "\(width)×\(height), level \(level)")
      }
    }
  }

  @Test("A fixed filter is the one in every row", arguments: PNGFilter.allCases)
  func filterNumbers(filter: PNGFilter) {
    let pixels = (0..<(8 * 6 * 4)).map { UInt8($0 & 255) }
    let file = PNGEncoder.encode(
      pixels, width: 8, height: 6, options: .init(level: 0, filter: .fixed(filter)))
    let data = PNGTestBytes.chunks(of: file).filter { $0.name == "IDAT" }.flatMap(\.content)
    // Level 0 stores: two bytes of zlib header and five of block header, then the rows.
    for row in 0..<6 { #expect(data[7 + row * 33] == filter.rawValue) }
  }

  @Test("The adaptive choice takes the filter that leaves the least in each row")
  func adaptiveChoice() {
    // Small numbers, a ramp to the right, the row above again, and small signed numbers.
    let rows: [[UInt8]] = [
      [0, 0, 2, 0, 1, 0, 2, 0],
      [30, 60, 90, 120, 150, 180, 210, 240],
      [30, 60, 90, 120, 150, 180, 210, 240],
      [1, 255, 0, 2, 254, 1, 0, 255],
    ]
    let pixels = rows.flatMap { $0.flatMap { [$0, $0, $0] } }
    let file = PNGEncoder.encode(
      pixels, width: 8, height: 4, layout: .rgb, options: .init(level: 0))
    let data = PNGTestBytes.chunks(of: file).filter { $0.name == "IDAT" }.flatMap(\.content)
    let chosen = (0..<4).map { PNGFilter(rawValue: data[7 + $0 * 25]) }
    #expect(chosen == [PNGFilter.none, .sub, .up, PNGFilter.none])
  }

  @Test("Chunks are in order and their check values right")
  func chunks() {
    let file = PNGEncoder.encode([1, 2, 3, 4], width: 1, height: 1)
    let chunks = PNGTestBytes.chunks(of: file)
    #expect(chunks.map(\.name) == ["IHDR", "sRGB", "IDAT", "IEND"])
    #expect(PNGTestBytes.withChecksums(file) == file)
    #expect(Array(file.suffix(12)) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    #expect(chunks[0].content == [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0])
    #expect(chunks[1].content == [0])
  }

  @Test("An opaque surface has no alpha in its file and comes back the same")
  func opaqueSurface() throws {
    var surface = Surface(width: 5, height: 3)
    for index in 0..<15 as Range<Int32> {
      surface[index % 5, index / 5] = 0xFF00_0000 | UInt32(index) * 0x01_0203
    }
    let image = try PNGDecoder.decode(PNGEncoder.encode(surface))
    #expect(image.colorType == .rgb)
    let copy = image.makeSurface()
    #expect(copy.rows == surface.rows)
  }

  @Test("Every premultiplied color survives the way through straight alpha")
  func translucentSurface() throws {
    // All 256 alphas by all values of red up to it; green and blue take other values.
    var surface = Surface(width: 256, height: 256)
    for alpha in 0..<256 {
      for value in 0..<256 {
        let red = UInt32(min(value, alpha))
        let color = PremultipliedColor(
          uncheckedRed: red, green: UInt32(alpha) - red, blue: red / 2, alpha: UInt32(alpha))
        surface[Int32(value), Int32(alpha)] = color.packed
      }
    }
    let image = try PNGDecoder.decode(PNGEncoder.encode(surface, options: .fast))
    #expect(image.colorType == .rgba)
    let copy = image.makeSurface()
    #expect(copy.rows == surface.rows)
  }

  @Test("Spare capacity of a surface is not part of the picture")
  func spareCapacity() throws {
    var surface = Surface(width: 4, height: 4, capacity: 64)
    surface.resize(width: 2, height: 3)
    let image = try PNGDecoder.decode(PNGEncoder.encode(surface))
    #expect(image.width == 2 && image.height == 3)
    #expect(image.pixels == [UInt8](repeating: 0, count: 24))
  }

  @Test("The same pixels give the same bytes")
  func deterministic() {
    var numbers = TestNumbers(state: 3)
    let pixels = numbers.bytes(40 * 30 * 4)
    let first = PNGEncoder.encode(pixels, width: 40, height: 30)
    #expect(first == PNGEncoder.encode(pixels, width: 40, height: 30))
  }
}
