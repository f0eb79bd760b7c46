import SimPNG
import SimRaster
import Testing

@Suite("PNG decoder")
struct PNGDecoderTests {
  typealias Bytes = PNGTestBytes

  private func decode(_ colorType: UInt8, _ extra: [UInt8] = [], rows: [UInt8]) throws -> [UInt8] {
    // Two rows of two pixels.
    let file = Bytes.file(
      Bytes.header(width: 2, height: 2, colorType: colorType), extra,
      Bytes.chunk("IDAT", Bytes.stored(rows)))
    return try PNGDecoder.decode(file).pixels
  }

  private func error(_ file: [UInt8]) -> PNGError? {
    do throws(PNGError) {
      _ = try PNGDecoder.decode(file)
      return nil
    } catch {
      return error
    }
  }

  @Test("Gray and gray with alpha spread to three channels")
  func gray() throws {
    let plain = try decode(0, rows: [0, 10, 20, 2, 1, 1])
    #expect(plain == [10, 10, 10, 255, 20, 20, 20, 255, 11, 11, 11, 255, 21, 21, 21, 255])
    let alpha = try decode(4, rows: [0, 10, 9, 20, 8, 1, 1, 2, 3, 4])
    #expect(alpha == [10, 10, 10, 9, 20, 20, 20, 8, 1, 1, 1, 2, 4, 4, 4, 6])
  }

  @Test("Palette colors take their transparency from the chunk after the palette")
  func palette() throws {
    let palette = Bytes.chunk("PLTE", [1, 2, 3, 4, 5, 6]) + Bytes.chunk("tRNS", [7])
    let pixels = try decode(3, palette, rows: [0, 0, 1, 0, 1, 0])
    #expect(pixels == [1, 2, 3, 7, 4, 5, 6, 255, 4, 5, 6, 255, 1, 2, 3, 7])
  }

  @Test("One gray or color may be transparent")
  func transparentColor() throws {
    let gray = try decode(0, Bytes.chunk("tRNS", [0, 20]), rows: [0, 10, 20, 0, 20, 30])
    #expect(gray.enumerated().filter { $0.offset % 4 == 3 }.map(\.element) == [255, 0, 0, 255])
    let rows: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 0, 4, 5, 6, 4, 5, 7]
    let color = try decode(2, Bytes.chunk("tRNS", [0, 4, 0, 5, 0, 6]), rows: rows)
    #expect(color.enumerated().filter { $0.offset % 4 == 3 }.map(\.element) == [255, 0, 0, 255])
  }

  @Test("Data may be cut into chunks anywhere, and unknown optional chunks are passed over")
  func splitData() throws {
    let stream = Bytes.stored([0, 10, 20, 0, 30, 40])
    let pieces = stream.flatMap { Bytes.chunk("IDAT", [$0]) } + Bytes.chunk("IDAT")
    let file = Bytes.file(
      Bytes.header(width: 2, height: 2, colorType: 0), Bytes.chunk("teXt", [1]), pieces,
      Bytes.chunk("eXIf", [2]))
    #expect(try PNGDecoder.decode(file).color(x: 1, y: 1) == StraightColor(hex: 0x282828))
    #expect(try PNGDecoder.decode(file + [1, 2, 3]).width == 2)
    // A stream that lacks the end of its check value.
    let header = Bytes.header(width: 2, height: 2, colorType: 0)
    let cut = Bytes.file(header, Bytes.chunk("IDAT", Array(stream.dropLast())))
    let reason = "the stream has no end"
    #expect(error(cut) == .badCompression(chunk: "IDAT", reason: reason, byteOffset: 33))
  }

  @Test("What the header may not say is refused with the field")
  func headers() {
    let data = Bytes.chunk("IDAT", Bytes.stored([0, 0]))
    func refusal(_ header: [UInt8]) -> PNGError? { error(Bytes.file(header, data)) }
    func bad(_ field: String, _ value: UInt32) -> PNGError {
      .badValue(chunk: "IHDR", field: field, value: value, byteOffset: 8)
    }
    #expect(refusal(Bytes.header(width: 0, height: 1, colorType: 0)) == bad("width", 0))
    #expect(refusal(Bytes.header(width: 1, height: 0, colorType: 0)) == bad("height", 0))
    #expect(refusal(Bytes.header(width: 1, height: 1, colorType: 5)) == bad("color type", 5))
    #expect(
      refusal(Bytes.header(width: 1, height: 1, bitDepth: 4, colorType: 6)) == bad("bit depth", 4))
    #expect(
      refusal(Bytes.header(width: 1, height: 1, colorType: 0, compression: 1))
        == bad("compression method", 1))
    #expect(
      refusal(Bytes.header(width: 1, height: 1, colorType: 0, filter: 9))
        == bad("filter method", 9))
    #expect(
      refusal(Bytes.header(width: 16_385, height: 1, colorType: 0))
        == .tooLarge(width: 16_385, height: 1, byteOffset: 8))
    #expect(
      refusal(Bytes.header(width: 1, height: 1, bitDepth: 3, colorType: 0)) == bad("bit depth", 3))
    #expect(
      refusal(Bytes.header(width: 1, height: 1, colorType: 0, interlace: 2))
        == bad("interlace method", 2))
  }

  @Test("Chunks that are missing, misplaced, unknown or damaged are named")
  func chunks() {
    let header = Bytes.header(width: 1, height: 1, colorType: 3)
    let palette = Bytes.chunk("PLTE", [1, 2, 3])
    let data = Bytes.chunk("IDAT", Bytes.stored([0, 0]))
    #expect(error([1, 2, 3]) == .notPNG)
    #expect(error(Bytes.file(data)) == .missing(chunk: "IHDR", byteOffset: 8))
    #expect(error(Bytes.file(header, data)) == .missing(chunk: "PLTE", byteOffset: 33))
    #expect(error(Bytes.file(header, palette)) == .missing(chunk: "IDAT", byteOffset: 48))
    #expect(error(Bytes.file(header, header)) == .misplaced(chunk: "IHDR", byteOffset: 33))
    #expect(
      error(Bytes.file(header, palette, palette)) == .misplaced(chunk: "PLTE", byteOffset: 48))
    #expect(
      error(Bytes.file(header, Bytes.chunk("ABCD"))) == .unknownChunk(chunk: "ABCD", byteOffset: 33)
    )
    #expect(
      error(Bytes.file(header, Bytes.chunk("PLTE", [1, 2])))
        == .badLength(chunk: "PLTE", byteOffset: 33, byteCount: 2))
    let apart = Bytes.file(header, palette, data, Bytes.chunk("teXt"), data)
    #expect(error(apart) == .misplaced(chunk: "IDAT", byteOffset: 48 + data.count + 12))
    let index = Bytes.chunk("IDAT", Bytes.stored([0, 1]))
    #expect(
      error(Bytes.file(header, palette, index))
        == .badPaletteIndex(
          chunk: "IDAT", x: 0, y: 0, index: 1, colorCount: 1, byteOffset: 48))
    var damaged = Bytes.file(header, palette, data)
    damaged[20] ^= 1
    guard case .badChecksum("IHDR", 8, _, _)? = error(damaged) else {
      Issue.record("the damage was not noticed")
      return
    }
  }

  @Test("Too little, too much and damaged data are told apart")
  func data() {
    func refusal(_ content: [UInt8], width: UInt32 = 2) -> PNGError? {
      let header = Bytes.header(width: width, height: 2, colorType: 0)
      return error(Bytes.file(header, Bytes.chunk("IDAT", content)))
    }
    #expect(
      refusal(Bytes.stored([0, 1, 2, 0]))
        == .tooLittleData(chunk: "IDAT", byteCount: 4, neededByteCount: 6, byteOffset: 33))
    #expect(
      refusal(Bytes.stored([0, 1, 2, 0, 1, 2, 0]))
        == .tooMuchData(chunk: "IDAT", neededByteCount: 6, byteOffset: 33))
    #expect(
      refusal(Bytes.stored([0, 1, 2, 5, 1, 2]))
        == .badFilter(chunk: "IDAT", row: 1, value: 5, byteOffset: 33))
    #expect(
      refusal([1, 2, 3, 4])
        == .badCompression(
          chunk: "IDAT", reason: "incorrect header check", byteOffset: 33))
    // A picture of 32 KB out of 13 bytes is more than the format can compress.
    guard case .tooLittleData? = refusal(Bytes.stored([0, 0]), width: 16_384) else {
      Issue.record("an impossible size was believed")
      return
    }
  }

  @Test("Data that would swell without end stops at the size of the picture")
  func bomb() {
    // 4 MB of zeros in a few kilobytes, under a header that asks for two bytes.
    let big = PNGEncoder.encode(
      [UInt8](repeating: 0, count: 1_024 * 1_024 * 4), width: 1_024, height: 1_024,
      options: .init(level: 9, filter: .fixed(.none)))
    let data = Bytes.chunks(of: big).filter { $0.name == "IDAT" }.flatMap(\.content)
    let file = Bytes.file(
      Bytes.header(width: 1, height: 1, colorType: 0), Bytes.chunk("IDAT", data))
    #expect(error(file) == .tooMuchData(chunk: "IDAT", neededByteCount: 2, byteOffset: 33))
  }

  @Test("Every file cut short is refused")
  func truncations() {
    var numbers = TestNumbers(state: 11)
    let file = PNGEncoder.encode(numbers.bytes(9 * 7 * 4), width: 9, height: 7)
    for count in 0..<file.count {
      #expect(error(Array(file.prefix(count))) != nil, "\(count) bytes")
    }
    #expect(error(file) == nil)
  }

  @Test("Flipped bits are refused, and no bits whatever end the process")
  func bitFlips() {
    var numbers = TestNumbers(state: 5)
    let palette = Bytes.file(
      Bytes.header(width: 3, height: 3, colorType: 3), Bytes.chunk("PLTE", [1, 2, 3, 4, 5, 6]),
      Bytes.chunk("tRNS", [0, 1]),
      Bytes.chunk("IDAT", Bytes.stored([0, 0, 1, 0, 1, 1, 1, 1, 2, 0, 0, 0])))
    let color = PNGEncoder.encode(numbers.bytes(12 * 9 * 4), width: 12, height: 9)
    for file in [color, palette] {
      for _ in 0..<2_000 {
        var damaged = file
        let bit = Int.random(in: 0..<(file.count * 8), using: &numbers)
        damaged[bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(error(damaged) != nil, "bit \(bit)")
      }
      // With the check values made right again the damage reaches the stages behind them.
      let contents = Bytes.chunks(of: file).flatMap { chunk in
        (0..<chunk.content.count).map { chunk.start + 8 + $0 }
      }
      for _ in 0..<2_000 {
        var damaged = file
        for _ in 0...Int.random(in: 0..<3, using: &numbers) {
          let place = contents.randomElement(using: &numbers) ?? 0
          damaged[place] = UInt8(truncatingIfNeeded: numbers.next())
        }
        if let error = error(Bytes.withChecksums(damaged)) { #expect(!error.message.isEmpty) }
      }
    }
  }
}
