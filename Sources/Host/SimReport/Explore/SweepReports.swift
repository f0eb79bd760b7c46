import SimFormats
import SimInput

/// The shards of a sweep, as a document and as JSON.
package struct PlanReport: Sendable {
  /// A shard.
  package struct Shard: Sendable {
    var number: UInt32
    var runs: UInt64
    var cost: UInt64
  }

  private var path: String
  private var runs: UInt64
  private var scenarios: Int
  private var shards: [Shard]

  /// Describes a plan.
  package init(_ plan: SweepPlan, path: String) {
    self.path = path
    runs = plan.unitCount
    scenarios = plan.subjects.count
    let (ofUnits, costs) = plan.shards()
    shards = costs.enumerated().map { Shard(number: UInt32($0 + 1), runs: 0, cost: $1) }
    for shard in ofUnits { shards[Int(shard)].runs += 1 }
  }

  /// The shards, and the next command.
  package var text: String {
    var rows = [
      Facts.Row(
        "runs",
        "\(FigureText.grouped(runs)) of \(CountWords.counted(scenarios, "scenario"))")
    ]
    let costs = shards.map { $0.cost }
    if let most = costs.max(), let least = costs.min(), least > 0 {
      rows.append(
        Facts.Row(
          "shards",
          "\(shards.count), estimated cost of the longest "
            + "\(FigureText.text(Double(most) / Double(least), decimals: 2)) times the shortest"))
    }
    let next =
      shards.count == 1
      ? ["sweep", path] : ["sweep", path, "--shard", "1/\(shards.count)", "--out", "part-1.ndjson"]
    rows.append(Facts.Row("next", ShellCommand.simbench(next)))
    return SweepText.text(MessageText.oneLine(path), .passed, rows)
  }

  /// The JSON output of `plan`.
  package static let output = VerbOutput.shape(
    "The shards of a sweep.",
    [
      Member(derived: "plan", .text, "The plan's file.") { (report: PlanReport) in report.path },
      Member(derived: "runs", \.runs, "Runs of the whole sweep."),
      Member(derived: "shards", \.shards, shard.codec.list(), "The shards."),
    ])

  private static let shard = Shape<Shard>(
    written: "shard", "A shard.",
    [
      Member(derived: "shard", \.number, "Its number, from 1."),
      Member(derived: "runs", \.runs, "Its runs."),
      Member(derived: "cost", \.cost, "Estimated cost, from frames and bytes of the state."),
    ])
}

/// The findings of a shard of a sweep, as a document and as JSON.
package struct SweepReport: Sendable {
  /// The duration of a run.
  package struct Time: Sendable {
    var run: UInt64
    var nanoseconds: UInt64

    /// Describes a time.
    package init(run: UInt64, nanoseconds: UInt64) {
      (self.run, self.nanoseconds) = (run, nanoseconds)
    }
  }

  /// The findings.
  package private(set) var explored: ExploreReport
  private var shard: UInt32?
  private var shardCount: UInt32
  private var runsBefore: UInt64
  private var path: String

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - shard: The shard, from 1; nil for all runs.
  ///   - runsBefore: Runs that the file contained before.
  package init(
    explored: ExploreReport, shard: UInt32?, shardCount: UInt32, runsBefore: UInt64, path: String
  ) {
    (self.explored, self.shard, self.shardCount) = (explored, shard, shardCount)
    (self.runsBefore, self.path) = (runsBefore, path)
  }

  private var runs: UInt64 { explored.scenarios.reduce(0) { $0 + $1.runs } }

  /// The shard's verdict, and every failure.
  package var text: String {
    let done = RecordingHeader.Kind.allCases.compactMap { kind in
      let scenarios = explored.scenarios.filter { $0.subject.kind == kind }
      let count = scenarios.reduce(0) { $0 + $1.frames }
      return scenarios.isEmpty ? nil : ", \(FigureText.grouped(count)) \(kind.unit)s"
    }
    var rows = [Facts.Row("runs", FigureText.grouped(runs) + done.joined())]
    if runsBefore > 0 {
      rows.append(
        Facts.Row("before", "\(FigureText.grouped(runsBefore)) of them had been run before"))
    }
    rows.append(
      Facts.Row(
        "failed", explored.failures.isEmpty ? "none" : "\(explored.failures.count) shown below",
        isFailed: !explored.failures.isEmpty))
    rows.append(Facts.Row("file", MessageText.oneLine(path)))
    let name = shard.map { "shard \($0) of \(shardCount)" } ?? "all runs"
    return SweepText.text(
      name, explored.failures.isEmpty ? .passed : .failed, rows, explored.failures)
  }

  /// Times as NDJSON, one line per run.
  package static func times(_ times: [Time]) -> String {
    times.map { "{\"run\":\($0.run),\"nanoseconds\":\($0.nanoseconds)}\n" }.joined()
  }

  /// The JSON output of `sweep`.
  package static let output = VerbOutput.shape(
    "The findings of a shard of a sweep.",
    [
      Member(derived: "shard", Codec<UInt32>.whole().orNull, "The shard, from 1; null for all.") {
        (report: SweepReport) in report.shard
      },
      Member(derived: "shardCount", \.shardCount, "The plan's shards."),
      Member(derived: "runs", \.runs, "Runs in the file."),
      Member(derived: "runsBefore", \.runsBefore, "Runs that the file contained before."),
    ] + ExploreReport.members.map { $0.derived { $0.explored } })
}

/// The merged results of a sweep, as a document and as JSON.
package struct MergeReport: Sendable {
  /// A shard with missing runs.
  package struct Missing: Sendable {
    var shard: UInt32
    var runs: UInt64
    var again: String

    /// Describes a shard.
    package init(shard: UInt32, runs: UInt64, again: String) {
      (self.shard, self.runs, self.again) = (shard, runs, again)
    }
  }

  /// A run about which two files disagree.
  package struct Differing: Sendable {
    var run: UInt64
    var file: String
    var seed: UInt64
    var part: String

    /// Describes a run.
    package init(run: UInt64, file: String, seed: UInt64, part: String) {
      (self.run, self.file, self.seed, self.part) = (run, file, seed, part)
    }
  }

  /// The findings.
  package private(set) var explored: ExploreReport
  private var missing: [Missing]
  private var differing: [Differing]
  private var path: String

  /// Creates a report.
  package init(
    explored: ExploreReport, missing: [Missing], differing: [Differing], path: String
  ) {
    (self.explored, self.missing) = (explored, missing)
    (self.differing, self.path) = (differing, path)
  }

  private var isFine: Bool { missing.isEmpty && differing.isEmpty && explored.failures.isEmpty }

  /// The verdict, and the missing or contradictory runs.
  package var text: String {
    var rows: [Facts.Row] = []
    for one in differing.prefix(10) {
      rows.append(
        Facts.Row(
          "differs",
          "run \(one.run), \(MessageText.oneLine(one.file)) with seed \(one.seed): "
            + "\(MessageText.oneLine(one.part)) contradicts an earlier file",
          isFailed: true))
    }
    for one in missing {
      rows.append(
        Facts.Row(
          "missing", "\(CountWords.counted(Int(one.runs), "run")) of shard \(one.shard)",
          isFailed: true))
      rows.append(Facts.Row("next", one.again))
    }
    if missing.isEmpty, differing.isEmpty {
      rows.append(Facts.Row("file", MessageText.oneLine(path)))
    }
    let runs = explored.scenarios.reduce(0) { $0 + $1.runs }
    let merged = SweepText.text(
      "\(FigureText.grouped(runs)) runs", isFine ? .passed : .failed, rows)
    return explored.findings.text + "\n" + merged
  }

  /// The JSON output of `merge`.
  package static let output = VerbOutput.shape(
    "The merged results of a sweep.",
    [
      Member(derived: "complete", .bool, "Whether no run is missing and no files disagree.") {
        (report: MergeReport) in report.missing.isEmpty && report.differing.isEmpty
      },
      Member(
        derived: "missingShards", \.missing, missingShape.codec.list(),
        "Shards with missing runs."),
      Member(
        derived: "differingRuns", \.differing, differingShape.codec.list(),
        "Runs about which two files disagree."),
    ] + ExploreReport.members.map { $0.derived { $0.explored } })

  private static let missingShape = Shape<Missing>(
    written: "missing-shard", "A shard with missing runs.",
    [
      Member(derived: "shard", \.shard, "The shard, from 1."),
      Member(derived: "runs", \.runs, "Number of missing runs."),
      Member(derived: "reproduce", \.again, "The command that runs them."),
    ])

  private static let differingShape = Shape<Differing>(
    written: "differing-run", "A run about which two files disagree.",
    [
      Member(derived: "run", \.run, "The run."),
      Member(derived: "file", \.file, "The scenario's file."),
      Member(derived: "seed", \.seed, .seed, SchemaRule.seedWords),
      Member(derived: "part", \.part, "The second of the files."),
    ])
}

/// Documents that the reports share.
private enum SweepText {
  static func text(
    _ name: String, _ tone: Tone, _ rows: [Facts.Row], _ failures: [FailureReport] = []
  ) -> String {
    let article = Article(
      id: "sweep", headline: Headline(tone: tone, verdict: "", name: name, line: name)
    ) { [.facts(Facts(rows, width: 10, gap: 0))] }
    return TerminalRenderer.text(
      Document(
        title: "Sweep", hasHeading: false,
        articles: [article] + failures.enumerated().map { $1.article("failure-\($0 + 1)") }))
  }
}
