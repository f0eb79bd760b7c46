import SimFormats
import SimImageAnalysis

extension FlashReport {
  /// Flashes of a sequence of pictures.
  package struct Finding: Sendable {
    /// The flashes.
    package var flash: FlashSafety
    /// The sequence.
    package var sequence: Sequence
    /// The picture of the worst field.
    package var picture: String?

    /// Puts them together.
    package init(flash: FlashSafety, sequence: Sequence, picture: String?) {
      self.flash = flash
      self.sequence = sequence
      self.picture = picture
    }
  }

  /// What `flash` writes of pictures as JSON.
  package static let output = VerbOutput.shape(
    "Flash safety of sequences of pictures.", "sequences", row.codec, "A row a sequence.")

  // A run's verdict is that of the stricter rules; here the caller says which decide.
  private static let row = Shape<Finding>(
    written: nil, FlashSafety.shape.rule.words,
    [
      Member(
        derived: "verdict", Codec<Verdict>.cases, "By wcag, or by strict where that was asked for."
      ) { $0.sequence.passes($0.flash) ? .passed : .failed }
    ]
      + FlashSafety.shape.members.filter { $0.rule.key != "verdict" }
      .map { member in member.derived { $0.flash } } + [
        Member(derived: "source", \.sequence.source, "What the pictures were read from."),
        Member(derived: "pictures", \.sequence.pictures, "Different pictures."),
        Member(
          derived: "framesPerSecond", \.sequence.framesPerSecond, .whole(from: 1),
          "Pictures shown in a second."),
        Member(
          derived: "pixelsPerPoint", \.sequence.scale, Codec<Float>.number, "Pixels of a point."),
        Member(derived: "width", \.sequence.width, .whole(1...Int32.max), "Columns of pixels."),
        Member(derived: "height", \.sequence.height, .whole(1...Int32.max), "Rows of pixels."),
        Member(derived: "loop", \.sequence.isLoop, "Whether it was looked at twice round."),
        Member(
          derived: "ignored", \.sequence.ignored,
          "What files say of color and orientation that is not applied, with their names."),
        Member(derived: "picture", \.picture, "The picture of the worst field; null without one."),
      ])

  // MARK: - Replay

  /// A replayed table.
  package struct Replayed: Sendable {
    /// What became of it.
    package var replay: FlashReplay
    /// Its file.
    package var file: String

    /// Puts them together.
    package init(replay: FlashReplay, file: String) {
      self.replay = replay
      self.file = file
    }
  }

  /// What `flash` writes of a table as JSON.
  package static let replayOutput = VerbOutput.shape(
    "Tables of frame means computed again.", "replays", replayed.codec, "A row a table.")

  private static let replayed = Shape<Replayed>(
    written: nil, "A table of frame means computed again.",
    [
      Member(derived: "source", \.file, "The table's file."),
      Member(
        derived: "verdict", Codec<Verdict>.cases, "Failed when a value of the table differs."
      ) { $0.replay.mismatches.isEmpty ? .passed : .failed },
      Member(
        derived: "framesPerSecond", \.replay.framesPerSecond, .whole(from: 1), "The frame rate."),
      Member(
        derived: "frameRateSource", \.replay.rateSource, Codec<FlashReplay.RateSource>.cases,
        "Where it comes from."),
      Member(
        derivedOrNull: "timeStampRate", Codec<Double>.number,
        "The rate that time stamps say; null without any."
      ) { $0.replay.stampedRate?.measured },
      Member(derived: "rows", .whole(), "Rows of the table.") { UInt64($0.replay.rows) },
      Member(derived: "mismatches", .whole(), "Values that differ.") {
        UInt64($0.replay.mismatches.count)
      },
      Member(derived: "level", \.replay.level, FlashLevel.codec, FlashLevel.words),
      Member(
        derived: "mostTransitions", \.replay.maximumTransitions,
        "The most transitions in a second."),
      Member(
        derived: "largestLuminanceDeviation", \.replay.luminanceDeviation, Codec<Float>.number,
        "By how much a sum of luminance differs at most."),
      Member(
        derived: "largestRedDeviation", \.replay.redDeviation, Codec<Float>.number,
        "By how much a sum of red differs at most."),
    ])
}
