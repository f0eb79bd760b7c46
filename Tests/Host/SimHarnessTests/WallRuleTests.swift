import SimMath
import SimFormats
import SimHarness
import SimRuntime
import Testing

/// Goal: a slower build is a regression, a noisy machine is inconclusive, and frames in other
/// states are not compared at all.
///
/// Method: the rule at its edges, and runs made of planted times and states.
struct WallRuleTests {
  private func verdict(
    _ change: Double, _ lower: Double, _ upper: Double, control: Double = 0,
    steadyRounds: Int = 14
  ) -> GateVerdict {
    WallRule.judge(
      change: change, lower: lower, upper: upper, control: control, steadyRounds: steadyRounds
    ).verdict
  }

  @Test func ruleHasItsEdges() {
    #expect(verdict(0, -0.01, 0.01) == .equal)
    #expect(verdict(0.05, 0.031, 0.07) == .regressed)
    #expect(verdict(0.05, 0.03, 0.07) == .inconclusive)
    #expect(verdict(0.029, 0.02, 0.04) == .inconclusive)
    #expect(verdict(0.02, 0.011, 0.03) == .equal && verdict(-0.02, -0.03, -0.011) == .equal)
    #expect(verdict(0, -0.031, 0.01) == .inconclusive)
    #expect(verdict(0, -.infinity, .infinity) == .inconclusive)
    #expect(verdict(0, .nan, .nan) == .inconclusive)
    #expect(verdict(-0.05, -0.07, -0.031) == .improved)
    // Twice the noise has to be exceeded.
    #expect(verdict(0.05, 0.041, 0.06, control: 0.02) == .regressed)
    #expect(verdict(0.05, 0.041, 0.06, control: -0.021) == .inconclusive)
    #expect(verdict(0.5, 0.4, 0.6, control: 0.051) == .inconclusive)
    // A change that would count without the noise is not called none.
    #expect(verdict(0.045, 0.035, 0.049, control: 0.025) == .inconclusive)
    // Too few rounds tell nothing.
    #expect(verdict(0.05, 0.031, 0.07, steadyRounds: 13) == .inconclusive)
    #expect(verdict(-0.05, -0.07, -0.031, steadyRounds: 13) == .inconclusive)
    #expect(verdict(0.2, 0.1, 0.3, steadyRounds: 13) == .inconclusive)
    #expect(verdict(0.2, 0.101, 0.3, steadyRounds: 4) == .regressed)
    #expect(verdict(-0.2, -0.3, -0.101, steadyRounds: 4) == .improved)
    #expect(verdict(0, -0.01, 0.01, steadyRounds: 4) == .equal)
    #expect(verdict(0, -0.01, 0.01, steadyRounds: 3) == .inconclusive)
    #expect(verdict(0.2, 0.15, 0.3, steadyRounds: 3) == .inconclusive)
  }

  @Test func roundsGoOnWhileTheyMayDecide() {
    func isOpen(_ change: Double, _ lower: Double, _ upper: Double) -> Bool {
      let judged = WallRule.judge(
        change: change, lower: lower, upper: upper, control: 0, steadyRounds: 14)
      return WallOutcome.Row(
        name: "step", nanoseconds: 1, change: change, lower: lower, upper: upper, control: 0,
        floor: judged.floor, steadyRounds: 14, verdict: judged.verdict,
        isMeasurable: judged.isMeasurable
      ).isOpen
    }
    #expect(!isOpen(0, -0.01, 0.01) && !isOpen(0.05, 0.031, 0.07))
    #expect(isOpen(0.02, 0, 0.031) && isOpen(-0.02, -0.031, 0) && isOpen(0.04, 0.02, 0.06))
  }

  /// No interval that reaches beyond the floor is ever called equal, whatever else is so.
  @Test func openIntervalIsNeverEqual() {
    var stream = RandomStream(seed: 5, name: "intervals")
    func share(_ most: Double) -> Double { (2 * stream.uniformDouble() - 1) * most }
    var counts: [GateVerdict: Int] = [:]
    for _ in 0..<20_000 {
      let ends = [share(0.12), share(0.12), share(0.12)].sorted()
      let (control, rounds) = (share(0.06), Int(stream.below(24)))
      let found = WallRule.judge(
        change: ends[1], lower: ends[0], upper: ends[2], control: control, steadyRounds: rounds)
      counts[found.verdict, default: 0] += 1
      let floor = max(0.03, 2 * abs(control))
      let isTold = rounds >= 4 && abs(control) <= 0.05
      let isWithin = ends[0] >= -floor && ends[2] <= floor && abs(ends[1]) <= 0.03
      let least = rounds < 14 ? max(floor, 0.1) : floor
      let isBeyond = (above: ends[0] > least, below: ends[2] < -least)
      #expect(found.floor == floor)
      #expect((found.verdict == .equal) == (isTold && isWithin))
      #expect((found.verdict == .regressed) == (isTold && isBeyond.above))
      #expect((found.verdict == .improved) == (isTold && isBeyond.below))
    }
    for verdict in [GateVerdict.equal, .regressed, .improved, .inconclusive] {
      #expect(counts[verdict, default: 0] > 50, "\(verdict)")
    }
  }

  @Test func smallChangesAreMeasurable() {
    let small = WallRule.judge(
      change: 0.02, lower: 0.012, upper: 0.025, control: 0.002,
      steadyRounds: 5)
    #expect(small.verdict == .equal && small.isMeasurable)
    let none = WallRule.judge(
      change: 0.001, lower: -0.002, upper: 0.004, control: 0.002,
      steadyRounds: 5)
    #expect(none.verdict == .equal && !none.isMeasurable)
    // What two halves of one build differ by says nothing about another build.
    let noise = WallRule.judge(
      change: 0.02, lower: 0.012, upper: 0.025, control: 0.02,
      steadyRounds: 5)
    #expect(!noise.isMeasurable)
  }

  /// Runs of two repetitions whose step takes 20 µs and more.
  private func runs(
    _ factor: Double, seed: UInt64, otherFrom: Int? = nil, spread: Double = 0.005
  ) -> [MeasuredRun] {
    var stream = RandomStream(seed: seed, name: "runs")
    return (0..<14).map { _ in
      let luck = 1 + spread * stream.uniformDouble()
      let repetitions = (0..<2).map { _ in
        var columns = FrameColumns()
        for frame in 0..<220 {
          let work = Double(20_000 + 3_000 * (frame % 5)) * factor * luck
          let time = UInt32(work * (1 + 0.01 * stream.uniformDouble()))
          columns.phases.append(PerPhase(input: 100, step: time, draw: 1_000, raster: 0))
          columns.digests.append(UInt64(frame < otherFrom ?? .max ? frame : frame + 1_000_000))
          columns.isInBackground.append(frame == 150)
        }
        return columns
      }
      return MeasuredRun(exitCode: 0, result: .object([]), repetitions: repetitions)
    }
  }

  private func outcome(_ factor: Double, isSameWork: Bool = true) -> WallOutcome? {
    let paired = PairedRuns(
      base: runs(1, seed: 1), control: runs(1, seed: 2), measured: runs(factor, seed: 3))
    return WallOutcome(paired, isSameWork: isSameWork, resampleCount: 100)
  }

  @Test(arguments: [
    (1.0, GateVerdict.equal), (1.06, .regressed), (0.94, .improved), (1.015, .equal),
  ])
  func plantedChangesAreJudged(factor: Double, verdict: GateVerdict) throws {
    let found = try #require(outcome(factor))
    #expect(found.verdict == verdict)
    // Draw is too short to be compared by itself, and nothing was rasterized.
    #expect(found.rows.map(\.name) == ["frame", "step"])
    #expect(found.comparedFrames == 99 && found.processes == 14)
    #expect(abs(found.rows[1].change - (factor - 1)) < 0.01)
  }

  /// A reference whose second side is 2 % slower: a build is compared with both, and the floor is
  /// twice what they differ by.
  @Test func bothSidesOfTheReferenceAreTaken() throws {
    let paired = PairedRuns(
      base: runs(1, seed: 1), control: runs(1.02, seed: 2), measured: runs(1.06, seed: 3))
    let found = try #require(WallOutcome(paired, isSameWork: true, resampleCount: 50))
    for row in found.rows {
      #expect(abs(row.control - 0.02) < 0.005 && row.floor == 2 * row.control, "\(row)")
      #expect(abs(row.change - (1.06 * (1.06 / 1.02)).squareRoot() + 1) < 0.005, "\(row)")
    }
    // 20 to 32 µs a frame: 6 % more than the first side, 4 % more than the second.
    let step = try #require(found.differences.first { $0.name == "step" })
    #expect(abs(step.nanoseconds - 0.05 * 26_000) < 150, "\(step)")
  }

  /// Runs whose phases take so many nanoseconds, with some luck of each process and frame.
  private func runs(phases: PerPhase<Double>, seed: UInt64) -> [MeasuredRun] {
    var stream = RandomStream(seed: seed, name: "phases")
    return (0..<14).map { _ in
      let luck = 1 + 0.005 * stream.uniformDouble()
      var columns = FrameColumns()
      for frame in 0..<220 {
        columns.phases.append(
          phases.map { time in
            let noise = 1 + 0.01 * stream.uniformDouble()
            return UInt32(time * luck * noise)
          })
        columns.digests.append(UInt64(frame))
        columns.isInBackground.append(false)
      }
      return MeasuredRun(exitCode: 0, result: .object([]), repetitions: [columns])
    }
  }

  /// Phases of so many nanoseconds compared with what a change makes of them.
  private func outcome(_ change: (inout PerPhase<Double>) -> Void) throws -> WallOutcome {
    let base = PerPhase(input: 60.0, step: 150, draw: 4_000, raster: 400_000)
    var measured = base
    change(&measured)
    let paired = PairedRuns(
      base: runs(phases: base, seed: 1), control: runs(phases: base, seed: 2),
      measured: runs(phases: measured, seed: 3))
    return try #require(WallOutcome(paired, isSameWork: true, resampleCount: 200))
  }

  /// A change in a phase that takes next to nothing in the reference is laid to that phase, and
  /// one that several phases share to all of them.
  @Test func phasesThatCarryAChangeAreNamed() throws {
    let inStep = try outcome { $0.step = 30_150 }
    #expect(inStep.verdict == .regressed && inStep.rows.map(\.name) == ["frame", "raster"])
    let step = try #require(inStep.carriers.first)
    #expect(inStep.carriers.map(\.name) == ["step"])
    #expect(step.lower <= step.nanoseconds && step.nanoseconds <= step.upper)
    #expect(abs(step.nanoseconds - 30_000) < 600)
    #expect(abs(inStep.differences[0].nanoseconds - 30_000) < 3_000)
    #expect(inStep.differences.map(\.name) == ["frame", "input", "step", "draw", "raster"])
    let inRaster = try outcome { $0.raster = 440_000 }
    #expect(inRaster.carriers.map(\.name) == ["raster"])
    let inBoth = try outcome { ($0.draw, $0.raster) = (34_000, 420_000) }
    #expect(inBoth.carriers.map(\.name) == ["draw", "raster"])
    let faster = try outcome { $0.raster = 360_000 }
    #expect(faster.verdict == .improved && faster.carriers.map(\.name) == ["raster"])
    // What goes the other way carries nothing.
    let mixed = try outcome { ($0.step, $0.draw) = (50_150, 0) }
    #expect(mixed.carriers.map(\.name) == ["step"])
    let same = try outcome { _ in }
    #expect(same.carriers.isEmpty)
  }

  @Test func otherWorkIsNotJudged() throws {
    #expect(try #require(outcome(1.5, isSameWork: false)).verdict == .workChanged)
  }

  @Test func framesInOtherStatesAreLeftOut() throws {
    let parting = PairedRuns(
      base: runs(1, seed: 1), control: runs(1, seed: 2),
      measured: runs(1, seed: 3, otherFrom: 130))
    #expect(parting.firstDifferentFrame == 130 && parting.frameOfBrokenDeterminism == nil)
    #expect(parting.comparableFrames == Array(120..<130))
    let apart = PairedRuns(
      base: runs(1, seed: 1), control: runs(1, seed: 2), measured: runs(1, seed: 3, otherFrom: 0))
    #expect(WallOutcome(apart, isSameWork: true, resampleCount: 10) == nil)
  }

  @Test func buildThatContradictsItselfIsFound() {
    let broken = PairedRuns(
      base: runs(1, seed: 1), control: runs(1, seed: 2, otherFrom: 77), measured: runs(1, seed: 3))
    #expect(broken.frameOfBrokenDeterminism == 77)
    let sound = PairedRuns(
      base: runs(1, seed: 1), control: runs(1, seed: 2), measured: runs(1, seed: 3))
    #expect(sound.frameOfBrokenDeterminism == nil && sound.firstDifferentFrame == nil)
  }
}

/// Goal: what `selftest` plants is really there: time in the step, one allocation in one frame.
struct PlantedWorkTests {
  @Test func wordsAreRead() {
    for text in [
      "work=5", "allocation=121", "work=5/16", "wait=10000000/3", "work=1,work=2/8,allocation=1",
    ] { #expect(PlantedWork(text) != nil, "\(text)") }
    for text in [
      "", "work", "work=", "work=-1", "sleep=5", "allocation=x", "work=1=2", "work=5/0", "work=5/",
      "work=1,", ",work=1", "work=1/2/3", "wait=10000001", "wait=x", "allocation=1/2",
    ] {
      #expect(PlantedWork(text) == nil, "\(text)")
    }
    #expect(PlantedWork.nanosecondsPerIteration() > 0)
  }

  @Test func workTakesTimeInTheStepAlone() throws {
    func stepMedian(_ planted: PlantedWork?) throws -> [UInt64] {
      var options = RunOptions()
      options.rendersPixels = false
      options.planted = planted
      let timing = try Runner<PlantScene>.run(.planted(), options: options).result.timing
      return timing.phases.map(\.percentiles.p50)
    }
    let (plain, planted) = (try stepMedian(nil), try stepMedian(PlantedWork("work=100000")))
    #expect(planted[1] > 10 * plain[1])
    #expect(planted[0] < planted[1] / 10 && planted[2] < planted[1] / 10)
  }

  @Test func everySoManyFramesAreSlow() throws {
    var options = RunOptions()
    options.rendersPixels = false
    options.planted = PlantedWork("wait=3000/50")
    let recorder = try Runner<PlantScene>.run(.planted(), options: options).recorder
    // By the clock: beside other tests a wait may be taken for one for their threads.
    let slow = (0..<200).filter { recorder.frameNanoseconds($0) >= 3_000_000 }
    #expect(Set([0, 50, 100, 150]).isSubset(of: slow))
  }

  @Test func allocationIsOneInItsFrame() throws {
    var options = RunOptions()
    options.rendersPixels = false
    options.planted = PlantedWork("allocation=130")
    let result = try Runner<PlantScene>.run(.planted(), options: options).result.allocations
    guard result.warmupTotal != nil else { return }
    #expect(result.steadyTotal == 1 && result.firstFrame == 130 && result.firstPhase == "step")
  }
}

/// Goal: series of a history are kept apart where they have to be, and change where they changed.
struct HistorySeriesTests {
  private func entry(_ machine: String, _ time: UInt64, _ pixels: UInt64) throws -> HistoryEntry {
    let result = JSONOutput.object([
      ("scenario", .string("snow")),
      ("work", .object([("pixelsBlended", .unsigned(pixels))])),
      ("timing", .object([("frame", .object([("p50", .unsigned(time))]))])),
    ])
    return try #require(
      HistoryEntry(result: result, date: "2026-03-01T09:30:00Z", commit: "c", machine: machine))
  }

  @Test func timesStayWithTheirMachine() throws {
    let entries = [try entry("a", 5, 9), try entry("b", 50, 9), try entry("a", 6, 9)]
    let series = HistorySeries.all(in: entries)
    #expect(series.map(\.metric) == ["timing.frame.p50", "timing.frame.p50", "work.pixelsBlended"])
    #expect(series.map(\.machine) == ["a", "b", ""])
    #expect(series.map(\.samples.count) == [2, 1, 3])
    #expect(series.map(\.varies) == [true, false, false])
    #expect(HistorySeries.all(in: entries, metric: "work").count == 1)
    #expect(HistorySeries.all(in: entries, scenario: "rain").isEmpty)
  }

  /// Other work is never compared, and an exact step is there with the first run that has it.
  @Test func otherWorkStandsApart() throws {
    func entry(_ seed: UInt64, _ pixels: UInt64) throws -> HistoryEntry {
      let result = JSONOutput.object([
        ("scenario", .string("snow")), ("scenarioDigest", .string("0123456789abcdef")),
        ("seed", .unsigned(seed)), ("plannedFrames", .integer(600)),
        ("device", .string("iphone-12")), ("reduceMotion", .bool(false)),
        ("sceneBehaviorVersion", .integer(1)),
        ("environment", .object([("behaviorVersion", .integer(3))])),
        ("work", .object([("pixelsBlended", .unsigned(pixels))])), ("timing", .object([])),
      ])
      return try #require(
        HistoryEntry(result: result, date: "2026-03-01T09:30:00Z", commit: "c", machine: "m"))
    }
    let entries = [try entry(1, 9), try entry(2, 20), try entry(1, 9), try entry(1, 8)]
    let series = HistorySeries.all(in: entries)
    #expect(series.map(\.key?.seed) == [1, 2] && series.map(\.samples.count) == [3, 1])
    #expect(series[0].changes.map(\.index) == [2] && series[1].changes.isEmpty)
    let line = try #require(entries.first).line
    let read = try #require(try HistoryFile.read(Array(line.utf8), file: "h").first)
    #expect(read.key == entries[0].key && read.line == line)
  }

  /// What counted as hitches before whole refreshes did is continued as what it was, the overrun.
  @Test func earlierHitchesAreTheOverrun() throws {
    func entry(_ timing: [(String, JSONOutput)]) throws -> HistoryEntry {
      let result = JSONOutput.object([
        ("scenario", .string("snow")), ("timing", .object(timing)),
      ])
      return try #require(
        HistoryEntry(result: result, date: "2026-03-01T09:30:00Z", commit: "c", machine: "m"))
    }
    let lateness = JSONOutput.object([
      ("overrun", .unsigned(6_000_000)), ("animation", .unsigned(2_000_000_000)),
    ])
    let later = try entry([("hitchMsPerSecond", .number(8)), ("lateness", lateness)])
    #expect(later.metrics.map(\.path) == ["timing.hitchMsPerSecond", "timing.overrunMsPerSecond"])
    #expect(later.metrics.map(\.value) == [8, 3])
    let line = """
      {"date":"d","commit":"c","scenario":"snow","machine":"m",\
      "metrics":{"timing.hitchMsPerSecond":3}}
      """
    for earlier in [
      try entry([("hitchMsPerSecond", .number(3))]),
      try #require(try HistoryFile.read(Array(line.utf8), file: "h").first),
    ] {
      #expect(earlier.metrics.map(\.path) == ["timing.overrunMsPerSecond"])
      let series = HistorySeries.all(in: [earlier, later])
      #expect(series.map(\.metric) == ["timing.hitchMsPerSecond", "timing.overrunMsPerSecond"])
      #expect(series.map { $0.samples.map(\.value) } == [[8], [3, 3]])
    }
    let read = try #require(try HistoryFile.read(Array(later.line.utf8), file: "h").first)
    #expect(read.line == later.line)
  }

  @Test func datesGiveTheOrder() throws {
    func entry(_ date: String) throws -> HistoryEntry {
      var entry = try self.entry("m", 5, 9)
      entry.date = date
      return entry
    }
    let (early, late) = ("2026-01-31T23:59:59Z", "2026-02-01T00:00:00Z")
    let dated = HistoryFile.inOrder([try entry(late), try entry(early), try entry(late)])
    #expect(dated.isDated && dated.entries.map(\.date) == [early, late, late])
    let undated = HistoryFile.inOrder([try entry(late), try entry("yesterday")])
    #expect(!undated.isDated && undated.entries.map(\.date) == [late, "yesterday"])
  }

  @Test func lastingChangeIsFound() throws {
    let entries = try (0..<16).map { try entry("a", $0 < 9 ? 100 + $0 % 3 : 110 + $0 % 3, 9) }
    let series = try #require(HistorySeries.all(in: entries).first)
    #expect(series.changes.map(\.index) == [9])
    #expect(series.changes[0].before == 101 && series.changes[0].after == 111)
  }
}
