import SimMath
import Testing

@Suite struct DistributionTests {
  private func stream(_ index: UInt32 = 0) -> RandomStream {
    RandomStream(seed: 20_260_101, name: "distribution", index: index)
  }

  /// Pearson's statistic of counts that should be equal.
  private func chiSquare(_ counts: [Int]) -> Double {
    let expected = Double(counts.reduce(0, +)) / Double(counts.count)
    return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
  }

  private func moments(_ count: Int, _ draw: () -> Double) -> (mean: Double, variance: Double) {
    var sum = 0.0
    var squares = 0.0
    for _ in 0..<count {
      let value = draw()
      sum += value
      squares += value * value
    }
    let mean = sum / Double(count)
    return (mean, squares / Double(count) - mean * mean)
  }

  @Test func uniformFillsItsBins() {
    for index in 0..<8 as Range<UInt32> {
      var stream = stream(index)
      var bins = [Int](repeating: 0, count: 256)
      var doubleBins = bins
      for _ in 0..<10_000 {
        bins[Int(stream.uniform() * 256)] += 1
        doubleBins[Int(stream.uniformDouble() * 256)] += 1
      }
      // 255 degrees of freedom: mean 255, standard deviation 22.6.
      #expect((160...360).contains(chiSquare(bins)))
      #expect((160...360).contains(chiSquare(doubleBins)))
    }
  }

  /// Pairs of successive numbers fill the square.
  @Test func successiveNumbersAreNotTied() {
    var stream = stream()
    var bins = [Int](repeating: 0, count: 256)
    for _ in 0..<20_000 {
      bins[Int(stream.below(16) * 16 + stream.below(16))] += 1
    }
    #expect((160...360).contains(chiSquare(bins)))
  }

  @Test func belowIsEven() {
    var stream = stream()
    for n in [1, 2, 3, 7, 100] as [UInt32] {
      var bins = [Int](repeating: 0, count: Int(n))
      for _ in 0..<10_000 { bins[Int(stream.below(n))] += 1 }
      let freedom = Double(n - 1)
      #expect(chiSquare(bins) <= freedom + 5 * (2 * freedom).squareRoot())
    }
    for _ in 0..<1000 { #expect(stream.below(.max) < .max) }
  }

  /// A range of three quarters of 2³² makes a biased method favour its first third.
  @Test func belowRejectsTheBias() {
    var stream = stream()
    let n: UInt32 = 3 << 30
    let low = (0..<30_000).reduce(0) { sum, _ in sum + (stream.below(n) < 1 << 30 ? 1 : 0) }
    #expect(abs(low - 10_000) < 420)
    #expect(stream.drawCount > 30_000)
  }

  @Test func chanceIsARatio() {
    var stream = stream()
    let hits = (0..<20_000).reduce(0) { sum, _ in sum + (stream.chance(3, in: 8) ? 1 : 0) }
    #expect(abs(hits - 7500) < 350)
    for _ in 0..<100 {
      let never = stream.chance(0, in: 5)
      let always = stream.chance(5, in: 5)
      #expect(!never && always)
    }
  }

  @Test func rangeStaysBelowItsUpperBound() {
    var stream = stream()
    let bounds: [(Float, Float)] = [
      (0, 1), (-1, 1), (1, Float(1).nextUp), (16_777_215, 16_777_216), (-.leastNonzeroMagnitude, 0),
      (-.greatestFiniteMagnitude, .greatestFiniteMagnitude),
    ]
    for (low, high) in bounds {
      for _ in 0..<2000 {
        let value = stream.range(low, high)
        #expect(value >= low && value < high)
      }
    }
    #expect(stream.range(2, 2) == 2)
    #expect(stream.range(3, 2) == 3)
  }

  @Test func normalHasItsMoments() {
    var stream = stream()
    var fourth = 0.0
    var beyondTwo = 0
    let (mean, variance) = moments(40_000) {
      let value = Double(stream.normal())
      fourth += value * value * value * value / 40_000
      if abs(value) > 2 { beyondTwo += 1 }
      return value
    }
    #expect(abs(mean) < 0.025)
    #expect(abs(variance - 1) < 0.035)
    #expect(abs(fourth - 3) < 0.25)
    #expect(abs(beyondTwo - 1820) < 210)
    #expect(stream.drawCount == 40_000)
  }

  @Test func exponentialHasItsMoments() {
    var stream = stream()
    var beyondOne = 0
    var least = Double.infinity
    let (mean, variance) = moments(40_000) {
      let value = Double(stream.exponential())
      least = min(least, value)
      if value > 1 { beyondOne += 1 }
      return value
    }
    #expect(least > 0)
    #expect(abs(mean - 1) < 0.025)
    #expect(abs(variance - 1) < 0.07)
    #expect(abs(beyondOne - 14_715) < 480)
  }

  @Test(arguments: [0.01, 0.5, 3, 15.9, 16, 40, 200] as [Float])
  func poissonHasItsMoments(mean lambda: Float) {
    var stream = stream()
    let count = 10_000
    let (mean, variance) = moments(count) { Double(stream.poisson(mean: lambda)) }
    let deviation = (Double(lambda) / Double(count)).squareRoot()
    #expect(abs(mean - Double(lambda)) < 5 * deviation)
    let spread = (0.0002 + 0.0001 / Double(lambda)).squareRoot()
    #expect(abs(variance / Double(lambda) - 1) < 5 * spread)
  }

  @Test func poissonTakesAnyMean() {
    var stream = stream()
    #expect(stream.poisson(mean: 0) == 0)
    #expect(stream.poisson(mean: -3) == 0)
    #expect(stream.poisson(mean: .nan) == 0)
    #expect(abs(Double(stream.poisson(mean: .infinity)) - 1_000_000) < 5000)
  }
}
