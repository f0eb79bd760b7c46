import Formats
import Testing

/// Goal: the bands have their edges where Apple puts them, and firm percentiles are those with
/// enough samples.
@Suite struct LatenessSummaryTests {
  private func summary(late: UInt64, seconds: UInt64 = 60, samples: UInt64 = 100) -> LatenessSummary
  {
    LatenessSummary(
      lateNanoseconds: late, animationNanoseconds: seconds * 1_000_000_000,
      worstSecondNanoseconds: 0, worstSecondFrame: nil, longestRun: 0, longestRunFrame: nil,
      jankFrames: 0, timeWeighted: Percentiles(p50: 0, p90: 0, p95: 0, p99: 0, maximum: 0),
      sampleCount: samples)
  }

  @Test func bandsHaveTheirEdges() {
    #expect(summary(late: 0).band == .good)
    #expect(summary(late: 300_000_000).band == .good)
    #expect(summary(late: 300_000_001).band == .warning)
    #expect(summary(late: 599_999_999).band == .warning)
    #expect(summary(late: 600_000_000).band == .critical)
    #expect(summary(late: .max).band == .critical)
    // 18 frames of a sixtieth of a second each, in a minute.
    #expect(summary(late: 18 * 16_666_666).band == .good)
    #expect(summary(late: 19 * 16_666_666).band == .warning)
  }

  @Test func percentilesNeedTwentySamplesBeyondThem() {
    #expect(summary(late: 0, samples: 39).firmPercentiles == [])
    #expect(summary(late: 0, samples: 40).firmPercentiles == ["p50"])
    #expect(summary(late: 0, samples: 1999).firmPercentiles == ["p50", "p90", "p95"])
    #expect(summary(late: 0, samples: 2000).firmPercentiles == ["p50", "p90", "p95", "p99"])
  }
}
