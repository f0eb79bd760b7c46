import SimMath
import Foundation

/// Statistical tests of random words, applied to many streams whose keys are neighbors.
///
/// Every statistic gives one p-value per block of 4,096 words, which must be evenly distributed
/// over all blocks. Blocks are taken along each stream and across all of them: word 0 of every key,
/// then word 1 of every key, and so on. Knuth, "The Art of Computer Programming", vol. 2, 3.3.2,
/// describes the serial, gap and birthday spacings tests.
struct StreamBattery {
  /// Words in a block.
  static let blockSize = 4096
  /// A verdict errs with this probability on truly random words.
  static let falseAlarm = 1e-6

  private var pValues: [(name: String, values: [Double])] = []

  /// Tests the streams of the keys 0 to `keyCount` − 1.
  ///
  /// - Returns: the name and probability of every statistic that failed.
  static func failures(keyCount: UInt64, words: (UInt64) -> [UInt64]) -> [String] {
    let streams = (0..<keyCount).map(words)
    var across: [[UInt64]] = []
    var block: [UInt64] = []
    for position in 0..<blockSize {
      for stream in streams {
        block.append(stream[position])
        if block.count == blockSize {
          across.append(block)
          block = []
        }
      }
    }
    var battery = StreamBattery()
    battery.test(streams, "along")
    battery.test(across, "across")
    let pairs = zip(streams, streams.dropFirst())
    battery.add("neighbors' bits", pairs.map { agreement($0, $1) })
    battery.add("neighbors' correlation", pairs.map { correlation($0, $1) })
    return battery.pValues.compactMap(verdict)
  }

  private mutating func add(_ name: String, _ values: [Double]) { pValues.append((name, values)) }

  private mutating func test(_ blocks: [[UInt64]], _ direction: String) {
    let histograms = blocks.map(Self.histogram)
    add("bytes \(direction)", histograms.map(Self.bytes))
    add("bits \(direction)", histograms.map(Self.bits))
    add("high pairs \(direction)", blocks.map { Self.serial($0, shift: 60) })
    add("low pairs \(direction)", blocks.map { Self.serial($0, shift: 0) })
    add("gaps \(direction)", blocks.map(Self.gaps))
    add("birthday spacings \(direction)", [Self.birthdaySpacings(blocks)])
  }

  /// Whether p-values are what chance would give: even, and without a crowd at either end.
  private static func verdict(_ name: String, _ values: [Double]) -> String? {
    if values.count == 1 {
      return min(values[0], 1 - values[0]) < falseAlarm / 2 ? "\(name): p = \(values[0])" : nil
    }
    let even = Probability.kolmogorovSmirnov(values)
    if even < falseAlarm { return "\(name): not even, p = \(even)" }
    let extreme = values.filter { min($0, 1 - $0) < 0.0005 }.count
    let crowd = Probability.poissonTail(extreme, mean: 0.001 * Double(values.count))
    return crowd < falseAlarm ? "\(name): \(extreme) extreme values, p = \(crowd)" : nil
  }

  // MARK: - Statistics of one block

  /// How often each byte value occurs at each of the eight places in a word.
  private static func histogram(_ words: [UInt64]) -> [Int] {
    var counts = [Int](repeating: 0, count: 8 * 256)
    for word in words {
      var rest = word
      var place = 0
      while place < counts.count {
        counts[place &+ Int(truncatingIfNeeded: rest & 0xFF)] &+= 1
        rest &>>= 8
        place &+= 256
      }
    }
    return counts
  }

  /// All byte values equally often.
  private static func bytes(_ histogram: [Int]) -> Double {
    Probability.even(
      (0..<256).map { value in (0..<8).reduce(0) { $0 + histogram[$1 * 256 + value] } })
  }

  /// Every bit set half of the time.
  private static func bits(_ histogram: [Int]) -> Double {
    var statistic = 0.0
    for bit in 0..<64 {
      var ones = 0
      for value in 0..<256 where value >> (bit % 8) & 1 == 1 {
        ones += histogram[bit / 8 * 256 + value]
      }
      let excess = Double(2 * ones - blockSize)
      statistic += excess * excess / Double(blockSize)
    }
    return Probability.chiSquare(statistic, freedom: 64)
  }

  /// Pairs of successive 4-bit numbers fill the square.
  private static func serial(_ words: [UInt64], shift: UInt64) -> Double {
    var counts = [Int](repeating: 0, count: 256)
    for index in stride(from: 0, to: words.count, by: 2) {
      let first = words[index] &>> shift & 15
      counts[Int(truncatingIfNeeded: first &<< 4 | words[index + 1] &>> shift & 15)] += 1
    }
    return Probability.even(counts)
  }

  /// Numbers below 1/8 come after geometrically distributed gaps.
  private static func gaps(_ words: [UInt64]) -> Double {
    var counts = [Int](repeating: 0, count: 21)
    var gap = 0
    for word in words {
      for half in [UInt32(truncatingIfNeeded: word), UInt32(truncatingIfNeeded: word &>> 32)] {
        if half < 1 << 29 {
          counts[min(gap, 20)] += 1
          gap = 0
        } else {
          gap += 1
        }
      }
    }
    let expected = (0..<20).map { 0.125 * pow(0.875, Double($0)) } + [pow(0.875, 20)]
    return Probability.fit(counts, expected)
  }

  /// Among 512 birthdays in a year of 2²⁴ days, equal spacings are Poisson distributed, mean 2.
  private static func birthdaySpacings(_ blocks: [[UInt64]]) -> Double {
    var counts = [Int](repeating: 0, count: 8)
    for block in blocks {
      for start in stride(from: 0, to: blockSize, by: 512) {
        let days = block[start..<start + 512].map { $0 &>> 40 }.sorted()
        let spacings = zip(days.dropFirst(), days).map { $0 - $1 }.sorted()
        let equal = zip(spacings, spacings.dropFirst()).reduce(0) { $0 + ($1.0 == $1.1 ? 1 : 0) }
        counts[min(equal, 7)] += 1
      }
    }
    var expected = [exp(-2.0)]
    for number in 1...6 { expected.append(expected[number - 1] * 2 / Double(number)) }
    expected.append(1 - expected.reduce(0, +))
    return Probability.fit(counts, expected)
  }

  // MARK: - Statistics of two streams

  /// The bits of two streams agree half of the time.
  private static func agreement(_ a: [UInt64], _ b: [UInt64]) -> Double {
    let differing = zip(a, b).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    let count = Double(a.count * 64)
    return Probability.normal((2 * Double(differing) - count) / count.squareRoot())
  }

  /// The numbers of two streams are not correlated at the same, the next or the last place.
  private static func correlation(_ a: [UInt64], _ b: [UInt64]) -> Double {
    var sum = 0.0
    let centered = [a, b].map { $0.map { Double($0 &>> 11) * 0x1p-53 - 0.5 } }
    let count = a.count - 2
    for lag in 0...2 {
      var product = 0.0
      for index in 0..<count { product += centered[0][index + 1] * centered[1][index + lag] }
      // A product of two such numbers has the variance 1/144.
      let deviation = product * 12 / Double(count).squareRoot()
      sum += deviation * deviation
    }
    return Probability.chiSquare(sum, freedom: 3)
  }
}
