/// Spans: one word with the count, then the elements.
extension StateDigest {
  /// Adds the count, then each word.
  package mutating func combine(_ values: Span<UInt64>) {
    combine(UInt64(values.count))
    var index = alignGroup(elementCount: values.count) { values[$0] }
    if var lanes = wholeLanes {
      let start = index
      while index &+ 4 <= values.count {
        unsafe lanes.add(
          values[unchecked: index], values[unchecked: index &+ 1], values[unchecked: index &+ 2],
          values[unchecked: index &+ 3])
        index &+= 4
      }
      combineWhole(lanes: lanes, wordCount: UInt64(index &- start))
    }
    while index < values.count {
      combine(values[index])
      index += 1
    }
  }

  /// Adds bytes as little-endian words, without their count.
  ///
  /// - Precondition: the number of bytes is a multiple of 8.
  package mutating func combine(words bytes: RawSpan) {
    precondition(bytes.byteCount % 8 == 0, "bytes are whole words")
    let count = bytes.byteCount / 8
    func word(_ index: Int) -> UInt64 {
      unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &* 8, as: UInt64.self)
    }
    var index = alignGroup(elementCount: count) { word($0) }
    if var lanes = wholeLanes {
      let start = index
      while index &+ 4 <= count {
        lanes.add(word(index), word(index &+ 1), word(index &+ 2), word(index &+ 3))
        index &+= 4
      }
      combineWhole(lanes: lanes, wordCount: UInt64(index &- start))
    }
    while index < count {
      combine(word(index))
      index &+= 1
    }
  }

  /// Adds the count, then two numbers per word, the first in the lower half; an odd last one alone.
  package mutating func combine(_ values: Span<UInt32>) {
    combine(UInt64(values.count))
    _ = combinePairs(count: values.count) { unsafe values[unchecked: $0] }
  }

  /// Adds the count, then the bits of two numbers per word, the first in the lower half.
  package mutating func combine(_ values: Span<Float>) {
    combine(UInt64(values.count))
    let before = self
    let exponents = combinePairs(count: values.count) {
      unsafe values[unchecked: $0].bitPattern
    }
    // An exponent of all ones carries into the sign bit; the other bits are irrelevant.
    guard exponents & 0x8000_0000_8000_0000 != 0 else { return }
    self = before
    hasNonFinite = true
    _ = combinePairs(count: values.count) {
      values[$0].isFinite ? values[$0].bitPattern : Self.nonFiniteBits
    }
  }

  /// Adds single words until a group of four is complete.
  ///
  /// - Returns: the number of elements added.
  @inline(__always)
  private mutating func alignGroup(elementCount: Int, _ word: (Int) -> UInt64) -> Int {
    var index = 0
    while wordCount & 3 != 0 && index < elementCount {
      combine(word(index))
      index += 1
    }
    return index
  }

  /// Adds 32-bit elements two per word.
  ///
  /// - Returns: the bitwise OR of all elements' exponent fields, each plus one in its lowest place.
  @inline(__always)
  private mutating func combinePairs(count: Int, _ element: (Int) -> UInt32) -> UInt64 {
    let pairs = count &>> 1
    var seen: UInt64 = 0
    func word(_ index: Int) -> UInt64 {
      UInt64(element(index &* 2)) | UInt64(element(index &* 2 &+ 1)) &<< 32
    }
    var index = alignGroup(elementCount: pairs) {
      let next = word($0)
      seen |= Self.exponentCarry(next)
      return next
    }
    if var lanes = wholeLanes {
      let start = index
      while index &+ 4 <= pairs {
        let (w0, w1) = (word(index), word(index &+ 1))
        let (w2, w3) = (word(index &+ 2), word(index &+ 3))
        lanes.add(w0, w1, w2, w3)
        seen |= Self.exponentCarry(w0) | Self.exponentCarry(w1)
        seen |= Self.exponentCarry(w2) | Self.exponentCarry(w3)
        index &+= 4
      }
      combineWhole(lanes: lanes, wordCount: UInt64(index &- start))
    }
    while index < pairs {
      let next = word(index)
      seen |= Self.exponentCarry(next)
      combine(next)
      index &+= 1
    }
    if count & 1 == 1 {
      let last = UInt64(element(count &- 1))
      seen |= Self.exponentCarry(last)
      combine(last)
    }
    return seen
  }

  @inline(__always)
  private static func exponentCarry(_ word: UInt64) -> UInt64 {
    (word & 0x7F80_0000_7F80_0000) &+ 0x0080_0000_0080_0000
  }
}
