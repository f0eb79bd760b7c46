import SimMath
import SimFormats
import SimHarness
import SimImageAnalysis
import SimRuntime
import SimInput
import Testing

/// Goal: what a run is judged by changes at the limits that were meant: what is a shake, what is
/// visible, what is too short to compare, and which frames are left out.
///
/// Method: runs, pictures and times just within a limit and just beyond it.
struct HarnessBoundaryTests {
  // MARK: - Runs that part

  /// One number of a state.
  private struct Number: StateFields {
    var value: Float

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field(&value, "value")
    }
  }

  @Test(arguments: [(Float(0.5), Float(1e-3)), (1000, 1)])
  func anotherThingHappensFromAThousandthOn(value: Float, limit: Float) {
    for (share, isOther) in [(Float(0.985), false), (1.015, true)] {
      var (one, other) = (Number(value: value), Number(value: value - share * limit))
      let drift = Divergence.Drift(7, StateDifference.between(&one, &other, limit: .max))
      #expect(drift.count == 1 && drift.field == "value" && drift.hasOtherCounts == isOther)
    }
  }

  // MARK: - Shakes

  /// A device that is moved with a constant force all the time.
  private static func moved(by force: Float, frames: UInt32) -> Scenario {
    var scenario = Scenario.planted(frames: frames)
    scenario.plan.motionTrack = MotionTrack(
      timesNanoseconds: [0],
      samples: [
        MotionSample(acceleration: (force * 0.6, 0, force * 0.8), rotationRate: (0, 0, 0))
      ])
    return scenario
  }

  @Test(arguments: [(Float(0.497), false), (0.503, true)])
  func halfOfGravityIsAShake(force: Float, isShaken: Bool) throws {
    let result = try Self.moved(by: force, frames: 10).run().result
    #expect((result.input.framesShaken > 0) == isShaken)
  }

  /// A picture is said to show a shake for two and a half seconds after it began.
  @Test func picturesShowAShakeFor150Frames() throws {
    var options = RunOptions()
    options.pictures = .frames([0, 148, 149, 150, 151])
    options.measuresCalmness = false
    let run = try Runner<PlantScene>.run(Self.moved(by: 1, frames: 152), options: options)
    #expect(run.pictures.map(\.isShaken) == [true, true, true, false, false])
  }

  // MARK: - Pictures

  /// Pictures of one gray, whose sharpest difference is as strong as the colors are apart.
  @Test func differenceIsVisibleAboveATwentiethOfTheMost() {
    func pixels(_ color: (UInt8, UInt8, UInt8)) -> [UInt8] {
      (0..<16).flatMap { _ in [color.0, color.1, color.2, 255] }
    }
    var nearest: (below: Float, above: Float) = (0, 1)
    for base in stride(from: UInt8(40), through: 200, by: 20) {
      for (red, green, blue) in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1), (1, 0, 1), (2, 1, 0)]
        as [(UInt8, UInt8, UInt8)]
      {
        for step: UInt8 in 1...3 {
          let difference = ImageDifference(
            ImagePair(
              width: 4, height: 4, reference: pixels((base, base, base)),
              test: pixels((base + red * step, base + green * step, base + blue * step))))
          let strength = difference.flip.spread.maximum
          let drift = GoldenDrift(difference)
          #expect(drift == (strength > 0.05 ? .visible : .bits), "\(strength)")
          if drift == .visible {
            nearest.above = min(nearest.above, strength)
          } else {
            nearest.below = max(nearest.below, strength)
          }
        }
      }
    }
    // Some lie near enough to the limit to tell it.
    #expect(nearest.below > 0.0487 && nearest.above < 0.0513, "\(nearest)")
  }

  /// So many pixels are a degree wide on a phone at 30 cm and on a tablet at 35.
  ///
  /// They have 460 and 264 pixels an inch; a device is a tablet from 600 points on.
  @Test func degreesAreThoseOfThePhoneInTheHand() throws {
    func degrees(_ name: String) throws -> Float {
      let device = try #require(BuiltInDevices.all.first { $0.name == name })
      return GoldenRunner.pixelsPerDegree(device, scale: UInt32(device.scale))
    }
    #expect(abs(try degrees("iphone-12") - 94.83) < 0.1)
    #expect(abs(try degrees("ipad-9") - 63.49) < 0.1)
    func share(_ width: Float) -> Float {
      let device = Device(
        name: "made-up", title: "Made up", widthPoints: width, heightPoints: 900, scale: 1,
        pixelsPerInch: 100, refreshRate: 60, touchSamplesPerSecond: 60, pencilSamplesPerSecond: 0,
        pipelineDepth: 2)
      return GoldenRunner.pixelsPerDegree(device, scale: 1)
    }
    #expect(share(599) == share(400) && share(600) == share(800) && share(599) < share(600))
  }

  // MARK: - Wall time

  @Test func wallRuleHasItsLimits() {
    func verdict(
      _ change: Double, _ lower: Double, _ upper: Double? = nil, control: Double = 0,
      rounds: Int = 14
    ) -> GateVerdict {
      WallRule.judge(
        change: change, lower: lower, upper: upper ?? change + 0.1, control: control,
        steadyRounds: rounds
      ).verdict
    }
    // Three percent, or twice the noise.
    #expect(verdict(0.05, 0.0302) == .regressed && verdict(0.05, 0.0298) == .inconclusive)
    #expect(verdict(0.02, 0.01, 0.0298) == .equal && verdict(0.02, 0.01, 0.0302) == .inconclusive)
    #expect(verdict(0.0298, 0.01, 0.05, control: 0.03) == .equal)
    #expect(verdict(0.0302, 0.01, 0.05, control: 0.03) == .inconclusive)
    // Noise of five percent is too much to tell anything.
    #expect(verdict(0.5, 0.4, control: 0.0495) == .regressed)
    #expect(verdict(0.5, 0.4, control: 0.0505) == .inconclusive)
    // A tenth is seen by four rounds, less by fourteen.
    #expect(verdict(0.2, 0.0995, rounds: 14) == .regressed)
    #expect(verdict(0.2, 0.0995, rounds: 13) == .inconclusive)
    #expect(verdict(0.2, 0.1005, rounds: 4) == .regressed)
    #expect(verdict(0.2, 0.1005, rounds: 3) == .inconclusive)
  }

  /// Five runs of the same times: 20 µs of step, and so much of draw.
  private static func runs(draw: UInt32) -> [MeasuredRun] {
    var columns = FrameColumns()
    for frame in 0..<140 {
      columns.phases.append(PerPhase(input: 100, step: 20_000, draw: draw, raster: 0))
      columns.digests.append(UInt64(frame))
      columns.isInBackground.append(false)
    }
    return (0..<5).map { _ in
      MeasuredRun(exitCode: 0, result: .object([]), repetitions: [columns])
    }
  }

  @Test(arguments: [(UInt32(4_950), false), (5_050, true)])
  func phasesOfFiveMicrosecondsAreCompared(draw: UInt32, isCompared: Bool) throws {
    let runs = Self.runs(draw: draw)
    let paired = PairedRuns(base: runs, control: runs, measured: runs)
    let outcome = try #require(WallOutcome(paired, isSameWork: true, resampleCount: 10))
    #expect(outcome.rows.map(\.name).contains("draw") == isCompared)
  }

  // MARK: - Percentiles

  @Test func capsAreFoundByTheTimeThatOneFrameInAHundredExceeds() {
    #expect(CapSolver.decidingTime((1...200).reversed().map { Double($0) }) == 198)
    #expect(CapSolver.decidingTime((1...201).map { Double($0) }) == 199)
  }

  /// Frames of nearly equal length: a tenth, a twentieth and a hundredth of the time is in longer
  /// ones.
  @Test func percentilesOfTimeAreThoseWorkedOut() {
    let lateness = LatenessSummary(
      times: (0..<1_000).map { 10_000_000 + $0 }, frames: Array(0..<1_000),
      due: DueTime(frameRate: 60, refreshRate: 60))
    let found = lateness.timeWeighted
    for (time, place) in [(found.p50, 500), (found.p90, 900), (found.p95, 950), (found.p99, 990)] {
      #expect(time == 10_000_000 + UInt64(place))
    }
  }

  /// Percentiles are nearest ranks, and times of up to a second are told apart.
  @Test(arguments: [(20, 10, 19), (21, 11, 20), (101, 51, 96)])
  func percentilesOfLatenciesAreNearestRanks(count: Int, p50: Int, p95: Int) {
    var histogram = LatencyHistogram()
    for place in 1...count { histogram.add(UInt64(place) * 3_000_000) }
    let spread = histogram.spread(never: 0)
    #expect(spread.p50 == Double(p50) * 3 && spread.p95 == Double(p95) * 3)
  }

  @Test func latenciesUpToASecondAreToldApart() {
    var histogram = LatencyHistogram()
    for milliseconds in [980, 995, 1_500] as [UInt64] { histogram.add(milliseconds * 1_000_000) }
    #expect(histogram.spread(never: 0).p50 == 995)
    histogram.add(970_000_000)
    #expect(histogram.spread(never: 0).p50 == 980)
  }

  // MARK: - Frames

  /// Costs are predicted for what follows the first 60 frames, or for half of a short run.
  @Test(arguments: [(UInt32(130), 60), (119, 59)])
  func costsAreCountedAfterTheFirstSixtyFrames(frames: UInt32, first: Int) throws {
    var scenes = SceneRegistry()
    scenes.register(PlantScene.self)
    let entry = try #require(scenes.entry(named: "plant"))
    let trial = try #require(entry.trial(Scenario.planted(frames: frames).plan, true, { false }))
    #expect(trial.measuredFrames == first..<Int(frames))
  }

  /// However long a run, its charts have at most 720 stretches of frames.
  @Test(arguments: [(UInt32(719), 719), (720, 720), (721, 720), (1500, 720)])
  func seriesHasAtMost720Stretches(frames: UInt32, count: Int) throws {
    let series = try Scenario.planted(frames: frames).run().series
    #expect(series?.stretches.count == count)
  }

  /// A baseline keeps the state of 16 frames, the last one included, so that a divergence is
  /// placed to a sixteenth of the run.
  @Test func baselineHasSixteenCheckpoints() throws {
    var columns = FrameColumns()
    for frame in 0..<1600 { columns.digests.append(UInt64(frame)) }
    let result = JSONOutput.object([
      ("seed", .unsigned(1)), ("plannedFrames", .unsigned(1600)), ("device", .string("iphone-12")),
      ("reduceMotion", .bool(false)), ("sceneBehaviorVersion", .unsigned(1)),
      ("environment", .object([("behaviorVersion", .unsigned(1))])),
    ])
    let key = try #require(BaselineKey(result: result, scenarioDigest: "d"))
    let entry = BaselineEntry(
      key: key, run: MeasuredRun(exitCode: 0, result: result, repetitions: [columns]))
    var diverged = columns
    for frame in 730..<1600 { diverged.digests[frame] += 1_000_000 }
    let run = MeasuredRun(exitCode: 0, result: result, repetitions: [diverged])
    let found = try #require(entry.divergence(in: run))
    #expect(found.lastEqual == 699 && found.firstDifferent == 799)
  }

  /// A divergence lies between two checkpoints of both runs, or at the end of the shorter one.
  @Test func divergenceLiesBetweenCheckpoints() throws {
    func run(_ states: [(step: Int, digest: String)]) -> MeasuredRun {
      let result = JSONOutput.object([
        ("model", .string("m")), ("seed", .unsigned(1)), ("milliseconds", .unsigned(9)),
        ("modelBehaviorVersion", .unsigned(1)),
        ("environment", .object([("behaviorVersion", .unsigned(1))])),
        ("checkpoints", .object(states.map { ("\($0.step)", .string($0.digest)) })),
      ])
      return MeasuredRun(exitCode: 0, result: result, repetitions: [])
    }
    let sound = run([(64, "a"), (128, "b"), (192, "c")])
    let key = try #require(BaselineKey(result: sound.result, scenarioDigest: "d"))
    let entry = BaselineEntry(key: key, run: sound)
    #expect(entry.checkpoints.map { $0.frame } == [64, 128, 192])
    #expect(entry.divergence(in: sound) == nil)
    let other = try #require(entry.divergence(in: run([(64, "a"), (128, "b"), (192, "d")])))
    #expect(other.lastEqual == 128 && other.firstDifferent == 192)
    let short = try #require(entry.divergence(in: run([(64, "a")])))
    #expect(short.lastEqual == 64 && short.firstDifferent == 128)
    // A longer run with twice the interval.
    #expect(entry.divergence(in: run([(128, "b"), (256, "e")])) == nil)
    let long = try #require(entry.divergence(in: run([(128, "f"), (256, "e")])))
    #expect(long.lastEqual == nil && long.firstDifferent == 128)
  }
}
