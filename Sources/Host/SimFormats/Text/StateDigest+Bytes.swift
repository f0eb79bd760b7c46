import SimMath

extension StateDigest {
  /// Takes in bytes and their count.
  package mutating func combine(bytes: [UInt8]) {
    combine(UInt64(bytes.count))
    var word: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      word |= UInt64(byte) << UInt64(8 * (index % 8))
      if index % 8 == 7 || index == bytes.count - 1 {
        combine(word)
        word = 0
      }
    }
  }
}
