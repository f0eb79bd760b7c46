import SimFormats
import SimHarness
import SimInput
import SimRuntime
import SimWorld
import Testing

/// Expects that a scenario holds: every budget, every claimed load, every property.
///
/// Each failure is one issue with requirement, limit and value. Wall times are not judged, since
/// other tests run at the same time; the report's notes say so. In a debug build nothing is painted
/// and no allocation is counted, so budgets on them are not judged either.
///
/// - Parameters:
///   - scenario: The scenario of a scene or a model.
///   - sourceLocation: The place of the issues.
/// - Returns: The report, for expectations of your own.
/// - Throws: `SimbenchError` if the scenario is wrong or the machine failed.
@discardableResult
public func expectHolds(
  _ scenario: Scenario, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Simbench.Report {
  let settings = TestSettings.current
  var options = settings.options(sourceLocation)
  options.checksProperties = true
  let command = runCommand(scenario, settings)
  let report = try GuardedRun(scenario, command, settings, options, sourceLocation).value {
    try Simbench.run(scenario, scenes: settings.scenes, options: options)
  }
  let messages =
    (report.violation.map { ["\(report.name): \($0)"] } ?? [])
    + report.failedBudgets.map { "\(report.name): \($0)" }
  guard !messages.isEmpty else { return report }
  let evidence = try Simbench.evidence(
    of: scenario, at: report.violation?.step, isSmall: !settings.paintsFrames,
    scenes: settings.scenes, options: options)
  let folder = FailureFolder(report.name, command: command, at: sourceLocation)
  try folder.record(
    messages,
    files: FailureFolder.file("picture.png", evidence.picture)
      + FailureFolder.file("recording.txt", evidence.recording)
      + FailureFolder.history(evidence.sentences))
  return report
}

/// The command of a runner that shows the run of a scenario.
private func runCommand(_ scenario: Scenario, _ settings: TestSettings) -> [String] {
  guard let path = scenario.path else { return [] }
  let device = scenario.document.isModel ? nil : settings.device
  return ["run", path] + (device.map { ["--device", $0] } ?? [])
}

/// Expects that a recorded run violates no property, so that a failure that was fixed stays fixed.
///
/// - Parameters:
///   - recording: The recording of a scene or a model.
///   - isIdentical: Whether every recorded digest must be equal too. The recording of a failure has
///     other digests once its cause is fixed, so this is for runs that must not change.
///   - sourceLocation: The place of the issues.
/// - Throws: `SimbenchError` if the recording does not fit its scene or model.
@discardableResult
public func expectReplays(
  _ recording: Recording, identically isIdentical: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Simbench.Replayed {
  let settings = TestSettings.current
  let command = recording.path.map { ["replay", $0, "--verify"] } ?? []
  let replayed = try GuardedRun(
    recording.title, command, sourceLocation,
    evidence: { _ in [("recording.txt", recording.text)] }
  ).value { try Simbench.replay(recording, scenes: settings.scenes) }
  var messages = replayed.violation.map { ["\(recording.title): \($0)"] } ?? []
  if isIdentical, let step = replayed.firstDifference {
    let fields = replayed.fields.isEmpty ? "" : ": " + replayed.fields.joined(separator: "; ")
    messages.append("\(recording.title): step \(step) differs from the recording\(fields)")
  } else if isIdentical, replayed.compared == 0 {
    messages.append("\(recording.title): the recording has no digests to compare")
  }
  guard !messages.isEmpty else { return replayed }
  let folder = FailureFolder(recording.title, command: command, at: sourceLocation)
  try folder.record(
    messages,
    files: [("recording.txt", recording.text)] + FailureFolder.history(replayed.sentences))
  return replayed
}

/// Expects that a scenario is deterministic: a second run, and one that restores saved states,
/// equal the first in every frame or step.
///
/// - Parameters:
///   - scenario: The scenario of a scene or a model.
///   - sourceLocation: The place of the issue, which names the first frame, phase and fields.
/// - Returns: The comparison of each variant.
/// - Throws: `SimbenchError` if the scenario is wrong or the machine failed.
/// - Complexity: About ten runs.
@discardableResult
public func expectDeterministic(
  _ scenario: Scenario, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Simbench.Verification {
  let settings = TestSettings.current
  let options = settings.options(sourceLocation)
  let command = scenario.path.map { ["verify", $0] } ?? []
  let verification = try GuardedRun(scenario, command, settings, options, sourceLocation).value {
    try Simbench.verify(scenario, scenes: settings.scenes, options: options)
  }
  guard verification.verdict != .passed else { return verification }
  let folder = FailureFolder(verification.name, command: command, at: sourceLocation)
  let step = verification.variants.compactMap(\.firstDifference).min()
  let evidence = try Simbench.evidence(
    of: scenario, at: step, isSmall: !settings.paintsFrames, scenes: settings.scenes,
    options: options)
  try folder.record(
    [verification.description],
    files: FailureFolder.file("picture.png", evidence.picture)
      + FailureFolder.file("recording.txt", evidence.recording))
  return verification
}

/// Explores seeds of a scenario, and expects that none violates a property.
///
/// - Parameters:
///   - scenario: The scenario of a scene or a model.
///   - seeds: The seeds; the first failure is shrunk, attached and written to a folder.
///   - sourceLocation: The place of the issue.
/// - Throws: `SimbenchError` if the scenario is wrong.
@discardableResult
public func explore(
  _ scenario: Scenario, seeds: Range<UInt64>, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Simbench.Exploration {
  let settings = TestSettings.current
  let options = settings.options(sourceLocation)
  let command = scenario.path.map { ["explore", $0, "--seeds"] } ?? []
  let found = try GuardedRun(scenario, command, settings, options, sourceLocation).value {
    try Simbench.explore(scenario, seeds: seeds, scenes: settings.scenes, options: options)
  }
  return try record(found, path: scenario.path, at: sourceLocation)
}

/// Explores seeds of a scene with default parameters, and expects that none violates a property.
///
/// - Parameters:
///   - scene: The scene; it need not be registered.
///   - seeds: The seeds; the first failure is shrunk, attached and written to a folder.
///   - sourceLocation: The place of the issue.
/// - Throws: `SimbenchError` if the process was asked to stop.
@discardableResult
public func explore<S: SimScene & ~Copyable>(
  _ scene: S.Type, seeds: Range<UInt64>, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Simbench.Exploration {
  var settings = TestSettings.current
  settings.scenes = settings.scenes.adding(scene)
  let scenario = try Scenario.ordinary(
    "scene", name: "\(S.descriptor.name)", in: settings.scenes)
  return try TestSettings.$current.withValue(settings) {
    try explore(scenario, seeds: seeds, sourceLocation: sourceLocation)
  }
}

/// Explores seeds of a model with default parameters, and expects that none violates a property.
///
/// - Parameters:
///   - model: The model; it need not be registered.
///   - seeds: The seeds; the first failure is shrunk, attached and written to a folder.
///   - sourceLocation: The place of the issue.
/// - Throws: `SimbenchError` if the process was asked to stop.
@discardableResult
public func explore<Model: WorldModel>(
  _ model: Model.Type, seeds: Range<UInt64>, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Simbench.Exploration {
  var settings = TestSettings.current
  settings.scenes = settings.scenes.adding(model)
  let scenario = try Scenario.ordinary(
    "model", name: "\(Model.descriptor.name)", in: settings.scenes)
  return try TestSettings.$current.withValue(settings) {
    try explore(scenario, seeds: seeds, sourceLocation: sourceLocation)
  }
}

/// Records one issue per failed seed.
private func record(
  _ exploration: Simbench.Exploration, path: String?, at location: SourceLocation
) throws -> Simbench.Exploration {
  for failure in exploration.failures {
    let command = path.map { ["explore", $0, "--seeds", "\(failure.seed)"] } ?? []
    let folder = FailureFolder(
      "\(exploration.name)-\(failure.violation.name)-\(failure.seed)", command: command,
      at: location)
    let drawn = failure.configuration
    try folder.record(
      ["\(exploration.name): \(failure)"],
      files: FailureFolder.file("picture.png", failure.picture)
        + FailureFolder.file("recording.txt", failure.recording?.text)
        + FailureFolder.history(failure.sentences)
        + FailureFolder.file(
          "configuration.txt", drawn.isEmpty ? nil : Array(drawn.joined(separator: "\n").utf8)))
  }
  return exploration
}
