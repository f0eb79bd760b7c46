import SimFormats
import SimMath

/// What a replay found, for people and for programs.
package struct ReplayReport: Sendable {
  /// What came of it.
  package enum Outcome: String, CaseIterable, Sendable {
    /// Everything that was compared is equal, and something was compared.
    case equal
    /// Something is not what it was.
    case different
    /// There was nothing to compare, and that was not asked for.
    case unchecked
    /// There was nothing to compare, though that was asked for.
    case nothingCompared = "nothing-compared"
  }

  /// The recording.
  package var file = ""
  /// The scene.
  package var scene = ""
  /// The device class.
  package var device = ""
  /// The seed.
  package var seed: UInt64 = 0
  /// Frames that were run.
  package var frames: UInt32 = 0
  /// Frames whose digests were compared.
  package var compared: UInt32 = 0
  /// Frames whose digests were equal.
  package var equal: UInt32 = 0
  /// Saved states that were compared.
  package var keyframes: UInt32 = 0
  /// Whether the pictures of all frames were equal; nil when they were not compared.
  package var arePicturesEqual: Bool?
  /// The first frame that is not what it was.
  package var firstDifference: UInt32?
  /// The saved state, from there on, whose fields are listed.
  package var keyframe: UInt32?
  /// The first fields that differ there.
  package var fields: [DivergenceReport.Field] = []
  /// What differs of the versions, where it was run all the same.
  package var versions: [String] = []
  /// The picture of the last frame.
  package var picture: String?
  /// All frames as a moving picture.
  package var film: String?
  /// What there is to say of that.
  package var filmWords = ""
  /// Whether it is of a model, whose events stand for frames.
  package var isModel = false
  /// Whether anything had to be compared.
  package var mustCompare = false
  /// The first property that fails in the run; nil if all hold.
  package var failure: ExploreFailure?

  /// Makes a report of nothing.
  package init() {}

  /// What came of it.
  package var outcome: Outcome {
    if firstDifference != nil || arePicturesEqual == false { return .different }
    guard compared == 0, keyframes == 0, arePicturesEqual == nil else { return .equal }
    return mustCompare ? .nothingCompared : .unchecked
  }

  // MARK: - People

  /// What was found, in a few lines.
  package var text: String {
    TerminalRenderer.text(
      Document(
        title: file, hasHeading: false,
        articles: [
          Article(
            id: "replay",
            headline: Headline(
              tone: verdict == .passed ? .passed : .failed, verdict: "", name: file,
              conditions: [scene, device],
              line: "\(MessageText.oneLine(file))  "
                + ([scene] + (isModel ? [] : [device]) + ["seed \(seed)"]).joined(separator: ", "))
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
    add("\(thing)s", framesText, isFailed: !isFine && arePicturesEqual != false)
    if keyframes > 0 {
      add("states", CountWords.counted(Int(keyframes), "saved state") + " compared")
    }
    if let arePicturesEqual {
      add(
        "pictures", arePicturesEqual ? "equal in every pixel" : "FAIL  not what they were",
        isFailed: !arePicturesEqual)
    }
    if let firstDifference {
      add("first", "\(thing) \(firstDifference) is not what was recorded", isFailed: true)
    }
    if let keyframe {
      let what =
        fields.isEmpty
        ? "has another layout"
        : "differs in \(fields.count == 6 ? "at least " : "")"
          + CountWords.counted(fields.count, "field")
      add("state", "saved before frame \(keyframe), \(what)")
    }
    for field in fields { add("", "\(field.name)  \(field.words)") }
    if let failure {
      add("broken", failure.words(isModel: isModel), isFailed: true)
      add("says", failure.summary)
      add("run", failedRunText, isFailed: true)
    }
    if let picture { add("picture", picture) }
    if let film { add("film", "\(film)  \(filmWords)") }
    return rows
  }

  private var thing: String { isModel ? "event" : "frame" }

  private var framesText: String {
    switch outcome {
    case .unchecked:
      "\(FigureText.grouped(UInt64(frames))) run; the recording has no digests to compare"
    case .nothingCompared:
      "FAIL  nothing to compare: no digest of the \(thing)s that were run"
    default:
      FigureText.grouped(UInt64(equal)) + " of " + FigureText.grouped(UInt64(compared))
        + " \(thing)s equal"
        + (frames == compared ? "" : ", \(FigureText.grouped(UInt64(frames))) run")
    }
  }

  /// Whether the run that fails is the recorded one.
  private var failedRunText: String {
    switch outcome {
    case .equal: "FAIL  the replay is equal, and the recorded run fails"
    case .different: "FAIL  the run fails, but it is not the recorded one"
    case .unchecked, .nothingCompared:
      "FAIL  the run fails; without digests it is unknown whether it is the recorded one"
    }
  }

  // MARK: - Programs

  /// What `replay` writes as JSON.
  package static let output = VerbOutput.shape(
    "A recording run once more.", "replays", shape.codec, "A row a recording.")

  private static let shape = Shape<ReplayReport>(
    written: "replay", "What a replay found.",
    [
      Member(derived: "recording", \.file, "The file."),
      Member(derivedOrNull: "scene", .text, "The scene; null for a model's.") {
        $0.isModel ? nil : $0.scene
      },
      Member(derivedOrNull: "model", .text, "The model; null for a scene's.") {
        $0.isModel ? $0.scene : nil
      },
      Member(derivedOrNull: "device", .text, "The device class; null for a model's.") {
        $0.isModel ? nil : $0.device
      },
      Member(derived: "seed", \.seed, .seed, SchemaRule.seedWords),
      Member(derived: "frames", \.frames, "Frames, or events of a model, that were run."),
      Member(derived: "compared", \.compared, "Frames whose digests were compared."),
      Member(derived: "equal", \.equal, "Frames whose digests were equal."),
      Member(derived: "keyframes", \.keyframes, "Saved states that were compared."),
      Member(
        derived: "picturesEqual", \.arePicturesEqual, Codec<Bool>.bool.orNull,
        "Whether the pictures of all frames are equal; null when they were not compared."),
      Member(
        derived: "firstDifference", \.firstDifference, Codec<UInt32>.whole().orNull,
        "The first frame that is not what was recorded."),
      Member(
        derived: "keyframe", \.keyframe, Codec<UInt32>.whole().orNull,
        "The saved state, from there on, whose fields are listed."),
      Member(
        derived: "fields", \.fields, DivergenceReport.field.codec.list(),
        "The first fields that differ there: first as recorded, then as found."),
      Member(
        derived: "versions", \.versions,
        "Behavior versions that differ, where it was run all the same."),
      Member(derived: "picture", \.picture, Codec<String>.text.orNull, "The last frame's picture."),
      Member(
        derived: "film", \.film, Codec<String>.text.orNull, "All frames as one moving picture."),
      Member(
        derived: "outcome", \.outcome.rawValue,
        Codec<String>.oneOf(Outcome.allCases.map { $0.rawValue }),
        "What came of it; unchecked when there was nothing to compare and that was not asked for."),
      Member(
        derived: "broken", \.failure, ExploreFailure.shape.codec.orNull,
        "The first property that fails in the run; null if all hold."),
      Member(
        derived: "verdict", \.verdict, Codec<Verdict>.cases,
        "passed if everything compared is equal and no property fails."),
    ])
}
