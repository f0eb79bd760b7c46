import Formats
import Harness
import Platform

/// `simbench baseline update`: records what scenarios come to.
struct BaselineCommand {
  private let measurement: ScenarioMeasurement
  private let isRatchet: Bool
  private let console: Console

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    try ScenarioMeasurement.requireReleaseBuild("baseline update")
    measurement = try ScenarioMeasurement(parsed, scenes)
    isRatchet = parsed.flag("ratchet")
    self.console = console
  }

  /// Runs everything, then writes all baselines or none.
  func run() throws(CommandError) -> ExitCode {
    let executable = try ScenarioMeasurement.ownExecutable()
    let transaction = FileTransaction()
    defer { transaction.discard() }
    let status = StatusLine(console: console, isShown: !measurement.settings.isQuiet)
    defer { status.clear() }
    var lines: [String] = []
    for (index, target) in measurement.targets.enumerated() {
      var baseline =
        try measurement.baseline(target) ?? BaselineFile(scenario: target.scenario.name)
      status.show("\(target.scenario.name) (\(index + 1)/\(measurement.targets.count))")
      let run = try ScenarioMeasurement.measure(measurement.process(target, executable))
      guard let key = BaselineKey(result: run.result, scenarioDigest: target.digest) else {
        preconditionFailure("a result that this build wrote has all members of a key")
      }
      let entry = BaselineEntry(key: key, run: run)
      let outcome = try put(entry, into: &baseline, target)
      lines.append("\(outcome)  \(target.baselinePath)")
      let text = JSONWriter.text(of: baseline.value)
      try files { () throws(FileError) in try transaction.stage(text, at: target.baselinePath) }
    }
    guard !Interrupt.isRequested else { throw .interrupted }
    try files { () throws(FileError) in try transaction.commit() }
    status.clear()
    if !measurement.settings.isQuiet {
      _ = console.output(lines.joined(separator: "\n") + "\n")
    }
    return .pass
  }

  private func put(
    _ entry: BaselineEntry, into baseline: inout BaselineFile,
    _ target: ScenarioMeasurement.Target
  ) throws(CommandError) -> String {
    let old = baseline.entry(for: entry.key)
    guard isRatchet else {
      let outdated = baseline.outdatedEntry(for: entry.key)
      baseline.put(entry)
      guard let old else { return outdated == nil ? "added  " : "updated" }
      let comparison = ExactComparison(
        reference: old.metrics, measured: entry.metrics, needsAll: true)
      return comparison.rows.isEmpty ? "as was " : "updated"
    }
    guard let old else {
      throw .badInput("\(target.baselinePath): nothing to tighten; update without --ratchet")
    }
    guard let tightened = old.tightened(by: entry.metrics) else {
      throw .badInput(
        "\(target.baselinePath): the scene does other work than its baseline; update without "
          + "--ratchet")
    }
    baseline.put(tightened)
    return tightened.metrics == old.metrics ? "as was " : "lowered"
  }
}
