/// The Philox4x32-10 counter-based random generator: a pure function of counter and key.
///
/// Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11. Ten rounds
/// of 32-bit multiplications pass the BigCrush battery. Without state, any block of any stream can
/// be computed independently. Integer arithmetic only: bit-exact on every target.
@usableFromInline
package enum Philox4x32 {
  /// Four 32-bit words: a counter or a block of output.
  @usableFromInline package typealias Block = (UInt32, UInt32, UInt32, UInt32)
  /// The two 32-bit words of a key.
  @usableFromInline package typealias Key = (UInt32, UInt32)

  /// The block of random words for a counter and a key.
  @inlinable
  @inline(__always)
  package static func block(counter: Block, key: Key) -> Block {
    // Ten rounds are written out: compilers do not unroll the loop, which takes three times as
    // long.
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
  static func round(_ state: Block, _ key: Key, _ index: UInt32) -> Block {
    let a = UInt64(state.0) &* 0xD251_1F53
    let b = UInt64(state.2) &* 0xCD9E_8D57
    // The key advances by the golden ratio and √3 − 1, the paper's Weyl sequence.
    return (
      UInt32(truncatingIfNeeded: b &>> 32) ^ state.1 ^ (key.0 &+ index &* 0x9E37_79B9),
      UInt32(truncatingIfNeeded: b),
      UInt32(truncatingIfNeeded: a &>> 32) ^ state.3 ^ (key.1 &+ index &* 0xBB67_AE85),
      UInt32(truncatingIfNeeded: a)
    )
  }

  /// Two 64-bit lanes, the vector width that every target supports.
  @usableFromInline typealias Pair = SIMD2<UInt64>

  /// The output of four consecutive blocks: their eight 64-bit words in order, low word first.
  @usableFromInline
  struct Group: Sendable {
    /// The words of the first block.
    var block0 = Pair()
    /// The words of the second block.
    var block1 = Pair()
    /// The words of the third block.
    var block2 = Pair()
    /// The words of the fourth block.
    var block3 = Pair()

    @usableFromInline init() {}
  }

  /// The four counter words of two blocks, one block per lane; the upper halves are ignored.
  private struct Lanes {
    var c0: Pair
    var c1: Pair
    var c2: Pair
    var c3: Pair

    /// One round; vector units multiply 32-bit words in 64-bit lanes.
    @inline(__always)
    mutating func round(_ keys: Pair) {
      let low = Pair(repeating: 0xFFFF_FFFF)
      let a = (c0 & low) &* Pair(repeating: 0xD251_1F53)
      let b = (c2 & low) &* Pair(repeating: 0xCD9E_8D57)
      c0 = Self.upperHalves(b) ^ c1 ^ keys
      c2 = Self.upperHalves(a) ^ c3 ^ Self.upperHalves(keys)
      // The upper halves are not cleared: products ignore them, and `blocks` drops them.
      c1 = b
      c3 = a
    }

    /// Moves upper halves to the lower ones; unlike a shift, a shuffle needs no copy first.
    @inline(__always)
    static func upperHalves(_ pair: Pair) -> Pair {
      let words = unsafe unsafeBitCast(pair, to: SIMD4<UInt32>.self)
      return unsafe unsafeBitCast(
        SIMD4(words.y, words.y, words.w, words.w), to: Pair.self)
    }

    /// The words of the two blocks.
    @inline(__always)
    var blocks: (Pair, Pair) {
      let low = Pair(repeating: 0xFFFF_FFFF)
      let half = Pair(repeating: 32)
      let first = c0 & low | c1 &<< half
      let second = c2 & low | c3 &<< half
      return (Pair(first.x, second.x), Pair(first.y, second.y))
    }
  }

  /// Computes four blocks at once, word for word equal to `block`; their counters start at
  /// `counter` and differ in the lowest word only.
  ///
  /// Two vectors of two blocks each, since one alone would wait for its own products.
  ///
  /// - Precondition: `counter.0` is a multiple of 4.
  @inline(__always)
  static func group(counter: Block, key: Key) -> Group {
    let first = Pair(repeating: UInt64(counter.0))
    let c1 = Pair(repeating: UInt64(counter.1))
    let c2 = Pair(repeating: UInt64(counter.2))
    let c3 = Pair(repeating: UInt64(counter.3))
    var low = Lanes(c0: first | Pair(0, 1), c1: c1, c2: c2, c3: c3)
    var high = Lanes(c0: first | Pair(2, 3), c1: c1, c2: c2, c3: c3)
    // Both words of the key in one vector advance by one addition per round.
    var keys = SIMD4(key.0, key.1, key.0, key.1)
    @inline(__always)
    func round() {
      let pair = unsafe unsafeBitCast(keys, to: Pair.self)
      low.round(pair)
      high.round(pair)
      keys &+= SIMD4(0x9E37_79B9, 0xBB67_AE85, 0x9E37_79B9, 0xBB67_AE85)
    }
    // Written out for the reason given in `block`.
    round()
    round()
    round()
    round()
    round()
    round()
    round()
    round()
    round()
    round()
    var group = Group()
    (group.block0, group.block1) = low.blocks
    (group.block2, group.block3) = high.blocks
    return group
  }
}
