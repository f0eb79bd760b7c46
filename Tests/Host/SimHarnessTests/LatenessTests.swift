import SimFormats
import SimHarness
import SimReport
import SimRuntime
import SimInput
import Testing

/// Goal: lateness says when and for how long, not only how much, by when frames are due and appear.
///
/// Method: frame times written by hand, in milliseconds.
struct LatenessTests {
  private func summary(
    _ milliseconds: [Double], frames: [Int]? = nil, rate: UInt32 = 60, refreshRate: UInt32 = 60
  ) -> LatenessSummary {
    LatenessSummary(
      times: milliseconds.map { UInt64($0 * 1e6) }, frames: frames ?? Array(milliseconds.indices),
      due: DueTime(frameRate: rate, refreshRate: refreshRate))
  }

  /// A scenario of 30 frames a second at 60 Hz: many frames miss one refresh, and one misses two.
  @Test func framesAreDueByTheirRate() {
    var times = [Double](repeating: 12, count: 780)
    for index in 0..<291 { times[index * 2 + 1] = 17 + Double(index % 16) }
    times[400] = 36
    let found = summary(times, rate: 30)
    #expect(found.lateFrames == 1 && found.lateRefreshes == 1 && found.longestRunFrame == 400)
    #expect(found.lateNanoseconds == 16_666_666 && found.overrunNanoseconds == 2_666_667)
    #expect(found.animationNanoseconds == 26_000_000_000 && found.band == .good)
    #expect(abs(found.hitchMillisecondsPerSecond - 0.641) < 0.001)
    // The same frames, had they been due at every refresh.
    let hurried = summary(times)
    #expect(hurried.lateFrames == 292 && hurried.lateRefreshes == 293)
    #expect(hurried.band == .critical)
  }

  /// The second figure of the same definition: what is shown is whole refreshes, not the overrun.
  @Test func lateIsWhatIsShown() {
    for overrun in [0.000_001, 2, 16.666] {
      let found = summary([16.666_666 + overrun, 5, 5, 5])
      #expect(found.lateNanoseconds == 16_666_666 && found.lateFrames == 1)
      #expect(found.overrunNanoseconds == UInt64((overrun * 1e6).rounded()))
    }
    #expect(summary([33.333_333]).lateRefreshes == 1 && summary([33.333_334]).lateRefreshes == 2)
  }

  @Test func sixtyFramesAtTwiceAsManyHertz() {
    let found = summary([8.4, 12, 16.666_666, 16.666_667, 25, 25.000_001], refreshRate: 120)
    #expect(found.lateFrames == 3 && found.lateRefreshes == 1 + 1 + 2)
    #expect(found.lateNanoseconds == 33_333_333 && found.longestRunFrame == 3)
    #expect(found.due.refreshes == 2 && found.due.nanoseconds == 16_666_666)
  }

  @Test func worstSecondAndLongestRunAreFound() {
    var times = [Double](repeating: 9, count: 150)
    (times[2], times[75], times[76], times[100]) = (17, 20, 34, 17)
    let found = summary(times)
    #expect(found.lateRefreshes == 1 + 1 + 2 + 1 && found.lateFrames == 4)
    #expect(found.animationNanoseconds == 2_500_000_000)
    #expect(found.worstSecondRefreshes == 4 && found.worstSecondFrame == 41)
    #expect(found.worstSecondNanoseconds == 66_666_666)
    #expect(found.longestRun == 2 && found.longestRunFrame == 75)
    #expect(found.jankFrames == 1)
    #expect(found.timeWeighted.maximum == 34_000_000)
  }

  /// Jank is more than two frame intervals, whatever those are.
  @Test func jankIsMoreThanTwoIntervals() {
    #expect(summary([33.333_333]).jankFrames == 0 && summary([33.333_334]).jankFrames == 1)
    #expect(summary([66.666_666], rate: 30).jankFrames == 0)
    #expect(summary([66.666_667], rate: 30).jankFrames == 1)
  }

  @Test func runsEndInTheBackground() {
    let found = summary([17, 17, 17, 17, 17], frames: [3, 4, 90, 91, 92])
    #expect(found.longestRun == 3 && found.longestRunFrame == 90)
  }

  @Test func nothingLateIsNothing() {
    let found = summary([1, 10, 16.666_666])
    #expect(found.lateNanoseconds == 0 && found.longestRun == 0 && found.jankFrames == 0)
    #expect(found.overrunNanoseconds == 0 && found.lateFrames == 0 && found.band == .good)
    #expect(found.worstSecondFrame == nil && found.longestRunFrame == nil)
  }
}

/// Goal: what a result says of lateness is what its rows of frames come to.
///
/// Method: runs with waits planted into their steps, at several rates; the rows are summed here in
/// whole nanoseconds by counting refreshes up to each frame's time. Other definitions of late must
/// come to something else, or the comparison would not notice them.
struct LatenessOracleTests {
  private struct Rows {
    var times: [UInt64] = []
    var slacks: [Int64] = []
    var late: [UInt64] = []

    init(_ table: String) throws {
      let lines = table.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
      func column(_ name: String) throws -> Int { try #require(lines[0].firstIndex(of: name)) }
      let phases = try FramePhase.allCases.map { try column("\($0.name)Nanoseconds") }
      let (slack, late) = (try column("slackNanoseconds"), try column("lateRefreshes"))
      for line in lines.dropFirst() {
        times.append(try phases.reduce(0) { $0 + (try #require(UInt64(line[$1]))) })
        slacks.append(try #require(Int64(line[slack])))
        self.late.append(try #require(UInt64(line[late])))
      }
    }
  }

  /// The refresh at which a frame appears that took so long: they are counted one by one.
  private func shown(_ time: UInt64, _ refreshRate: UInt64) -> UInt64 {
    var refresh: UInt64 = 0
    while refresh * 1_000_000_000 / refreshRate < time { refresh += 1 }
    return refresh
  }

  @Test(arguments: [(60, 60, 1), (30, 60, 2), (60, 120, 2), (24, 60, 3)])
  func resultsFollowFromTheirRows(rate: UInt32, refreshRate: UInt32, due: UInt64) throws {
    var scenario = Scenario.planted(frames: 60)
    scenario.device.refreshRate = refreshRate
    scenario.plan = RunPlan(
      seed: 3, frameCount: 60, clock: FrameClock(framesPerSecond: rate),
      canvas: scenario.plan.canvas, parameters: scenario.plan.parameters)
    var options = RunOptions()
    options.rendersPixels = false
    // Over one refresh of 60 Hz, over two, and over three.
    options.planted = PlantedWork("wait=18000/11,wait=36000/17,wait=52000/29")
    let outcome = try Runner<PlantScene>.run(scenario, options: options)
    var table = FrameTable()
    table.append(outcome)
    let rows = try Rows(table.text)
    let timing = outcome.result.timing
    let lateness = try #require(timing.lateness)

    let hertz = UInt64(refreshRate)
    let interval = due * 1_000_000_000 / hertz
    let late = rows.times.map { time in
      let refresh = shown(time, hertz)
      return refresh > due ? refresh - due : 0
    }
    let overrun = rows.times.reduce(0) { $0 + ($1 > interval ? $1 - interval : 0) }
    let sum = late.reduce(0, +)
    #expect(rows.late == late && rows.slacks == rows.times.map { Int64(interval) - Int64($0) })
    #expect(rows.times.count == 60 && late.contains { $0 > 0 })
    #expect(timing.frameIntervalNanoseconds == interval && timing.due.refreshes == due)
    #expect(timing.lateFrames == UInt32(late.filter { $0 > 0 }.count))
    #expect(lateness.lateNanoseconds == sum * 1_000_000_000 / hertz)
    #expect(lateness.overrunNanoseconds == overrun)
    #expect(lateness.animationNanoseconds == 60 * 1_000_000_000 / UInt64(rate))
    let twice = 2 * due * 1_000_000_000 / hertz
    #expect(lateness.jankFrames == UInt32(rows.times.filter { $0 > twice }.count))
    let second = (0..<60).map { late[$0..<min(60, $0 + Int(rate))].reduce(0, +) }.max()
    #expect(lateness.worstSecondRefreshes == second)
    let ratio = Double(sum) / Double(hertz) * 1000 / (60 / Double(rate))
    #expect(abs(timing.hitchMillisecondsPerSecond - ratio) < 1e-9 * max(1, ratio))

    // The overrun as lateness, and every frame due at the next refresh.
    #expect(lateness.lateNanoseconds > lateness.overrunNanoseconds)
    let hurried = rows.times.map { max(shown($0, hertz), 1) - 1 }.reduce(0, +)
    #expect((hurried == sum) == (due == 1))
  }

  /// A budget of hitches is judged by what is shown.
  @Test func budgetsFollow() throws {
    var timing = TimingSummary(
      frame: Percentiles(of: [17_000_000]), phases: [],
      due: DueTime(frameRate: 30, refreshRate: 60), measuredFrames: 780, sparkline: [],
      wallNanoseconds: 1, peakResidentBytes: nil, liveBytes: [], budgets: [])
    var times = [UInt64](repeating: 20_000_000, count: 780)
    times[5] = 33_333_334
    timing.lateness = LatenessSummary(times: times, frames: Array(0..<780), due: timing.due)
    for (limit, status) in [(0.64, CheckStatus.failed), (0.65, .passed)] {
      let found = BusyMachineTests.judged(.at("timing.hitchMsPerSecond"), limit, timing)
      #expect(found.status == status)
    }
    timing.lateness = nil
    timing.measuredFrames = 0
    #expect(
      BusyMachineTests.judged(.at("timing.hitchMsPerSecond"), 1, timing).status == .notMeasured)
  }
}
