import SimImageAnalysis
import Testing

/// Goal: the model of frame means accumulates, counts and grades as its publication does.
///
/// Method: published scalar cases, and alternations short of and beyond each limit.
@Suite struct MeanFlashTests {
  private static func film(
    seconds: UInt32, framesPerSecond: UInt32 = 20, halfPeriod: UInt32
  ) -> MeanFlash {
    var means = MeanFlash(.luminance, framesPerSecond: framesPerSecond)
    means.begin(mean: 0)
    for frame in 1..<seconds * framesPerSecond {
      means.advance(mean: frame / halfPeriod % 2 == 0 ? 0 : 1, changedShare: 1)
    }
    return means
  }

  @Test func changesOfOneSenseAddUpForASecond() {
    var means = MeanFlash(.red, framesPerSecond: 2)
    for (difference, sum) in [(Float(-25.6), Float(-25.6)), (-30.6, -56.2), (-10.6, -41.2)] {
      means.advance(mean: 0, difference: difference)
      #expect(abs(means.accumulated - sum) < 1e-4)
    }
    means.advance(mean: 0, difference: 3)
    #expect(means.accumulated == 3)
  }

  @Test func darkerMeanHasToBeBelowEightTenths() {
    for (start, count) in [(Float(0.8), UInt32(0)), (0.6, 1)] {
      var means = MeanFlash(.luminance, framesPerSecond: 20)
      means.begin(mean: start)
      means.advance(mean: 1, changedShare: 1)
      #expect(means.transitions == count)
    }
  }

  @Test func smallChangedAreaIsNoChange() {
    for (share, count) in [(Float(0.2499), UInt32(0)), (0.25, 1)] {
      var means = MeanFlash(.luminance, framesPerSecond: 20)
      means.begin(mean: 0)
      means.advance(mean: 0.5, changedShare: share)
      #expect(means.transitions == count)
    }
  }

  @Test func levels() {
    #expect(Self.film(seconds: 3, halfPeriod: 10).worstLevel == .pass)
    #expect(Self.film(seconds: 3, halfPeriod: 5).worstLevel == .warning)
    #expect(Self.film(seconds: 4, halfPeriod: 5).worstLevel == .warning)
    #expect(Self.film(seconds: 6, halfPeriod: 5).worstLevel == .extended)
    #expect(Self.film(seconds: 2, halfPeriod: 2).worstLevel == .fail)
  }

  /// Four seconds of flashing in five, and one frame less.
  @Test func extendedRuleNeedsFourSeconds() {
    func worst(_ frames: Int) -> FlashLevel {
      var means = MeanFlash(.luminance, framesPerSecond: 10)
      means.begin(mean: 0)
      // Transitions at frames 1, 3, 6, 8, 11 and so on: four in every ten.
      var isWhite = false
      for frame in 1..<frames {
        if frame % 5 == 1 || frame % 5 == 3 { isWhite.toggle() }
        means.advance(mean: isWhite ? 1 : 0, changedShare: 1)
      }
      return means.worstLevel
    }
    // The fourth transition is in frame 8, the fortieth frame after it in frame 47.
    #expect(worst(47) == .warning && worst(48) == .extended)
  }
}
