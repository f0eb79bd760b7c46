import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime
import SimWorld

/// `simbench explore`: runs seeds of scenarios until a property does not hold.
struct ExploreCommand: Command {
  private let scenes: SceneRegistry
  private let console: Console
  private let parsed: ParsedCommand
  private let output: FindingOutput
  private let jobs: Jobs
  private let seeds: Range<UInt64>
  private let budget: UInt64?

  /// Seeds that are run unless a command says otherwise.
  static let defaultSeeds: Range<UInt64> = 0..<64
  /// Seeds of a command at most.
  static let seedLimit: UInt64 = 100_000_000

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    self.scenes = scenes
    self.console = console
    self.parsed = parsed
    output = FindingOutput(parsed, console)
    jobs = try Jobs(parsed, console)
    seeds = try Self.seeds(parsed)
    budget = try usage { () throws(UsageError) in
      try parsed.duration("duration") { try? DurationText.milliseconds(of: $0) }
    }
  }

  /// The seeds of the option `--seeds`.
  static func seeds(_ parsed: ParsedCommand) throws(CommandError) -> Range<UInt64> {
    try usage { () throws(UsageError) in
      try parsed.value(
        "seeds", expected: "a seed, or two with ... between them, such as 0...999", seeds)
    } ?? defaultSeeds
  }

  /// The seeds that a text names: `17`, `0..<100` or `0..99`.
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

  func run() throws(CommandError) -> ExitCode {
    let folder = parsed.string("out") ?? ".simbench"
    let paths = parsed.positionals("SCENARIO")
    let split = ModelScenarios.split(paths)
    if split.others.isEmpty { try ModelScenarios.refuseFrames(parsed) }
    let subjects = try ExploredScenarios(parsed, scenes).load(split.others).map { $0.subject }
    let models = try ModelScenarios(scenes).loadAll(split.models).map {
      ModelSubject(name: $0.path, scenario: $0.scenario, entry: scenes.model(of: $0.scenario))
    }
    try output.checkNames(inputs: paths.map { ScenarioLoader.parts($0).file })
    let started = MonotonicClock.nanoseconds()
    var report = ExploreReport(seeds: seeds)
    let found = try explore(subjects, started, in: "frames", &report) { subject in
      "\(subject.entry.descriptor.name)"
    }
    let transaction = FileTransaction()
    defer { transaction.discard() }
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    for one in found {
      status.show("making the run of seed \(one.seed) smaller")
      report.failures.append(
        try failure(one, subjects[one.subject], in: folder, with: transaction))
    }
    var failed: [Explorer.Found] = []
    if found.isEmpty || parsed.flag("keep-going") {
      failed = try explore(models, started, in: "steps", &report) { subject in
        "\(subject.entry.descriptor.name)"
      }
      for one in failed {
        status.show("making the history of seed \(one.seed) smaller")
        report.failures.append(try failure(one, models[one.subject], in: folder, with: transaction))
      }
    }
    status.clear()
    try output.write(ExploreReport.output.object(report), report.text, with: transaction)
    if !found.isEmpty || !failed.isEmpty { return .budgetFailed }
    return report.isFine ? .pass : .inconclusive
  }

  // MARK: - What is explored

  /// Explores scenarios, and adds what was found to a report.
  ///
  /// - Parameters:
  ///   - unit: what runs consist of, `frames` or `steps`.
  ///   - kind: the scene or the model of a scenario.
  private func explore<Subject: ExploredSubject>(
    _ subjects: [Subject], _ started: UInt64, in unit: String, _ report: inout ExploreReport,
    _ kind: (Subject) -> String
  ) throws(CommandError) -> [Explorer.Found] {
    guard !subjects.isEmpty else { return [] }
    let outcome = try explored(subjects, started, in: unit)
    for (index, subject) in subjects.enumerated() {
      var scenario = ExploreReport.Scenario(
        subject.name, scene: kind(subject), subject.properties, outcome.sums[index],
        failed: outcome.found.filter { $0.subject == index }.map { $0.failure.property })
      scenario.isModel = unit == "steps"
      report.scenarios.append(scenario)
    }
    return outcome.found
  }

  private func explored(
    _ subjects: [some ExploredSubject], _ started: UInt64, in unit: String
  ) throws(CommandError) -> (found: [Explorer.Found], sums: [Explorer.Sum]) {
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
        "\(Quantity.grouped(runs)) of \(Quantity.grouped(total)) runs, "
          + "\(Quantity.grouped(UInt64(rate))) \(unit) a second"
          + (failed > 0 ? ", \(failed) failed" : ""))
    }
    if let budget {
      explorer.hasTime = { (MonotonicClock.nanoseconds() - started) / 1_000_000 < budget }
    }
    do {
      return try explorer.run(subjects, seeds: seeds)
    } catch {
      throw .interrupted
    }
  }

  // MARK: - What is left of a failure

  private func failure(
    _ found: Explorer.Found, _ subject: ModelSubject, in folder: String,
    with transaction: FileTransaction
  ) throws(CommandError) -> FailureReport {
    var report = FailureReport(
      file: subject.name, scene: "\(subject.entry.descriptor.name)", seed: found.seed,
      failure: found.failure)
    report.isModel = true
    report.again = SeedCommand(parsed).text(subject.name, seed: found.seed)
    let failures = ModelFailures(entry: subject.entry)
    guard
      var kept = try failures.keep(
        subject.plan(found.seed), report, isShrinking: !parsed.flag("no-shrink"))
    else { return report }
    kept.recording.header.tool = Array(Simbench.versionText.utf8)
    let name = "\(FailureKeeper.stem(subject.name))-\(found.failure.property)-\(found.seed)"
    let place = parsed.flag("save") ? ModelFailures.regressionFolder : folder
    let (recordingPath, pagePath) = ("\(place)/\(name).txt", "\(folder)/\(name).html")
    try output.checkNames([recordingPath, pagePath])
    try files { () throws(FileError) in
      try transaction.stage(kept.recording.text, at: recordingPath)
      try transaction.stage(kept.page, at: pagePath)
    }
    (kept.report.recording, kept.report.picture) = (recordingPath, pagePath)
    return kept.report
  }

  private func failure(
    _ found: Explorer.Found, _ subject: Explorer.Subject, in folder: String,
    with transaction: FileTransaction
  ) throws(CommandError) -> FailureReport {
    let draw = subject.draw(found.seed)
    var report = FailureReport(
      file: subject.name, scene: "\(subject.entry.descriptor.name)", seed: found.seed,
      failure: found.failure)
    report.draw = draw.words
    report.again = SeedCommand(parsed).text(subject.name, seed: found.seed)
    // What two runs show together is in no recording of one.
    guard !PairLaw.allCases.contains(where: { $0.name == found.failure.property }) else {
      return report
    }
    let keeper = FailureKeeper(
      entry: subject.entry, camera: draw.plan.camera,
      watching: subject.seesPixels ? draw.scenario : nil)
    var recording = try keeper.record(draw.plan, upTo: found.failure)
    recording.header.device = Array(draw.scenario.device.name.utf8)
    if !parsed.flag("no-shrink"), let result = try keeper.shrink(recording, findsRanges: true) {
      report.shrunk = FailureReport.Shrunk(result)
      recording = result.recording
    }
    recording.header.tool = Array(Simbench.versionText.utf8)
    let name = "\(FailureKeeper.stem(subject.name))-\(found.failure.property)-\(found.seed)"
    let kept = parsed.flag("save") ? FailureKeeper.regressionFolder : folder
    let recordingPath = "\(kept)/\(name).txt"
    let picturePath = "\(folder)/\(name).png"
    try output.checkNames([recordingPath, picturePath])
    report.recording = recordingPath
    try files { () throws(FileError) in
      try transaction.stage(recording.text, at: recordingPath)
    }
    if let picture = keeper.picture(recording, of: found.failure) {
      report.picture = picturePath
      try files { () throws(FileError) in try transaction.stage(picture.png, at: picturePath) }
    }
    return report
  }
}
