import SimPNG
import Testing

/// Goal: what a file says of color and orientation is named when it would change the picture, and
/// only then; and 16 bits come out as they are stored.
///
/// Method: files of one pixel with chunks put together here.
@Suite struct PNGColorNotesTests {
  typealias Bytes = PNGTestBytes

  /// A file of one gray pixel of 16 bits with chunks before and after its data.
  private static func file(_ before: [[UInt8]], after: [[UInt8]] = []) -> [UInt8] {
    Bytes.file(
      Bytes.header(width: 1, height: 1, bitDepth: 16, colorType: 0), before.flatMap { $0 },
      Bytes.chunk("IDAT", Bytes.stored([0, 0x75, 0x30])), after.flatMap { $0 })
  }

  private static func gamma(_ value: UInt32) -> [UInt8] {
    Bytes.chunk("gAMA", Bytes.bigEndian(value))
  }

  private static func chromaticities(_ values: [UInt32]) -> [UInt8] {
    Bytes.chunk("cHRM", values.flatMap { Bytes.bigEndian($0) })
  }

  /// A directory with an orientation behind another entry.
  private static func exif(_ orientation: UInt8, isBig: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      return isBig ? bytes.reversed() : bytes
    }
    let letter: UInt8 = isBig ? 0x4D : 0x49
    var content: [UInt8] = [letter, letter] + number(42, 2) + number(8, 4) + number(2, 2)
    content += number(0x10F, 2) + number(2, 2) + number(1, 4) + [65, 0, 0, 0]
    content += number(0x112, 2) + number(3, 2) + number(1, 4)
    content += number(Int(orientation), 2) + [0, 0] + number(0, 4)
    return Bytes.chunk("eXIf", content)
  }

  private static let standard: [UInt32] = [
    31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000,
  ]
  private static let wide: [UInt32] = [
    31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000,
  ]
  private static let sRGB = Bytes.chunk("sRGB", [0])
  private static let profile = Bytes.chunk("iCCP", Array("wide".utf8) + [0, 0] + Bytes.stored([1]))

  private func ignored(_ before: [[UInt8]], after: [[UInt8]] = []) throws -> [String] {
    let file = Self.file(before, after: after)
    let words = try PNGDecoder.decode(file).ignored
    #expect(try PNGDecoder.decodeDeep(file).ignored == words)
    #expect(try APNGDecoder(file).ignored == words)
    return words
  }

  @Test func whatChangesNothingIsNotNamed() throws {
    #expect(try ignored([]) == [])
    #expect(try ignored([Self.gamma(45_455), Self.chromaticities(Self.standard)]) == [])
    #expect(try ignored([Self.gamma(45_405)]) == [] && ignored([Self.gamma(45_505)]) == [])
    #expect(try ignored([Self.exif(1, isBig: true)]) == [])
    #expect(try ignored([Bytes.chunk("cICP", [1, 13, 0, 1])]) == [])
    // What sRGB precedes is ignored.
    let others = [Self.gamma(100_000), Self.chromaticities(Self.wide)]
    #expect(try ignored([Self.sRGB] + others) == [] && ignored(others + [Self.sRGB]) == [])
  }

  @Test func whatWouldChangeThePictureIsNamed() throws {
    #expect(try ignored([Self.gamma(100_000)]) == ["gAMA 1"])
    #expect(try ignored([Self.gamma(45_404)]) == ["gAMA 0.45404"])
    #expect(try ignored([Self.gamma(45_506)]) == ["gAMA 0.45506"])
    #expect(try ignored([Self.gamma(220_000)]) == ["gAMA 2.2"])
    #expect(try ignored([Self.chromaticities(Self.wide)]) == ["cHRM"])
    #expect(try ignored([Self.profile, Self.gamma(100_000)]) == ["iCCP"])
    #expect(try ignored([Bytes.chunk("cICP", [9, 16, 0, 1])]) == ["cICP 9 16 0 1"])
    for isBig in [true, false] {
      #expect(try ignored([Self.exif(6, isBig: isBig)]) == ["eXIf orientation 6"])
      #expect(try ignored([], after: [Self.exif(8, isBig: isBig)]) == ["eXIf orientation 8"])
    }
    #expect(
      try ignored([Self.gamma(100_000), Self.exif(3, isBig: true)])
        == ["gAMA 1", "eXIf orientation 3"])
  }

  /// Wherever it ends, a directory is read to its end and no further.
  @Test func cutChunksSayNothing() throws {
    for name in ["gAMA", "cHRM", "cICP", "sRGB"] {
      #expect(try ignored([Bytes.chunk(name, [1, 2, 3])]) == [], "\(name)")
    }
    let content = Self.exif(6, isBig: false).dropFirst(8).dropLast(4)
    for count in 0..<content.count {
      let words = try ignored([Bytes.chunk("eXIf", Array(content.prefix(count)))])
      #expect(words == [] || words == ["eXIf orientation 6"], "\(count)")
    }
    // A directory that lies behind the end, or before the start.
    for offset: [UInt8] in [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0]] {
      #expect(try ignored([Bytes.chunk("eXIf", [0x49, 0x49, 42, 0] + offset)]) == [])
    }
  }

  @Test func sixteenBitsAreKept() throws {
    let file = Self.file([])
    #expect(try PNGDecoder.bitDepth(file) == 16)
    #expect(try PNGDecoder.decodeDeep(file).pixels == [30_000, 30_000, 30_000, 65_535])
    #expect(try PNGDecoder.decode(file).pixels == [117, 117, 117, 255])
  }

  /// Each value of 8 bits comes back from 16, and the nearest is taken of all between.
  @Test func eightBitsAreSpreadOverSixteen() throws {
    let rows = (0...255 as ClosedRange<UInt8>).map { $0 }
    let file = Bytes.file(
      Bytes.header(width: 256, height: 1, colorType: 0),
      Bytes.chunk("IDAT", Bytes.stored([0] + rows)))
    let image = try PNGDecoder.decode(file)
    let deep = try PNGDecoder.decodeDeep(file)
    #expect(deep == PNGDeepImage(image) && deep.pixels[255 * 4] == 65_535)
    #expect(deep.pixels.map { PNGDeepImage.byte($0) } == image.pixels)
    for value in stride(from: 0, through: 65_535, by: 7) {
      let nearest = (Double(value) / 257).rounded()
      #expect(PNGDeepImage.byte(UInt16(value)) == UInt8(nearest))
    }
  }
}
