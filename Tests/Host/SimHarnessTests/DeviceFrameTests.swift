import SimFormats
import SimHarness
import SimRuntime
import SimInput
import Testing

/// Goal: a run says whether the device class would keep up, whatever machine ran it, and says why
/// when it cannot say.
///
/// Method: a class that pays for advancing dots only, so that times follow on paper; more and more
/// dots; costs, pixels and frames taken away.
struct DeviceFrameTests {
  private static func device(nanosecondsPerDot: Double, uncertainty: Double = 0.5) throws -> Device
  {
    var table = CostTable()
    for unit in WorkUnit.all { table[unit] = 0 }
    let unit = try #require(WorkUnit(named: "step.particle"))
    table[unit] = nanosecondsPerDot
    var device = BuiltInDevices.all[0]
    device.costs = DeviceCosts(
      origin: .measured(table), source: "made up", uncertainty: uncertainty)
    device.renderers = []
    return device
  }

  private static func scenario(
    dots: UInt32, frames: UInt32 = 150, uncertainty: Double = 0.5
  ) throws -> Scenario {
    var scenario = Scenario.planted(frames: frames, dots: dots)
    scenario.device = try device(nanosecondsPerDot: 2_600_000, uncertainty: uncertainty)
    return scenario
  }

  @Test(arguments: [
    (UInt32(4), DeviceFrameSummary.Judgement.holds, UInt32(0)), (6, .tooCloseToSay, 0),
    (9, .tooCloseToSay, 30), (10, .doesNotHold, 30),
  ])
  func moreDotsFlipTheJudgement(
    dots: UInt32, judgement: DeviceFrameSummary.Judgement, over: UInt32
  ) throws {
    let result = try Self.scenario(dots: dots).run(rendersPixels: true).result
    let summary = try #require(result.prediction.summary)
    #expect(summary.median.nominal == UInt64(dots) * 2_600_000 && summary.high == summary.median)
    // 120 of the 150 frames are warm-up.
    #expect(summary.frames == 30 && summary.framesOverInterval == over)
    #expect(summary.judgement == judgement && summary.intervalNanoseconds == 16_666_666)
    #expect(!summary.isEstimated && summary.source == "made up")
    // Without a budget it is said, and judges nothing.
    #expect(result.verdict == .passed)
  }

  @Test func certaintyLeavesNothingOpen() throws {
    for (dots, judgement) in [
      (UInt32(6), DeviceFrameSummary.Judgement.holds), (7, .doesNotHold),
    ] {
      let scenario = try Self.scenario(dots: dots, uncertainty: 0)
      let summary = try #require(
        try scenario.run(rendersPixels: true).result.prediction.summary)
      #expect(summary.judgement == judgement)
    }
  }

  @Test func budgetsAreJudgedByBothEnds() throws {
    // 15.6 ms stand for 10.4 to 23.4 ms.
    var scenario = try Self.scenario(dots: 6)
    let limits: [(Budget.Bound, Double, CheckStatus)] = [
      (.atMost, 23.5, .passed), (.atMost, 23.3, .notMeasured), (.atMost, 10.5, .notMeasured),
      (.atMost, 10.3, .failed), (.atLeast, 10.3, .passed), (.atLeast, 15, .notMeasured),
      (.atLeast, 23.5, .failed),
    ]
    for percentile in ["p50", "p99"] {
      for (bound, limit, status) in limits {
        scenario.budgets = [
          Budget(id: "X", measure: .at("deviceFrame.\(percentile)"), bound: bound, limit: limit)
        ]
        let result = try scenario.run(rendersPixels: true).result
        let budget = try #require(result.budgets.first)
        #expect(budget.status == status && budget.measured == 15.6, "\(bound) \(limit)")
        let verdict: Verdict =
          switch status {
          case .passed: .passed
          case .failed: .failed
          case .notMeasured: .inconclusive
          }
        #expect(result.exactVerdict == verdict && result.verdict == verdict)
        let note = "too close to say: it may be 10.4 to 23.4 ms"
        #expect(budget.note == (status == .notMeasured ? note : nil))
      }
    }
  }

  @Test func whatCannotBePredictedSaysWhy() throws {
    let whole = try Self.scenario(dots: 6)
    func reason(_ scenario: Scenario, rendersPixels: Bool = true) throws -> String? {
      var scenario = scenario
      scenario.budgets = [
        Budget(id: "X", measure: .at("deviceFrame.p99"), bound: .atMost, limit: 1)
      ]
      let result = try scenario.run(rendersPixels: rendersPixels).result
      let budget = try #require(result.budgets.first)
      #expect(budget.status == .notMeasured && budget.note == result.prediction.reason)
      #expect(result.verdict == .passed && result.prediction.summary == nil)
      return result.prediction.reason
    }
    #expect(try reason(whole, rendersPixels: false) == "no pixels were drawn")
    var changed = whole
    changed.device.costs = nil
    #expect(try reason(changed) == "the device class has no cost table")
    changed = whole
    changed.plan.backgroundSpans = [FrameSpan(start: 0, end: 150)]
    #expect(try reason(changed) == "every frame was spent in the background")
    changed = whole
    var table = try #require(whole.device.costs?.table)
    let unit = try #require(WorkUnit(named: "raster.run"))
    table[unit] = nil
    changed.device.costs?.origin = .measured(table)
    #expect(try reason(changed) == "no cost is known of raster.run")
    // Absurd costs are no reason to trap.
    for unit in WorkUnit.all { table[unit] = 1e12 }
    changed.device.costs?.origin = .measured(table)
    let dear = try changed.run(rendersPixels: true).result.prediction.summary
    #expect(dear?.judgement == .doesNotHold)
  }

  @Test func whatOnlyWarmUpPaintsNeedsNoCost() throws {
    // The layer below is filled in the first frame and never again.
    var scenario = try Self.scenario(dots: 4)
    var table = try #require(scenario.device.costs?.table)
    let unit = try #require(WorkUnit(named: "raster.primitive.fill"))
    table[unit] = nil
    scenario.device.costs?.origin = .measured(table)
    let whole = try scenario.run(rendersPixels: true).result.prediction
    #expect(whole.summary?.frames == 30)
    // In a run that is all warm-up, every frame counts.
    scenario.plan.frameCount = 100
    let short = try scenario.run(rendersPixels: true).result.prediction
    #expect(short.reason == "no cost is known of raster.primitive.fill")
  }

  @Test func framesInTheBackgroundDoNotCount() throws {
    var scenario = try Self.scenario(dots: 4)
    scenario.plan.backgroundSpans = [FrameSpan(start: 130, end: 140)]
    let summary = try #require(try scenario.run(rendersPixels: true).result.prediction.summary)
    #expect(summary.frames == 20 && summary.median.nominal == 10_400_000)
  }
}
