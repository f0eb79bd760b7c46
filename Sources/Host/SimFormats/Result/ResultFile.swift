/// Results as JSON.
///
/// Readers ignore keys that they do not know, as the format promises. Everything else must be as it
/// was written.
package enum ResultFile {
  /// The results of a file.
  package struct Results: Sendable {
    /// The judged runs, in the order of the command line.
    package var runs: [RunResult]
    /// Runs that were not judged, in the order of the command line.
    package var notJudged: [NotJudgedRun]
    /// Runs whose first frames differ from those of another process, in the order of the command
    /// line.
    package var differentFirstFrames: [FirstFramesDifference] = []

    /// Puts results together.
    package init(_ runs: [RunResult] = [], notJudged: [NotJudgedRun] = []) {
      (self.runs, self.notJudged) = (runs, notJudged)
    }

    /// The results of scenes.
    package var scenes: [SceneResult] { runs.compactMap(\.scene) }

    /// The environment of the first run; nil if no run was judged.
    package var environment: EnvironmentSummary? { runs.first?.environment }

    /// Appends the results of another file.
    package mutating func append(_ other: Results) {
      runs += other.runs
      notJudged += other.notJudged
      differentFirstFrames += other.differentFirstFrames
    }
  }

  /// Reads all results, of which there is at least one.
  ///
  /// - Throws: `FormatError` with the position, what was found and what is allowed.
  package static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> Results {
    let root = try JSONDocument.read(bytes, file: file).root
    let results = try shape.read(root)
    guard !results.runs.isEmpty || !results.notJudged.isEmpty else {
      throw root.failure(.other("contains no results"))
    }
    return results
  }

  /// All results, unchecked: for readers of a few keys of another version's file.
  package static func rows(in root: JSONOutput) -> [JSONOutput] {
    if case .array(let rows) = root["runs"] { rows } else { [] }
  }

  /// What `run` and `report` write, and readers take.
  package static let shape = Shape<Results>(
    Results(), "What runs found.",
    [
      VerbOutput.version(),
      Member(
        "runs", \.runs, RunResult.codec.list(0...10_000),
        "The results of scenes and models, in the order of the command line."),
      Member(
        unlessEmpty: "notJudgedRuns", \.notJudged, NotJudgedRun.shape.codec.list(0...10_000),
        "Runs that were not judged, since the machine failed, in the order of the command line; "
          + "absent if every run was judged."),
      Member(
        unlessEmpty: "differentFirstFrames", \.differentFirstFrames,
        FirstFramesDifference.shape.codec.list(0...10_000),
        "Runs whose first frames differ from those of another process, so that their figures prove "
          + "nothing; absent if there are none."),
    ])

  /// The results of runs as JSON; the shape is published as `scenarios/schema/run.schema.json`.
  package static func value(_ results: Results) -> JSONOutput { shape.object(results) }
}
