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
  @inlinable
  @inline(__always)
  public static func block(counter: Block, key: Key) -> Block {
    // Ten rounds spelt out: a loop stays a loop and takes three times as long.
    var state = round(counter, key, 0)
    state = round(state, key, 1)
    state = round(state, key, 2)
    state = round(state, key, 3)
    state = round(state, key, 4)
    state = round(state, key, 5)
    state = round(state, key, 6)
    state = round(state, key, 7)
    state = round(state, key, 8)
    return round(state, key, 9)
  }

  /// One round: two multiplications and an exchange of halves.
  @inlinable
  @inline(__always)
  static func round(_ state: Block, _ key: Key, _ number: UInt32) -> Block {
    let a = UInt64(state.0) &* 0xD251_1F53
    let b = UInt64(state.2) &* 0xCD9E_8D57
    // The key grows by the golden ratio and √3 − 1, the paper's Weyl sequence.
    return (
      UInt32(truncatingIfNeeded: b &>> 32) ^ state.1 ^ (key.0 &+ number &* 0x9E37_79B9),
      UInt32(truncatingIfNeeded: b),
      UInt32(truncatingIfNeeded: a &>> 32) ^ state.3 ^ (key.1 &+ number &* 0xBB67_AE85),
      UInt32(truncatingIfNeeded: a)
    )
  }
}
