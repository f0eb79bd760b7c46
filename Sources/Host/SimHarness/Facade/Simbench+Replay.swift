import SimFormats
import SimInput
import SimRuntime
import SimWorld

extension Simbench {
  /// The result of replaying a recording.
  public struct Replayed: Sendable, CustomStringConvertible {
    /// The recording's path, or the scene or model of one without a file.
    public var name: String
    /// The scene or model.
    public var subject: String
    /// Whether it is a model, with events instead of frames.
    public var isModel: Bool
    /// The seed.
    public var seed: UInt64
    /// The number of frames or events that ran.
    public var steps: UInt32
    /// The number of recorded digests that were compared; 0 for a recording without digests.
    public var compared: UInt32
    /// The first frame or event that differs from the recording; nil if none does.
    public var firstDifference: UInt32?
    /// The first fields that differ, if the recording has a saved state there.
    public var fields: [String] = []
    /// The first property that is violated in the run; nil if all hold.
    public var violation: Violation?
    /// Versions of behavior that differ from those of the recording.
    public var versions: [String] = []
    /// The events of a model, a sentence each.
    public var sentences: [String] = []

    /// Passed if no property is violated and every compared digest is equal.
    public var verdict: Verdict {
      violation == nil && firstDifference == nil ? .passed : .failed
    }

    /// Verdict, name, violation, first difference and versions, one line each.
    public var description: String {
      var lines = ["\(verdict.rawValue): \(name)"]
      if let violation { lines.append("\(violation)") }
      if let firstDifference {
        lines.append(
          "step \(firstDifference) differs from the recording"
            + (fields.isEmpty ? "" : ": " + fields.joined(separator: "; ")))
      }
      return (lines + versions).joined(separator: "\n")
    }
  }

  /// Replays a recording of a scene or a model, compares every digest and checks every property.
  ///
  /// - Throws: `SimbenchError` if the recording does not fit its scene or model, the scene is not
  ///   registered, or the task was cancelled.
  /// - Complexity: O(frames), or O(events).
  public static func replay(
    _ recording: Recording, scenes: SceneRegistry = .catalog
  ) throws(SimbenchError) -> Replayed {
    try SimbenchError.converting {
      let subject = String(decoding: recording.header.name, as: UTF8.self)
      let path = recording.path ?? subject
      var replayed = Replayed(
        name: path, subject: subject, isModel: recording.header.kind == .model,
        seed: recording.header.seed, steps: 0, compared: 0)
      let differences: [VersionDifference]
      let outcome: Replay.Outcome
      if replayed.isModel {
        let history = try RecordedHistory(recording, path: path, scenes: scenes)
        differences = recording.header.versionDifferences(from: history.entry.descriptor)
        var runner = ModelRunner(history.entry)
        runner.isInterrupted = { isInterrupted }
        let run = try runner.run(history.plan, named: path)
        replayed.violation = run.result.failure.map { Violation($0) }
        replayed.sentences = run.result.timeline.map(\.text)
        outcome = Replay.compare(recording, with: run.recording)
      } else {
        let recorded = RecordedRun(recording, path: path, scenes: scenes)
        let entry = try recorded.entry()
        let plan = try recorded.plan(entry.descriptor)
        differences = recording.header.versionDifferences(from: entry.descriptor)
        let replay = Replay(
          recording, in: entry.open(plan, false, ThreadCrew()),
          reference: { entry.open(plan, false, ThreadCrew()) }, paintsAll: false)
        outcome = try replay.run(
          upTo: plan.frameCount - 1, isInterrupted: { isInterrupted })
        // The replayed session checks no properties, so that it does exactly what was recorded.
        let checked = entry.explore(plan, false, nil)
        try checked.run(to: plan.frameCount) { isInterrupted }
        replayed.violation = checked.failure.map { Violation($0) }
      }
      (replayed.steps, replayed.compared) = (outcome.frames, outcome.compared)
      replayed.firstDifference = outcome.difference?.frame
      replayed.fields = outcome.difference?.fields.map { "\($0.field) \($0.words)" } ?? []
      replayed.versions = differences.map {
        "\($0.key) \($0.recorded) was recorded, this build has \($0.current)"
      }
      return replayed
    }
  }
}
