import SimFormats
import SimHarness
import SimRuntime
import SimInput
import Testing

/// Goal: budgets and load claims pass, fail or are not judged, each for its own reason.
///
/// Method: known counts against limits on either side, and percentiles against their definition.
struct CheckTests {
  private static func statuses(
    _ scenario: Scenario, _ budgets: [(Measure, Budget.Bound, Double)]
  ) throws -> [CheckStatus] {
    var scenario = scenario
    scenario.budgets = budgets.map { Budget(id: "X", measure: $0.0, bound: $0.1, limit: $0.2) }
    let result = try scenario.run().result
    return scenario.budgets.compactMap { budget in
      (result.budgets + result.timing.budgets).first { $0.budget == budget }?.status
    }
  }

  // MARK: - Budgets

  @Test(arguments: [
    ("max", 200.0), ("min", 1), ("mean", 100.5),
  ])
  func populationIsHeldToItsLimits(
    statistic: String, value: Double
  ) throws {
    let measure = Measure.at("population.steps.\(statistic)")
    let statuses = try Self.statuses(
      .planted(),
      [
        (measure, .atMost, value), (measure, .atMost, value - 0.5), (measure, .atLeast, value),
        (measure, .atLeast, value + 0.5),
      ])
    #expect(statuses == [.passed, .failed, .passed, .failed])
  }

  @Test func shakenCountsNeedAShake() throws {
    let measure = Measure.at("population.dots.whileShaken")
    var scenario = Scenario.planted()
    scenario.budgets = [Budget(id: "X", measure: measure, bound: .atLeast, limit: 9)]
    let still = try scenario.run().result
    #expect(still.budgets[0].status == .notMeasured && still.verdict == .passed)
    #expect(still.budgets[0].note == "the device was never shaken")
    scenario.plan.generators = [InputGenerator(kind: .shake, eventsPerMinute: 600)]
    let shaken = try scenario.run().result
    #expect(shaken.budgets[0].status == .failed && shaken.budgets[0].measured == 8)
    #expect(shaken.verdict == .failed && shaken.exactVerdict == .failed)
  }

  @Test func timedBudgetsDecideTheWholeVerdictOnly() throws {
    for percentile in Percentiles.names {
      let statuses = try Self.statuses(
        .planted(),
        [
          (.at("timing.frame.\(percentile)"), .atMost, 1e6),
          (.at("timing.frame.\(percentile)"), .atMost, 0),
        ])
      #expect(statuses == [.passed, .failed])
    }
    var scenario = Scenario.planted()
    scenario.budgets = [
      Budget(id: "X", measure: .at("timing.hitchMsPerSecond"), bound: .atLeast, limit: 1e9)
    ]
    let result = try scenario.run().result
    #expect(result.budgets.isEmpty && result.timing.budgets.count == 1)
    #expect(result.exactVerdict == .passed && result.verdict == .failed)
  }

  @Test func runSpentInTheBackgroundMeasuresNothing() throws {
    var scenario = Scenario.planted(frames: 10)
    scenario.plan.backgroundSpans = [FrameSpan(start: 0, end: 10)]
    let statuses = try Self.statuses(
      scenario,
      [
        (.at("population.dots.max"), .atMost, 10),
        (.at("population.dots.min"), .atLeast, 8),
        (.at("timing.frame.p99"), .atMost, 16), (.at("timing.hitchMsPerSecond"), .atMost, 1),
      ])
    #expect(statuses == [.notMeasured, .notMeasured, .notMeasured, .notMeasured])
  }

  // MARK: - Loads

  @Test func loadIsProvenBySixtyFramesInARow() throws {
    var scenario = Scenario.planted(frames: 200)
    // 95 % of 8, rounded up, are 8; of 200 steps 190.
    scenario.load = [
      LoadClaim(population: "dots", index: 0, count: 8),
      LoadClaim(population: "dots", index: 0, count: 9),
      LoadClaim(population: "steps", index: 1, count: 148),
      LoadClaim(population: "steps", index: 1, count: 149),
    ]
    let result = try scenario.run().result
    #expect(result.load.map(\.longestRun) == [200, 0, 60, 59])
    #expect(result.load.map(\.status) == [.passed, .failed, .passed, .failed])
    #expect(result.verdict == .notExercised)
    scenario.budgets = [
      Budget(
        id: "X", measure: .at("population.dots.max"), bound: .atMost,
        limit: 1)
    ]
    #expect(try scenario.run().result.verdict == .failed)
    scenario.budgets = []
    scenario.load.removeAll { $0.count == 9 || $0.count == 149 }
    #expect(try scenario.run().result.verdict == .passed)
  }

  @Test func shortRunIsNotJudgedByItsLoad() throws {
    for (frames, status) in [(179, CheckStatus.notMeasured), (180, .failed)] {
      var scenario = Scenario.planted(frames: UInt32(frames), dots: 2)
      scenario.load = [LoadClaim(population: "dots", index: 0, count: 10)]
      let result = try scenario.run().result
      #expect(result.load[0].status == status && result.load[0].requiredRun == 60)
      #expect(result.verdict == (status == .failed ? .notExercised : .passed))
    }
  }

  /// Of 200 frames with 8 dots: a shorter run leaves open what more frames may still reach, and
  /// judges all else.
  @Test func shortenedRunLeavesMinimumsAndLoadsOpen() throws {
    func budget(_ bound: Budget.Bound, _ limit: Double) -> Budget {
      Budget(id: "X", measure: .at("population.dots.max"), bound: bound, limit: limit)
    }
    func run(
      _ budgets: [Budget], load: [UInt32] = [], of scenarioFrames: UInt32?
    ) throws -> SceneResult {
      var scenario = Scenario.planted(frames: 200)
      (scenario.frameCount, scenario.budgets) = (scenarioFrames, budgets)
      scenario.load = load.map { LoadClaim(population: "dots", index: 0, count: $0) }
      return try scenario.run().result
    }
    let minimums = [budget(.atLeast, 8), budget(.atLeast, 9)]
    // Of the same length, longer than the scenario, or without a file, all of it is judged.
    for frames in [200, 199, nil] as [UInt32?] {
      let whole = try run(minimums, load: [9], of: frames)
      #expect(whole.budgets.map(\.status) == [.passed, .failed] && !whole.isShortened)
      #expect(whole.load[0].status == .failed && whole.verdict == .failed)
    }
    let short = try run(minimums, load: [8, 9], of: 3600)
    #expect(short.budgets.map(\.status) == [.passed, .notMeasured] && short.isShortened)
    #expect(short.budgets.map(\.measured) == [8, nil])
    #expect(short.budgets[1].note == "not judged: 8 in 200 of the scenario's 3,600 frames")
    #expect(short.load.map(\.status) == [.passed, .notMeasured])
    #expect(short.budgets.map { short.isLeftOpen($0) } == [false, true])
    #expect(short.verdict == .passed && short.exactVerdict == .passed)
    // Nothing else judged.
    #expect(try run([minimums[1]], of: 201).verdict == .inconclusive)
    #expect(try run([], load: [9], of: 201).verdict == .inconclusive)
    #expect(try run([], of: 201).verdict == .passed)
    #expect(try run([minimums[1], budget(.atMost, 8)], load: [9], of: 201).verdict == .passed)
    for maximum in [budget(.atMost, 7), budget(.below, 8)] {
      #expect(try run([minimums[1], maximum], load: [9], of: 201).verdict == .failed)
    }
  }

  @Test func pauseDoesNotBreakTheRunOfAHeldLoad() throws {
    var scenario = Scenario.planted(frames: 100)
    scenario.plan.backgroundSpans = [FrameSpan(start: 40, end: 60)]
    scenario.load = [LoadClaim(population: "dots", index: 0, count: 8)]
    #expect(try scenario.run().result.load[0].longestRun == 80)
  }

  // MARK: - Percentiles

  @Test func percentilesAreTheSmallestValueThatEnoughDoNotExceed() {
    var state: UInt64 = 5
    for count in Array(1...40) + [99, 100, 101, 200, 997] {
      let values = (0..<count).map { _ -> UInt64 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 58
      }
      func byDefinition(_ percent: Int) -> UInt64? {
        values.sorted().first { value in
          values.filter { $0 <= value }.count * 100 >= percent * count
        }
      }
      let percentiles = Percentiles(of: values)
      #expect(percentiles.p50 == byDefinition(50), "\(count) values")
      #expect(percentiles.p90 == byDefinition(90), "\(count) values")
      #expect(percentiles.p95 == byDefinition(95), "\(count) values")
      #expect(percentiles.p99 == byDefinition(99), "\(count) values")
      #expect(percentiles.maximum == values.max(), "\(count) values")
    }
    #expect(Percentiles(of: []).maximum == 0)
  }

  @Test func warmUpIsNoPartOfTheTiming() throws {
    #expect(try Scenario.planted(frames: 150).run().result.timing.measuredFrames == 30)
    // A run that is all warm-up is still a look.
    #expect(try Scenario.planted(frames: 90).run().result.timing.measuredFrames == 90)
    let timing = try Scenario.planted(frames: 400).run().result.timing
    #expect(timing.sparkline.count == 60)
    #expect(timing.sparkline.max() == timing.frame.maximum)
    #expect(timing.phases.map(\.name) == ["input", "step", "draw", "raster"])
  }
}
