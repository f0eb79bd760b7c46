import SimFormats
import SimHarness
import Testing

/// Goal: a time over its limit is a failure where frames were slow, and cannot be told where they
/// only waited for a processor.
///
/// Method: limits on either side of what frames took and of what they would have taken.
@Suite struct BusyMachineTests {
  private static func percentiles(_ milliseconds: UInt64) -> Percentiles {
    let time = milliseconds * 1_000_000
    return Percentiles(p50: time, p90: time, p95: time, p99: time, maximum: time)
  }

  /// Frames that took 300 ms, and 2 ms without waiting.
  private static func timing(isMeasured: Bool = true) -> TimingSummary {
    var timing = TimingSummary(
      frame: percentiles(300), phases: [], due: DueTime(frameRate: 60, refreshRate: 60),
      measuredFrames: 3_600, sparkline: [], wallNanoseconds: 1, peakResidentBytes: nil,
      liveBytes: [], budgets: [])
    // 40 ms a second: 144 refreshes in a minute.
    timing.lateness = LatenessSummary(
      due: timing.due, lateRefreshes: 144, lateFrames: 9, overrunNanoseconds: 2_400_000_000,
      worstSecondRefreshes: 17, worstSecondFrame: 1, longestRun: 1, longestRunFrame: 1,
      jankFrames: 9, timeWeighted: percentiles(300), sampleCount: 3_600)
    guard isMeasured else { return timing }
    timing.processor = ProcessorSummary(
      frame: percentiles(1), unhindered: percentiles(2), unhinderedHitchMillisecondsPerSecond: 3,
      waitedNanoseconds: 9_000_000_000, longestWaitNanoseconds: 298_000_000,
      involuntarySwitches: 70)
    return timing
  }

  static func judged(
    _ measure: Measure, _ limit: Double, _ timing: TimingSummary, _ bound: Budget.Bound = .atMost
  ) -> BudgetSummary {
    let allocations = AllocationSummary(
      source: "not-measured: test", warmupFrames: 120, warmupTotal: nil, steadyTotal: nil,
      steadyMaximumPerFrame: nil, steadyBytes: nil, liveBytesGrowth: nil, firstFrame: nil,
      firstPhase: nil)
    var result = SceneResult.blank
    (result.frames, result.allocations, result.timing) = (3_600, allocations, timing)
    return BudgetJudge(result).judge(Budget(id: "X", measure: measure, bound: bound, limit: limit))
  }

  @Test(arguments: Percentiles.names)
  func slowFramesFailAndWaitingOnesCannotBeTold(percentile: String) {
    let measure = Measure.at("timing.frame.\(percentile)")
    let statuses = [1.0, 1.999, 2, 16.7, 299, 300].map {
      Self.judged(measure, $0, Self.timing()).status
    }
    #expect(
      statuses == [.failed, .failed, .notMeasured, .notMeasured, .notMeasured, .passed])
  }

  @Test func hitchesAreJudgedAlike() {
    let statuses = [2.9, 3, 39, 40].map {
      Self.judged(.at("timing.hitchMsPerSecond"), $0, Self.timing()).status
    }
    #expect(statuses == [.failed, .notMeasured, .notMeasured, .passed])
  }

  @Test func waitingIsSaidInWords() {
    let held = Self.judged(.at("timing.frame.p99"), 16.7, Self.timing())
    #expect(held.isTooCloseToSay && held.measured == 300)
    #expect(
      held.note
        == "but frames waited for a processor, up to 298 ms; without that it is 2 ms")
  }

  @Test func withoutMeasurementNothingIsExcused() {
    let found = Self.judged(.at("timing.frame.p99"), 16.7, Self.timing(isMeasured: false))
    #expect(found.status == .failed && found.note == nil)
  }

  @Test func minimumTimesAreNotExcusedByWaiting() {
    #expect(Self.judged(.at("timing.frame.p50"), 400, Self.timing(), .atLeast).status == .failed)
  }

  @Test func recordedFramesHaveTheirProcessorTime() throws {
    let recorder = try Scenario.planted(frames: 130).run().recorder
    for frame in 0..<130 {
      #expect(recorder.processorNanoseconds[frame] > 0)
      #expect(UInt64(recorder.unhinderedNanoseconds[frame]) <= recorder.frameNanoseconds(frame))
    }
  }
}
