import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimRuntime

/// `simbench sweep`: runs a plan or one of its shards.
struct SweepCommand: Command {
  private let scenes: SceneRegistry
  private let console: Console
  private let parsed: ParsedCommand
  private let output: FindingOutput
  private let jobs: Jobs
  private let planPath: String

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    self.scenes = scenes
    self.console = console
    self.parsed = parsed
    output = FindingOutput(parsed, console)
    jobs = try Jobs(parsed, console)
    planPath = parsed.requiredPositional("PLAN")
  }

  func run() throws -> ExitCode {
    let plan = try SweepFiles.plan(planPath)
    let shard = try Shard(parsed.string("shard"), of: plan.shardCount, console.environment)
    let subjects = try self.subjects(plan)
    let path = parsed.string("out") ?? shard.number.map { "part-\($0).ndjson" } ?? "sweep.ndjson"
    let timesPath = parsed.string("times")
    try output.checkNames([timesPath, shard.statusPath], updates: [path])
    try shard.acknowledge()
    let shards = plan.shards().ofUnits
    let units = shards.indices.filter { shard.number == nil || shards[$0] + 1 == shard.number }
    // Locked until the end, so that no second process writes the same shard to the same file.
    let file = try AppendedFile(path)
    let part = try begin(path, file, plan, units)
    let sweep = try sweep(plan, subjects, units, after: part, into: file)
    let report = SweepReport(
      explored: SweepFiles.report(plan, part.entries.map { $0.row } + sweep.rows),
      shard: shard.number, shardCount: plan.shardCount, runsBefore: UInt64(part.entries.count),
      path: path)
    let transaction = FileTransaction()
    defer { transaction.discard() }
    if let timesPath {
      try transaction.stage(SweepReport.times(sweep.nanoseconds), at: timesPath)
    }
    try output.write(SweepReport.output.object(report), report.text, with: transaction)
    return report.explored.failures.isEmpty ? .pass : .budgetFailed
  }

  /// Loads the scenarios; fails if one differs from the plan.
  private func subjects(_ plan: SweepPlan) throws -> [any ExploredSubject] {
    let loaded = try ExploredScenarios(plan, scenes).load()
    let subjects = loaded.map { SweepPlan.Subject($0) }
    guard subjects == plan.subjects else {
      let changed = zip(subjects, plan.subjects).first { $0 != $1 }?.1.file ?? planPath
      throw CommandError.badInput(
        "\(changed): scenario, scene or model changed since the plan was made; create a new plan")
    }
    return loaded.map { $0.subject }
  }

  /// Reads the existing runs; a new file gets its header line, and an incomplete last line is
  /// removed.
  private func begin(
    _ path: String, _ file: AppendedFile, _ plan: SweepPlan, _ units: [Int]
  ) throws -> SweepPart {
    let part = try SweepFiles.part(path, of: plan, isInput: false)
    guard part.entries.map({ Int($0.row.unit) }) == Array(units.prefix(part.entries.count)) else {
      throw CommandError.badInput(
        "\(path): contains another shard's runs; choose another file with --out")
    }
    try file.truncate(to: part.wholeByteCount)
    if part.wholeByteCount == 0 { try file.append(SweepPart.head(of: plan)) }
    return part
  }

  private func sweep(
    _ plan: SweepPlan, _ subjects: [any ExploredSubject], _ units: [Int], after part: SweepPart,
    into file: AppendedFile
  ) throws -> (rows: [SweepRow], nanoseconds: [SweepReport.Time]) {
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    var explorer = Explorer()
    explorer.jobCount = jobs.count
    explorer.isInterrupted = { Interrupt.isRequested }
    let again = SeedCommand(plan)
    explorer.noteOfTrap = { again.noteOfTrap($0, seed: $1) }
    var (rows, times): ([SweepRow], [SweepReport.Time]) = ([], [])
    var (next, failed) = (part.entries.count, part.entries.count { $0.row.failure != nil })
    while next < units.count {
      status.show(
        "\(FigureText.grouped(UInt64(next))) of \(FigureText.grouped(UInt64(units.count))) runs"
          + (failed > 0 ? ", \(failed) failed" : ""))
      let batch = units[next..<min(next + 4 * jobs.count, units.count)].map { UInt64($0) }
      let outcomes = try explorer.outcomes(
        of: batch.map { Explorer.Unit(subject: plan.subject(of: $0), seed: plan.seed(of: $0)) },
        subjects)
      var bytes: [UInt8] = []
      for (unit, outcome) in zip(batch, outcomes) {
        var row = SweepRow()
        (row.unit, row.seed) = (unit, plan.seed(of: unit))
        (row.frames, row.digest) = (outcome.frames, outcome.digest)
        (row.checked, row.held, row.failure) = (outcome.checked, outcome.held, outcome.failure)
        rows.append(row)
        bytes += row.line
        failed += row.failure == nil ? 0 : 1
        times.append(SweepReport.Time(run: unit, nanoseconds: outcome.nanoseconds))
      }
      try file.append(bytes)
      next += batch.count
    }
    return (rows, times)
  }
}
