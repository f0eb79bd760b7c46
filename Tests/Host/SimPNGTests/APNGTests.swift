import SimPNG
import SimRaster
import TestTier
import Testing

/// Goal: animations are read as the format says and written with exact delays.
///
/// Method: files put together by hand against canvases composed here in floating point; round
/// trips; every kind of damage to the order of chunks; fuzzing.
@Suite("Animated PNG")
struct APNGTests {
  typealias Bytes = PNGTestBytes

  /// A frame of one color.
  private struct Part {
    var x = 0
    var y = 0
    var width: Int
    var height: Int
    var color: [UInt8]
    var disposal: UInt8 = 0
    var blending: UInt8 = 0
    var delay: (UInt16, UInt16) = (1, 60)

    var rows: [UInt8] {
      (0..<height).flatMap { _ in [0] + (0..<width).flatMap { _ in color } }
    }

    func control(_ number: UInt32) -> [UInt8] {
      let numbers = [number, UInt32(width), UInt32(height), UInt32(x), UInt32(y)]
      let ticks = UInt32(delay.0) << 16 | UInt32(delay.1)
      return Bytes.chunk(
        "fcTL", (numbers + [ticks]).flatMap(Bytes.bigEndian) + [disposal, blending])
    }

    func data(_ number: UInt32) -> [UInt8] {
      Bytes.chunk("fdAT", Bytes.bigEndian(number) + Bytes.stored(rows))
    }
  }

  private func control(frameCount: UInt32, playCount: UInt32 = 0) -> [UInt8] {
    Bytes.chunk("acTL", Bytes.bigEndian(frameCount) + Bytes.bigEndian(playCount))
  }

  private let header = Bytes.header(width: 4, height: 3, colorType: 6)

  /// A file whose first part is the picture too.
  private func file(_ parts: [Part]) -> [UInt8] {
    var chunks = control(frameCount: UInt32(parts.count), playCount: 3) + parts[0].control(0)
    chunks += Bytes.chunk("IDAT", Bytes.stored(parts[0].rows))
    for (index, part) in parts.enumerated().dropFirst() {
      chunks += part.control(UInt32(index) * 2 - 1) + part.data(UInt32(index) * 2)
    }
    return Bytes.file(header, chunks)
  }

  /// What each frame shows, by the formula of compositing with straight alpha.
  private func shown(_ parts: [Part]) -> [[[Double]]] {
    var canvas = [[Double]](repeating: [0, 0, 0, 0], count: 12)
    return parts.enumerated().map { index, part in
      let before = canvas
      for y in part.y..<(part.y + part.height) {
        for x in part.x..<(part.x + part.width) {
          let source = part.color.map(Double.init)
          let below = canvas[y * 4 + x]
          if part.blending == 0 {
            canvas[y * 4 + x] = source
          } else {
            let alpha = source[3] / 255
            let rest = below[3] / 255 * (1 - alpha)
            let sum = alpha + rest
            let color = (0..<3).map { sum == 0 ? 0 : (source[$0] * alpha + below[$0] * rest) / sum }
            canvas[y * 4 + x] = color + [sum * 255]
          }
        }
      }
      let result = canvas
      if part.disposal == 2 { canvas = before }
      if part.disposal == 1 || (part.disposal == 2 && index == 0) {
        for y in part.y..<(part.y + part.height) {
          for x in part.x..<(part.x + part.width) { canvas[y * 4 + x] = [0, 0, 0, 0] }
        }
      }
      return result
    }
  }

  private func error(_ file: [UInt8]) -> PNGError? {
    do throws(PNGError) {
      _ = try APNGDecoder.decodeFrames(file)
      return nil
    } catch {
      return error
    }
  }

  @Test("Frames compose by disposal and blending", arguments: 0...2 as ClosedRange<UInt8>, 0...1)
  func composition(disposal: UInt8, blending: UInt8) throws {
    var parts = [
      Part(width: 4, height: 3, color: [200, 10, 30, 255]),
      Part(x: 1, y: 0, width: 2, height: 2, color: [10, 220, 30, 128]),
      Part(x: 2, y: 1, width: 2, height: 2, color: [90, 20, 230, 77]),
      Part(x: 0, y: 2, width: 4, height: 1, color: [255, 255, 255, 0]),
      Part(x: 1, y: 1, width: 1, height: 1, color: [9, 9, 9, 255]),
    ]
    for index in parts.indices {
      parts[index].disposal = disposal
      parts[index].blending = blending
      parts[index].delay = (UInt16(index), UInt16(index * 7))
    }
    let frames = try APNGDecoder.decodeFrames(file(parts))
    #expect(frames.map(\.delay.numerator) == [0, 1, 2, 3, 4])
    #expect(frames.map(\.delay.denominator) == [100, 7, 14, 21, 28])
    for (frame, truth) in zip(frames, shown(parts)) {
      for (pixel, color) in truth.enumerated() where color[3] > 0 {
        for i in 0..<4 {
          let found = Double(frame.image.pixels[pixel * 4 + i])
          // Each layer is rounded to 8 bits, so errors of halves add up.
          #expect(abs(found - color[i]) <= 1.5, "pixel \(pixel), channel \(i)")
        }
      }
      for (pixel, color) in truth.enumerated() where color[3] == 0 {
        #expect(frame.image.pixels[pixel * 4 + 3] == 0)
      }
    }
  }

  @Test("The picture may stand outside its animation, and data be cut anywhere")
  func separatePicture() throws {
    let picture = Part(width: 4, height: 3, color: [1, 2, 3, 255])
    let part = Part(x: 1, y: 1, width: 2, height: 2, color: [4, 5, 6, 255])
    let stream = Bytes.stored(part.rows)
    let pieces = stream.enumerated().flatMap { index, byte in
      Bytes.chunk("fdAT", Bytes.bigEndian(UInt32(index) + 1) + [byte])
    }
    let file = Bytes.file(
      header, control(frameCount: 1), Bytes.chunk("IDAT", Bytes.stored(picture.rows)),
      part.control(0), pieces)
    let frames = try APNGDecoder.decodeFrames(file)
    #expect(frames.count == 1)
    #expect(try APNGDecoder(file).hasStandIn)
    #expect(frames[0].image.color(x: 0, y: 0).alpha == 0)
    #expect(frames[0].image.color(x: 1, y: 1) == StraightColor(hex: 0x040506))
    #expect(try PNGDecoder.decode(file).color(x: 0, y: 0) == StraightColor(hex: 0x010203))
  }

  @Test("A still picture is one frame without a delay")
  func still() throws {
    let pixels = (0..<48).map { UInt8($0) }
    let file = PNGEncoder.encode(pixels, width: 4, height: 3)
    let decoder = try APNGDecoder(file)
    #expect(decoder.frameCount == 1 && decoder.playCount == nil)
    let frames = try APNGDecoder.decodeFrames(file)
    #expect(frames.map(\.image.pixels) == [pixels])
    #expect(frames[0].delay.seconds == 0)
  }

  @Test("Written animations come back frame for frame, with the delays as given")
  func roundTrip() throws {
    var numbers = TestNumbers(state: 9)
    for layout in [PNGEncoder.ByteLayout.rgb, .rgba] {
      let count = layout.colorType.channelCount
      var pixels = numbers.bytes(13 * 9 * count)
      var films: [[UInt8]] = []
      var encoder = APNGEncoder(width: 13, height: 9, layout: layout, playCount: 2)
      let delays = [(1, 60), (1, 120), (1, 60), (65_535, 65_535), (3, 1)].map {
        APNGDelay(numerator: UInt16($0.0), denominator: UInt16($0.1))
      }
      for (index, delay) in delays.enumerated() {
        // The third frame is the same as the second.
        if index != 2 {
          for _ in 0..<5 {
            pixels[Int.random(in: 0..<pixels.count, using: &numbers)] = UInt8(index)
          }
        }
        films.append(pixels)
        encoder.append(pixels, delay: delay)
      }
      let file = encoder.finish()
      let decoder = try APNGDecoder(file)
      #expect(decoder.frameCount == 5 && decoder.playCount == 2 && !decoder.hasStandIn)
      let frames = try APNGDecoder.decodeFrames(file)
      #expect(frames.map(\.delay) == delays && decoder.delays == delays)
      for (frame, film) in zip(frames, films) {
        let found =
          layout == .rgba
          ? frame.image.pixels
          : (0..<(13 * 9)).flatMap { frame.image.pixels[($0 * 4)..<($0 * 4 + 3)] }
        #expect(found == film)
      }
      #expect(try PNGDecoder.decode(file).pixels == frames[0].image.pixels)
      #expect(Bytes.withChecksums(file) == file)
    }
  }

  @Test("Only what changed is stored")
  func changedRectangle() {
    var pixels = [UInt8](repeating: 7, count: 20 * 10 * 4)
    var encoder = APNGEncoder(width: 20, height: 10)
    encoder.append(pixels, delay: .frames(perSecond: 60))
    pixels[(4 * 20 + 6) * 4 + 1] = 0
    pixels[(7 * 20 + 3) * 4] = 0
    encoder.append(pixels, delay: .frames(perSecond: 60))
    let control = Bytes.chunks(of: encoder.finish()).filter { $0.name == "fcTL" }[1].content
    let numbers = stride(from: 0, to: 20, by: 4).map { Bytes.number(control[$0..<($0 + 4)]) }
    #expect(numbers == [1, 4, 4, 3, 4])
    #expect(Array(control[20...]) == [0, 1, 0, 60, 0, 0])
  }

  @Test("Chunks of an animation that are wrong are named with their place")
  func badChunks() {
    let whole = Part(width: 4, height: 3, color: [1, 2, 3, 255])
    let part = Part(x: 1, y: 1, width: 2, height: 2, color: [4, 5, 6, 255])
    let picture = Bytes.chunk("IDAT", Bytes.stored(whole.rows))
    func refusal(_ chunks: [UInt8]...) -> PNGError? {
      error(Bytes.file(header, chunks.flatMap { $0 }))
    }
    func bad(_ chunk: String, _ field: String, _ value: UInt32, _ offset: Int) -> PNGError {
      .badValue(chunk: chunk, field: field, value: value, byteOffset: offset)
    }
    let one = control(frameCount: 1)
    let two = control(frameCount: 2)
    let start = 33 + one.count
    #expect(refusal(control(frameCount: 0), picture) == bad("acTL", "frame count", 0, 33))
    #expect(refusal(two, whole.control(0), picture) == bad("acTL", "frame count", 2, 33))
    #expect(refusal(one, one, picture) == .misplaced(chunk: "acTL", byteOffset: start))
    #expect(refusal(whole.control(0), picture) == .misplaced(chunk: "fcTL", byteOffset: 33))
    #expect(
      refusal(one, whole.control(1), picture) == bad("fcTL", "sequence number", 1, start))
    #expect(refusal(one, part.control(0), picture) == bad("fcTL", "width", 2, start))
    let after = start + picture.count + 38
    func second(_ part: Part) -> PNGError? {
      refusal(two, whole.control(0), picture, part.control(1), part.data(2))
    }
    #expect(second(part) == nil)
    var wrong = part
    wrong.x = 3
    #expect(second(wrong) == bad("fcTL", "x offset", 3, after))
    wrong = part
    wrong.height = 4
    #expect(second(wrong) == bad("fcTL", "height", 4, after))
    wrong = part
    wrong.disposal = 3
    #expect(second(wrong) == bad("fcTL", "disposal", 3, after))
    wrong = part
    wrong.blending = 2
    #expect(second(wrong) == bad("fcTL", "blending", 2, after))
    #expect(
      refusal(two, whole.control(0), picture, part.data(1), part.control(2))
        == .misplaced(chunk: "fdAT", byteOffset: after))
    let end = after + 38
    #expect(
      refusal(two, whole.control(0), picture, part.control(1))
        == .missing(chunk: "fdAT", byteOffset: end))
    wrong = part
    wrong.color = [1, 2]
    #expect(
      second(wrong)
        == .tooLittleData(chunk: "fdAT", byteCount: 10, neededByteCount: 18, byteOffset: end))
  }

  @Test("Every animation cut short is refused, and no damage ends the process")
  func damage() {
    var numbers = TestNumbers(state: 4)
    let file = file([
      Part(width: 4, height: 3, color: [1, 2, 3, 4]),
      Part(x: 1, y: 1, width: 2, height: 2, color: [4, 5, 6, 255], disposal: 2, blending: 1),
      Part(x: 2, y: 0, width: 2, height: 2, color: [4, 5, 6, 100], disposal: 1, blending: 1),
    ])
    for count in 0..<file.count { #expect(error(Array(file.prefix(count))) != nil) }
    #expect(error(file) == nil)
    let contents = Bytes.chunks(of: file).flatMap { chunk in
      (0..<chunk.content.count).map { chunk.start + 8 + $0 }
    }
    let count = Tier.isDebug ? 1_000 : 20_000
    for _ in 0..<count {
      var damaged = file
      for _ in 0...Int.random(in: 0..<3, using: &numbers) {
        let place = contents.randomElement(using: &numbers) ?? 0
        damaged[place] = UInt8(truncatingIfNeeded: numbers.next() & numbers.next())
      }
      if let error = error(Bytes.withChecksums(damaged)) { #expect(!error.message.isEmpty) }
    }
  }
}
