import SimAppModels
import SimMath
import SimPNG
import SimText
import Testing

/// Goal: a request is the same byte for byte wherever it is written.
struct RequestTests {
  @Test func theWholeBody() {
    let body = GenerationRequest.body(
      picture: [1, 2, 3], prompt: GenerationRequest.prompt(.watercolor))
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"contents":[{"parts":[{"inline_data":{"mime_type":"image/png","data":"AQID"}},"#
        + #"{"text":"Redraw this sketch as a soft watercolor. Keep its subject and layout. "#
        + #"Give one picture."}]}],"generationConfig":{"responseModalities":["IMAGE","TEXT"],"#
        + #""candidateCount":1}}"#)
    let address = GenerationRequest.address(key: Array("KEY".utf8))
    #expect(
      String(decoding: address, as: UTF8.self)
        == "https://generativelanguage.googleapis.com/v1beta/models/"
        + "gemini-3.1-flash-image-preview:generateContent?key=KEY")
    #expect("\(GenerationRequest.method)" == "POST")
    #expect("\(GenerationRequest.contentType)" == "application/json")
  }

  /// 168 bytes of what is always there, 92 of the picture, 120 of the text.
  @Test func knownLength() {
    let picture = [UInt8](repeating: 9, count: 68)
    let prompt = [UInt8](repeating: UInt8(ascii: "a"), count: 120)
    #expect(GenerationRequest.body(picture: picture, prompt: prompt).count == 168 + 92 + 120)
  }

  @Test func promptsNeedNoEscape() throws {
    var prompts = Set<[UInt8]>()
    for style in ImageStyle.allCases {
      let prompt = GenerationRequest.prompt(style)
      prompts.insert(prompt)
      #expect(prompt.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
      var scanner = JSONScanner(GenerationRequest.body(picture: [0], prompt: prompt))
      try scanner.scanDocument()
    }
    #expect(prompts.count == 10)
    #expect(ImageStyle.allCases.filter { $0.isFree }.map { $0.rawValue } == [2, 3, 4, 6, 10])
  }

  /// What is written with stored blocks is read by a decoder that knows nothing of it.
  @Test func storedPicturesAreRead() throws {
    var stream = RandomStream(seed: 1, name: "test.png")
    for (width, height) in [(1, 1), (8, 8), (3, 17), (200, 2), (16_000, 2)] {
      let pixels = (0..<width * height).map { _ in
        UInt8(truncatingIfNeeded: stream.nextUInt32())
      }
      let image = try PNGDecoder.decode(StoredPNG.bytes(gray: pixels, width: width))
      #expect(image.width == Int32(width) && image.height == Int32(height))
      #expect(image.pixels.count == 4 * pixels.count)
      for (index, pixel) in pixels.enumerated() {
        guard image.pixels[4 * index..<4 * index + 4].elementsEqual([pixel, pixel, pixel, 255])
        else {
          Issue.record("pixel \(index) of \(width) × \(height)")
          break
        }
      }
    }
  }

  /// The bytes themselves, since every target has to write them.
  @Test func theBytesAreKnown() {
    let hash = SketchApp.bodyHash(sketch: 7, style: 2)
    #expect(hash == SketchApp.bodyHash(sketch: 7, style: 2))
    #expect(hash != SketchApp.bodyHash(sketch: 8, style: 2))
    #expect(hash != SketchApp.bodyHash(sketch: 7, style: 3))
    #expect(
      StoredPNG.bytes(gray: [0x80], width: 1).map { String($0, radix: 16) }.joined(separator: " ")
        == "89 50 4e 47 d a 1a a 0 0 0 d 49 48 44 52 0 0 0 1 0 0 0 1 8 0 0 0 0 3a 7e 9b 55 "
        + "0 0 0 d 49 44 41 54 78 1 1 2 0 fd ff 0 80 0 82 0 81 c3 6e 25 e0 0 0 0 0 49 45 4e 44 "
        + "ae 42 60 82")
  }

  /// The check values that the catalog of checksums has for CRC-32.
  @Test func checksumsAreZlibs() {
    #expect(CRC32.of(Array("123456789".utf8)[...]) == 0xCBF4_3926)
    #expect(CRC32().value == 0)
    #expect(CRC32.of(Array("IEND".utf8)[...]) == 0xAE42_6082)
    let words: [UInt32] = [0x3433_3231, 0x3837_3635]
    #expect(CRC32.of(words[...]) == CRC32.of(Array("12345678".utf8)[...]))
  }
}
