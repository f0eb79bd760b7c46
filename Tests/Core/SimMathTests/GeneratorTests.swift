import SimMath
import Testing

@Suite struct GeneratorTests {
  @Test func knownAnswersOfRandom123() {
    #expect(
      Philox4x32.block(counter: (0, 0, 0, 0), key: (0, 0))
        == (0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8))
    let ones = UInt32.max
    #expect(
      Philox4x32.block(counter: (ones, ones, ones, ones), key: (ones, ones))
        == (0x408F_276D, 0x41C8_3B0E, 0xA20B_C7C6, 0x6D54_51FD))
    #expect(
      Philox4x32.block(
        counter: (0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344),
        key: (0xA409_3822, 0x299F_31D0))
        == (0xD16C_FE09, 0x94FD_CCEB, 0x5001_E420, 0x2412_6EA1))
  }

  @Test func publishedNameHashes() {
    #expect(NameHash.fnv1a("") == 0xCBF2_9CE4_8422_2325)
    #expect(NameHash.fnv1a("a") == 0xAF63_DC4C_8601_EC8C)
    #expect(NameHash.fnv1a("foobar") == 0x8594_4171_F739_67E8)
  }

  /// SplitMix64 from seed 1234567 is the mixed sequence of multiples of the golden gamma.
  @Test func publishedSplitMix() {
    let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
    ]
    for (index, value) in expected.enumerated() {
      #expect(NameHash.mix(1_234_567 &+ gamma &* UInt64(index + 1)) == value)
    }
  }

  @Test func wordsAreThoseOfTheBlocks() {
    var stream = RandomStream(seed: 0x0123_4567_89AB_CDEF, name: "snow", index: 3)
    let id = NameHash.mix(NameHash.fnv1a("snow") &+ 3 &* 0x9E37_79B9_7F4A_7C15)
    #expect(stream.id == id)
    // The last blocks have a carry into the counter's second word in between.
    for number in [0, 1, 2, 3, 4, 5, 0xFFFF_FFFE, 0xFFFF_FFFF, 0x1_0000_0000] as [UInt64] {
      stream.skip(to: number * 2)
      let block = Philox4x32.block(
        counter: (
          UInt32(truncatingIfNeeded: number), UInt32(number >> 32), UInt32(truncatingIfNeeded: id),
          UInt32(truncatingIfNeeded: id >> 32)
        ),
        key: (0x89AB_CDEF, 0x0123_4567))
      #expect(stream.nextUInt64() == UInt64(block.0) | UInt64(block.1) << 32)
      #expect(stream.nextUInt64() == UInt64(block.2) | UInt64(block.3) << 32)
    }
    #expect(stream.drawCount == 0x2_0000_0002)
  }

  @Test func skippingReachesEveryPosition() {
    var stream = RandomStream(seed: 7, name: "a")
    let words = (0..<33).map { _ in stream.nextUInt64() }
    for start in [0, 1, 2, 31, 16, 3, 32] {
      stream.skip(to: UInt64(start))
      #expect(stream.nextUInt64() == words[start])
      var fresh = RandomStream(seed: 7, nameHash: NameHash.fnv1a("a"))
      fresh.skip(to: UInt64(start + 1))
      #expect(fresh == stream)
    }
    stream.skip(to: .max)
    let last = stream.nextUInt64()
    #expect(stream.drawCount == 0)
    #expect(stream.nextUInt64() == words[0])
    #expect(last != words[0])
  }

  /// Drawing from another stream, however often, changes nothing.
  @Test func anotherConsumerShiftsNothing() {
    var alone = RandomStream(seed: 99, name: "flakes")
    let expected = (0..<1000).map { _ in alone.nextUInt64() }
    var shared = RandomStream(seed: 99, name: "flakes")
    var other = RandomStream(seed: 99, name: "dummy")
    var sum: UInt64 = 0
    for value in expected {
      for _ in 0..<7 { sum &+= other.nextUInt64() }
      #expect(shared.nextUInt64() == value)
    }
    #expect(sum != 0)
  }

  /// Bits of neighboring streams agree half of the time, as those of strangers would.
  @Test func neighborsAreIndependent() {
    let base = RandomStream(seed: 1, name: "drop")
    let neighbors = [
      RandomStream(seed: 2, name: "drop"), RandomStream(seed: 1, name: "drop", index: 1),
      RandomStream(seed: 1, name: "drop", index: 2), RandomStream(seed: 1, name: "dros"),
      RandomStream(seed: 0x1_0000_0001, name: "drop"), RandomStream(seed: 0, name: "drop"),
    ]
    for var neighbor in neighbors {
      var stream = base
      var agreeing = 0
      let words = 4096
      for _ in 0..<words {
        agreeing += (~(stream.nextUInt64() ^ neighbor.nextUInt64())).nonzeroBitCount
      }
      // Standard deviation: √(4096 · 64 / 4) = 256 bits; five of them.
      #expect(abs(agreeing - words * 32) < 1280)
    }
  }

  @Test func firstWordsOfManyStreamsAreDistinctAndEven() {
    var bitCounts = [Int](repeating: 0, count: 64)
    var seen: [UInt64] = []
    for seed in 0..<64 as Range<UInt64> {
      for index in 0..<32 as Range<UInt32> {
        var stream = RandomStream(seed: seed, name: "bubble", index: index)
        let word = stream.nextUInt64()
        seen.append(word)
        for bit in 0..<64 where word >> UInt64(bit) & 1 == 1 { bitCounts[bit] += 1 }
      }
    }
    seen.sort()
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 != $1 })
    // 2,048 words: standard deviation 22.6.
    for count in bitCounts { #expect(abs(count - 1024) < 115) }
  }
}
