import SimMath
import SimRingLight
import Testing

/// Goal: the guided filter computes what its definition says, at a cost that the radius does not
/// change.
///
/// Method: published values to 1e-5, sums by brute force, and times with small and large squares.
struct GuidedFilterTests {
  private static let one: UInt32 = 65_000

  private static func filtered(
    _ values: [Double], radius: Int, epsilon: Float
  ) -> [Float] {
    let samples = values.map { UInt32($0 * Double(one) + 0.5) }
    var filter = GuidedFilter(capacity: samples.count, maximumWidth: samples.count)
    filter.fit(
      samples, width: samples.count, height: 1, one: one, radius: radius, epsilon: epsilon)
    return samples.indices.map {
      (filter.slopes[$0] * Float(samples[$0]) + filter.offsets[$0]) / Float(one)
    }
  }

  private static let step = (0..<16).map { $0 < 8 ? 0.2 : 0.8 }
  private static let noisyStep = step.enumerated().map { $1 + ($0 % 2 == 0 ? 0.02 : -0.02) }

  private static func expect(_ found: ArraySlice<Float>, _ expected: [Float]) {
    for (value, wanted) in zip(found, expected) {
      #expect(abs(value - wanted) < 1e-5, "\(value) is not \(wanted)")
    }
    #expect(found.count == expected.count)
  }

  @Test func stepIsKeptAsPublished() {
    let found = Self.filtered(Self.step, radius: 2, epsilon: 0.01)
    Self.expect(found[5...10], [0.208530, 0.215998, 0.230200, 0.769800, 0.784002, 0.791470])
  }

  @Test func noiseIsTakenOrKeptAsPublished() {
    let smooth = Self.filtered(Self.noisyStep, radius: 2, epsilon: 0.01)
    Self.expect(smooth[0...3], [0.204162, 0.200876, 0.202793, 0.199254])
    let kept = Self.filtered(Self.noisyStep, radius: 2, epsilon: 0.0001)
    Self.expect(kept[0...3], [0.216589, 0.184530, 0.216301, 0.184106])
  }

  @Test func sumsAreThoseOfEverySquare() {
    var stream = RandomStream(seed: 4, name: "plane")
    for (width, height) in [(1, 1), (1, 9), (9, 1), (7, 5), (16, 11)] {
      let plane = (0..<width * height).map { _ in stream.nextUInt32() >> 16 }
      for radius in 0..<12 {
        var sums = [UInt32](repeating: 9, count: plane.count)
        var box = BoxSums<UInt32>(maximumWidth: width)
        box.sum(plane, width: width, height: height, radius: radius, into: &sums)
        for row in 0..<height {
          for column in 0..<width {
            var sum: UInt32 = 0
            for y in max(0, row - radius)...min(height - 1, row + radius) {
              for x in max(0, column - radius)...min(width - 1, column + radius) {
                sum += plane[y * width + x]
              }
            }
            #expect(sums[row * width + column] == sum, "\(width) by \(height), \(radius)")
          }
        }
      }
    }
  }

  #if !DEBUG
    /// The quickest of many runs of each, in turn, so that what else runs matters little.
    @Test func radiusCostsNothing() {
      let (width, height) = (293, 633)
      var stream = RandomStream(seed: 5, name: "plane")
      let samples = (0..<width * height).map { _ in stream.below(65_280) }
      var filter = GuidedFilter(capacity: samples.count, maximumWidth: width)
      let clock = ContinuousClock()
      var ratio = 2.0
      for _ in 0..<5 where ratio > 1.15 || ratio < 0.85 {
        var best: [Int: Duration] = [:]
        for _ in 0..<30 {
          for radius in [4, 32] {
            let time = clock.measure {
              filter.fit(
                samples, width: width, height: height, one: 65_280, radius: radius,
                epsilon: 0.0025)
            }
            best[radius] = min(best[radius] ?? time, time)
          }
        }
        ratio = (best[32] ?? .zero) / (best[4] ?? .seconds(1))
      }
      #expect(ratio < 1.15 && ratio > 0.85, "\(ratio)")
      print("guided filter: radius 32 costs \(ratio) of radius 4")
    }
  #endif
}
