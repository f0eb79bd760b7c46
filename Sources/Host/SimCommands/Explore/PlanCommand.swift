import SimFormats
import SimHarness
import SimMath
import SimPlatform
import SimReport
import SimRuntime

/// `simbench plan`: splits seeds of scenarios into shards.
struct PlanCommand: Command {
  private let scenes: SceneRegistry
  private let parsed: ParsedCommand
  private let output: FindingOutput
  private let path: String
  private let seeds: Range<UInt64>
  private let shardCount: UInt32

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    self.scenes = scenes
    self.parsed = parsed
    output = FindingOutput(parsed, console)
    path = parsed.string("out") ?? "sweep.plan"
    seeds = try ExploreCommand.seeds(parsed)
    shardCount = UInt32(
      try parsed.unsigned("shards", in: 1...UInt64(SweepPlan.maximumShardCount)) ?? 1)
  }

  func run() throws -> ExitCode {
    let paths = parsed.positionals("SCENARIO")
    var plan = SweepPlan()
    plan.behaviorVersion = BehaviorVersion.current
    (plan.firstSeed, plan.endSeed) = (seeds.lowerBound, seeds.upperBound)
    plan.shardCount = shardCount
    plan.device = parsed.string("device")
    plan.deviceFolder = parsed.string("devices")
    let loaded = try ExploredScenarios(parsed, scenes, paths).load()
    plan.frames = try parsed.unsigned("frames")
      .map { UInt32($0) }
    plan.subjects = loaded.map { SweepPlan.Subject($0) }
    let (units, overflow) = (seeds.upperBound - seeds.lowerBound)
      .multipliedReportingOverflow(by: UInt64(plan.subjects.count))
    guard !overflow, units <= SweepPlan.maximumUnitCount else {
      throw CommandError.badInput(
        "--seeds: a plan has at most \(FigureText.grouped(SweepPlan.maximumUnitCount)) runs, "
          + "seeds times scenarios; split the seeds into several plans")
    }
    guard units >= UInt64(shardCount) else {
      throw CommandError.badInput(
        "--shards: \(shardCount) shards, but the plan has only \(units) runs")
    }
    try output.checkNames([path], inputs: paths.map { ScenarioLoader.parts($0).file })
    let report = PlanReport(plan, path: path)
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try transaction.stage(
      JSONWriter.text(of: .object(SweepPlan.shape.write(plan))), at: path)
    try output.write(PlanReport.output.object(report), report.text, with: transaction)
    return .pass
  }
}

extension SweepPlan.Subject {
  /// Plans the runs of a scenario.
  init(_ loaded: ExploredScenarios.Loaded) {
    self.init()
    let subject = loaded.subject
    (file, subjectName) = (subject.name, subject.subjectName)
    (behaviorVersion, digest) = (subject.behaviorVersion, loaded.digest)
    properties = subject.properties
    (frames, stateBytes) = subject.size()
  }
}
