import SimFormats
import Testing

/// Goal: the bands have their edges where their source puts them, to the frame, and firm
/// percentiles are those with enough samples.
@Suite struct LatenessSummaryTests {
  private func summary(
    late: UInt64, frames: UInt64 = 3_600, frameRate: UInt32 = 60, refreshRate: UInt32 = 60
  ) -> LatenessSummary {
    LatenessSummary(
      due: DueTime(frameRate: frameRate, refreshRate: refreshRate), lateRefreshes: late,
      lateFrames: 0, overrunNanoseconds: 0, worstSecondRefreshes: 0, worstSecondFrame: nil,
      longestRun: 0, longestRunFrame: nil, jankFrames: 0,
      timeWeighted: Percentiles(p50: 0, p90: 0, p95: 0, p99: 0, maximum: 0), sampleCount: frames)
  }

  @Test(
    arguments: [
      // 18 dropped frames a minute are 5 ms a second, 36 are 10, exactly.
      (18, 19, 35, 36, 3_600, 60, 60), (18, 19, 35, 36, 1_800, 30, 60),
      (36, 37, 71, 72, 3_600, 60, 120), (36, 37, 71, 72, 7_200, 120, 120),
      // A run whose length in nanoseconds is no whole number.
      (1, 2, 1, 2, 200, 60, 60), (3, 4, 5, 6, 600, 60, 60),
    ] as [(UInt64, UInt64, UInt64, UInt64, UInt64, UInt32, UInt32)])
  func bandsHaveTheirEdges(
    good: UInt64, above: UInt64, warning: UInt64, critical: UInt64, frames: UInt64,
    frameRate: UInt32, refreshRate: UInt32
  ) {
    func found(_ late: UInt64) -> LatenessSummary {
      summary(late: late, frames: frames, frameRate: frameRate, refreshRate: refreshRate)
    }
    #expect(found(0).band == .good && found(good).band == .good)
    #expect(found(good).hitchMillisecondsPerSecond == 5)
    #expect(found(above).band != .good)
    #expect(found(warning).band == (warning == good ? .good : .warning))
    #expect(found(critical).band == .critical)
    #expect(found(critical).hitchMillisecondsPerSecond == 10)
  }

  @Test func greatCountsHaveABand() {
    #expect(summary(late: .max).band == .critical)
    #expect(summary(late: .max, frames: .max).band == .critical)
    #expect(summary(late: .max / 200, frames: .max).band == .good)
    #expect(summary(late: .max / 199, frames: .max).band == .warning)
    #expect(summary(late: 0, frames: 0).band == .good)
  }

  @Test func timesFollowFromRefreshes() {
    let found = summary(late: 1, frames: 780, frameRate: 30)
    #expect(found.lateNanoseconds == 16_666_666)
    #expect(found.animationNanoseconds == 26_000_000_000)
    #expect(abs(found.hitchMillisecondsPerSecond - 0.641) < 0.0001)
    #expect(summary(late: 3).lateNanoseconds == 50_000_000)
  }

  @Test func percentilesNeedTwentySamplesBeyondThem() {
    #expect(summary(late: 0, frames: 39).firmPercentiles == [])
    #expect(summary(late: 0, frames: 40).firmPercentiles == ["p50"])
    #expect(summary(late: 0, frames: 1999).firmPercentiles == ["p50", "p90", "p95"])
    #expect(summary(late: 0, frames: 2000).firmPercentiles == ["p50", "p90", "p95", "p99"])
  }
}
