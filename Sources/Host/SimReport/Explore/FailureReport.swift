import SimFormats
import SimInput

/// A run that violates a property, and its shrunk run.
package struct FailureReport: Sendable {
  /// The scenario's file, or the recording's.
  package var file: String
  /// The scene or model.
  package var subject: SubjectName
  /// The seed.
  package var seed: UInt64
  /// The configuration that the seed drew.
  package var draw: [String] = []
  /// The violated property.
  package var failure: ExploreFailure
  /// The command that reproduces the run; nil for a recording.
  package var again: String?
  /// The result of shrinking; nil if it was not requested.
  package var shrunk: ShrunkRun?
  /// The recording of the shrunk run.
  package var recording: String?
  /// The image of the failing frame and its touches; for a model, the page of its run.
  package var picture: String?
  /// The failing frame as PNG, for a page; nil without rendered frames.
  package var png: [UInt8]?
  /// The shrunk run of a model.
  package var history: ModelResult?

  /// The events of a model's shrunk run, as sentences.
  private var story: [String] { history.map { ModelReport.story($0, limit: 40) } ?? [] }

  /// Describes a failure.
  package init(file: String, subject: SubjectName, seed: UInt64, failure: ExploreFailure) {
    self.file = file
    self.subject = subject
    self.seed = seed
    self.failure = failure
  }

  // MARK: - People

  /// The report of the failure.
  func article(_ id: String) -> Article {
    Article(
      id: id,
      headline: Headline(
        tone: .failed, verdict: "FAILED", name: MessageText.oneLine(file),
        conditions: ["seed \(seed)", failure.property],
        line: "\(MessageText.oneLine(file))  seed \(seed): \(failure.property)", verdictWidth: 7),
      fold: "\(MessageText.oneLine(file)), seed \(seed): \(failure.property)",
      opensWhereFailed: true
    ) { [.facts(Facts(rows, width: 10, gap: 0))] + evidence }
  }

  /// The picture of the failing frame, or the events of the model's run as a diagram, for a page.
  private var evidence: [Block] {
    let words = "\(failure.property) in \(subject.kind.unit) \(failure.frame), seed \(seed)"
    return [
      .only(
        .page,
        (png.map { [.picture(Picture(png: $0, words: words))] } ?? [])
          + (history.map { ModelReport.diagram($0) } ?? []))
    ]
  }

  /// The finding for services that review code.
  var finding: Finding {
    let requirement = failure.requirement
    return Finding(
      rule: Finding.Rule(
        id: requirement.isEmpty ? failure.property : requirement,
        name: "Property \(failure.property)", short: failure.summary, full: failure.summary,
        help: "The recording holds the shrunk run; "
          + ShellCommand.simbench(["replay", recording ?? "FILE"]) + " runs it again."),
      tone: .failed, title: "\(file): \(failure.property)", subject: file,
      words: "seed \(seed): \(failure.words(of: subject.kind)); \(failure.summary)", file: file,
      identity: "\(file) \(failure.property)")
  }

  /// The findings, in a few lines.
  package var text: String {
    TerminalRenderer.text(
      Document(title: file, hasHeading: false, articles: [article("failure")]))
  }

  private var rows: [Facts.Row] {
    var rows: [Facts.Row] = []
    func add(_ name: String, _ text: String, isFailed: Bool = false) {
      rows.append(Facts.Row(name, text, isFailed: isFailed))
    }
    add("violated", failure.words(of: subject.kind), isFailed: true)
    add("says", failure.summary)
    if !draw.isEmpty { add("configuration", draw.joined(separator: ", ")) }
    if let shrunk {
      let end =
        shrunk.isMinimal
        ? "minimal: removing any one of them makes the run pass"
        : "not minimal: the search stopped early"
      add(
        "shrunk",
        "from \(FigureText.grouped(UInt64(shrunk.before))) to "
          + "\(CountWords.counted(shrunk.after, "event")) in "
          + "\(CountWords.counted(shrunk.executions, "run")); \(end)")
      if shrunk.failure != failure { add("", shrunk.failure.words(of: subject.kind)) }
      for line in shrunk.ranges.prefix(12) { add("", line) }
      if shrunk.ranges.count > 12 { add("", "and \(shrunk.ranges.count - 12) more numbers") }
    }
    for (index, line) in story.enumerated() {
      rows.append(
        Facts.Row(index == 0 ? "happened" : "", line, in: [.terminal, .markdown]))
    }
    if let picture { add(subject.kind == .scene ? "picture" : "page", picture) }
    if let recording { add("recording", recording) }
    if let again { add("reproduce", again) }
    if let recording {
      let next = shrunk == nil ? ["shrink", recording] : ["replay", recording, "--verify"]
      add("next", ShellCommand.simbench(next))
    }
    return rows
  }

  // MARK: - Programs

  /// The JSON output of `shrink`.
  package static let output = VerbOutput.shape(
    "Shrunk recordings of failing runs.", "failures", shape.codec, "One row per recording.")

  static let shape = Shape<FailureReport>(
    written: "failure", "A run that violates a property.",
    [
      Member(derived: "file", \.file, "The scenario's file, or the recording's."),
      .scene(\.subject), .model(\.subject),
      Member(derived: "seed", \.seed, .seed, SchemaRule.seedWords),
      Member(derived: "configuration", \.draw, "The configuration that the seed drew."),
      Member(derived: "violation", \.failure, ExploreFailure.shape.codec, "The violated property."),
      Member(
        derived: "shrunk", \.shrunk, shrunk.codec.orNull,
        "The result of shrinking; null if it was not requested."),
      Member(
        derived: "recording", \.recording, "The recording of the shrunk run; null without one."),
      Member(
        derived: "picture", \.picture,
        "The image of the failing frame and its touches, or the page of a model's run; null "
          + "without one."),
      Member(
        derived: "sentences", \.story,
        "The events of a model's shrunk run, as sentences; empty for a scene."),
      Member(
        derived: "reproduce", \.again,
        "The command that reproduces the run; null for a recording."),
    ])

  private static let shrunk = Shape<ShrunkRun>(
    written: "shrunk-run", "A shrunk run.",
    [
      Member(derived: "before", .whole(), "Number of external events before.") {
        UInt64($0.before)
      },
      Member(derived: "after", .whole(), "Number of remaining events.") { UInt64($0.after) },
      Member(derived: "runs", .whole(), "Number of runs tried.") { UInt64($0.executions) },
      Member(
        derived: "minimal", \.isMinimal,
        "Whether it is minimal: removing any one event makes the run pass."),
      Member(
        derived: "violation", \.failure, ExploreFailure.shape.codec,
        "The property that fails in it."),
      Member(derived: "ranges", \.ranges, "The remaining numbers that matter."),
    ])
}

extension ExploreFailure {
  /// Property, requirement, frame or step, field, value and limit.
  func words(of kind: RecordingHeader.Kind) -> String {
    var words = property
    if !requirement.isEmpty { words += ", \(requirement)" }
    words += ", in \(kind.unit) \(FigureText.grouped(UInt64(frame)))"
    if let field { words += ": \(field)" }
    if let value { words += field == nil ? ": \(value)" : " is \(value)" }
    if let limit { words += ", allowed is \(limit)" }
    return words
  }
}
