import Formats
import Harness
import Platform
import Report

/// `simbench baseline update`: records what scenarios come to.
struct BaselineCommand {
  private let measurement: ScenarioMeasurement
  private let isRatchet: Bool
  private let output: FindingOutput
  private let console: Console

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    measurement = try ScenarioMeasurement(parsed, scenes)
    isRatchet = parsed.flag("ratchet")
    self.console = console
    output = FindingOutput(parsed, console)
  }

  /// Runs everything, then writes all baselines or none.
  func run() throws(CommandError) -> ExitCode {
    try output.checkNames(
      inputs: measurement.targets.flatMap { [$0.path, $0.baselinePath] })
    try ScenarioMeasurement.requireReleaseBuild("baseline update")
    let executable = try ScenarioMeasurement.ownExecutable()
    let transaction = FileTransaction()
    defer { transaction.discard() }
    let status = StatusLine(console, isShown: !output.isQuiet)
    defer { status.clear() }
    var (lines, outcomes): ([String], [JSONOutput]) = ([], [])
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
      let word = Quantity.padded(outcome.replacing("-", with: " "), 7)
      lines.append("\(word)  \(target.baselinePath)")
      outcomes.append(.outcome(target.scenario.name, outcome, path: target.baselinePath))
      let text = JSONWriter.text(of: baseline.value)
      try files { () throws(FileError) in try transaction.stage(text, at: target.baselinePath) }
    }
    status.clear()
    try output.write(
      .outcomes("baselines", outcomes), lines.joined(separator: "\n") + "\n", with: transaction)
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
      guard let old else { return outdated == nil ? "added" : "updated" }
      let comparison = ExactComparison(
        reference: old.metrics, measured: entry.metrics, needsAll: true)
      return comparison.rows.isEmpty ? "as-was" : "updated"
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
    return tightened.metrics == old.metrics ? "as-was" : "lowered"
  }
}
