/// Takes PNG files apart and puts them together without the code under test.
enum PNGTestBytes {
  /// CRC-32 bit by bit, as the format's specification defines it.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 {
        remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1
      }
    }
    return ~remainder
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func number(_ bytes: some Collection<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func chunk(_ name: String, _ content: [UInt8] = []) -> [UInt8] {
    let body = Array(name.utf8) + content
    return bigEndian(UInt32(content.count)) + body + bigEndian(checksum(body))
  }

  static func header(
    width: UInt32, height: UInt32, bitDepth: UInt8 = 8, colorType: UInt8, compression: UInt8 = 0,
    filter: UInt8 = 0, interlace: UInt8 = 0
  ) -> [UInt8] {
    let rest = [bitDepth, colorType, compression, filter, interlace]
    return chunk("IHDR", bigEndian(width) + bigEndian(height) + rest)
  }

  /// A zlib stream of one stored block, so that tests need no compressor.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let count = UInt16(bytes.count)
    let lengths = [count, ~count].flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    return [0x78, 0x01, 0x01] + lengths + bytes + bigEndian(high << 16 | low)
  }

  /// A file of the given chunks between signature and end.
  static func file(_ chunks: [UInt8]...) -> [UInt8] {
    signature + chunks.flatMap { $0 } + chunk("IEND")
  }

  /// The chunks of a well-formed file: name, position of the length, content.
  static func chunks(of file: [UInt8]) -> [(name: String, start: Int, content: [UInt8])] {
    var found: [(name: String, start: Int, content: [UInt8])] = []
    var start = signature.count
    while start < file.count {
      let count = Int(number(file[start..<(start + 4)]))
      let name = String(decoding: file[(start + 4)..<(start + 8)], as: UTF8.self)
      found.append((name, start, Array(file[(start + 8)..<(start + 8 + count)])))
      start += count + 12
    }
    return found
  }

  /// The file with every check value made right again.
  static func withChecksums(_ file: [UInt8]) -> [UInt8] {
    signature + chunks(of: file).flatMap { chunk($0.name, $0.content) }
  }
}

/// A small generator of numbers that look random, the same every time.
struct TestNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
