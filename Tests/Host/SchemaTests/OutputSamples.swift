import SimCommands
import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime
import Testing

/// What every command writes with `--json`, by the name of its schema.
enum OutputSamples {
  /// All of them; several of a command that takes several inputs.
  static func all() throws -> [(schema: String, text: String)] {
    try made.get() + written
  }

  // MARK: - Commands that run

  private static let made = Result { try make() }

  private static func make() throws -> [(schema: String, text: String)] {
    let folder = try FileStore.makeTemporaryDirectory(prefix: "simbench-outputs")
    defer { try? FileStore.removeTree(folder) }
    func path(_ name: String) -> String { "\(folder)/\(name)" }
    for (name, text) in files {
      try FileStore.write(text, to: path(name))
    }
    var all: [(schema: String, text: String)] = []
    func run(_ schema: String, _ arguments: [String], out: Bool = false) {
      let more = out ? ["--out", path("out")] : []
      all.append(
        (
          schema,
          output(arguments.map { $0.hasPrefix("@") ? path(String($0.dropFirst())) : $0 } + more)
        ))
    }
    run("run", ["run", "@tiny.json"], out: true)
    run("run", ["run", "@tiny.json", "@other.json", "--series"], out: true)
    try FileStore.write(all[0].text, to: path("result.json"))
    run("run", ["report", "@result.json"])
    run("render", ["render", "@tiny.json", "--at", "0,5"], out: true)
    run("render", ["render", "@tiny.json", "--apng", "@film.png", "--size", "20"])
    run("run", ["run", "@tiny.json", "--record", "@tiny.txt", "--keyframes", "3"], out: true)
    run("replay", ["replay", "@tiny.txt", "--verify"])
    run("verify", ["verify", "@tiny.json", "--pixels", "2"])
    run("run", ["run", "@tiny.json", "--seed", "9", "--record", "@other.txt"], out: true)
    run("diff", ["diff", "@tiny.txt", "@tiny.txt"])
    run("diff", ["diff", "@tiny.txt", "@other.txt"])
    run("explore", ["explore", "@tiny.json", "--seeds", "0..<2"])
    run("plan", ["plan", "@tiny.json", "--seeds", "0..<2", "--shards", "2", "--out", "@s.plan"])
    run("sweep", ["sweep", "@s.plan", "--shard", "1/2", "--out", "@part-1.ndjson"])
    run("merge", ["merge", "@s.plan", "@part-1.ndjson", "--out", "@sweep.ndjson"])
    run("score", ["score", "a", "@ink.txt"], out: true)
    run("score", ["score", "small", "@ink.txt", "@ink.txt"], out: true)
    let pictures = ["@out/tiny/tiny-00000.png", "@out/tiny/tiny-00005.png"]
    run("image-diff", ["image", "diff"] + pictures + ["--limit", "maxDelta=0-1;flip.p99<=0.1"])
    run("image-diff", ["image", "diff", pictures[0], pictures[0]])
    run("flash", ["flash"] + pictures, out: true)
    run("flash-replay", ["flash", "@means.csv"])
    for kind in [
      "scenes", "models", "faults", "devices", "generators", "metrics", "schemas", "scenarios",
    ] {
      run("list-\(kind)", ["list", kind])
    }
    run("validate", ["validate", "@tiny.json", "@ink.txt"])
    run("history", ["history", "@h.ndjson", "--append", "@result.json"])
    let goldens = ["--goldens", path("goldens")]
    run("golden-check", ["golden", "check"] + goldens, out: true)
    run("golden-check", ["golden", "update"] + goldens, out: true)
    run("golden-accept", ["golden", "accept", "tiny"] + goldens)
    run("golden-accept", ["golden", "add", "@other.json", "--frames", "4"] + goldens)
    run(
      "device-add", ["device", "add", "new", "--like", "iphone-12", "--devices", path("devices")])
    try FileStore.write(
      files[4].text.replacing("tiny.json", with: "other.json"), to: path("goldens/b.golden"))
    run("golden-check", ["golden", "check"] + goldens, out: true)
    run("tune", ["tune", "@tiny.json", "--frames", "2", "--device", "iphone-12"], out: true)
    return all
  }

  private static func output(_ arguments: [String]) -> String {
    final class Transcript { var text = "" }
    let transcript = Transcript()
    let console = Console(
      output: { text in
        transcript.text += text
        return true
      }, error: { _ in }, isStyled: false, showsProgress: false, width: 80)
    _ = Simbench.run(arguments + ["--json", "-"], scenes: .catalog, console: console)
    return transcript.text
  }

  private static let files: [(name: String, text: String)] = [
    ("tiny.json", scenario("tiny", flakes: 20)), ("other.json", scenario("other", flakes: 30)),
    (
      "ink.txt",
      "stroke,time,x,y\n"
        + [(60, 30), (40, 20), (20, 40), (20, 80), (45, 90), (60, 60), (62, 20), (62, 90)]
        .enumerated().map { "0,\(Double($0) / 10),\($1.0),\($1.1)\n" }.joined()
    ),
    (
      "means.csv",
      FlashTable.columnNames.joined(separator: ",") + "\n"
        + [String](repeating: "0", count: 12).joined(separator: ",") + "\n"
    ),
    (
      "goldens/tiny.golden",
      "golden 1\nscenario ../tiny.json\ndevice iphone-12\ncanvas 160 80 1\nframes 6\npicture 5\n"
    ),
  ]

  private static func scenario(_ name: String, flakes: Int) -> String {
    """
    {
      "name": "\(name)", "scene": "snowglobe", "parameters": { "flakes": \(flakes) },
      "canvasSize": { "width": 160, "height": 80 }, "frames": 6, "load": { "flakes": 20 },
      "budgets": [{ "id": "A", "metric": "population.flakes.max", "atMost": 600 }],
      "input": { "generators": [{ "kind": "shake", "eventsPerMinute": 60 }] }
    }
    """
  }

  // MARK: - Commands that a debug build refuses

  private static var written: [(schema: String, text: String)] {
    [
      ("gate", GateReport.output.object([gate, missing, lost])), ("check", checked),
      ("selftest", SelfTestReport.output.object(selftest)),
      ("calibrate", RendererCalibrationReport.output.object(renderers)),
      ("baseline-update", BaselineChange.output.object(changes)),
      ("explore", ExploreReport.output.object(explored)),
      ("shrink", FailureReport.output.object([failure])),
      (
        "sweep",
        SweepReport.output.object(
          SweepReport(
            explored: explored, shard: 1, shardCount: 2, runsBefore: 1, path: "part-1.ndjson"))
      ), ("merge", MergeReport.output.object(merged)),
    ].map { ($0.0, JSONWriter.text(of: $0.1)) }
  }

  /// Everything at once, with what fails in it.
  private static var checked: JSONOutput {
    CheckReport.output.object(
      CheckReport(
        results: ResultFile.Results(), gate: [gate, missing], remedy: nil,
        goldens: GoldenReport(
          [GoldenReport.Entry(name: "a", state: .differs, frameCount: 4, framesPerSecond: 60)],
          orphans: [], folder: "goldens"),
        verified: [repeated], pairs: [gate], reference: "merge base 0123"))
  }

  /// Two failures, one of which was made smaller.
  private static var explored: ExploreReport {
    var report = ExploreReport(seeds: 0..<2)
    let property = ExploreReport.Property(
      "caps", kind: "always", checked: 9, held: 8, hasFailed: true)
    report.scenarios = [
      ExploreReport.Scenario(
        "a.json", SubjectName(.scene, "a"), runs: 2, frames: 9, properties: [property])
    ]
    var bare = failure
    bare.shrunk = nil
    report.failures = [failure, bare]
    return report
  }

  /// A sweep with a shard missing, and a run that two parts tell otherwise.
  private static var merged: MergeReport {
    MergeReport(
      explored: explored,
      missing: [MergeReport.Missing(shard: 2, runs: 3, again: "simbench sweep a.plan")],
      differing: [MergeReport.Differing(run: 1, file: "a.json", seed: 1, part: "b.ndjson")],
      path: "sweep.ndjson")
  }

  private static var failure: FailureReport {
    let broken = ExploreFailure(
      "caps", "A-CAP", "None has more than its cap.", frame: 8, field: "dots", value: "9",
      limit: "8")
    var report = FailureReport(
      file: "a.json", subject: SubjectName(.scene, "a"), seed: 1, failure: broken)
    report.draw = ["iphone-12"]
    report.shrunk = ShrunkRun(
      before: 9, after: 2, executions: 20, isMinimal: true, failure: broken,
      ranges: ["any x of touch 1 in frame 0 fails"])
    (report.recording, report.picture, report.again) = ("a.txt", "a.png", "simbench explore a.json")
    return report
  }

  /// A run that was repeated, with a variant of every outcome.
  private static var repeated: VerifyReport {
    var report = VerifyReport(
      file: "a.json", subject: SubjectName(.scene, "a"), device: "b", seed: 1, frames: 9)
    report.variants = VerifyReport.Outcome.allCases.map { outcome in
      VerifyReport.Variant(
        "repeat", outcome, words: "c",
        divergence: outcome == .different ? DivergenceReport(frame: 1, phase: "step") : nil)
    }
    return report
  }

  /// A comparison with something in every place.
  private static var gate: GateOutcome {
    var outcome = GateOutcome(
      scenario: "a", seed: 1, frames: 60, reference: "b", runVerdict: "failed")
    func metrics(_ value: JSONOutput, _ name: String) -> [ExactMetric] {
      [
        ExactMetric(path: "work.primitives", value: value),
        ExactMetric(path: name, value: .bool(true)),
      ]
    }
    outcome.exact = ExactComparison(
      reference: metrics(.integer(1), "old"), measured: metrics(.string("x"), "new"),
      needsAll: true)
    func counts(_ total: UInt64) -> InstructionSummary {
      InstructionSummary(
        source: .valgrind, note: nil, frames: 10,
        counts: [InstructionCount(name: "step", total: total)])
    }
    outcome.instructions = InstructionOutcome(
      reference: counts(100), measured: counts(110), isSameWork: true)
    let row = WallOutcome.Row(
      name: "frame", nanoseconds: 1e6, change: .infinity, lower: -0.05, upper: 0.07, control: .nan,
      floor: 0.12, steadyRounds: 4, verdict: .inconclusive, isMeasurable: false)
    var wall = WallOutcome(rows: [row], comparedFrames: 4, processes: 5, verdict: .inconclusive)
    wall.differences = ["frame", "step"].map {
      WallOutcome.Difference(name: $0, nanoseconds: -5, lower: -9, upper: 1, isReal: true)
    }
    wall.rounds = RoundsRecord(
      end: .maximumRounds, rounds: 1, seconds: 2, budgetSeconds: 3, maximumRounds: 4)
    wall.rounds?.remedy = RoundsRecord.Remedy(
      rounds: 84, seconds: 741, firstRounds: 14, budget: "16m")
    outcome.wall = wall
    (outcome.divergence, outcome.firstAllocation) = ("by frame 3", "frame 4, step")
    outcome.notes = ["a note"]
    var result = ResultSchemaTests.result(isMeasured: true)
    for index in result.timing.budgets.indices { result.timing.budgets[index].status = .failed }
    outcome.run = .scene(result)
    outcome.missing = .metrics(metrics(.number(0.5), "new"))
    return outcome
  }

  /// One that the machine kept from being judged.
  private static var lost: GateOutcome {
    GateOutcome(
      NotJudgedRun("a.json", reason: "killed by signal 9", next: "simbench gate a.json"),
      scenario: "a", seed: 1, reference: "b")
  }

  /// One whose baseline has no entry, compared with a build that says no verdict.
  private static var missing: GateOutcome {
    var outcome = GateOutcome(
      scenario: "a[b]", seed: 1, frames: 60, reference: "b", runVerdict: "")
    var key = BaselineKey.blank
    (key.frames, key.scenarioDigest) = (60, "0123456789abcdef")
    (key.device, key.isMotionReduced, key.sceneBehaviorVersion) = ("iphone-12", false, 1)
    outcome.missing = .entry(
      BaselineEntry(
        key: key, recordedWith: "this",
        metrics: [ExactMetric(path: "frames", value: .integer(60))],
        checkpoints: [.init(frame: 1, digest: 2)]))
    return outcome
  }

  private static var selftest: SelfTestResult {
    var (shown, other) = (
      SelfTestResult.Row(name: "the same", answer: "equal", needed: 1),
      SelfTestResult.Row(name: "more", answer: "regressed", needed: 2, isRequired: false)
    )
    shown.add(isRight: true, change: 0.01)
    other.add(isRight: false, isInconclusive: true)
    var result = SelfTestResult()
    result.rows = [shown, other]
    return result
  }

  /// Recordings with a GPU's times and without.
  private static var renderers: [RendererCalibrationReport.Finding] {
    var part = RendererCalibration.PartFit()
    part.costs = [.init(name: "frame", nanoseconds: CostInterval(1, 2, 3), largestShare: 0.5)]
    part.constants = [.init(name: "batches", count: 2)]
    (part.absent, part.holdingCanvas) = (["passes"], ["pixelsFilled"])
    part.heldOut = [
      RendererCalibration.Check(
        scene: "snowglobe", size: "20 members", measured: 100, predicted: 90.5)
    ]
    var timed = RendererCalibration(
      device: "d", renderer: "canvas", frameRate: 60, scenes: ["snowglobe"], frameCount: 9)
    (timed.processor, timed.graphics) = (part, part)
    timed.graphics?.determination = -.infinity
    var untimed = timed
    untimed.graphics = nil
    untimed.processor.refusals = [.drift(0.1)]
    var ramp = RendererCalibration.Ramp(
      scene: "snowglobe", levels: [.init(count: 20, frameCount: 9, lateShare: 0.5)])
    ramp.cap = CostInterval(30, 20, 10)
    untimed.ramps = [ramp, .init(scene: "rain", levels: [])]
    return [
      .init(timed, timed.costs(replacing: nil)), .init(untimed, untimed.costs(replacing: nil)),
    ]
  }

  private static let changes = BaselineChange.Outcome.allCases.map {
    BaselineChange(name: "a", outcome: $0, written: [.metrics, .wallTimes], path: "b.json")
  }
}
