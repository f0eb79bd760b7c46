import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime
import SimWorld

/// `simbench explore`: runs seeds of scenarios until a property is violated.
struct ExploreCommand: Command {
  private let scenes: SceneRegistry
  private let console: Console
  private let parsed: ParsedCommand
  private let output: FindingOutput
  private let jobs: Jobs
  private let seeds: Range<UInt64>
  private let budget: UInt64?

  /// The default range of seeds.
  static let defaultSeeds: Range<UInt64> = 0..<64
  /// Maximum number of seeds per command.
  static let seedLimit: UInt64 = 100_000_000

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    self.scenes = scenes
    self.console = console
    self.parsed = parsed
    output = try FindingOutput(
      parsed, console, also: ["html", "markdown", "junit", "sarif"])
    jobs = try Jobs(parsed, console)
    seeds = try Self.seeds(parsed)
    budget = try parsed.duration("duration") { try? DurationText.milliseconds(of: $0) }
  }

  /// The seeds of the option `--seeds`.
  static func seeds(_ parsed: ParsedCommand) throws -> Range<UInt64> {
    try parsed.value(
      "seeds",
      expected: "a seed, or a range such as 0...999; seeds are below \(UInt64.max), and at most "
        + "\(seedLimit) of them", seeds)
      ?? defaultSeeds
  }

  /// Parses the seeds of a text: `17`, `0..<100` or `0..99`.
  static func seeds(_ text: String) -> Range<UInt64>? {
    if let seed = UInt64(text) { return seed < .max ? seed..<seed + 1 : nil }
    for (sign, last) in [("..<", UInt64.zero), ("...", 1), ("..", 1)] {
      guard let place = text.firstRange(of: sign) else { continue }
      guard let low = UInt64(text[..<place.lowerBound]),
        let high = UInt64(text[place.upperBound...]), high < .max, low < high + last,
        high + last - low <= seedLimit
      else { return nil }
      return low..<high + last
    }
    return nil
  }

  func run() throws -> ExitCode {
    let folder = parsed.string("out") ?? ".simbench"
    let paths = parsed.positionals("SCENARIO")
    let subjects = try ExploredScenarios(parsed, scenes, paths).load().map { $0.subject }
    try output.checkNames(inputs: paths.map { ScenarioLoader.parts($0).file })
    let (found, sums) = try explored(subjects)
    var report = ExploreReport(seeds: seeds)
    for (index, subject) in subjects.enumerated() {
      report.scenarios.append(
        ExploreReport.Scenario(
          subject.name, subject.subjectName, subject.properties, sums[index],
          failed: found.filter { $0.subject == index }.map { $0.failure.property }))
    }
    let transaction = FileTransaction()
    defer { transaction.discard() }
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    for one in found {
      status.show("shrinking the run of seed \(one.seed)")
      report.failures.append(
        try failure(one, subjects[one.subject], in: folder, with: transaction))
    }
    status.clear()
    try output.write(ExploreReport.output.object(report), report.findings, with: transaction)
    guard found.isEmpty else { return .budgetFailed }
    return report.isFine ? .pass : .inconclusive
  }

  private func explored(
    _ subjects: [any KeptSubject]
  ) throws -> (found: [Explorer.Found], sums: [Explorer.Sum]) {
    let started = MonotonicClock.nanoseconds()
    let units = Set(subjects.map { $0.subjectName.kind.unit + "s" }).sorted()
      .joined(separator: " and ")
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    var explorer = Explorer()
    explorer.jobCount = jobs.count
    explorer.keepsGoing = parsed.flag("keep-going")
    explorer.isInterrupted = { Interrupt.isRequested }
    let again = SeedCommand(parsed)
    explorer.noteOfTrap = { again.noteOfTrap($0, seed: $1) }
    let total = UInt64(seeds.count) * UInt64(subjects.count)
    explorer.onProgress = { runs, steps, failed in
      let seconds = Double(MonotonicClock.nanoseconds() - started) / 1e9
      let rate = Double(steps) / max(seconds, 0.001)
      status.show(
        "\(FigureText.grouped(runs)) of \(FigureText.grouped(total)) runs, "
          + "\(FigureText.grouped(UInt64(rate))) \(units) per second"
          + (failed > 0 ? ", \(failed) failed" : ""))
    }
    if let budget {
      explorer.hasTime = { (MonotonicClock.nanoseconds() - started) / 1_000_000 < budget }
    }
    return try explorer.run(subjects, seeds: seeds)
  }

  private func failure(
    _ found: Explorer.Found, _ subject: any KeptSubject, in folder: String,
    with transaction: FileTransaction
  ) throws -> FailureReport {
    var report = FailureReport(
      file: subject.name, subject: subject.subjectName, seed: found.seed, failure: found.failure)
    report.draw = subject.words(ofSeed: found.seed)
    report.again = SeedCommand(parsed).text(subject.name, subject.subjectName, seed: found.seed)
    // A law compares two runs, but a recording contains one, so it cannot reproduce the failure.
    guard !PairLaw.allCases.contains(where: { $0.name == found.failure.property }) else {
      return report
    }
    let keeper = subject.keeper(ofSeed: found.seed)
    let kept = try keeper.keep(
      found.failure, named: subject.name, shrinks: !parsed.flag("no-shrink"))
    guard let kept else { return report }
    // The whole run must not replace an earlier minimal one.
    let suffix = kept.shrunk == nil ? "-unshrunk" : ""
    let stem =
      "\(RecordingStore.stem(subject.name))-\(found.failure.property)-\(found.seed)\(suffix)"
    let kind = subject.subjectName.kind
    let place = parsed.flag("save") ? kind.regressionFolder : folder
    try kept.stage(
      "\(place)/\(stem).txt", picture: "\(folder)/\(stem).\(kind.pictureExtension)", in: &report,
      with: transaction, output)
    return report
  }
}
