// Arrays processed four elements at a time, fewer in the last step. Four elements are loaded or
// stored as one vector after one bounds check; compilers often do not merge single accesses. Pixel
// loops check bounds once for all steps and use the unchecked loads and stores.

extension Span
where
  Element: SIMDScalar & ExpressibleByIntegerLiteral & BitwiseCopyable,
  Element.SIMD4Storage: BitwiseCopyable
{
  /// Loads `count` elements, 1 to 4, from `start` on; the other lanes are 0.
  @inlinable
  @inline(__always)
  package func lanes(_ count: Int, from start: Int) -> SIMD4<Element> {
    if count == 4 {
      precondition(start >= 0 && start <= self.count &- 4, "elements outside the span")
      return unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: start &* MemoryLayout<Element>.stride, as: SIMD4<Element>.self)
    }
    var lanes = SIMD4<Element>(repeating: 0)
    for lane in 0..<count { lanes[lane] = self[start + lane] }
    return lanes
  }
}

extension MutableSpan
where Element: SIMDScalar & BitwiseCopyable, Element.SIMD4Storage: BitwiseCopyable {
  /// Stores the first `count` lanes, 1 to 4, from `start` on.
  @inlinable
  @inline(__always)
  package mutating func store(_ lanes: SIMD4<Element>, _ count: Int, from start: Int) {
    if count == 4 {
      precondition(start >= 0 && start <= self.count &- 4, "elements outside the span")
      var bytes = unsafe mutableBytes
      unsafe bytes.storeBytes(
        of: lanes, toUncheckedByteOffset: start &* MemoryLayout<Element>.stride,
        as: SIMD4<Element>.self)
    } else {
      for lane in 0..<count { self[start + lane] = lanes[lane] }
    }
  }
}

extension SIMD4 where Scalar == UInt32 {
  /// Each lane divided by 2 to the power of `bits`, 0 to 31, rounded down.
  ///
  /// Written lane by lane: the standard library's vector shift is one instruction in optimized
  /// code, but a slow loop otherwise.
  @inlinable
  @inline(__always)
  package func shiftedRight(_ bits: UInt32) -> SIMD4<UInt32> {
    SIMD4(self[0] &>> bits, self[1] &>> bits, self[2] &>> bits, self[3] &>> bits)
  }
}

extension Span where Element == UInt32 {
  /// Loads four elements from `index` on; the caller has checked the bounds.
  @unsafe
  @inlinable
  @inline(__always)
  package func uncheckedFour(at index: Int) -> SIMD4<UInt32> {
    unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: index &* 4, as: SIMD4<UInt32>.self)
  }
}

extension MutableSpan where Element == UInt32 {
  /// Loads four elements from `index` on; the caller has checked the bounds.
  @unsafe
  @inlinable
  @inline(__always)
  package func uncheckedFour(at index: Int) -> SIMD4<UInt32> {
    unsafe span.uncheckedFour(at: index)
  }

  /// Stores four elements from `index` on; the caller has checked the bounds.
  @unsafe
  @inlinable
  @inline(__always)
  package mutating func setUncheckedFour(_ value: SIMD4<UInt32>, at index: Int) {
    var bytes = unsafe mutableBytes
    unsafe bytes.storeBytes(
      of: value, toUncheckedByteOffset: index &* 4, as: SIMD4<UInt32>.self)
  }
}
