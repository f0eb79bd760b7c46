import SimMath
import Testing

/// Goal: streams with neighboring seeds or indices are as random, and as independent, as any.
///
/// Method: a battery of statistical tests along and across 1,000 neighboring streams (few in a
/// debug build). The p-values of every statistic over all blocks of words must be even and must not
/// crowd at an end; each such verdict errs once in a million. Everything is seeded, so a verdict
/// never changes. Poor generators must fail the same battery, and a good stranger must pass it.
struct StreamBatteryTests {
  private static let count = StreamBattery.blockSize

  private static func words(_ stream: RandomStream) -> [UInt64] {
    var stream = stream
    return (0..<count).map { _ in stream.nextUInt64() }
  }

  @Test(arguments: SampleSize.some([0, 20_260_101, UInt64.max - 300]))
  func streamsOfNeighboringSeeds(first: UInt64) {
    let failures = StreamBattery.failures(keyCount: SampleSize.keyCount) {
      Self.words(RandomStream(seed: first &+ $0, name: "battery"))
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test(arguments: SampleSize.some([0, 1 << 16, UInt32.max - 300]))
  func streamsOfNeighboringIndices(first: UInt32) {
    let failures = StreamBattery.failures(keyCount: SampleSize.keyCount) {
      Self.words(RandomStream(seed: 7, name: "battery", index: first &+ UInt32($0)))
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func halvesOfWordsFromFarPositions() {
    let failures = StreamBattery.failures(keyCount: SampleSize.keyCount) {
      var stream = RandomStream(seed: 5, name: "far")
      stream.skip(to: 1 << 40 + $0 * UInt64(Self.count))
      return (0..<Self.count).map { _ in
        UInt64(stream.nextUInt32()) << 32 | UInt64(stream.nextUInt32())
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  // MARK: - The battery itself

  @Test func goodStrangerPasses() {
    let failures = StreamBattery.failures(keyCount: SampleSize.plantKeyCount) { key in
      (0..<UInt64(Self.count)).map {
        NameHash.mix(NameHash.mix(key &+ 77) &+ $0 &* 0x9E37_79B9_7F4A_7C15)
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  /// A generator with a flaw, and a statistic that must notice it.
  enum Plant: String, CaseIterable {
    case counter = "bytes along"
    case linearCongruential = "low pairs along"
    case indexIgnored = "neighbors' bits"
    case shiftedCopies = "birthday spacings across"
    case stuckBit = "bits along"
    case tooEven = "high pairs along"
    case avoidsRepeats = "gaps along"
    case opposite = "neighbors' correlation"

    func words(key: UInt64, count: UInt64) -> [UInt64] {
      let hash = { NameHash.mix($0 &* 0x9E37_79B9_7F4A_7C15 as UInt64) }
      let own = { (number: UInt64) in hash(key << 32 | number) }
      return (0..<count).map { number -> UInt64 in
        switch self {
        case .counter: return key << 32 | number
        case .linearCongruential:
          // The low bits of a power-of-two modulus have short periods.
          var state = hash(key)
          state = state &+ number &* 6_364_136_223_846_793_005
          return own(number) & ~15 | state & 15
        case .indexIgnored: return hash(number)
        case .shiftedCopies: return hash(number + key)
        case .stuckBit: return own(number) | (hash(own(number)) & 3 == 0 ? 1 << 21 : 0)
        case .tooEven:
          return own(number) & ~(15 << 60) | (number & 1 == 0 ? number >> 1 : number >> 5) << 60
        case .avoidsRepeats:
          let value = own(number)
          return value >> 61 == 0 && (value & 0xFFFF_FFFF) >> 29 == 0 ? value | 1 << 63 : value
        case .opposite: return key & 1 == 0 ? hash(number) : ~hash(number)
        }
      }
    }
  }

  @Test(arguments: Plant.allCases)
  func plantedFlawIsFound(_ plant: Plant) {
    let failures = StreamBattery.failures(keyCount: SampleSize.plantKeyCount) {
      plant.words(key: $0, count: UInt64(Self.count))
    }
    #expect(failures.contains { $0.hasPrefix(plant.rawValue + ":") }, "\(failures)")
  }

  @Test func probabilitiesAreThoseOfTables() {
    #expect(abs(Probability.chiSquare(3.841, freedom: 1) - 0.05) < 1e-4)
    #expect(abs(Probability.chiSquare(18.307, freedom: 10) - 0.05) < 1e-4)
    #expect(abs(Probability.chiSquare(2.558, freedom: 10) - 0.99) < 1e-4)
    #expect(abs(Probability.chiSquare(310.457, freedom: 255) - 0.01) < 1e-4)
    #expect(abs(Probability.normal(1.959964) - 0.025) < 1e-6)
    #expect(abs(Probability.poissonTail(3, mean: 1) - 0.0803014) < 1e-6)
    // Kolmogorov's limit: 1.3581 is the 5 % point, here of 10,000 values.
    let shift = 1.3581 / (100 + 0.12 + 0.0011)
    let values = (0..<10_000).map { min(1, (Double($0) + 0.5) / 10_000 + shift) }
    #expect(abs(Probability.kolmogorovSmirnov(values) - 0.05) < 3e-3)
  }
}
