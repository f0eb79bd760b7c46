import SimFormats
import SimHarness
import SimPlatform
import Testing

/// Goal: a budget of time fails by work and by waits of the frames' own, and by nothing else.
///
/// Method: columns of ten frames, one of them slow in every way there is, judged in both measures.
struct TimedBudgetTests {
  private static let ms: UInt64 = 1_000_000
  private static let due = DueTime(frameRate: 60, refreshRate: 60)

  /// What becomes of two budgets of 16 ms: on the slowest frame, and on no hitches at all.
  ///
  /// - Parameters:
  ///   - times: milliseconds that each frame took.
  ///   - waited: milliseconds of them in which it waited for a processor.
  private func statuses(
    _ times: [UInt64], waited: [UInt64], evidence: ProcessorSummary.Evidence? = .queue
  ) -> [CheckStatus] {
    let times = times.map { $0 * Self.ms }
    var timing = TimingSummary(
      frame: Percentiles(of: times), phases: [], due: Self.due,
      measuredFrames: UInt32(times.count), sparkline: [], wallNanoseconds: 1,
      peakResidentBytes: nil, liveBytes: [], budgets: [])
    timing.lateness = LatenessSummary(
      times: times, frames: Array(times.indices), due: Self.due)
    if let evidence {
      let unhindered = zip(times, waited).map { $0 - $1 * Self.ms }
      timing.processor = ProcessorSummary(
        ProcessorColumns(evidence: evidence, times: times, unhindered: unhindered), due: Self.due)
    }
    return [
      BusyMachineTests.judged(.at("timing.frame.p99"), 16, timing).status,
      BusyMachineTests.judged(.at("timing.hitchMsPerSecond"), 0, timing).status,
    ]
  }

  @Test(
    arguments: [
      // Fast, slow by waiting, by work, by both; a millisecond on either side of the limit.
      (2, 0, CheckStatus.passed), (16, 9, .passed), (40, 30, .notMeasured), (40, 0, .failed),
      (40, 10, .failed), (40, 24, .notMeasured), (40, 23, .failed), (17, 1, .notMeasured),
    ] as [(UInt64, UInt64, CheckStatus)])
  func slowFrames(slow: UInt64, waited: UInt64, expected: CheckStatus) {
    let times = [UInt64](repeating: 2, count: 9) + [slow]
    let waits = [UInt64](repeating: 0, count: 9) + [waited]
    for evidence in ProcessorSummary.Evidence.allCases {
      #expect(statuses(times, waited: waits, evidence: evidence) == [expected, expected])
    }
    // Where nothing tells, nothing is excused.
    let blind: CheckStatus = slow > 16 ? .failed : .passed
    #expect(statuses(times, waited: waits, evidence: nil) == [blind, blind])
  }

  /// Waiting in one frame does not excuse work in another.
  @Test func everyFrameStandsForItself() {
    #expect(statuses([40, 40, 2, 2], waited: [39, 0, 0, 0]) == [.failed, .failed])
    #expect(statuses([40, 40, 2, 2], waited: [39, 39, 0, 0]) == [.notMeasured, .notMeasured])
  }

  @Test func summaryCondensesItsColumns() throws {
    var columns = ProcessorColumns(
      evidence: .switches, times: [5, 30, 20].map { $0 * Self.ms },
      unhindered: [5, 10, 19].map { $0 * Self.ms })
    columns.involuntarySwitches = [0, 4, 1]
    columns.processor = [4, 9, 8].map { $0 * Self.ms }
    let found = try #require(
      ProcessorSummary(columns, due: Self.due))
    #expect(found.waitedNanoseconds == 21 * Self.ms && found.longestWaitNanoseconds == 20 * Self.ms)
    #expect(found.unhindered.maximum == 19 * Self.ms && found.unhindered.p50 == 10 * Self.ms)
    #expect(found.frame.maximum == 9 * Self.ms && found.evidence == .switches)
    // 19 ms appear one refresh late, in a twentieth of a second.
    #expect(found.unhinderedHitchMillisecondsPerSecond == 1000.0 / 3)
    #expect(found.involuntarySwitches == 5 && found.runs == 1)
    columns = ProcessorColumns(evidence: .queue, times: [], unhindered: [])
    #expect(ProcessorSummary(columns, due: Self.due) == nil)
  }
}

/// Goal: a second run settles what waiting left open, and never makes it worse.
///
/// Method: outcomes of a small scene whose times are replaced.
struct SecondRunTests {
  private func outcome(_ status: CheckStatus, p50: UInt64) throws -> RunOutcome {
    var outcome = try Scenario.planted(frames: 130).run()
    let budget = Budget(
      id: "T", measure: .at("timing.frame.p99"), bound: .atMost, limit: 1)
    outcome.result.timing.budgets = [
      BudgetSummary(
        budget: budget, measured: 2, status: status,
        note: status == .notMeasured ? "0.5 ms without waiting for a processor" : nil)
    ]
    outcome.result.timing.frame.p50 = p50
    return outcome
  }

  @Test func onlyWaitingIsWorthAnotherRun() throws {
    #expect(try outcome(.notMeasured, p50: 1).isWorthRepeating)
    for status in [CheckStatus.passed, .failed] {
      #expect(try !outcome(status, p50: 1).isWorthRepeating)
    }
    // What fails anyhow is not helped by better times.
    var failed = try outcome(.notMeasured, p50: 1)
    failed.result.timing.budgets.append(try outcome(.failed, p50: 1).result.timing.budgets[0])
    #expect(failed.result.verdict == .failed && !failed.isWorthRepeating)
    var exact = try outcome(.notMeasured, p50: 1)
    exact.result.budgets = try outcome(.failed, p50: 1).result.timing.budgets
    #expect(exact.result.verdict == .failed && !exact.isWorthRepeating)
  }

  @Test func passingRunSettlesIt() throws {
    var first = try outcome(.notMeasured, p50: 900)
    let (digest, bytes) = (first.result.digest, first.result.timing.liveBytes)
    let second = try outcome(.passed, p50: 77)
    first.settle(by: second)
    #expect(first.result.verdict == .passed && first.result.timing.processor?.runs == 2)
    #expect(first.result.timing.frame.p50 == 77)
    #expect(first.result.digest == digest && first.result.timing.liveBytes == bytes)
    #expect(first.recorder.phaseNanoseconds == second.recorder.phaseNanoseconds)
    #expect(first.recorder.processorNanoseconds == second.recorder.processorNanoseconds)
  }

  @Test(arguments: [CheckStatus.notMeasured, .failed]) func anotherLeavesItOpen(
    status: CheckStatus
  ) throws {
    var first = try outcome(.notMeasured, p50: 900)
    let times = first.recorder.phaseNanoseconds
    first.settle(by: try outcome(status, p50: 77))
    #expect(first.result.verdict == .inconclusive && first.result.timing.processor?.runs == 2)
    #expect(first.result.timing.frame.p50 == 900 && first.recorder.phaseNanoseconds == times)
  }

  /// Real frames have real figures: what they slept stays in them.
  @Test func recordedFramesHaveTheirProcessorTime() throws {
    var options = RunOptions()
    options.rendersPixels = false
    options.planted = PlantedWork("work=50000,wait=2000/10")
    let recorder = try Runner<PlantScene>.run(.planted(frames: 60), options: options).recorder
    #if os(Linux)
      #expect(recorder.evidence == .queue)
    #endif
    for frame in 0..<60 {
      #expect(recorder.processorNanoseconds[frame] > 10_000)
      let (time, alone) = (recorder.frameNanoseconds(frame), recorder.unhinderedNanoseconds[frame])
      #expect(UInt64(alone) <= time)
      if frame % 10 == 0 { #expect(alone >= 2_000_000) }
    }
  }

  /// Threads that paint have theirs, too.
  @Test func threadsHaveTheirProcessorTime() throws {
    var options = RunOptions()
    options.crew = try #require(ThreadCrew(workerCount: 3))
    let outcome = try Runner<PlantScene>.run(.planted(frames: 60), options: options)
    #if os(Linux)
      #expect(outcome.recorder.evidence == .queue)
    #endif
    for frame in 0..<60 {
      let alone = UInt64(outcome.recorder.unhinderedNanoseconds[frame])
      #expect(alone <= outcome.recorder.frameNanoseconds(frame))
    }
  }
}
