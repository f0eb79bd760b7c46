import SimFormats
import SimImageAnalysis
import SimReport
import Testing

/// Goal: a program finds every value where it is promised, and null where nothing was measured.
@Suite struct JSONReportTests {
  /// Paths that must exist in every result.
  static let required = [
    "schemaVersion", "scenario", "scene", "seed", "device", "frames", "frameRate",
    "digest.state", "digest.chain", "digest.pixels", "population.flakes.max",
    "population.flakes.cap", "population.flakes.framesAtCap", "timing.frame.p50",
    "timing.frame.p90", "timing.frame.p95", "timing.frame.p99", "timing.frame.max",
    "timing.phases.input", "timing.phases.step", "timing.phases.draw", "timing.phases.raster",
    "timing.hitchMsPerSecond", "allocations.source", "allocations.warmupFrames",
    "allocations.steadyTotal", "allocations.steadyMaxPerFrame", "allocations.firstFrame",
    "work.primitives", "work.pixels", "calmness", "strokeLatency", "flash", "deviceFrame",
    "budgets", "verdict",
    "environment.version", "environment.behaviorVersion", "sceneBehaviorVersion",
  ]

  private func value(_ path: String, in output: JSONOutput) -> JSONOutput? {
    path.split(separator: ".").reduce(Optional(output)) { $0?[String($1)] }
  }

  private func text(_ output: JSONOutput?) -> String {
    output.map { JSONWriter.text(of: $0, style: .compact) } ?? "absent"
  }

  @Test(arguments: required) func everyResultHas(path: String) {
    for result in [ResultFixture.full, ResultFixture.empty] {
      #expect(value(path, in: SceneResult.shape.object(result)) != nil)
    }
  }

  @Test func values() {
    let output = SceneResult.shape.object(ResultFixture.full)
    let expected = [
      ("schemaVersion", "2"), ("sceneBehaviorVersion", "3"),
      ("seed", "\"18446744073709551615\""), ("device", "\"iphone-12\""),
      ("digest.pixels", "\"0000000000000003\""), ("digest.pixelChain", "\"000000000000abcd\""),
      ("population.flakes.max", "600"), ("population.flakes.mean", "599.96"),
      ("population.flakes.whileShaken", "512"), ("population.sparks.cap", "null"),
      ("allocations.steadyMaxPerFrame", "2"), ("allocations.firstPhase", "\"draw\""),
      ("work.pixels", "1500000"), ("calmness.luminanceChange.mean", "0.0021"),
      ("calmness.localChange.worst", "0.0216"), ("calmness.movingArea.worst", "0.133"),
      ("calmness.patches.moving", "5000"), ("calmness.speed.p95", "76.5"),
      ("calmness.jerk.max", "44443"), ("timing.frame.max", "16000000"),
      ("timing.phases.raster.p50", "1234567"), ("timing.frameInterval", "16666666"),
      ("timing.refreshRate", "60"), ("timing.dueRefreshes", "1"), ("timing.lateFrames", "2"),
      ("timing.hitchMsPerSecond", "0.8620689655172413"), ("timing.lateness.late", "50000000"),
      ("timing.lateness.overrun", "17250000"), ("timing.lateness.worstSecond", "50000000"),
      ("timing.lateness.animation", "58000000000"), ("timing.lateness.band", "\"good\""),
      ("timing.lateness.bandSource", "\"WWDC20 session 10077\""),
      ("verdict", "\"passed\""), ("violation", "null"), ("strokeLatency", "null"),
      ("notMeasured.strokeLatency", "\"no touch sample drew ink\""),
      ("timing.notMeasured", "{}"), ("deviceFrame.verdict", "\"within\""),
      ("deviceFrame.p99", "12000000"), ("deviceFrame.p99Lower", "9600000"),
      ("deviceFrame.p99Upper", "15000000"), ("deviceFrame.costs", "\"estimated\""),
    ]
    for (path, text) in expected { #expect(self.text(value(path, in: output)) == text, "\(path)") }
  }

  @Test func budgetsAreSplit() {
    let output = SceneResult.shape.object(ResultFixture.full)
    #expect(
      text(output["budgets"])
        == "[{\"id\":\"BV-SNOW\",\"name\":\"population.flakes.max\",\"bound\":\"atMost\","
        + "\"limit\":600,\"measured\":600,\"unit\":\"\",\"passed\":true,\"note\":null,"
        + "\"line\":null},"
        + "{\"id\":\"BV-SOAK\",\"name\":\"allocations.liveBytesGrowth\",\"bound\":\"atMost\","
        + "\"limit\":1048576,\"measured\":2048,\"unit\":\"bytes\",\"passed\":true,"
        + "\"note\":null,\"line\":null}]")
    #expect(
      text(value("timing.budgets", in: output)).hasPrefix(
        "[{\"id\":\"BV-FPS\",\"name\":\"timing.frame.p99\",\"bound\":\"atMost\",\"limit\":16.66"))
  }

  @Test func onlyTimingKnowsTheClock() {
    let first = ResultFixture.full
    var second = first
    second.timing = TimingSummary(
      frame: Percentiles(p50: 1, p90: 2, p95: 3, p99: 4, maximum: 5), phases: [],
      due: ResultFixture.due, measuredFrames: 1, sparkline: [], wallNanoseconds: 1,
      peakResidentBytes: nil, liveBytes: [],
      budgets: [
        ResultFixture.budget("BV-FPS", .at("timing.frame.p99"), .atMost, 1, measured: 2)
      ])
    let (a, b) = (SceneResult.shape.object(first), SceneResult.shape.object(second))
    guard case .object(let members) = a else {
      Issue.record("no object")
      return
    }
    for (key, value) in members where key != "timing" { #expect(b[key] == value, "\(key)") }
    #expect(a["timing"] != b["timing"])
    #expect(text(b["verdict"]) == "\"passed\"")
    #expect(text(b["timing"]?["verdict"]) == "\"failed\"")
  }

  @Test func busyMachineIsSeenInTimingAlone() {
    let output = SceneResult.shape.object(ResultFixture.heldUp)
    #expect(text(output["verdict"]) == "\"passed\"")
    #expect(text(output["timing"]?["verdict"]) == "\"inconclusive\"")
    let budgets = text(output["timing"]?["budgets"])
    #expect(budgets.contains("\"measured\":277.5,\"unit\":\"ms\",\"passed\":null"))
    #expect(text(value("timing.cpu.runs", in: output)) == "2")
    #expect(text(value("timing.cpu.evidence", in: output)) == "\"switches\"")
    // A claim that was never carried, and whatever fails, weigh more.
    var other = ResultFixture.heldUp
    other.load[0].status = .failed
    #expect(other.verdict == .notExercised)
    other.timing.budgets.append(other.timing.budgets[0])
    other.timing.budgets[1].status = .failed
    #expect(other.verdict == .failed)
  }

  @Test func whatWasNotMeasuredIsNullWithAReason() {
    let output = SceneResult.shape.object(ResultFixture.empty)
    let background = "\"every frame was spent in the background\""
    let missing = [
      ("digest.pixels", "digest.pixels", "\"no pixels were drawn\""),
      ("digest.pixelChain", "digest.pixelChain", "\"no pixels were drawn\""),
      ("calmness", "calmness", "\"no pixels were drawn\""),
      ("work.primitives", "work", "\"no pixels were drawn\""),
      ("work.pixels", "work", "\"no pixels were drawn\""),
      ("population.flakes.max", "population.flakes", background),
      ("population.flakes.framesAtCap", "population.flakes", background),
      ("allocations.steadyTotal", "allocations", "\"debug build\""),
      ("allocations.steadyMaxPerFrame", "allocations", "\"debug build\""),
      ("flash", "flash", "\"no pixels were drawn\""),
    ]
    for (path, key, reason) in missing {
      #expect(text(value(path, in: output)) == "null", "\(path)")
      #expect(text(output["notMeasured"]?[key]) == reason, "\(path)")
    }
    for path in ["frame.p50", "phases.step.max", "hitchMsPerSecond", "lateFrames"] {
      let key = "timing.\(path.split(separator: ".")[0])"
      #expect(text(value("timing.\(path)", in: output)) == "null", "\(path)")
      #expect(text(output["timing"]?["notMeasured"]?[key]) == background, "\(path)")
    }
    #expect(text(value("timing.peakResidentBytes", in: output)) == "null")
    let budgets = text(output["budgets"])
    #expect(budgets.contains("\"measured\":null,\"unit\":\"\",\"passed\":null"))
    #expect(budgets.contains("\"note\":\"debug build\""))
  }

  @Test func shortRunsAndQuietOnesGiveTheirReasons() {
    var result = ResultFixture.full
    result.populations[0].whileShaken = nil
    result.allocations.liveBytesGrowth = nil
    result.calmness?.speed = nil
    var reasons = SceneResult.shape.object(result)["notMeasured"]
    #expect(
      text(reasons?["population.flakes.whileShaken"]) == "\"the device was never shaken\"")
    #expect(
      text(reasons?["allocations.liveBytesGrowth"]) == "\"fewer than two heap checkpoints\"")
    #expect(
      text(reasons?["calmness.speed"]) == "\"no moving patch could be tracked\"")
    result.allocations.steadyTotal = nil
    result.calmness = nil
    reasons = SceneResult.shape.object(result)["notMeasured"]
    #expect(
      text(reasons?["allocations.steadyTotal"])
        == "\"the run has no frame after its 120 of warm-up\"")
    #expect(text(reasons?["calmness"]) == "\"fewer than two frames of one size\"")
  }

  @Test func faultAndSeveralResults() {
    var result = ResultFixture.full
    result.fault = ResultFixture.fault
    let output = ResultFile.value([result, ResultFixture.full])
    guard case .array(let runs) = output["runs"] else {
      Issue.record("no runs")
      return
    }
    #expect(runs.count == 2)
    #expect(runs[1] == SceneResult.shape.object(ResultFixture.full))
    #expect(
      text(runs[0]["violation"])
        == "{\"kind\":\"non-finite\",\"frame\":90,\"phase\":\"step\",\"field\":\"flakes.x\","
        + "\"entity\":7,\"message\":\"frame 90, phase step: flakes.x[7] is not a finite number\"}")
    #expect(text(runs[0]["verdict"]) == "\"failed\"")
  }
}
