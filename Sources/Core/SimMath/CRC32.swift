/// The CRC-32 of zlib, PNG and Ethernet: polynomial 0x04C11DB7, reflected, all bits inverted.
package struct CRC32: Sendable {
  private var rest: UInt32 = 0xFFFF_FFFF

  /// Creates the checksum of zero bytes.
  package init() {}

  /// Adds a byte.
  ///
  /// Computed four bits at a time, without a stored table: the checked data is short.
  package mutating func add(_ byte: UInt8) {
    rest ^= UInt32(byte)
    rest = rest >> 4 ^ Self.table(rest & 15)
    rest = rest >> 4 ^ Self.table(rest & 15)
  }

  /// Adds the four bytes of a number, least significant first.
  package mutating func add(_ word: UInt32) {
    rest ^= word
    for _ in 0..<8 { rest = rest >> 4 ^ Self.table(rest & 15) }
  }

  /// The checksum of all bytes added so far.
  package var value: UInt32 { ~rest }

  /// The table entry of four bits: the XOR of one shifted polynomial per bit set.
  @inline(__always)
  private static func table(_ bits: UInt32) -> UInt32 {
    (0 &- (bits & 1)) & 0x1DB7_1064 ^ (0 &- (bits &>> 1 & 1)) & 0x3B6E_20C8
      ^ (0 &- (bits &>> 2 & 1)) & 0x76DC_4190 ^ (0 &- (bits &>> 3)) & 0xEDB8_8320
  }

  /// The checksum of words, each least significant byte first.
  package static func of(_ words: ArraySlice<UInt32>) -> UInt32 {
    var checksum = CRC32()
    for word in words { checksum.add(word) }
    return checksum.value
  }

  /// The checksum of bytes.
  package static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var checksum = CRC32()
    for byte in bytes { checksum.add(byte) }
    return checksum.value
  }
}
