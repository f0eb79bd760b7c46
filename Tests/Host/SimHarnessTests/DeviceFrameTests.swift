import SimFormats
import SimHarness
import SimRaster
import SimRuntime
import SimInput
import Testing

/// Goal: a run says whether the device class would keep up, whatever machine ran it, and says why
/// when it cannot say.
///
/// Method: a device class with a cost per frame only, so that times are known; ascending costs;
/// costs, pixels and frames removed.
struct DeviceFrameTests {
  private static func scenario(
    nanoseconds: Double, frames: UInt32 = 150, uncertainty: Double = 0.5
  ) -> Scenario {
    var costs = RendererCosts(name: "canvas", isMeasured: true, source: "made up")
    costs.processor.frame = CostInterval(
      nanoseconds / (1 + uncertainty), nanoseconds, nanoseconds * (1 + uncertainty))
    var scenario = Scenario.planted(frames: frames)
    (scenario.device.costs, scenario.device.renderers) = (nil, [costs])
    return scenario
  }

  @Test(arguments: [
    (UInt64(10_400_000), DeviceFrameSummary.Judgement.within, UInt32(0)),
    (15_600_000, .tooCloseToSay, 0),
    (23_400_000, .tooCloseToSay, 30), (26_000_000, .over, 30),
  ])
  func expensiveFramesFlipTheVerdict(
    nanoseconds: UInt64, judgement: DeviceFrameSummary.Judgement, over: UInt32
  ) throws {
    let result = try Self.scenario(nanoseconds: Double(nanoseconds)).run().result
    let summary = try #require(result.prediction.summary)
    #expect(summary.median.nominal == nanoseconds && summary.high == summary.median)
    // 120 of the 150 frames are warm-up.
    #expect(summary.frames == 30 && summary.framesOverInterval == over)
    #expect(summary.judgement == judgement && summary.intervalNanoseconds == 16_666_666)
    #expect(!summary.isEstimated && summary.source == "made up")
    // Without a budget it is said, and judges nothing.
    #expect(result.verdict == .passed)
  }

  @Test func certaintyLeavesNothingOpen() throws {
    for (nanoseconds, judgement) in [
      (16_600_000.0, DeviceFrameSummary.Judgement.within), (16_700_000, .over),
    ] {
      let scenario = Self.scenario(nanoseconds: nanoseconds, uncertainty: 0)
      let summary = try #require(try scenario.run().result.prediction.summary)
      #expect(summary.judgement == judgement)
    }
  }

  @Test func budgetsAreJudgedByBothEnds() throws {
    // 15.6 ms stand for 10.4 to 23.4 ms.
    var scenario = Self.scenario(nanoseconds: 15_600_000)
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
        let result = try scenario.run().result
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
    let whole = Self.scenario(nanoseconds: 15_600_000)
    func reason(_ scenario: Scenario) throws -> String? {
      var scenario = scenario
      scenario.budgets = [
        Budget(id: "X", measure: .at("deviceFrame.p99"), bound: .atMost, limit: 1)
      ]
      let result = try scenario.run().result
      let budget = try #require(result.budgets.first)
      #expect(budget.status == .notMeasured && budget.note == result.prediction.reason)
      #expect(result.verdict == .passed && result.prediction.summary == nil)
      return result.prediction.reason
    }
    var changed = whole
    changed.device.renderers[0].name = "mine"
    #expect(try reason(changed) == "the device class has no costs of the renderer canvas")
    changed = whole
    changed.plan.backgroundSpans = [FrameSpan(start: 0, end: 150)]
    #expect(try reason(changed) == "every frame was spent in the background")
    // Absurd costs are no reason to trap.
    let slow = try Self.scenario(nanoseconds: 1e300).run().result.prediction.summary
    #expect(slow?.judgement == .over)
  }

  /// What pixel stages do is counted where they run; all else is counted without pixels.
  @Test func onlyStagesNeedPixels() throws {
    var scenario = Self.scenario(nanoseconds: 15_600_000)
    scenario.scene = "staged"
    scenario.plan.parameters = StagedScene.descriptor.defaultParameters
    scenario.device.renderers[0].graphics[.pixelsMoved] = CostInterval(1, 1, 1)
    for rendersPixels in [true, false] {
      var options = RunOptions()
      options.rendersPixels = rendersPixels
      let result = try Runner<StagedScene>.run(scenario, options: options).result
      #expect(result.prediction.summary?.graphicsHigh == (rendersPixels ? 2000 : nil))
      #expect(result.prediction.reason == (rendersPixels ? nil : "no pixels were drawn"))
    }
  }

  @Test func framesInTheBackgroundDoNotCount() throws {
    var scenario = Self.scenario(nanoseconds: 10_400_000)
    scenario.plan.backgroundSpans = [FrameSpan(start: 130, end: 140)]
    let summary = try #require(try scenario.run().result.prediction.summary)
    #expect(summary.frames == 20 && summary.median.nominal == 10_400_000)
  }
}
