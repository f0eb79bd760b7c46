import Formats
import Harness
import Platform
import Report

/// `simbench gate`: compares scenarios with their baseline.
struct GateCommand {
  private let measurement: ScenarioMeasurement
  private let console: Console

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    try ScenarioMeasurement.requireReleaseBuild("gate")
    measurement = try ScenarioMeasurement(parsed, scenes)
    self.console = console
  }

  /// Reads every baseline first, then runs, then reports.
  func run() throws(CommandError) -> ExitCode {
    var baselines: [BaselineFile?] = []
    for target in measurement.targets { baselines.append(try measurement.baseline(target)) }
    let status = StatusLine(console: console, isShown: !measurement.settings.isQuiet)
    defer { status.clear() }
    let executable = try ScenarioMeasurement.ownExecutable()
    var outcomes: [GateOutcome] = []
    for (index, target) in measurement.targets.enumerated() {
      status.show("\(target.scenario.name) (\(index + 1)/\(measurement.targets.count))")
      let run = try ScenarioMeasurement.measure(measurement.process(target, executable))
      outcomes.append(Self.compare(run, target, baselines[index]))
    }
    status.clear()
    try report(outcomes)
    return ExitCode.worst(of: outcomes.flatMap { Self.exitCodes($0) })
  }

  /// Compares a run with its baseline.
  private static func compare(
    _ run: MeasuredRun, _ target: ScenarioMeasurement.Target, _ baseline: BaselineFile?
  ) -> GateOutcome {
    guard let key = BaselineKey(result: run.result, scenarioDigest: target.digest) else {
      preconditionFailure("a result that this build wrote has all members of a key")
    }
    var outcome = GateOutcome(run: run, reference: target.baselinePath)
    let measured = BaselineEntry(key: key, run: run)
    guard let entry = baseline?.entry(for: key) else {
      if let outdated = baseline?.outdatedEntry(for: key) {
        outcome.notes.append(outdated.key.difference(from: key))
      }
      outcome.notes.append("simbench baseline update \(target.path) adds these lines")
      outcome.missingLines = JSONWriter.text(of: measured.value)
      return outcome
    }
    let exact = ExactComparison(
      reference: entry.metrics, measured: ExactMetrics.metrics(of: run.result), needsAll: true)
    outcome.exact = exact
    if let frames = run.repetitions.first, let parting = entry.divergence(in: frames) {
      outcome.divergence =
        parting.lastEqual.map { "after frame \($0), by frame \(parting.firstDifferent)" }
        ?? "by frame \(parting.firstDifferent)"
    }
    let added = exact.rows.filter { $0.change == .added }
    if !added.isEmpty {
      outcome.notes.append("simbench baseline update \(target.path) adds these lines")
      let members = added.map { ($0.path, $0.measured ?? .null) }
      outcome.missingLines = JSONWriter.text(of: .object(members))
    }
    return outcome
  }

  private func report(_ outcomes: [GateOutcome]) throws(CommandError) {
    let json = JSONWriter.text(of: GateReport.value(outcomes))
    let path = measurement.settings.jsonPath
    if let path, path != "-" {
      try files { () throws(FileError) in try FileStore.write(json, to: path) }
    }
    if path == "-" {
      _ = console.output(json)
    } else if !measurement.settings.isQuiet {
      _ = console.output(GateReport.text(outcomes, isStyled: console.isStyled))
    }
  }

  /// The codes of every verdict, and of the run's own.
  static func exitCodes(_ outcome: GateOutcome) -> [ExitCode] {
    var codes = outcome.verdicts.map { verdict in
      verdict == .workChanged && outcome.isChangeDeclared ? .pass : verdict.exitCode
    }
    switch outcome.runVerdict {
    case Verdict.failed.rawValue: codes.append(.budgetFailed)
    case Verdict.notExercised.rawValue: codes.append(.capNotExercised)
    default: break
    }
    return codes
  }
}

extension GateOutcome {
  /// An outcome that is not compared with anything yet.
  init(run: MeasuredRun, reference: String) {
    let result = run.result
    self.init(
      scenario: result["scenario"]?.text ?? "", seed: result["seed"]?.uint64 ?? 0,
      frames: result["frames"]?.uint64 ?? 0, reference: reference,
      runVerdict: result["verdict"]?.text ?? "")
    if let frame = result["allocations"]?["firstFrame"]?.uint64 {
      let phase = result["allocations"]?["firstPhase"]?.text ?? "unknown phase"
      firstAllocation = "frame \(frame), \(phase)"
    }
  }
}
