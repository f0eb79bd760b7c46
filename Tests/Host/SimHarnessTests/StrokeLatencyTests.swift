import SimMath
import SimFormats
import SimHarness
import SimRaster
import SimRuntime
import SimInput
import TestTier
import Testing
import SimTracing

/// The scene with its ink drawn a number of frames too late, or never.
private struct LateInk: SimScene {
  nonisolated(unsafe) static var delay = 1
  static var descriptor: SceneDescriptor { LetterTracing.descriptor }

  var scene: LetterTracing
  var shown: [LetterTracing]

  init(_ context: SceneContext) {
    scene = LetterTracing(context)
    shown = []
  }

  static func touchTrack(for plan: RunPlan) -> TouchTrack { LetterTracing.touchTrack(for: plan) }
  func tracing() -> TracingState? { scene.tracing() }
  mutating func prepare(_ list: inout DisplayList) {
    scene.prepare(&list)
    shown = [LetterTracing](repeating: scene, count: Self.delay)
  }
  mutating func resize(to canvas: SceneCanvas) { scene.resize(to: canvas) }
  mutating func step(_ input: borrowing FrameInput) {
    shown.removeFirst()
    shown.append(scene)
    scene.step(input)
  }
  func drawRetained(into list: inout DisplayList) { scene.drawRetained(into: &list) }
  func draw(into list: inout DisplayList) { shown[0].draw(into: &list) }
  func inkRadius(of touch: Touch, pressure: Float) -> Float? {
    scene.inkRadius(of: touch, pressure: pressure)
  }
  mutating func visitState(_ visitor: inout some StateVisitor) { scene.visitState(&visitor) }
  func count(into populations: inout PopulationCounts) { scene.count(into: &populations) }
}

/// Goal: every sample's time from touch to ink is right, and the ink is really in the picture.
///
/// Method: on-time runs at several rates against the definition; samples that come late and frames
/// that miss their deadline predicted from the plan alone; each sample's pixel in its frame and
/// the frame before; scenes that draw too late or never must be found out.
@Suite(.serialized) struct StrokeLatencyTests {
  private static let frames: UInt32 = Amount.count

  private enum Amount {
    static let count: UInt32 = Tier.isDebug ? 30 : 260
    static let rates = Tier.isDebug ? [(60, 120)] : [(60, 60), (60, 120), (60, 240), (120, 240)]
    static let delays = Tier.isDebug ? [1] : [1, 3]
  }

  private static func scenario(
    rate: UInt32 = 60, sampling: UInt32 = 120, depth: UInt32 = 2
  ) -> Scenario {
    let device = Device(
      name: "test", title: "Test", widthPoints: 195, heightPoints: 210, scale: 1,
      pixelsPerInch: 153, refreshRate: rate, touchSamplesPerSecond: sampling,
      pencilSamplesPerSecond: 0, pipelineDepth: depth)
    var plan = RunPlan(
      seed: 3, frameCount: frames, clock: FrameClock(framesPerSecond: rate),
      canvas: SceneCanvas(widthPoints: 195, heightPoints: 210, scale: 1),
      parameters: LetterTracing.descriptor.defaultParameters)
    plan.parameters[LetterTracing.Parameter.letter] = 2
    plan.touchSamplesPerSecond = sampling
    plan.writer = Writer(skill: .adult, startFrame: 5)
    return Scenario(name: "test", scene: "trace", device: device, plan: plan)
  }

  private static func latency<S: SimScene>(
    _ scenario: Scenario, _ type: S.Type = LetterTracing.self, rendersPixels: Bool = true
  ) throws -> StrokeLatencySummary {
    var options = RunOptions()
    options.rendersPixels = rendersPixels
    options.measuresCalmness = false
    let result = try Runner<S>.run(scenario, options: options).result
    return try #require(result.strokeLatency)
  }

  /// What the sensor delivers frame by frame, read from the synthesizer alone.
  private static func delivered(_ plan: RunPlan) -> [(frame: UInt32, sample: TouchSample)] {
    var synthesizer = InputSynthesizer(
      seed: plan.seed, generators: [], defects: plan.defects, clock: plan.clock,
      touchSamplesPerSecond: plan.touchSamplesPerSecond, canvasWidth: plan.canvas.widthPoints,
      canvasHeight: plan.canvas.heightPoints, track: LetterTracing.touchTrack(for: plan))
    var input = FrameInput()
    var found: [(UInt32, TouchSample)] = []
    for frame in 0..<plan.frameCount {
      synthesizer.fill(&input, frame: frame)
      for sample in input.samples { found.append((frame, sample)) }
    }
    return found
  }

  // MARK: - On time

  @Test(arguments: Amount.rates)
  func onTimeInkIsBelowFiftyMilliseconds(rate: Int, sampling: Int) throws {
    let found = try Self.latency(
      Self.scenario(rate: UInt32(rate), sampling: UInt32(sampling)))
    let period = 1000 / Double(rate)
    // From two periods, for a sample at its frame's start, to one sample short of three.
    let maximum = try #require(found.spread.maximum)
    #expect(maximum < 3 * period)
    #expect(abs(maximum - (3 * period - 1000 / Double(sampling))) < 1e-3)
    #expect(try #require(found.spread.p50) >= 2 * period - 1e-3 && found.spread.overLimit == 0)
    let sightings = try #require(found.sightings)
    #expect(found.samples > 20 && sightings.inFrame + sightings.alreadyInked == found.samples)
    #expect(sightings.later == 0 && sightings.never == 0)
    // What is new in the pixels carries the claim.
    #expect(Double(sightings.inFrame) > StrokeLatencySummary.minimumShare * Double(found.samples))
    #expect(found.source == "simulated clock, new ink found in the pixels")
    #expect(abs(try #require(found.withDepthOne.maximum) - (maximum - period)) < 1e-3)
    // Samples more often than 120 times a second come up to one sample short of a frame sooner.
    let sooner = sampling > 120 ? 1000.0 / 120 - 1000 / Double(sampling) : 0
    #expect(abs(try #require(found.atHertz120.maximum) - (2000.0 / 120 + sooner)) < 1e-3)
    #expect(try #require(found.atHertz120.p50) >= 2000.0 / 120 - 1e-3)
    #expect(abs(try #require(found.withPrediction.maximum) - (maximum - period)) < 1e-3)
  }

  /// With many samples a frame the oldest of a frame takes nearly 50 ms, which is within the limit.
  @Test func nearlyFiftyMillisecondsAreNotOverTheLimit() throws {
    let found = try Self.latency(Self.scenario(sampling: 960), rendersPixels: false)
    #expect(try #require(found.spread.maximum) > 48.7 && found.spread.overLimit == 0)
  }

  @Test func aDeeperPipelineIsOverTheLimit() throws {
    let found = try Self.latency(Self.scenario(depth: 3))
    // A sample at its frame's start takes 50 ms sharp, and so is over as all others are.
    #expect(found.spread.overLimit == found.samples)
  }

  @Test func withoutPixelsTheSceneIsBelieved() throws {
    let scenario = Self.scenario()
    let (seen, believed) = (
      try Self.latency(scenario), try Self.latency(scenario, rendersPixels: false)
    )
    #expect(believed.sightings == nil && believed.spread == seen.spread)
    #expect(believed.source != seen.source)
  }

  // MARK: - Late

  @Test(arguments: [1, 2, 5]) func lateSamplesAreCountedExactly(lateFrames: UInt8) throws {
    var scenario = Self.scenario()
    scenario.plan.defects = InputDefects(latePerMille: 150, lateFrames: lateFrames)
    // Which samples are late follows from the defect stream; those behind a late one wait for it.
    var perfect = scenario.plan
    perfect.defects = .none
    var stream = RandomStream(seed: perfect.seed, name: "input/defects", index: .max)
    var (over, ready, contact) = (UInt64.zero, UInt32.zero, UInt32.zero)
    for (frame, sample) in Self.delivered(perfect) {
      if sample.touchID != contact { (contact, ready) = (sample.touchID, 0) }
      var late = false
      for defect in 0..<4 {
        let rate: UInt32 = defect == 2 ? 150 : 0
        let strikes = stream.chance(rate, in: 1000)
        if defect == 2 { late = strikes }
      }
      // A measurement of the sensor belongs to the first frame that starts with or after it.
      let due = UInt32((sample.timestampNanoseconds * 60 + 999_999_999) / 1_000_000_000)
      #expect(due <= frame)
      ready = max(ready, due + (late ? UInt32(lateFrames) : 0))
      if ready > due && ready < perfect.frameCount { over += 1 }
    }
    let found = try Self.latency(scenario)
    #expect(found.spread.overLimit == over && over > 0)
    #expect(try #require(found.spread.maximum) > 50)
  }

  @Test func missedDeadlinesAreCountedExactly() throws {
    var scenario = Self.scenario()
    scenario.missedFrames = [2, 10, 11, 20, 31]
    let samples = Self.delivered(scenario.plan).filter { scenario.missedFrames.contains($0.frame) }
    let found = try Self.latency(scenario)
    #expect(found.spread.overLimit == UInt64(samples.count) && samples.count > 4)
    #expect(found.missedFrames == UInt64(Set(samples.map { $0.frame }).count))
    let late = try #require(found.spread.maximum)
    let punctual = try Self.latency(Self.scenario())
    #expect(abs(late - (try #require(punctual.spread.maximum)) - 1000.0 / 60) < 1e-3)
    // At 120 Hz a missed frame costs as much.
    let (late120, onTime120) = (found.atHertz120.maximum, punctual.atHertz120.maximum)
    #expect(abs(try #require(late120) - (try #require(onTime120)) - 1000.0 / 60) < 1e-3)
  }

  // MARK: - Pixels

  /// Each sample's place has ink in the picture of its frame and had none in the one before,
  /// unless the stroke already was there.
  @Test func inkComesInTheFrameOfItsSample() throws {
    let plan = Self.scenario().plan
    let ink = LetterTracing.inkColor.premultiplied.packed
    var loop = ScenarioLoop<LetterTracing>(plan: plan, rendersPixels: true)
    var observer = NoOpObserver()
    var before: [UInt32] = []
    var (here, fresh) = (0, 0)
    for _ in 0..<plan.frameCount {
      loop.advance(&observer)
      let now = loop.surface.rows
      for sample in loop.input.samples {
        let place = Int(sample.position.y) * 195 + Int(sample.position.x)
        #expect(now[place] == ink)
        here += 1
        if before[place] != ink { fresh += 1 }
      }
      before = now
    }
    // A slow start and end, and round ends of ink that reach ahead, are there before.
    #expect(here > 20 && fresh * 10 > here * (Self.frames > 100 ? 3 : 1), "\(fresh) of \(here)")
  }

  @Test(arguments: Amount.delays) func inkThatComesLateIsFoundOut(delay: Int) throws {
    LateInk.delay = delay
    let scenario = Self.scenario()
    let found = try Self.latency(scenario, LateInk.self)
    let sightings = try #require(found.sightings)
    #expect(sightings.later > 10 && sightings.inFrame < found.samples)
    #expect(found.spread.overLimit > 10)
    let late = try #require(found.spread.maximum)
    let onTime = try #require(Self.latency(scenario).spread.maximum)
    #expect(late > onTime + Double(delay) * 1000 / 60 - 1e-3)
  }

  /// Thirty frames are waited for ink; what comes a frame later never came.
  @Test(arguments: [(30, true), (31, false)])
  func inkIsWaitedForThirtyFrames(delay: Int, isFound: Bool) throws {
    LateInk.delay = delay
    var scenario = Self.scenario()
    scenario.plan.frameCount = 70
    let sightings = try #require(Self.latency(scenario, LateInk.self).sightings)
    // The ink of the last samples would come after the end.
    let tail = Self.delivered(scenario.plan).filter { Int($0.frame) + delay >= 70 }.count
    #expect((sightings.never <= UInt64(tail)) == isFound, "\(sightings), \(tail) at the end")
    #expect(sightings.later > 0 && tail > 0)
  }

  @Test func inkThatNeverComesIsFoundOut() throws {
    LateInk.delay = 1000
    let found = try Self.latency(Self.scenario(), LateInk.self)
    #expect(found.sightings?.never == found.samples)
    #expect(found.spread.overLimit == found.samples)
    #expect(found.spread.p50 == nil && found.spread.p95 == nil && found.spread.maximum == nil)
    #expect(found.atHertz120.maximum == nil)
    // No ink at all is no ink in time.
    let statuses = try Self.statuses(Self.budgeted(), LateInk.self)
    #expect(statuses == [.failed, .failed, .notMeasured])
  }

  /// Ink under the finger that was there before tells nothing of a frame's new ink.
  @Test func inkThatWasThereBeforeIsCountedApart() throws {
    var scenario = Self.scenario()
    scenario.plan.writer = Writer(skill: .adult, startFrame: 5, pace: 0.02)
    let found = try Self.latency(scenario)
    let sightings = try #require(found.sightings)
    // Where a finger hardly moves, so does the end of its ink.
    #expect(sightings.alreadyInked * 10 > found.samples * 9 && sightings.later == 0)
    #expect(found.source == "simulated clock, too little new ink to be found in the pixels")
  }

  /// "50 ms or longer" and a budget below 50 say the same, at 50 as well, which the frame clock
  /// may round to two nanoseconds less.
  @Test(arguments: [
    (49_999_997, true), (49_999_998, false), (49_999_999, false), (50_000_000, false),
    (50_000_001, false), (0, true), (75_000_000, false),
  ])
  func overTheLimitIsWhatIsNotBelowIt(nanoseconds: UInt64, isBelow: Bool) throws {
    var histogram = LatencyHistogram()
    histogram.add(nanoseconds)
    let spread = histogram.spread(never: 0)
    let longest = try #require(spread.maximum)
    let below = Budget(id: "A", measure: .at("strokeLatency.max"), bound: .below, limit: 50)
    #expect(below.isKept(by: longest) == isBelow && (spread.overLimit == 0) == isBelow)
    let atMost = Budget(id: "A", measure: .at("strokeLatency.max"), bound: .atMost, limit: 50)
    #expect(atMost.isKept(by: longest) == (nanoseconds <= 50_000_000))
  }

  /// A budget may include what the device class allows for what the clock leaves out.
  @Test func allowanceOfTheDeviceIsPartOfABudget() throws {
    var scenario = Self.scenario()
    scenario.budgets = ["max", "maxWithAllowance"].flatMap { quantity in
      [50, 60].map {
        Budget(id: "A", measure: .at("strokeLatency.\(quantity)"), bound: .below, limit: $0)
      }
    }
    var options = RunOptions()
    options.measuresCalmness = false
    let without = try Runner<LetterTracing>.run(scenario, options: options).result
    let longest = try #require(without.strokeLatency?.spread.maximum)
    #expect(without.strokeLatency?.allowance == nil && longest < 48)
    #expect(without.budgets.map(\.status) == [.passed, .passed, .notMeasured, .notMeasured])
    #expect(without.budgets[2].note == "the device class has no latencyAllowance")
    scenario.device.latencyAllowance = 59.5 - longest
    let with = try Runner<LetterTracing>.run(scenario, options: options).result
    #expect(with.budgets.map(\.status) == [.passed, .passed, .failed, .passed])
    #expect(with.budgets[2].measured == longest + (59.5 - longest))
    #expect(with.strokeLatency?.spread == without.strokeLatency?.spread)
  }

  private static func budgeted() -> Scenario {
    var scenario = scenario()
    scenario.budgets = [
      Budget(id: "SC-INK", measure: .at("strokeLatency.max"), bound: .atMost, limit: 50),
      Budget(id: "SC-INK", measure: .at("strokeLatency.overLimit"), bound: .atMost, limit: 0),
      Budget(id: "SC-INK", measure: .at("strokeLatency.p50"), bound: .atMost, limit: 50),
    ]
    return scenario
  }

  private static func statuses<S: SimScene>(
    _ scenario: Scenario, _ type: S.Type
  ) throws -> [CheckStatus] {
    var options = RunOptions()
    options.measuresCalmness = false
    return try Runner<S>.run(scenario, options: options).result.budgets.map { $0.status }
  }

  /// A child may take its time: ink that begins after the warm-up allocates nothing either.
  @Test func theFirstInkAllocatesNothing() throws {
    #if !DEBUG
      var scenario = Self.scenario()
      scenario.plan.writer = Writer(skill: .adult, startFrame: 150)
      var options = RunOptions()
      options.rendersPixels = false
      options.measuresCalmness = false
      let result = try Runner<LetterTracing>.run(scenario, options: options).result
      #expect(result.strokeLatency != nil)
      #expect(result.allocations.steadyMaximumPerFrame ?? 0 == 0)
    #endif
  }

  @Test func aBudgetOnLatencyIsJudged() throws {
    var scenario = Self.budgeted()
    func statuses(_ scenario: Scenario) throws -> [CheckStatus] {
      try Self.statuses(scenario, LetterTracing.self)
    }
    #expect(try statuses(scenario) == [.passed, .passed, .passed])
    scenario.missedFrames = [12]
    #expect(try statuses(scenario) == [.failed, .failed, .passed])
    scenario.plan.writer = nil
    #expect(try statuses(scenario) == [.notMeasured, .notMeasured, .notMeasured])
  }
}
