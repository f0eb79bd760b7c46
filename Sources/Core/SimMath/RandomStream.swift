/// A named stream of random numbers, independent of all other streams.
///
/// The generator is Philox4x32-10: the key is the seed, the upper half of the counter is a hash of
/// name and index, and the lower half is the block's index. Adding, removing or reordering users of
/// one stream therefore never changes another stream, and any position is reached in constant time.
/// The state is `seed`, `id` and `drawCount`; words computed in advance follow from them. All
/// results are bit-exact on every target.
public struct RandomStream: Equatable, Sendable, StateFields {
  /// The seed of the run: the key of the generator.
  package private(set) var seed: UInt64
  /// The stream's identity: the hash of its name mixed with its index.
  package private(set) var id: UInt64
  /// The number of 64-bit words drawn so far.
  package var drawCount: UInt64 { position }
  /// The words of the current group of four blocks; derived from the other fields.
  @usableFromInline var group = Philox4x32.Group()
  /// The value of `drawCount`, writable by inlined code.
  @usableFromInline var position: UInt64 = 0

  /// Opens a stream by name, at its start.
  ///
  /// - Parameters:
  ///   - seed: the seed of the run.
  ///   - name: a string literal.
  ///   - index: distinguishes streams of the same name.
  public init(seed: UInt64, name: StaticString, index: UInt32 = 0) {
    self.init(seed: seed, nameHash: NameHash.fnv1a(name), index: index)
  }

  /// Opens a stream by the 64-bit FNV-1a hash of its name, at its start.
  package init(seed: UInt64, nameHash: UInt64, index: UInt32 = 0) {
    self.seed = seed
    // The odd multiple separates neighboring indices before mixing.
    id = NameHash.mix(nameHash &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// Visits seed, identity and position; the words computed in advance follow from them.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&seed, "seed")
    visitor.field(&id, "id")
    visitor.field(&position, "position")
    if visitor.derived("group") { skip(to: position) }
  }

  /// Compares seed, identity and position.
  public static func == (a: RandomStream, b: RandomStream) -> Bool {
    a.seed == b.seed && a.id == b.id && a.drawCount == b.drawCount
  }

  /// Computes the eight words of the group that contains a position.
  @usableFromInline
  @inline(never)
  mutating func refill(at position: UInt64) {
    let blockIndex = (position &>> 3) &<< 2
    group = Philox4x32.group(
      counter: (
        UInt32(truncatingIfNeeded: blockIndex), UInt32(truncatingIfNeeded: blockIndex &>> 32),
        UInt32(truncatingIfNeeded: id), UInt32(truncatingIfNeeded: id &>> 32)
      ),
      key: (UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed &>> 32)))
  }

  /// Draws 64 random bits.
  @inlinable
  public mutating func nextUInt64() -> UInt64 {
    let drawn = position
    position = drawn &+ 1
    if drawn & 7 == 0 { refill(at: drawn) }
    // A vector's subscript would copy the whole group first.
    let byteOffset = Int(truncatingIfNeeded: drawn & 7) &* 8
    return unsafe withUnsafeMutablePointer(to: &group) {
      unsafe UnsafeRawPointer($0).load(fromByteOffset: byteOffset, as: UInt64.self)
    }
  }

  /// Moves to the position after `drawCount` words, forwards or backwards, in constant time.
  package mutating func skip(to drawCount: UInt64) {
    position = drawCount
    if drawCount & 7 != 0 { refill(at: drawCount) }
  }

  /// Draws 32 random bits: the upper half of one 64-bit word.
  @inlinable
  public mutating func nextUInt32() -> UInt32 {
    UInt32(truncatingIfNeeded: nextUInt64() &>> 32)
  }

  /// Draws a uniform number in 0..<1, a multiple of 2⁻²⁴; consumes one word.
  @inlinable
  public mutating func uniform() -> Float {
    Float(UInt32(truncatingIfNeeded: nextUInt64() &>> 40)) * 0x1p-24
  }

  /// Draws a uniform number in 0..<1, a multiple of 2⁻⁵³; consumes one word.
  @inlinable
  public mutating func uniformDouble() -> Double {
    Double(nextUInt64() &>> 11) * 0x1p-53
  }
}
