import SimMath
import Testing

/// XXH64 of bytes, written straight from the specification.
private func xxh64(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
  let p1: UInt64 = 11_400_714_785_074_694_791
  let p2: UInt64 = 14_029_467_366_897_019_727
  let p3: UInt64 = 1_609_587_929_392_839_161
  let p4: UInt64 = 9_650_029_242_287_828_579
  let p5: UInt64 = 2_870_177_450_012_600_261
  func rotate(_ x: UInt64, _ n: UInt64) -> UInt64 { (x << n) | (x >> (64 - n)) }
  func read(_ at: Int, _ count: Int) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) }
  }
  func round(_ acc: UInt64, _ input: UInt64) -> UInt64 { rotate(acc &+ input &* p2, 31) &* p1 }
  var at = 0
  var hash = seed &+ p5
  if bytes.count >= 32 {
    var v = [seed &+ p1 &+ p2, seed &+ p2, seed, seed &- p1]
    while at + 32 <= bytes.count {
      for lane in 0..<4 { v[lane] = round(v[lane], read(at + lane * 8, 8)) }
      at += 32
    }
    hash = rotate(v[0], 1) &+ rotate(v[1], 7) &+ rotate(v[2], 12) &+ rotate(v[3], 18)
    for lane in v { hash = (hash ^ round(0, lane)) &* p1 &+ p4 }
  }
  hash &+= UInt64(bytes.count)
  while at + 8 <= bytes.count {
    hash = rotate(hash ^ round(0, read(at, 8)), 27) &* p1 &+ p4
    at += 8
  }
  if at + 4 <= bytes.count {
    hash = rotate(hash ^ (read(at, 4) &* p1), 23) &* p2 &+ p3
    at += 4
  }
  while at < bytes.count {
    hash = rotate(hash ^ (UInt64(bytes[at]) &* p5), 11) &* p1
    at += 1
  }
  hash = (hash ^ (hash >> 33)) &* p2
  hash = (hash ^ (hash >> 29)) &* p3
  return hash ^ (hash >> 32)
}

private func bytes(_ words: [UInt64]) -> [UInt8] {
  words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) } }
}

@Suite struct StateDigestTests {
  @Test func publishedVectors() {
    #expect(StateDigest().finalize() == 0xEF46_DB37_51D8_E999)
    #expect(xxh64([]) == 0xEF46_DB37_51D8_E999)
    #expect(xxh64(Array("a".utf8)) == 0xD24E_C4F1_A98C_6E5B)
    #expect(xxh64(Array("abc".utf8)) == 0x44BC_2CF5_AD77_0999)
  }

  @Test func wordsAreHashedAsTheirBytes() {
    var stream = RandomStream(seed: 3, name: "digest")
    let words = (0..<40).map { _ in stream.nextUInt64() }
    for seed in [0, 1, 0x9E37_79B1] as [UInt64] {
      for count in 0...40 {
        var digest = StateDigest(seed: seed)
        for word in words.prefix(count) { digest.combine(word) }
        #expect(digest.finalize() == xxh64(bytes(Array(words.prefix(count))), seed: seed))
        #expect(digest.wordCount == UInt64(count))
      }
    }
  }

  /// Spans of any length, from any position inside a group of four.
  @Test func spansAreTheirWords() {
    var stream = RandomStream(seed: 4, name: "spans")
    for lead in 0..<5 {
      for count in 0...21 {
        let wide = (0..<count).map { _ in stream.nextUInt64() }
        let narrow = (0..<count).map { _ in stream.nextUInt32() }
        let floats = (0..<count).map { _ in stream.range(-9, 9) }
        var digest = StateDigest()
        var words: [UInt64] = (0..<lead).map { UInt64($0) }
        for word in words { digest.combine(word) }
        digest.combine(wide.span)
        words += [UInt64(count)] + wide
        digest.combine(narrow.span)
        words += [UInt64(count)] + packed(narrow)
        digest.combine(floats.span)
        words += [UInt64(count)] + packed(floats.map(\.bitPattern))
        #expect(digest.finalize() == xxh64(bytes(words)))
        #expect(digest.isFinite)
      }
    }
  }

  private func packed(_ values: [UInt32]) -> [UInt64] {
    stride(from: 0, to: values.count, by: 2).map {
      UInt64(values[$0]) | ($0 + 1 < values.count ? UInt64(values[$0 + 1]) << 32 : 0)
    }
  }

  @Test func singleValues() {
    var digest = StateDigest()
    var stream = RandomStream(seed: 8, name: "s")
    digest.combine(7 as UInt32)
    digest.combine(true)
    digest.combine(1.5)
    digest.combine(Vector2(1, -2))
    stream.visitState(&digest)
    let words: [UInt64] = [7, 1, 0x3FC0_0000, 0xC000_0000_3F80_0000, 8, stream.id, 0]
    #expect(digest.finalize() == xxh64(bytes(words)))
  }

  @Test func signedZerosDiffer() {
    var positive = StateDigest()
    var negative = StateDigest()
    positive.combine(0 as Float)
    negative.combine(-0.0)
    #expect(positive.finalize() != negative.finalize())
  }

  /// Every kind of non-finite number is found wherever it is, and its bits do not matter.
  @Test func nonFiniteNumbersAreFaults() {
    let odd: [Float] = [.nan, -.nan, .signalingNaN, .infinity, -.infinity]
    for count in [1, 2, 7, 8, 9, 33] {
      for position in 0..<count {
        var hashes: [UInt64] = []
        for value in odd {
          var values = [Float](repeating: .greatestFiniteMagnitude, count: count)
          values[position] = value
          var digest = StateDigest()
          digest.combine(values.span)
          #expect(!digest.isFinite)
          hashes.append(digest.finalize())
        }
        #expect(hashes.allSatisfy { $0 == hashes[0] })
      }
    }
  }
}
