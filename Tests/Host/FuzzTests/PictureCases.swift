import SimPNG
import SimRaster

/// PNG and APNG files of every kind, whole or damaged by bytes and by chunks.
enum PictureCases {
  static let colorTypes: [PNGColorType] = [.gray, .rgb, .palette, .grayAlpha, .rgba]

  static func input(_ seed: UInt64) -> FuzzInput {
    var numbers = FuzzNumbers(seed: seed)
    let isAnimated = numbers.once(in: 3)
    var bytes = isAnimated ? animation(&numbers) : PNGEncoder.encode(samples(&numbers))
    if numbers.once(in: 6) { return FuzzInput(["\(seed)", isAnimated ? "apng" : "png"], bytes) }
    for _ in 0...numbers.below(3) {
      bytes =
        numbers.once(in: 3)
        ? ByteMutator.damaged(bytes, &numbers) : PNGChunks.damaged(bytes, &numbers)
    }
    return FuzzInput(["damaged"], bytes)
  }

  /// The picture that an undamaged file of this seed holds.
  static func samples(ofSeed seed: UInt64) -> PNGSamples {
    var numbers = FuzzNumbers(seed: seed)
    _ = numbers.once(in: 3)
    return samples(&numbers)
  }

  /// The frames that an undamaged animation of this seed holds, as straight RGBA.
  static func frames(ofSeed seed: UInt64) -> (width: Int32, height: Int32, frames: [[UInt8]]) {
    var numbers = FuzzNumbers(seed: seed)
    _ = numbers.once(in: 3)
    return frames(&numbers)
  }

  private static func samples(_ numbers: inout FuzzNumbers) -> PNGSamples {
    let type = numbers.pick(colorTypes)
    let depth = numbers.pick(type.bitDepths)
    let width = 1 + numbers.below(numbers.once(in: 10) ? 90 : 17)
    let height = 1 + numbers.below(17)
    let limit = UInt16((1 << UInt32(depth)) - 1)
    let colorCount = type == .palette ? 1 + numbers.below(Int(limit) + 1) : 0
    let top = type == .palette ? UInt16(colorCount - 1) : limit
    let isSmooth = numbers.once(in: 2)
    let values = (0..<(width * height * type.channelCount)).map { place in
      isSmooth
        ? UInt16(clamping: place % (Int(top) + 1)) : UInt16(numbers.below(Int(top) + 1))
    }
    let palette = (0..<colorCount).map { index in
      StraightColor(
        red: UInt8(truncatingIfNeeded: index), green: UInt8(truncatingIfNeeded: index &* 7),
        blue: 9, alpha: index % 5 == 0 ? UInt8(truncatingIfNeeded: index) : 255)
    }
    let keyCount = type == .gray ? 1 : type == .rgb ? 3 : 0
    let hasKey = keyCount > 0 && numbers.once(in: 2)
    return PNGSamples(
      width: Int32(width), height: Int32(height), colorType: type, bitDepth: depth,
      isInterlaced: numbers.once(in: 3), values: values, palette: palette,
      transparentValue: hasKey ? Array(values.prefix(keyCount)) : nil)
  }

  private static func frames(
    _ numbers: inout FuzzNumbers
  ) -> (width: Int32, height: Int32, frames: [[UInt8]]) {
    let (width, height) = (1 + numbers.below(16), 1 + numbers.below(16))
    var frame = numbers.bytes(width * height * 4)
    var frames = [frame]
    for _ in 0..<numbers.below(5) {
      for _ in 0..<numbers.below(6) {
        frame[numbers.below(frame.count)] = UInt8(truncatingIfNeeded: numbers.next())
      }
      frames.append(frame)
    }
    return (Int32(width), Int32(height), frames)
  }

  private static func animation(_ numbers: inout FuzzNumbers) -> [UInt8] {
    let film = frames(&numbers)
    var encoder = APNGEncoder(
      width: film.width, height: film.height, playCount: UInt32(numbers.below(3)))
    for frame in film.frames {
      encoder.append(frame, delay: APNGDelay(numerator: 1, denominator: 60))
    }
    return encoder.finish()
  }
}

/// Takes PNG files apart and puts them together without the code under test.
enum PNGChunks {
  struct Chunk: Equatable {
    var name: [UInt8]
    var content: [UInt8]
    /// The check value where it is not the right one.
    var checksum: UInt32?
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The chunks as far as their lengths make sense.
  static func chunks(of file: [UInt8]) -> [Chunk] {
    var found: [Chunk] = []
    var start = signature.count
    while start + 12 <= file.count {
      let count = Int(number(file[start..<(start + 4)]))
      guard start + 12 + count <= file.count else { break }
      found.append(
        Chunk(
          name: Array(file[(start + 4)..<(start + 8)]),
          content: Array(file[(start + 8)..<(start + 8 + count)])))
      start += count + 12
    }
    return found
  }

  static func file(_ chunks: [Chunk]) -> [UInt8] {
    var bytes = signature
    for chunk in chunks {
      let body = chunk.name + chunk.content
      bytes += bigEndian(UInt32(chunk.content.count)) + body
      bytes += bigEndian(chunk.checksum ?? checksum(body))
    }
    return bytes
  }

  private static let names = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "acTL", "fcTL", "fdAT", "gAMA", "teXt", "ABCD", "a?b1",
  ].map { Array($0.utf8) }

  /// The file with one chunk changed; its check value is right again half of the time.
  static func damaged(_ file: [UInt8], _ numbers: inout FuzzNumbers) -> [UInt8] {
    var chunks = chunks(of: file)
    guard !chunks.isEmpty else { return ByteMutator.damaged(file, &numbers) }
    let index = numbers.below(chunks.count)
    let old = chunks[index]
    switch numbers.below(8) {
    case 0: chunks.remove(at: index)
    case 1: chunks.insert(old, at: numbers.below(chunks.count + 1))
    case 2: chunks.swapAt(index, numbers.below(chunks.count))
    case 3: chunks[index].name = numbers.pick(names)
    case 4:
      let content = numbers.bytes(numbers.below(30))
      chunks.insert(Chunk(name: numbers.pick(names), content: content), at: index)
    case 5: chunks[index].content.removeLast(min(old.content.count, 1 + numbers.below(5)))
    default:
      if old.content.isEmpty {
        chunks[index].content = numbers.bytes(4)
      } else if numbers.once(in: 3) {
        // Whole fields of headers: sizes, offsets, counts.
        let place = numbers.below(old.content.count) & ~3
        let value = bigEndian(numbers.pick([0, 1, 2, 255, 16_384, 16_385, 0x7FFF_FFFF, .max]))
        let end = min(place + 4, old.content.count)
        chunks[index].content.replaceSubrange(place..<end, with: value.suffix(end - place))
      } else {
        chunks[index].content = ByteMutator.damaged(old.content, &numbers)
      }
      if numbers.once(in: 2) { chunks[index].checksum = checksum(old.name + old.content) }
    }
    return Self.file(chunks)
  }
}
