import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// `simbench baseline update` and `baseline add`: records the baselines of scenarios.
struct BaselineCommand: Command {
  private let measurement: ScenarioMeasurement
  private let isRatchet: Bool
  /// Whether existing entries are kept.
  private let onlyAdds: Bool
  private let jobs: Jobs
  private let verb: String
  private let recordsTimes: Bool
  private let method: InstructionMethod
  private let output: FindingOutput
  private let console: Console

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    measurement = try ScenarioMeasurement(parsed, scenes)
    verb = parsed.name
    onlyAdds = verb == "baseline add"
    isRatchet = !onlyAdds && parsed.flag("ratchet")
    jobs = try Jobs(parsed, console)
    recordsTimes = parsed.flag("wall-time")
    method = try InstructionCounting.method(parsed) ?? .none
    self.console = console
    output = FindingOutput(parsed, console)
  }

  /// The measurements of a run, before they are compared with the baseline.
  private struct Measured {
    var target: ScenarioMeasurement.Target
    var entry: BaselineEntry
    var counted: InstructionRecord?
    var note: String?
  }

  /// Runs everything, then writes the baselines of all runs that the machine did not keep from
  /// being recorded, or none.
  ///
  /// A lock prevents other simbench processes from changing the baselines between reading and
  /// writing.
  func run() throws -> ExitCode {
    try output.checkNames(
      updates: measurement.baselinePaths,
      inputs: measurement.targets.map { $0.document.file })
    try ScenarioMeasurement.requireReleaseBuild(verb)
    let executable = try ScenarioMeasurement.ownExecutable()
    // Reports errors before minutes of work; the baselines are read again under the lock.
    for target in measurement.targets { _ = try before(target) }
    let all = try measure(with: executable)
    let lock = try FileLock.waited(
      for: measurement.baselinePaths, console)
    defer { lock.release() }
    let transaction = FileTransaction()
    defer { transaction.discard() }
    var (lines, changes): ([String], [BaselineChange]) = ([], [])
    // The cases of one scenario file are entries of one baseline file.
    var changed: [String: BaselineFile] = [:]
    var conflicted: Set<String> = []
    for (target, run) in zip(measurement.targets, all) {
      if let failed = run.notJudged {
        lines.append("not judged  \(failed.file): \(failed.reason)")
        lines.append("         next: \(failed.next)")
        var change = BaselineChange(
          name: target.subject.name, outcome: .notJudged, written: [], path: target.baselinePath)
        change.notJudged = failed
        changes.append(change)
      }
      guard let one = run.judged else { continue }
      let (target, path) = (one.target, one.target.baselinePath)
      let isFirst = changed[path] == nil
      var baseline = BaselineFile(scenario: target.subject.fileName)
      if let known = try changed[path] ?? before(target) {
        baseline = known
      } else if FileStore.exists(path) {
        conflicted.insert(path)
      }
      let old = baseline.entry(for: one.entry.key)
      var outcome = try put(one.entry, into: &baseline, target)
      if conflicted.contains(path) { outcome = .updated }
      let name = target.subject.caseName.map { "\(path)[\($0)]" } ?? path
      let word = outcome.rawValue.replacing("-", with: " ")
      lines.append("\(Quantity.padded(word, 7))  \(name)")
      if isFirst, conflicted.contains(path) { lines.append(Self.conflictNote) }
      if let note = note(one, before: old) { lines.append("         \(note)") }
      let written = baseline.entry(for: one.entry.key).map {
        BaselineChange.parts(of: $0, before: old)
      }
      if written?.contains(.wallTimes) == true {
        lines.append("         wall times of this machine recorded")
      }
      changes.append(
        BaselineChange(
          name: target.subject.name, outcome: outcome, written: written ?? [], path: path))
      changed[path] = baseline
    }
    for path in measurement.baselinePaths {
      guard let baseline = changed[path] else { continue }
      let text = JSONWriter.text(of: baseline.value)
      try transaction.stage(text, at: path, existing: .updated)
    }
    try output.write(
      BaselineChange.output.object(changes), lines.joined(separator: "\n") + "\n", with: transaction
    )
    let failed = all.compactMap { $0.notJudged }
    if !output.says { console.report(failed) }
    return failed.isEmpty ? .pass : .notJudged
  }

  /// Measures every target; one that the machine kept from being recorded is not judged.
  private func measure(with executable: String) throws -> [Result<Measured, NotJudgedRun>] {
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    let count = measurement.targets.count
    return try JobQueue.run(
      // Times, and counts of instructions, are taken without other runs next to them.
      count, atOnce: recordsTimes || method != .none ? 1 : jobs.count,
      onEnd: { status.show("\($0) of \(count) scenarios run") },
      { [measurement, recordsTimes, method, verb] (index) throws in
        let target = measurement.targets[index]
        let words = verb.split(separator: " ").map { String($0) }
        return try NotJudgedRun.attempt(target.path, words + [target.path]) {
          try Self.measured(target, measurement, executable, recordsTimes, method)
        }
      })
  }

  private static let conflictNote =
    "         replaces an unresolved merge conflict; update its other seeds, lengths, devices and "
    + "cases too"

  /// The baseline of a target before it is recorded; nil for none, or if it is replaced since it
  /// has an unresolved merge conflict.
  private func before(_ target: ScenarioMeasurement.Target) throws -> BaselineFile? {
    try measurement.baseline(target, replacesConflict: !onlyAdds && !isRatchet)
  }

  /// Runs a target, and adds metrics of the build or machine if they were requested and are
  /// available.
  private static func measured(
    _ target: ScenarioMeasurement.Target, _ measurement: ScenarioMeasurement,
    _ executable: String, _ recordsTimes: Bool, _ method: InstructionMethod
  ) throws -> Measured {
    let run = try ScenarioMeasurement.measure(measurement.process(target, executable))
    guard let key = BaselineKey(result: run.result, scenarioDigest: target.subject.digest) else {
      preconditionFailure("a result of this build has all members of a key")
    }
    var measured = Measured(target: target, entry: BaselineEntry(key: key, run: run))
    let times = WallTimeRecord(result: run.result, machine: Environment.machine.fingerprint)
    if recordsTimes, let times { measured.entry.put(times) }
    if method != .none, target.subject.scene == nil {
      measured.note = "instructions not counted: a model has no frames"
    } else if method != .none {
      let counts = try measurement.instructions(target, executable, method, passes: [])
      if let build = BuildKey(result: run.result), counts.source != .none {
        let record = InstructionRecord(build: build, summary: counts)
        measured.entry.put(record)
        measured.counted = record
      } else {
        measured.note = "instructions not counted: \(counts.note ?? "no reason given")"
      }
    }
    return measured
  }

  /// The line below a baseline's line; nil if there is none.
  private func note(_ measured: Measured, before old: BaselineEntry?) -> String? {
    guard let record = measured.counted else { return measured.note }
    let before = old?.instructions(like: record)
    return "instructions of \(record.build.words), counted by "
      + record.summary.source.rawValue + (before.map { changes(from: $0, to: record) } ?? "")
  }

  /// The replaced values as text; empty if nothing changed.
  private func changes(from old: InstructionRecord, to new: InstructionRecord) -> String {
    let parts = new.summary.counts.compactMap { count -> String? in
      let before = old.summary.counts.first { $0.name == count.name }
      guard before != count else { return nil }
      let number = before.map { FigureText.grouped($0.total) } ?? "none"
      return "\(count.name) \(number) → \(FigureText.grouped(count.total))"
    }
    guard !parts.isEmpty else { return "" }
    let word = isRatchet ? ", before and now: " : ", replacing: "
    return word + parts.joined(separator: ", ")
  }

  private func put(
    _ entry: BaselineEntry, into baseline: inout BaselineFile,
    _ target: ScenarioMeasurement.Target
  ) throws -> BaselineChange.Outcome {
    let old = baseline.entry(for: entry.key)
    if onlyAdds, old != nil { return .asWas }
    let outdated = baseline.outdatedEntry(for: entry.key)
    guard isRatchet else {
      guard let old else {
        baseline.put(entry)
        return outdated == nil ? .added : .updated
      }
      let comparison = ExactComparison(
        reference: old.metrics, measured: entry.metrics, needsAll: true)
      // Old instructions and times are not comparable if the work changed.
      let renewed = comparison.isSameWork ? entry.keepingRecords(of: old) : entry
      baseline.put(renewed)
      return comparison.rows.isEmpty && renewed.hasRecords(of: old) ? .asWas : .updated
    }
    guard let old else {
      let reason = outdated?.key.difference(from: entry.key)
      throw CommandError.badInput(
        "\(target.baselinePath): "
          + "\(reason ?? "it has no entry for this seed, length and device"), so there is nothing "
          + "to lower; update without --ratchet")
    }
    guard let tightened = old.tightened(by: entry) else {
      throw CommandError.badInput(
        "\(target.baselinePath): the work of the scene changed since its baseline; update "
          + "without --ratchet")
    }
    baseline.put(tightened)
    guard tightened.metrics == old.metrics, tightened.instructions == old.instructions else {
      return .lowered
    }
    return tightened.hasRecords(of: old) ? .asWas : .updated
  }
}
