import SimFormats
import SimInput
import SimMath

/// The findings of a replay, as text and JSON.
package struct ReplayReport: Sendable {
  /// The outcome.
  package enum Outcome: String, CaseIterable, Sendable {
    /// Everything that was compared is equal, and something was compared.
    case equal
    /// Something differs from the recording.
    case different
    /// There was nothing to compare, and no comparison was requested.
    case unchecked
    /// There was nothing to compare, although a comparison was requested.
    case nothingCompared = "nothing-compared"
  }

  /// The recording.
  package var file: String
  /// The scene or model.
  package var subject: SubjectName
  /// The device class; nil for a model.
  package var device: String?
  /// The seed.
  package var seed: UInt64
  /// Frames that were run.
  package var frames: UInt32 = 0
  /// Frames whose digests were compared.
  package var compared: UInt32 = 0
  /// Frames whose digests were equal.
  package var equal: UInt32 = 0
  /// Saved states that were compared.
  package var keyframes: UInt32 = 0
  /// Whether the pixels of all frames were equal; nil if they were not compared.
  package var arePicturesEqual: Bool?
  /// The first frame that differs from the recording.
  package var firstDifference: UInt32?
  /// The saved state, from there on, whose fields are listed.
  package var keyframe: UInt32?
  /// The first fields that differ there.
  package var fields: [DivergenceReport.Field] = []
  /// The behavior versions that differ, if it was replayed despite that.
  package var versions: [String] = []
  /// The image of the last frame.
  package var picture: String?
  /// All frames as an animated PNG.
  package var film: String?
  /// A description of the animated PNG.
  package var filmWords = ""
  /// Whether a comparison was requested.
  package var mustCompare: Bool
  /// The first property that fails in the run; nil if all hold.
  package var failure: ExploreFailure?

  /// Describes a recording before its replay.
  package init(_ file: String, _ header: RecordingHeader, mustCompare: Bool) {
    (self.file, self.mustCompare) = (file, mustCompare)
    (subject, seed) = (SubjectName(header), header.seed)
    if header.kind == .scene { device = String(decoding: header.device, as: UTF8.self) }
  }

  /// The outcome.
  package var outcome: Outcome {
    if firstDifference != nil || arePicturesEqual == false { return .different }
    guard compared == 0, keyframes == 0, arePicturesEqual == nil else { return .equal }
    return mustCompare ? .nothingCompared : .unchecked
  }

  // MARK: - People

  /// The findings, in a few lines.
  package var text: String {
    let conditions = [subject.title] + [device].compactMap { $0 }
    return TerminalRenderer.text(
      Document(
        title: file, hasHeading: false,
        articles: [
          Article(
            id: "replay",
            headline: Headline(
              tone: verdict == .passed ? .passed : .failed, verdict: "", name: file,
              conditions: conditions,
              line: "\(MessageText.oneLine(file))  "
                + (conditions + ["seed \(seed)"]).joined(separator: ", "))
          ) { [.facts(Facts(rows, width: 10, gap: 0))] }
        ]))
  }

  /// Whether everything that was compared is equal.
  package var isFine: Bool { outcome == .equal || outcome == .unchecked }
  /// Whether everything is equal and every property holds.
  package var verdict: Verdict { isFine && failure == nil ? .passed : .failed }

  private var rows: [Facts.Row] {
    var rows: [Facts.Row] = []
    func add(_ name: String, _ text: String, isFailed: Bool = false) {
      rows.append(Facts.Row(name, text, isFailed: isFailed))
    }
    for version in versions { add("version", version) }
    add("\(unit)s", framesText, isFailed: !isFine && arePicturesEqual != false)
    if keyframes > 0 {
      add("states", CountWords.counted(Int(keyframes), "saved state") + " compared")
    }
    if let arePicturesEqual {
      add(
        "pictures",
        arePicturesEqual ? "equal in every pixel" : "FAIL  different from the recording",
        isFailed: !arePicturesEqual)
    }
    if let firstDifference {
      add("first", "\(unit) \(firstDifference) differs from the recording", isFailed: true)
    }
    if let keyframe {
      let what =
        fields.isEmpty
        ? "has a different layout"
        : "differs in \(fields.count == 6 ? "at least " : "")"
          + CountWords.counted(fields.count, "field")
      add("state", "saved before frame \(keyframe), \(what)")
    }
    for field in fields { add("", "\(field.name)  \(field.words)") }
    if let failure {
      add("violated", failure.words(of: subject.kind), isFailed: true)
      add("says", failure.summary)
      add("run", failedRunText, isFailed: true)
    }
    if let picture { add("picture", picture) }
    if let film { add("film", "\(film)  \(filmWords)") }
    return rows
  }

  private var unit: String { subject.kind.recordedUnit }

  private var framesText: String {
    switch outcome {
    case .unchecked:
      "\(FigureText.grouped(UInt64(frames))) run; the recording has no digests to compare"
    case .nothingCompared:
      "FAIL  nothing to compare: the recording has no digests of these \(unit)s"
    default:
      FigureText.grouped(UInt64(equal)) + " of " + FigureText.grouped(UInt64(compared))
        + " \(unit)s equal"
        + (frames == compared ? "" : ", \(FigureText.grouped(UInt64(frames))) run")
    }
  }

  /// Whether the failing run is the recorded one.
  private var failedRunText: String {
    switch outcome {
    case .equal: "FAIL  the replay is equal, and the recorded run fails"
    case .different: "FAIL  the run fails, but it is not the recorded one"
    case .unchecked, .nothingCompared:
      "FAIL  the run fails; without digests it is unknown whether it is the recorded one"
    }
  }

  // MARK: - Programs

  /// The JSON output of `replay`.
  package static let output = VerbOutput.shape(
    "Replays of recordings.", "replays", shape.codec, "One row per recording.")

  private static let shape = Shape<ReplayReport>(
    written: "replay", "The findings of a replay.",
    [
      Member(derived: "recording", \.file, "The file."),
      .scene(\.subject), .model(\.subject),
      Member(derived: "device", \.device, "The device class; null for a model."),
      Member(derived: "seed", \.seed, .seed, SchemaRule.seedWords),
      Member(derived: "frames", \.frames, "Frames, or events of a model, that were run."),
      Member(derived: "compared", \.compared, "Frames whose digests were compared."),
      Member(derived: "equal", \.equal, "Frames whose digests were equal."),
      Member(derived: "keyframes", \.keyframes, "Saved states that were compared."),
      Member(
        derived: "picturesEqual", \.arePicturesEqual, Codec<Bool>.bool.orNull,
        "Whether the pixels of all frames are equal; null if they were not compared."),
      Member(
        derived: "firstDifference", \.firstDifference, Codec<UInt32>.whole().orNull,
        "The first frame that differs from the recording."),
      Member(
        derived: "keyframe", \.keyframe, Codec<UInt32>.whole().orNull,
        "The saved state, from there on, whose fields are listed."),
      Member(
        derived: "fields", \.fields, DivergenceReport.field.codec.list(),
        "The first different fields there: recorded value first, then the replayed one."),
      Member(
        derived: "versions", \.versions,
        "Behavior versions that differ, if it was replayed despite that."),
      Member(
        derived: "picture", \.picture, Codec<String>.text.orNull, "The image of the last frame."),
      Member(
        derived: "apng", \.film, Codec<String>.text.orNull, "All frames as one animated PNG."),
      Member(
        derived: "outcome", \.outcome.rawValue,
        Codec<String>.oneOf(Outcome.allCases.map { $0.rawValue }),
        "The outcome; unchecked if there was nothing to compare and no comparison was requested."),
      Member(
        derived: "violation", \.failure, ExploreFailure.shape.codec.orNull,
        "The first property that fails in the run; null if none fails."),
      Member(
        derived: "verdict", \.verdict, Codec<Verdict>.cases,
        "passed if everything compared is equal and no property fails."),
    ])
}
