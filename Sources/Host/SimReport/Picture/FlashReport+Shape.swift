import SimFormats
import SimImageAnalysis

extension FlashReport {
  /// The flashes of an image sequence.
  package struct Finding: Sendable {
    /// The flashes.
    package var flash: FlashSafety
    /// The sequence.
    package var sequence: Sequence
    /// The image of the worst field.
    package var picture: String?

    /// Creates a finding.
    package init(flash: FlashSafety, sequence: Sequence, picture: String?) {
      self.flash = flash
      self.sequence = sequence
      self.picture = picture
    }
  }

  /// The JSON output of `flash` for images.
  package static let output = VerbOutput.shape(
    "Flash safety of image sequences.", "sequences", row.codec, "One row per sequence.")

  // A run's verdict is that of the strict rules; here an option chooses.
  private static let row = Shape<Finding>(
    written: nil, FlashSafety.shape.rule.words,
    [
      Member(
        derived: "verdict", Codec<Verdict>.cases, "By wcag, or by strict if requested."
      ) { $0.sequence.passes($0.flash) ? .passed : .failed }
    ]
      + FlashSafety.shape.members.filter { $0.rule.key != "verdict" }
      .map { member in member.derived { $0.flash } } + [
        Member(derived: "source", \.sequence.source, "The source of the images."),
        Member(derived: "pictures", \.sequence.pictures, "Number of different images."),
        Member(
          derived: "framesPerSecond", \.sequence.framesPerSecond, .whole(from: 1),
          "Images per second."),
        Member(
          derived: "pixelsPerPoint", \.sequence.scale, Codec<Float>.number, "Pixels per point."),
        Member(derived: "width", \.sequence.width, .whole(1...Int32.max), "Columns of pixels."),
        Member(derived: "height", \.sequence.height, .whole(1...Int32.max), "Rows of pixels."),
        Member(derived: "loop", \.sequence.isLoop, "Whether it was analyzed twice in a row."),
        Member(
          derived: "ignored", \.sequence.ignored,
          "Color and orientation chunks that are not applied, with their files."),
        Member(
          derived: "picture", \.picture, "The image of the worst field; null if there is none."),
      ])

  // MARK: - Replay

  /// A replayed table.
  package struct Replayed: Sendable {
    /// The result.
    package var replay: FlashReplay
    /// Its file.
    package var file: String

    /// Creates a finding.
    package init(replay: FlashReplay, file: String) {
      self.replay = replay
      self.file = file
    }
  }

  /// The JSON output of `flash` for a table.
  package static let replayOutput = VerbOutput.shape(
    "Recomputed tables of frame means.", "replays", replayed.codec, "One row per table.")

  private static let replayed = Shape<Replayed>(
    written: nil, "A recomputed table of frame means.",
    [
      Member(derived: "source", \.file, "The table's file."),
      Member(
        derived: "verdict", Codec<Verdict>.cases, "Failed if a value of the table differs."
      ) { $0.replay.mismatches.isEmpty ? .passed : .failed },
      Member(
        derived: "framesPerSecond", \.replay.framesPerSecond, .whole(from: 1), "The frame rate."),
      Member(
        derived: "frameRateSource", \.replay.rateSource, Codec<FlashReplay.RateSource>.cases,
        "The source of the frame rate."),
      Member(
        derivedOrNull: "timeStampRate", Codec<Double>.number,
        "The rate of the time stamps; null if there are none."
      ) { $0.replay.stampedRate?.measured },
      Member(derived: "rows", .whole(), "Rows of the table.") { UInt64($0.replay.rows) },
      Member(derived: "mismatches", .whole(), "Values that differ.") {
        UInt64($0.replay.mismatches.count)
      },
      Member(derived: "level", \.replay.level, FlashLevel.codec, FlashLevel.words),
      Member(
        derived: "maxTransitions", \.replay.maximumTransitions,
        "The maximum number of transitions per second."),
      Member(
        derived: "largestLuminanceDeviation", \.replay.luminanceDeviation, Codec<Float>.number,
        "The maximum difference of a sum of luminance."),
      Member(
        derived: "largestRedDeviation", \.replay.redDeviation, Codec<Float>.number,
        "The maximum difference of a sum of red."),
    ])
}
