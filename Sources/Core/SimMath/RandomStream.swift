/// A named stream of random numbers that no other stream can shift.
///
/// The numbers are those of Philox4x32-10 with the seed as key, a hash of the name and index as
/// the upper half of the counter, and the index of the block as its lower half. Adding, removing
/// or reordering the users of one stream therefore leaves every other stream as it was, and any
/// position can be reached at once. The state is `seed`, `id` and `drawCount`; the words computed
/// in advance follow from them. All results are bit-exact on every target.
public struct RandomStream: Equatable, Sendable, StateFields {
  /// The seed of the run: the key of the generator.
  package private(set) var seed: UInt64
  /// The stream's identity: its name's hash mixed with its index.
  package private(set) var id: UInt64
  /// How many 64-bit words were drawn so far.
  package var drawCount: UInt64 { position }
  /// The words of the current group of four blocks; they follow from the rest.
  @usableFromInline var group = Philox4x32.Group()
  /// The same as `drawCount`, where inlined code can change it.
  @usableFromInline var position: UInt64 = 0

  /// Opens the stream with a name, at its start.
  ///
  /// - Parameters:
  ///   - seed: the seed of the run.
  ///   - name: a string literal.
  ///   - index: tells streams of the same name apart.
  public init(seed: UInt64, name: StaticString, index: UInt32 = 0) {
    self.init(seed: seed, nameHash: NameHash.fnv1a(name), index: index)
  }

  /// Opens the stream whose name has the given 64-bit FNV-1a hash, at its start.
  package init(seed: UInt64, nameHash: UInt64, index: UInt32 = 0) {
    self.seed = seed
    // The odd multiple keeps neighboring indices apart before they are mixed.
    id = NameHash.mix(nameHash &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// Shows seed, identity and position; the words computed in advance follow from them.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&seed, "seed")
    visitor.field(&id, "id")
    visitor.field(&position, "position")
    if visitor.derived("group") { skip(to: position) }
  }

  /// Two streams are equal when they are the same stream at the same position.
  public static func == (a: RandomStream, b: RandomStream) -> Bool {
    a.seed == b.seed && a.id == b.id && a.drawCount == b.drawCount
  }

  /// Computes the eight words of the group that the given position lies in.
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

  /// Draws a number from 0 up to, but not including, 1: a multiple of 2⁻²⁴; one word.
  @inlinable
  public mutating func uniform() -> Float {
    Float(UInt32(truncatingIfNeeded: nextUInt64() &>> 40)) * 0x1p-24
  }

  /// Draws a number from 0 up to, but not including, 1: a multiple of 2⁻⁵³; one word.
  @inlinable
  public mutating func uniformDouble() -> Double {
    Double(nextUInt64() &>> 11) * 0x1p-53
  }
}
