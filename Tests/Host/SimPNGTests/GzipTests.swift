import SimPNG
import Testing

/// Goal: bytes go through gzip without losing one, and what is not whole is refused.
@Suite struct GzipTests {
  /// Lines and noise, so that there are blocks of several kinds.
  private static func bytes(_ count: Int) -> [UInt8] {
    var numbers = TestNumbers(state: UInt64(count))
    return (0..<count).map { index -> UInt8 in
      let isNoise = index / 500 % 2 == 1
      return isNoise ? UInt8(truncatingIfNeeded: numbers.next()) : UInt8(48 + index % 7)
    }
  }

  @Test(arguments: [0, 1, 2, 65_535, 65_536, 65_537, 200_000])
  func bytesComeBackFromTheSameFile(count: Int) throws {
    let bytes = Self.bytes(count)
    let file = Gzip.deflated(bytes)
    #expect(file.starts(with: [0x1F, 0x8B, 8]))
    #expect(file[3..<8] == [0, 0, 0, 0, 0], "neither a name nor a time")
    #expect(Gzip.deflated(bytes) == file)
    #expect(try Gzip.inflated(file, limitByteCount: count) == bytes)
  }

  /// `printf 'a text\n' >g.txt; gzip g.txt`, which keeps name and time.
  @Test func fileOfTheGzipProgramIsRead() throws {
    let file: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x08, 0x00, 0xF1, 0x53, 0x65, 0x00, 0x03, 0x67, 0x2E, 0x74, 0x78, 0x74,
      0x00, 0x4B, 0x54, 0x28, 0x49, 0xAD, 0x28, 0xE1, 0x02, 0x00, 0x23, 0xB0, 0xCF, 0x46, 0x07,
      0x00, 0x00, 0x00,
    ]
    #expect(try Gzip.inflated(file, limitByteCount: 7) == Array("a text\n".utf8))
  }

  @Test func everyTruncatedFileIsRefused() {
    let file = Gzip.deflated(Self.bytes(3000))
    for count in stride(from: 0, to: file.count, by: 7) {
      #expect(throws: GzipError.truncated, "\(count)") {
        try Gzip.inflated(Array(file[..<count]), limitByteCount: 3000)
      }
    }
  }

  @Test func damageNeverMakesOtherBytes() {
    let bytes = Self.bytes(3000)
    let file = Gzip.deflated(bytes)
    var refused = 0
    for index in stride(from: 0, to: file.count, by: 5) {
      var damaged = file
      damaged[index] ^= 1 << UInt8(index % 8)
      if let read = try? Gzip.inflated(damaged, limitByteCount: 4000) {
        #expect(read == bytes, "\(index)")
      } else {
        refused += 1
      }
    }
    // The header has bytes that say nothing of the data.
    #expect(refused > file.count / 5 - 5)
    var checksum = file
    checksum[file.count - 5] ^= 1
    #expect(throws: GzipError.damaged("incorrect data check")) {
      try Gzip.inflated(checksum, limitByteCount: 3000)
    }
  }

  @Test func bombEndsAtTheLimit() throws {
    let file = Gzip.deflated([UInt8](repeating: 0, count: 1 << 20))
    #expect(file.count < 2000)
    #expect(throws: GzipError.tooLong(1 << 20 - 1)) {
      try Gzip.inflated(file, limitByteCount: 1 << 20 - 1)
    }
    #expect(try Gzip.inflated(file, limitByteCount: 1 << 20).count == 1 << 20)
  }

  @Test func nothingMayFollow() {
    let file = Gzip.deflated(Self.bytes(100))
    for rest in [[0], file] {
      #expect(throws: GzipError.trailing(byteOffset: file.count)) {
        try Gzip.inflated(file + rest, limitByteCount: 1000)
      }
    }
  }
}
