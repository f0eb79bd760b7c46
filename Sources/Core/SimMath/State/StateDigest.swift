/// A 64-bit digest of a state, identical on every target for equal states.
///
/// It is XXH64 (Yann Collet's xxHash, 64-bit variant) of a stream of little-endian 64-bit words, so
/// any implementation of XXH64 can check it. Every `combine` adds whole words. Floats are added by
/// their bits: −0 and +0 differ. An infinity or NaN is replaced by 0x7FC00000, because targets
/// produce NaNs with different bits, and sets `isFinite` to false; `StatePlace.ofNonFinite` finds
/// the field.
///
/// As a visitor, it adds each scalar as one word and lists as `combine` does.
public struct StateDigest: Sendable {
  private static var prime1: UInt64 { 0x9E37_79B1_85EB_CA87 }
  private static var prime2: UInt64 { 0xC2B2_AE3D_27D4_EB4F }
  private static var prime3: UInt64 { 0x1656_67B1_9E37_79F9 }
  private static var prime4: UInt64 { 0x85EB_CA77_C2B2_AE63 }
  private static var prime5: UInt64 { 0x27D4_EB2F_1656_67C5 }
  /// The replacement for the bits of every infinity and NaN.
  @usableFromInline static var nonFiniteBits: UInt32 { 0x7FC0_0000 }

  /// The four accumulators of XXH64.
  struct Lanes {
    var a: UInt64
    var b: UInt64
    var c: UInt64
    var d: UInt64

    @inline(__always)
    mutating func add(_ w0: UInt64, _ w1: UInt64, _ w2: UInt64, _ w3: UInt64) {
      a = StateDigest.round(a, w0)
      b = StateDigest.round(b, w1)
      c = StateDigest.round(c, w2)
      d = StateDigest.round(d, w3)
    }
  }

  /// True until an infinity or NaN is combined.
  public var isFinite: Bool { !hasNonFinite }
  @usableFromInline var hasNonFinite = false
  /// The number of 64-bit words combined.
  package private(set) var wordCount: UInt64 = 0

  private let seed: UInt64
  private var lanes: Lanes
  private var pending0: UInt64 = 0
  private var pending1: UInt64 = 0
  private var pending2: UInt64 = 0
  /// The collected bits of the current word, and their number; `.max` outside of a word.
  @usableFromInline var word: UInt64 = 0
  @usableFromInline var wordBitCount = UInt8.max

  /// Creates an empty digest.
  ///
  /// - Parameter seed: the seed of XXH64.
  public init(seed: UInt64 = 0) {
    self.seed = seed
    lanes = Lanes(
      a: seed &+ Self.prime1 &+ Self.prime2, b: seed &+ Self.prime2, c: seed,
      d: seed &- Self.prime1)
  }

  /// Adds one word.
  @usableFromInline
  package mutating func combine(_ word: UInt64) {
    switch wordCount & 3 {
    case 0: pending0 = word
    case 1: pending1 = word
    case 2: pending2 = word
    default: lanes.add(pending0, pending1, pending2, word)
    }
    wordCount &+= 1
  }

  /// Stores the accumulators after whole groups of four words; only between groups.
  @inline(__always)
  mutating func combineWhole(lanes added: Lanes, wordCount added4: UInt64) {
    lanes = added
    wordCount &+= added4
  }

  /// The accumulators, for adding whole groups of four words; nil inside a group.
  var wholeLanes: Lanes? { wordCount & 3 == 0 ? lanes : nil }

  /// The digest of all words so far; more can be combined afterwards.
  public func finalize() -> UInt64 {
    var hash: UInt64
    if wordCount >= 4 {
      hash =
        Self.rotate(lanes.a, 1) &+ Self.rotate(lanes.b, 7) &+ Self.rotate(lanes.c, 12)
        &+ Self.rotate(lanes.d, 18)
      hash = Self.merge(hash, lanes.a)
      hash = Self.merge(hash, lanes.b)
      hash = Self.merge(hash, lanes.c)
      hash = Self.merge(hash, lanes.d)
    } else {
      hash = seed &+ Self.prime5
    }
    hash &+= wordCount &* 8
    let rest = wordCount & 3
    if rest > 0 { hash = Self.tail(hash, pending0) }
    if rest > 1 { hash = Self.tail(hash, pending1) }
    if rest > 2 { hash = Self.tail(hash, pending2) }
    hash = (hash ^ hash &>> 33) &* Self.prime2
    hash = (hash ^ hash &>> 29) &* Self.prime3
    return hash ^ hash &>> 32
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value &<< count | value &>> (64 &- count)
  }

  @inline(__always)
  static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* prime2, 31) &* prime1
  }

  private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime4
  }

  private static func tail(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    rotate(hash ^ round(0, word), 27) &* prime1 &+ prime4
  }
}
