import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// `simbench merge`: merges the result files of a sweep.
struct MergeCommand: Command {
  private let parsed: ParsedCommand
  private let output: FindingOutput
  private let planPath: String
  private let path: String

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    self.parsed = parsed
    output = FindingOutput(parsed, console)
    planPath = parsed.requiredPositional("PLAN")
    path = parsed.string("out") ?? "sweep.ndjson"
  }

  func run() throws -> ExitCode {
    let plan = try SweepFiles.plan(planPath)
    let parts = parsed.positionals("PART")
    try output.checkNames([path], inputs: parts)
    var entries: [SweepPart.Entry?] = Array(repeating: nil, count: Int(plan.unitCount))
    var differing: [MergeReport.Differing] = []
    for part in parts {
      for entry in try SweepFiles.part(part, of: plan, isInput: true).entries {
        let unit = Int(entry.row.unit)
        if let known = entries[unit], known.line != entry.line {
          let subject = plan.subjects[plan.subject(of: entry.row.unit)]
          differing.append(
            MergeReport.Differing(
              run: entry.row.unit, file: subject.file, seed: entry.row.seed, part: part))
        }
        entries[unit] = entries[unit] ?? entry
      }
    }
    let missing = self.missing(entries, plan)
    let report = MergeReport(
      explored: SweepFiles.report(plan, entries.compactMap { $0?.row }), missing: missing,
      differing: differing, path: path)
    let transaction = FileTransaction()
    defer { transaction.discard() }
    if missing.isEmpty, differing.isEmpty {
      try transaction.stage(
        SweepPart.head(of: plan) + entries.flatMap { $0?.line ?? [] }, at: path)
    }
    try output.write(MergeReport.output.object(report), report.text, with: transaction)
    return ExitCode.worst(of: [
      differing.isEmpty ? .pass : .determinismBroken,
      missing.isEmpty ? .pass : .referenceMissing,
      report.explored.failures.isEmpty ? .pass : .budgetFailed,
    ])
  }

  /// The shards with missing runs, with the commands that run them.
  private func missing(
    _ entries: [SweepPart.Entry?], _ plan: SweepPlan
  ) -> [MergeReport.Missing] {
    let shards = plan.shards().ofUnits
    var counts = Array(repeating: UInt64.zero, count: Int(plan.shardCount))
    for (unit, entry) in entries.enumerated() where entry == nil { counts[Int(shards[unit])] += 1 }
    return counts.enumerated().filter { $0.element > 0 }.map { index, count in
      MergeReport.Missing(
        shard: UInt32(index + 1), runs: count,
        again: ShellCommand.simbench([
          "sweep", planPath, "--shard", "\(index + 1)/\(plan.shardCount)", "--out",
          "part-\(index + 1).ndjson",
        ]))
    }
  }
}
