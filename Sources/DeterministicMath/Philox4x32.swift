/// The Philox4x32-10 counter-based random generator: a pure function from counter and key.
///
/// Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11. Ten
/// rounds of 32-bit multiplications pass the BigCrush battery; there is no state to carry, so any
/// block of any stream can be computed on its own. Integer arithmetic only: bit-exact everywhere.
public enum Philox4x32 {
  /// Four 32-bit words: a counter or a block of output.
  public typealias Block = (UInt32, UInt32, UInt32, UInt32)
  /// The two 32-bit words of a key.
  public typealias Key = (UInt32, UInt32)

  /// The block of random words that belongs to a counter under a key.
  @inlinable @inline(__always)
  public static func block(counter: Block, key: Key) -> Block {
    var (c0, c1, c2, c3) = counter
    var (k0, k1) = key
    for round in 0..<10 {
      if round > 0 {
        // The golden ratio and √3 − 1, as the paper's Weyl sequence has them.
        k0 &+= 0x9E37_79B9
        k1 &+= 0xBB67_AE85
      }
      let a = UInt64(c0) &* 0xD251_1F53
      let b = UInt64(c2) &* 0xCD9E_8D57
      c0 = UInt32(truncatingIfNeeded: b &>> 32) ^ c1 ^ k0
      c2 = UInt32(truncatingIfNeeded: a &>> 32) ^ c3 ^ k1
      c1 = UInt32(truncatingIfNeeded: b)
      c3 = UInt32(truncatingIfNeeded: a)
    }
    return (c0, c1, c2, c3)
  }
}
