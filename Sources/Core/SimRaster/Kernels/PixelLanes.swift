import SimMath

// Goals, in order: the same bits on every target; one machine instruction per line on CPUs with
// 128-bit registers; no access to memory outside a span.
//
// The file comments of kernels give instructions per changed pixel, counted by callgrind in a
// release build for x86-64 on a canvas of 512 by 512 pixels with a few primitives at a time. The
// simple form is a loop over the primitive's bounding box, pixel by pixel in Float, with one
// division by 255 per channel; the optimizer vectorizes it where possible.
//
// Rejected: the library's shifts and conversions of whole vectors. Written element by element they
// compile to the same instructions, and take half the time in unoptimized builds.
//
// All unsafe operations that this target defines are in this file: reinterpreting a 128-bit value
// as another type of the same size, and element access whose bounds the line before checks.

/// Four packed pixels, or four elements of other 32-bit data.
typealias Words = SIMD4<UInt32>
/// Eight 16-bit channels.
typealias Channels = SIMD8<UInt16>
/// Four coverages or coordinates.
typealias Lanes = SIMD4<Float>

/// The same 128 bits as 16-bit channels: two per word, in the CPU's byte order.
@inline(__always)
func channels(_ words: Words) -> Channels {
  unsafe unsafeBitCast(words, to: Channels.self)
}

/// The same 128 bits as 32-bit words.
@inline(__always)
func words(_ channels: Channels) -> Words {
  unsafe unsafeBitCast(channels, to: Words.self)
}

/// The same 128 bits as two 64-bit elements.
@inline(__always)
func doubleWords(_ words: Words) -> SIMD2<UInt64> {
  unsafe unsafeBitCast(words, to: SIMD2<UInt64>.self)
}

/// Whether any bit is set.
@inline(__always)
func hasBits(_ words: Words) -> Bool {
  let halves = doubleWords(words)
  return halves[0] | halves[1] != 0
}

/// The same 128 bits as bytes.
@inline(__always)
func bytes(_ words: Words) -> SIMD16<UInt8> {
  unsafe unsafeBitCast(words, to: SIMD16<UInt8>.self)
}

/// The same 128 bits as 32-bit words.
@inline(__always)
func words(_ bytes: SIMD16<UInt8>) -> Words {
  unsafe unsafeBitCast(bytes, to: Words.self)
}

/// The larger of each pair of bytes.
///
/// Written element by element: that compiles to one instruction if `first` was just computed. For a
/// constant `first`, a comparison of whole vectors is faster.
@inline(__always)
func maximumBytes(_ first: Words, _ second: Words) -> Words {
  let (a, b) = (bytes(first), bytes(second))
  func maximum(_ lane: Int) -> UInt8 { a[lane] > b[lane] ? a[lane] : b[lane] }
  return words(
    SIMD16<UInt8>(
      maximum(0), maximum(1), maximum(2), maximum(3), maximum(4), maximum(5), maximum(6),
      maximum(7), maximum(8), maximum(9), maximum(10), maximum(11), maximum(12), maximum(13),
      maximum(14), maximum(15)))
}

/// The smaller of each pair of elements; the second if either is NaN.
@inline(__always)
func minimum(_ first: Lanes, _ second: Lanes) -> Lanes {
  second.replacing(with: first, where: first .< second)
}

/// The larger of each pair of elements; the second if either is NaN.
@inline(__always)
func maximum(_ first: Lanes, _ second: Lanes) -> Lanes {
  second.replacing(with: first, where: first .> second)
}

/// The smaller of each pair of elements.
@inline(__always)
func minimum(_ first: SIMD4<Int32>, _ second: SIMD4<Int32>) -> SIMD4<Int32> {
  second.replacing(with: first, where: first .< second)
}

/// The larger of each pair of elements.
@inline(__always)
func maximum(_ first: SIMD4<Int32>, _ second: SIMD4<Int32>) -> SIMD4<Int32> {
  second.replacing(with: first, where: first .> second)
}

/// The magnitude of each element.
@inline(__always)
func magnitudes(_ value: Lanes) -> Lanes {
  let bits = unsafe unsafeBitCast(value, to: Words.self) & Words(repeating: 0x7FFF_FFFF)
  return unsafe unsafeBitCast(bits, to: Lanes.self)
}

/// Each element limited to 0...1; NaN becomes 0.
@inline(__always)
func clampedToUnit(_ value: Lanes) -> Lanes {
  minimum(maximum(value, Lanes(repeating: 0)), Lanes(repeating: 1))
}

/// The high 16 bits of each pair's product.
///
/// Converted element by element: the library's conversions of whole vectors become calls if one
/// function contains many of them.
@inline(__always)
func highProduct(_ first: Channels, _ second: Channels) -> Channels {
  let product = widened(first) &* widened(second)
  return Channels(
    UInt16(truncatingIfNeeded: product[0] &>> 16), UInt16(truncatingIfNeeded: product[1] &>> 16),
    UInt16(truncatingIfNeeded: product[2] &>> 16), UInt16(truncatingIfNeeded: product[3] &>> 16),
    UInt16(truncatingIfNeeded: product[4] &>> 16), UInt16(truncatingIfNeeded: product[5] &>> 16),
    UInt16(truncatingIfNeeded: product[6] &>> 16), UInt16(truncatingIfNeeded: product[7] &>> 16))
}

@inline(__always)
private func widened(_ channels: Channels) -> SIMD8<UInt32> {
  SIMD8<UInt32>(
    UInt32(channels[0]), UInt32(channels[1]), UInt32(channels[2]), UInt32(channels[3]),
    UInt32(channels[4]), UInt32(channels[5]), UInt32(channels[6]), UInt32(channels[7]))
}

/// Each channel divided by `2^bits`, rounded down; written element by element, like the shift of
/// words.
@inline(__always)
func shiftedRight(_ value: Channels, _ bits: UInt16) -> Channels {
  Channels(
    value[0] &>> bits, value[1] &>> bits, value[2] &>> bits, value[3] &>> bits,
    value[4] &>> bits, value[5] &>> bits, value[6] &>> bits, value[7] &>> bits)
}

/// The high byte of each channel.
@inline(__always)
func highBytes(_ value: Channels) -> Channels { shiftedRight(value, 8) }

/// Each first channel minus the second, or 0 if the second is larger.
@inline(__always)
func limitedDifference(_ first: Channels, _ second: Channels) -> Channels {
  second.replacing(with: first, where: first .> second) &- second
}

/// Each channel divided by `2^bits`, rounded to nearest; channels are at most
/// `65,535 - 2^bits / 2`.
@inline(__always)
func roundedShift(_ value: Channels, _ bits: UInt16) -> Channels {
  shiftedRight(value &+ Channels(repeating: 1 &<< (bits &- 1)), bits)
}

/// The smaller of each pair of channels, as signed numbers.
@inline(__always)
func minimum(_ first: Channels, _ second: Channels) -> Channels {
  let a = unsafe unsafeBitCast(first, to: SIMD8<Int16>.self)
  let b = unsafe unsafeBitCast(second, to: SIMD8<Int16>.self)
  return unsafe unsafeBitCast(b.replacing(with: a, where: a .< b), to: Channels.self)
}

/// The larger of each pair of channels.
@inline(__always)
func maximum(_ first: Channels, _ second: Channels) -> Channels {
  limitedDifference(first, second) &+ second
}

/// A value, 0 to 65,535, rounded to the nearest integer, ties to even.
@inline(__always)
func roundedToNearest(_ value: Float) -> UInt16 {
  UInt16(truncatingIfNeeded: (value + 8_388_608).bitPattern)
}

extension SIMD8 where Scalar == UInt16 {
  /// The first four channels, each twice.
  @inline(__always)
  var lowPairs: Channels {
    Channels(self[0], self[0], self[1], self[1], self[2], self[2], self[3], self[3])
  }

  /// The last four channels, each twice.
  @inline(__always)
  var highPairs: Channels {
    Channels(self[4], self[4], self[5], self[5], self[6], self[6], self[7], self[7])
  }
}

/// `t² (3 - 2t)` for each element.
@inline(__always)
func smoothstep(_ value: Lanes) -> Lanes {
  value * value * (Lanes(repeating: 3) - value * 2)
}

/// Each element, 0 to 65,535, rounded to the nearest integer, ties to even.
///
/// Adding 2²³ leaves the rounded integer in the low bits of the significand: one addition, where a
/// conversion would check every element for overflow.
@inline(__always)
func roundedToNearest(_ value: Lanes) -> Words {
  integersInLowBits(value) & Words(repeating: 0xFFFF)
}

/// Each element, 0 to 65,535, rounded to the nearest integer in the low 16 bits of its word; the
/// high bits are undefined.
@inline(__always)
func integersInLowBits(_ value: Lanes) -> Words {
  unsafe unsafeBitCast(value + Lanes(repeating: 8_388_608), to: Words.self)
}

/// As above, for elements that are not negative, limited to an integer.
///
/// The limit is applied after adding 2²³, since the sum with a limited value takes more than one
/// instruction.
@inline(__always)
func integersInLowBits(_ value: Lanes, upTo limit: Float) -> Words {
  let sum = minimum(value + Lanes(repeating: 8_388_608), Lanes(repeating: limit + 8_388_608))
  return unsafe unsafeBitCast(sum, to: Words.self)
}

/// The same 128 bits as signed words.
@inline(__always)
func signedBits(_ value: Lanes) -> SIMD4<Int32> {
  unsafe unsafeBitCast(value, to: SIMD4<Int32>.self)
}

/// The same 128 bits as unsigned words.
@inline(__always)
func words(_ value: SIMD4<Int32>) -> Words {
  unsafe unsafeBitCast(value, to: Words.self)
}

/// Each element, 0 to 2²², truncated to an integer.
@inline(__always)
func truncated(_ value: Lanes) -> SIMD4<Int32> {
  let shift = Lanes(repeating: 8_388_608)
  let nearest = (value + shift) - shift
  let below = nearest - Lanes(repeating: 0).replacing(with: 1, where: nearest .> value)
  return signedBits(below + shift) & SIMD4<Int32>(repeating: 0x7F_FFFF)
}

extension Span where Element == UInt64 {
  /// Two elements, which the caller has checked, as 16-bit channels.
  @unsafe @inline(__always)
  func uncheckedPair(_ first: Int, _ second: Int) -> Channels {
    let elements = unsafe SIMD2(self[unchecked: first], self[unchecked: second])
    return unsafe unsafeBitCast(elements, to: Channels.self)
  }
}

/// The low halves of eight words.
@inline(__always)
func lowHalves(_ first: Words, _ second: Words) -> Channels {
  func narrow(_ lane: UInt32) -> UInt16 { UInt16(truncatingIfNeeded: lane) }
  return Channels(
    narrow(first[0]), narrow(first[1]), narrow(first[2]), narrow(first[3]), narrow(second[0]),
    narrow(second[1]), narrow(second[2]), narrow(second[3]))
}

/// The low bytes of sixteen channels, each at most 255.
@inline(__always)
func packedBytes(_ first: Channels, _ second: Channels) -> Words {
  func narrow(_ lane: UInt16) -> UInt8 { UInt8(truncatingIfNeeded: lane) }
  return words(
    SIMD16<UInt8>(
      narrow(first[0]), narrow(first[1]), narrow(first[2]), narrow(first[3]), narrow(first[4]),
      narrow(first[5]), narrow(first[6]), narrow(first[7]), narrow(second[0]),
      narrow(second[1]), narrow(second[2]), narrow(second[3]), narrow(second[4]),
      narrow(second[5]), narrow(second[6]), narrow(second[7])))
}

extension Span where Element == UInt32 {
  /// Two elements, starting at `index`; the caller has checked them.
  @unsafe @inline(__always)
  func uncheckedPair(at index: Int) -> SIMD2<UInt32> {
    unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &* 4, as: SIMD2<UInt32>.self)
  }

  /// Traps unless `count` elements, starting at `start`, are in the span.
  @inline(__always)
  func check(_ count: Int, from start: Int) {
    precondition(start >= 0 && count >= 0 && start &+ count <= self.count, "outside the span")
  }

  /// Four elements, starting at `index`.
  @inline(__always)
  func four(at index: Int) -> Words {
    precondition(index >= 0 && index &+ 4 <= count, "pixels outside the span")
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &* 4, as: Words.self)
  }

  /// 1 to 3 elements, starting at `index`; the other elements of the result are 0.
  @inline(__always)
  func few(_ count: Int, at index: Int) -> Words {
    var result = Words(self[index], 0, 0, 0)
    if count > 1 { result[1] = self[index &+ 1] }
    if count > 2 { result[2] = self[index &+ 2] }
    return result
  }
}

extension Span where Element == UInt16 {
  /// Eight elements, starting at `index`; the caller has checked them.
  @unsafe @inline(__always)
  func uncheckedEight(at index: Int) -> Channels {
    unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &* 2, as: Channels.self)
  }
}

/// Rows of pixels in a span, `stride` elements apart.
struct Block {
  let width: Int
  let height: Int
  /// The index of the first pixel.
  let start: Int
  let stride: Int
}

extension MutableSpan where Element == UInt16 {
  /// Eight elements, starting at `index`; the caller has checked them.
  @unsafe @inline(__always)
  func uncheckedEight(at index: Int) -> Channels {
    unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &* 2, as: Channels.self)
  }

  /// Stores eight elements, starting at `index`; the caller has checked them.
  @unsafe @inline(__always)
  mutating func setUncheckedEight(_ value: Channels, at index: Int) {
    var bytes = unsafe mutableBytes
    unsafe bytes.storeBytes(of: value, toUncheckedByteOffset: index &* 2, as: Channels.self)
  }

  /// Stores four elements, starting at `index`; the caller has checked them.
  @unsafe @inline(__always)
  mutating func setUncheckedFour(_ value: SIMD4<UInt16>, at index: Int) {
    var bytes = unsafe mutableBytes
    unsafe bytes.storeBytes(of: value, toUncheckedByteOffset: index &* 2, as: SIMD4<UInt16>.self)
  }
}

extension MutableSpan where Element == UInt32 {
  /// Traps unless `count` elements, starting at `start`, are in the span.
  @inline(__always)
  func check(_ count: Int, from start: Int) {
    precondition(start >= 0 && count >= 0 && start &+ count <= self.count, "outside the span")
  }

  /// Reads one element per cache line of a block and returns the bitwise OR of all.
  ///
  /// This loads the cache lines of several rows, which lie on different memory pages, in parallel.
  /// Storing the result prevents the compiler from removing the reads.
  func fetched(_ block: Block) -> UInt32 {
    guard block.width > 0, block.height > 0 else { return 0 }
    let end = block.start &+ (block.height &- 1) &* block.stride &+ block.width
    precondition(block.start >= 0 && block.stride >= 0 && end <= count, "outside the span")
    var (sum, row) = (UInt32(0), block.start)
    for _ in 0..<block.height {
      var column = 0
      while column < block.width {
        unsafe sum |= self[unchecked: row &+ column]
        column &+= 16
      }
      unsafe sum |= self[unchecked: row &+ block.width &- 1]
      row &+= block.stride
    }
    return sum
  }

  /// Stores two vectors alternately, `count` elements in all, starting at `start`; the caller has
  /// checked them.
  @unsafe @inline(__always)
  mutating func fillUnchecked(_ one: Words, _ two: Words, count: Int, _ start: Int) {
    var index = start
    let end = start &+ count
    while index &+ 16 <= end {
      unsafe setUncheckedFour(one, at: index)
      unsafe setUncheckedFour(two, at: index &+ 4)
      unsafe setUncheckedFour(one, at: index &+ 8)
      unsafe setUncheckedFour(two, at: index &+ 12)
      index &+= 16
    }
    var (next, later) = (one, two)
    while index &+ 4 <= end {
      unsafe setUncheckedFour(next, at: index)
      swap(&next, &later)
      index &+= 4
    }
    if index < end { setFew(end &- index, next, at: index) }
  }

  /// Repeats the first eight elements of each row of a block across its width, starting at
  /// `target`, with rows `stride` elements apart.
  mutating func repeatEight(of block: Block, in source: Span<UInt32>, to target: Int, stride: Int) {
    guard block.width > 0, block.height > 0 else { return }
    let lastRow = block.height &- 1
    source.check(8, from: block.start)
    source.check(8, from: block.start &+ lastRow &* block.stride)
    check(block.width, from: target)
    check(block.width, from: target &+ lastRow &* stride)
    var (from, to) = (block.start, target)
    for _ in 0...lastRow {
      unsafe fillUnchecked(
        source.uncheckedFour(at: from), source.uncheckedFour(at: from &+ 4), count: block.width, to)
      from &+= block.stride
      to &+= stride
    }
  }

  /// Copies a block of another span to `target`, with rows `stride` elements apart.
  ///
  /// The system's copy routine copies each row: it may use vectors wider than four elements, which
  /// is faster if the rows are not cached.
  mutating func copy(_ block: Block, of source: Span<UInt32>, to target: Int, stride: Int) {
    guard block.width > 0, block.height > 0 else { return }
    let (width, lastRow) = (block.width, block.height &- 1)
    precondition(block.start >= 0 && target >= 0, "pixels outside the span")
    precondition(
      block.start &+ lastRow &* block.stride &+ width <= source.count, "outside the source")
    precondition(target &+ lastRow &* stride &+ width <= self.count, "outside the target")
    unsafe source.withUnsafeBufferPointer { from in
      unsafe withUnsafeMutableBufferPointer { to in
        guard var from = from.baseAddress, var to = to.baseAddress else { return }
        unsafe from += block.start
        unsafe to += target
        for _ in 0...lastRow {
          unsafe to.update(from: from, count: width)
          unsafe from += block.stride
          unsafe to += stride
        }
      }
    }
  }

  /// Four elements, starting at `index`.
  @inline(__always)
  func four(at index: Int) -> Words {
    check(4, from: index)
    return unsafe uncheckedFour(at: index)
  }

  /// Stores four elements, starting at `index`.
  @inline(__always)
  mutating func setFour(_ value: Words, at index: Int) {
    check(4, from: index)
    unsafe setUncheckedFour(value, at: index)
  }

  /// 1 to 3 elements, starting at `index`; the other elements of the result are 0.
  @inline(__always)
  func few(_ count: Int, at index: Int) -> Words {
    var result = Words(self[index], 0, 0, 0)
    if count > 1 { result[1] = self[index &+ 1] }
    if count > 2 { result[2] = self[index &+ 2] }
    return result
  }

  /// Stores the first 1 to 3 elements, starting at `index`.
  @inline(__always)
  mutating func setFew(_ count: Int, _ value: Words, at index: Int) {
    self[index] = value[0]
    if count > 1 { self[index &+ 1] = value[1] }
    if count > 2 { self[index &+ 2] = value[2] }
  }
}
