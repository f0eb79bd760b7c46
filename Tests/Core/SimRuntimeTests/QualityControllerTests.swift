import SimMath
import SimRuntime
import TestTier
import Testing

/// Goal: quality falls fast and rises slowly, and no load whatever makes it swing.
///
/// Method: a made-up device in virtual time under eleven written loads, on/off loads of every
/// period, and random ones; and controllers spoiled on purpose, which the same measures must catch.
struct QualityControllerTests {
  static let fuzzCount: UInt64 = Tier.isDebug ? 8 : 1000
  static let periodStep = Tier.isDebug ? 23 : 1
  static let writtenMinutes = Tier.isDebug ? 4 : 10

  private static func run(_ trace: LoadTrace, minutes: Int) -> QualityLab.Outcome {
    var lab = QualityLab()
    return lab.run(frames: minutes * 3600) { trace.load(frame: $0, atNanoseconds: $1) }
  }

  @Test(arguments: LoadTrace.Kind.allCases)
  func writtenLoadsSettle(_ kind: LoadTrace.Kind) {
    // The slow drift takes ten minutes up and down again; all others have shown themselves in four.
    let minutes = kind == .slowDrift ? 10 : Self.writtenMinutes
    let outcome = Self.run(LoadTrace(kind), minutes: minutes)
    let summary: String =
      "\(kind.name): \(outcome.overPercent) % over, turns \(outcome.mostTurnsPerMinute), "
      + "changes \(outcome.changes.prefix(20))"
    #expect(outcome.mostTurnsPerMinute <= 2, "\(summary)")
    #expect(outcome.overPercent <= 2, "\(summary)")
    #expect(outcome.smallestChange >= 2, "\(summary)")
  }

  @Test func loadsWithoutNeedLeaveQualityAlone() {
    for kind in [LoadTrace.Kind.steady, .spikes] {
      let outcome = Self.run(LoadTrace(kind), minutes: 5)
      #expect(outcome.changes.isEmpty, "\(kind.name): \(outcome.changes)")
    }
  }

  /// A jump must be answered within ten seconds, by far: the interval holds again.
  @Test func jumpsSettleWithinTenSeconds() {
    for load in stride(from: UInt32(1300), through: 2600, by: 100) {
      var lab = QualityLab()
      let start: UInt64 = 20_000_000_000
      let outcome = lab.run(frames: 3600) { _, time in time < start ? 1000 : load }
      let last = outcome.changes.last { $0.to < $0.from }
      #expect(last.map { $0.frame <= 1200 + 600 } ?? true, "load \(load): \(outcome.changes)")
      #expect(lab.cost(lab.shown, load: load) <= lab.controller.rules.intervalNanoseconds)
      #expect(outcome.changes.first.map { $0.frame <= 1200 + 30 } ?? true, "load \(load)")
    }
  }

  @Test func noPeriodMakesItSwing() {
    for period in stride(from: 1, through: 140, by: Self.periodStep) {
      var lab = QualityLab()
      let half = UInt64(period) * 500_000_000
      let outcome = lab.run(frames: 5 * 3600) { _, time in time % (2 * half) < half ? 1900 : 500 }
      #expect(outcome.mostTurnsPerMinute <= 2, "period \(period) s")
      #expect(outcome.overPercent <= 2, "period \(period) s: \(outcome.overPercent) %")
    }
  }

  @Test func fuzzedLoadsNeverSwing() {
    for seed in 0..<Self.fuzzCount {
      let load = FuzzedLoad(seed)
      var lab = QualityLab()
      lab.jitter = UInt32(seed % 6) * 10
      lab.isSettling = { load.isSettling($0) }
      let outcome = lab.run(frames: 4 * 3600, seed: seed) { frame, _ in load.load(frame) }
      #expect(outcome.overPercent <= 2, "seed \(seed): \(outcome.overPercent) %")
      #expect(outcome.mostTurnsPerMinute <= 2, "seed \(seed)")
      #expect(outcome.smallestChange >= 2, "seed \(seed)")
    }
  }

  /// Two parts of a device, each with a load of its own: whichever is slower, the same bounds hold.
  @Test func fuzzedLoadsOfBothPartsNeverSwing() {
    var bounds = (processor: 0, graphics: 0)
    for seed in 0..<Self.fuzzCount {
      let (load, drawn) = (FuzzedLoad(seed), FuzzedLoad(1_000_000 + seed))
      var lab = QualityLab()
      lab.graphics = (3_000_000, 18_000)
      lab.jitter = UInt32(seed % 6) * 10
      lab.isSettling = { load.isSettling($0) || drawn.isSettling($0) }
      let outcome = lab.run(
        frames: 4 * 3600, seed: seed, graphicsLoad: { frame, _ in drawn.load(frame) }
      ) { frame, _ in load.load(frame) }
      #expect(outcome.overPercent <= 2, "seed \(seed): \(outcome.overPercent) %")
      #expect(outcome.mostTurnsPerMinute <= 2, "seed \(seed)")
      #expect(outcome.smallestChange >= 2, "seed \(seed)")
      for frame in stride(from: UInt32(0), to: 4 * 3600, by: 60) {
        let parts = (
          lab.cost(400_000, load: load.load(frame)),
          lab.graphicsCost(400_000, load: drawn.load(frame))
        )
        if parts.0 > parts.1 { bounds.processor += 1 } else { bounds.graphics += 1 }
      }
    }
    let least = Int(Self.fuzzCount) * 240 / 5
    #expect(bounds.processor > least && bounds.graphics > least, "\(bounds)")
  }

  /// A processor that is never too slow, and graphics under each written load: they alone send
  /// quality down, exactly as the processor alone does.
  @Test(arguments: [LoadTrace.Kind.step, .recovery, .sawTooth, .spikes])
  func graphicsAloneSendQualityDown(_ kind: LoadTrace.Kind) {
    let trace = LoadTrace(kind)
    let alone = Self.run(trace, minutes: 3)
    var lab = QualityLab()
    lab.graphics = (lab.fixedNanoseconds, lab.perMemberNanoseconds)
    (lab.fixedNanoseconds, lab.perMemberNanoseconds) = (100_000, 100)
    let outcome = lab.run(frames: 3 * 3600) { trace.load(frame: $0, atNanoseconds: $1) }
    #expect(outcome.counts == alone.counts)
    #expect(outcome.changes.isEmpty == (kind == .spikes), "\(outcome.changes)")
  }

  /// The slower part is judged, whichever it is: neither the sum nor the other has a say, and no
  /// graphics time is as good as a short one.
  @Test func slowerPartAloneIsJudged() {
    func controller() -> QualityController {
      QualityController(
        ladder: QualityLadder(minimum: 200, maximum: 600, quantum: 20),
        rules: QualityRules(refreshRate: 60))
    }
    func digest(_ controller: QualityController) -> UInt64 { controller.digested().finalize() }
    var (both, processor, graphics) = (controller(), controller(), controller())
    var random = RandomStream(seed: 5, name: "quality.parts")
    var changes = 0
    for _ in 0..<20_000 {
      let times = (random.nextUInt32() % 16_500_000, random.nextUInt32() % 16_500_000)
      let slower = max(times.0, times.1)
      let change = both.observe(processorNanoseconds: times.0, graphicsNanoseconds: times.1)
      let alone = processor.observe(processorNanoseconds: slower, graphicsNanoseconds: 0)
      let drawn = graphics.observe(processorNanoseconds: 0, graphicsNanoseconds: slower)
      if change != .none { changes += 1 }
      guard change == alone, change == drawn else {
        Issue.record("\(times): \(change), \(alone), \(drawn)")
        return
      }
    }
    #expect(digest(both) == digest(processor) && digest(both) == digest(graphics))
    #expect(changes > 0)
  }

  /// Without dwell, dead band and memory the same measures see the swinging.
  @Test func spoiledRulesAreCaught() {
    var rules = QualityRules(refreshRate: 60)
    rules.dwellNanoseconds = 0
    rules.calmFrames = 10
    rules.turnNanoseconds = 0
    rules.firstBlockNanoseconds = 0
    rules.upPercent = 104
    var lab = QualityLab(rules: rules)
    let trace = LoadTrace(.sawTooth)
    let outcome = lab.run(frames: 3600) { trace.load(frame: $0, atNanoseconds: $1) }
    #expect(outcome.mostTurnsPerMinute > 2)

    rules = QualityRules(refreshRate: 60)
    rules.downPercent = 1000
    rules.panicPercent = 2000
    lab = QualityLab(rules: rules)
    let late = lab.run(frames: 3600) { _, _ in 2000 }
    #expect(late.overPercent > 50)
  }
}
