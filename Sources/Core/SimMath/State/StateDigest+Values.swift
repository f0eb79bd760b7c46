/// Conversion of single values to words.
extension StateDigest {
  /// Adds a 32-bit number as one word.
  package mutating func combine(_ value: UInt32) { combine(UInt64(value)) }

  /// Adds a Boolean as the word 0 or 1.
  package mutating func combine(_ value: Bool) { combine(value ? 1 as UInt64 : 0) }

  /// Adds the bits of a number as one word.
  package mutating func combine(_ value: Float) { combine(UInt64(checkedBits(value.bitPattern))) }

  /// Adds a vector as one word, x in the lower half.
  package mutating func combine(_ value: Vector2) {
    let (x, y) = (checkedBits(value.x.bitPattern), checkedBits(value.y.bitPattern))
    combine(UInt64(x) | UInt64(y) &<< 32)
  }

  /// The bits of a finite number; for an infinity or NaN, `nonFiniteBits`.
  @inlinable
  @inline(__always)
  mutating func checkedBits(_ bits: UInt32) -> UInt32 {
    if bits & 0x7F80_0000 != 0x7F80_0000 { return bits }
    hasNonFinite = true
    return Self.nonFiniteBits
  }
}

extension StateDigest: StateVisitor {
  /// Adds a word, or the next bits of the word begun by `beginWord`.
  @inlinable
  @inline(__always)
  public mutating func scalar(
    _ bits: inout UInt64, _ kind: StateScalar, _ name: StaticString
  ) {
    var value = bits
    if kind == .float { value = UInt64(checkedBits(UInt32(truncatingIfNeeded: bits))) }
    guard wordBitCount != .max else { return combine(value) }
    word |= value &<< UInt64(wordBitCount)
    wordBitCount &+= kind.bitCount
  }

  /// Adds the count and the numbers, two per word.
  public mutating func list(_ values: inout [Float], _ name: StaticString) {
    combine(values.span)
  }

  /// Adds the count and the numbers, two per word.
  public mutating func list(_ values: inout [UInt32], _ name: StaticString) {
    combine(values.span)
  }

  /// Adds the count of numbers in use and the numbers, two per word.
  public mutating func log(
    _ values: inout [Float], _ range: Range<Int>, _ name: StaticString
  ) {
    combine(values.span.extracting(range.clamped(to: values.indices)))
  }

  /// Begins a word that collects the scalars that follow.
  @inlinable public mutating func beginWord() {
    word = 0
    wordBitCount = 0
  }

  /// Adds the collected word.
  @inlinable public mutating func endWord() {
    wordBitCount = .max
    combine(word)
  }
}
