import SimFormats

/// A run in which a property does not hold, and the smallest run in which that is so.
package struct FailureReport: Sendable {
  /// The scenario's file, or the recording's.
  package var file: String
  /// The scene.
  package var scene: String
  /// The seed.
  package var seed: UInt64
  /// What the seed drew, a few words each.
  package var draw: [String] = []
  /// What does not hold.
  package var failure: ExploreFailure
  /// The command that has the run again; nil for a recording.
  package var again: String?
  /// What came of making it smaller; nil when that was not asked for.
  package var shrunk: Shrunk?
  /// The recording of the smallest run.
  package var recording: String?
  /// The picture of the frame that fails, with its touches; of a model the page of its history.
  package var picture: String?
  /// Whether it is of a model, whose steps stand for frames.
  package var isModel = false
  /// What happened in the smallest history of a model, a sentence each.
  package var story: [String] = []

  /// A run made smaller.
  package struct Shrunk: Sendable {
    /// Things that came from outside before.
    package var before: Int
    /// Things that are left.
    package var after: Int
    /// Runs that were tried.
    package var executions: Int
    /// Whether none of them can be left out.
    package var isMinimal: Bool
    /// What fails in it.
    package var failure: ExploreFailure
    /// Which of the numbers that are left matter.
    package var ranges: [String]

    /// Describes what came of it.
    package init(
      before: Int, after: Int, executions: Int, isMinimal: Bool, failure: ExploreFailure,
      ranges: [String]
    ) {
      self.before = before
      self.after = after
      self.executions = executions
      self.isMinimal = isMinimal
      self.failure = failure
      self.ranges = ranges
    }
  }

  /// Describes a failure.
  package init(file: String, scene: String, seed: UInt64, failure: ExploreFailure) {
    self.file = file
    self.scene = scene
    self.seed = seed
    self.failure = failure
  }

  // MARK: - People

  /// What there is to say of it.
  func article(_ id: String) -> Article {
    Article(
      id: id,
      headline: Headline(
        tone: .failed, verdict: "FAILED", name: MessageText.oneLine(file),
        line: "\(MessageText.oneLine(file))  seed \(seed): \(failure.property)", verdictWidth: 7)
    ) { [.facts(Facts(rows, width: 10, gap: 0))] }
  }

  /// What was found, in a few lines.
  package var text: String {
    TerminalRenderer.text(
      Document(title: file, hasHeading: false, articles: [article("failure")]))
  }

  private var rows: [Facts.Row] {
    var rows: [Facts.Row] = []
    func add(_ name: String, _ text: String, isFailed: Bool = false) {
      rows.append(Facts.Row(name, text, isFailed: isFailed))
    }
    add("broken", failure.words(isModel: isModel), isFailed: true)
    add("says", failure.summary)
    if !draw.isEmpty { add("drawn", draw.joined(separator: ", ")) }
    if let shrunk {
      let end =
        shrunk.isMinimal ? "none of them can be left out" : "there may be smaller ones"
      add(
        "shrunk",
        "from \(FigureText.grouped(UInt64(shrunk.before))) to "
          + "\(CountWords.counted(shrunk.after, "event")) in "
          + "\(CountWords.counted(shrunk.executions, "run")); \(end)")
      if shrunk.failure != failure { add("", shrunk.failure.words(isModel: isModel)) }
      for line in shrunk.ranges.prefix(12) { add("", line) }
      if shrunk.ranges.count > 12 { add("", "and \(shrunk.ranges.count - 12) more numbers") }
    }
    for (index, line) in story.enumerated() { add(index == 0 ? "happened" : "", line) }
    if let picture { add(isModel ? "page" : "picture", picture) }
    if let recording { add("recording", recording) }
    if let again { add("again", again) }
    if let recording {
      let next = shrunk == nil ? ["shrink", recording] : ["replay", recording, "--verify"]
      add("next", ShellCommand.simbench(next))
    }
    return rows
  }

  // MARK: - Programs

  /// What `shrink` writes as JSON.
  package static let output = VerbOutput.shape(
    "Recordings of runs that fail, made smaller.", "failures", shape.codec, "A row a recording.")

  static let shape = Shape<FailureReport>(
    written: "failure", "A run in which a property does not hold.",
    [
      Member(derived: "file", \.file, "The scenario's file, or the recording's."),
      Member(derivedOrNull: "scene", .text, "The scene; null for a model's.") {
        $0.isModel ? nil : $0.scene
      },
      Member(derivedOrNull: "model", .text, "The model; null for a scene's.") {
        $0.isModel ? $0.scene : nil
      },
      Member(derived: "seed", \.seed, .seed, SchemaRule.seedWords),
      Member(derived: "drawn", \.draw, "What the seed drew."),
      Member(derived: "broken", \.failure, ExploreFailure.shape.codec, "What does not hold."),
      Member(
        derived: "shrunk", \.shrunk, shrunk.codec.orNull,
        "What came of making it smaller; null when that was not asked for."),
      Member(
        derived: "recording", \.recording, "The recording of the smallest run; null without one."),
      Member(
        derived: "picture", \.picture,
        "The picture of the frame that fails, with its touches, or the page of a model's history; "
          + "null without one."),
      Member(
        derived: "sentences", \.story,
        "What happened in the smallest history of a model; empty for a scene's run."),
      Member(
        derived: "again", \.again, "The command that has the run again; null for a recording."),
    ])

  private static let shrunk = Shape<Shrunk>(
    written: "shrunk-run", "A run made smaller.",
    [
      Member(derived: "before", .whole(), "Things that came from outside before.") {
        UInt64($0.before)
      },
      Member(derived: "after", .whole(), "Things that are left.") { UInt64($0.after) },
      Member(derived: "runs", .whole(), "Runs that were tried.") { UInt64($0.executions) },
      Member(derived: "minimal", \.isMinimal, "Whether none of them can be left out."),
      Member(derived: "broken", \.failure, ExploreFailure.shape.codec, "What does not hold in it."),
      Member(derived: "ranges", \.ranges, "Which of the numbers that are left matter."),
    ])
}

extension ExploreFailure {
  /// Property, requirement, frame or step, field, value and limit.
  func words(isModel: Bool) -> String {
    var words = property
    if !requirement.isEmpty { words += ", \(requirement)" }
    words += ", in \(isModel ? "step" : "frame") \(FigureText.grouped(UInt64(frame)))"
    if let field { words += ": \(field)" }
    if let value { words += field == nil ? ": \(value)" : " is \(value)" }
    if let limit { words += ", allowed is \(limit)" }
    return words
  }
}
